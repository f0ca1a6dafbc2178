/** Renders the labels of the second value axis, and the names of the metrics above both axes. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { axisTicks, type ValueAxis } from '../../../../machines/pivot/value-axis.js';
import { contentTokens } from '../../../kit/content-tokens.js';
import { axisCaption, formatAxisMeasured } from '../measured.js';
import { valueLabelGap } from './axis-labels.js';
import { yOf, type PlotArea } from './plot.js';
import type { SecondAxis } from './use-scales.js';

const useStyles = makeStyles({
  text: {
    position: 'absolute',
    lineHeight: 1.2,
    color: contentTokens.chart.axisLabel,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
  },
  label: { transform: 'translateY(-50%)' },
  caption: { top: '4px', maxWidth: 'calc(50% - 12px)' },
});

export interface SecondAxisLayerProps {
  readonly axis: ValueAxis;
  readonly unit: string | undefined;
  readonly second: SecondAxis;
  readonly plot: PlotArea;
  readonly fontSize: number | undefined;
}

export function SecondAxisLayer({ axis, unit, second, plot, fontSize }: SecondAxisLayerProps) {
  const styles = useStyles();
  const captionOf = (name: string, ticks: readonly number[], own: string | undefined): string => {
    const caption = axisCaption(ticks, own);
    return caption === undefined ? name : `${name} (${caption})`;
  };
  const { first: firstName, second: secondName } = second.names;
  return (
    <>
      <span className={mergeClasses(styles.text, styles.caption)} style={{ fontSize, left: 8 }} title={firstName}>
        {captionOf(firstName, axisTicks(axis), unit)}
      </span>
      <span className={mergeClasses(styles.text, styles.caption)} style={{ fontSize, right: 8 }} title={secondName}>
        {captionOf(secondName, axisTicks(second.axis), second.unit)}
      </span>
      {axisTicks(second.axis).map((tick) => (
        <span
          key={tick}
          className={mergeClasses(styles.text, styles.label)}
          style={{
            fontSize,
            left: plot.left + plot.width + valueLabelGap,
            top: yOf(second.axis, plot, tick),
          }}
          aria-hidden="true"
        >
          {formatAxisMeasured(tick, second.unit)}
        </span>
      ))}
    </>
  );
}
