import { makeStyles, mergeClasses } from '@griffel/react';
import type { ValueAxis } from '../../../../machines/pivot/value-axis.js';
import { tokens, type } from '../../../kit/tokens.js';
import type { Threshold } from '../measured.js';
import { yOf, type PlotArea } from './plot.js';

const useStyles = makeStyles({
  line: { position: 'absolute', height: '1px', pointerEvents: 'none' },
  warning: { backgroundColor: tokens.status.warning.icon },
  critical: { backgroundColor: tokens.status.danger.icon },
  text: {
    position: 'absolute',
    maxWidth: '60%',
    padding: '0 3px',
    borderRadius: '2px',
    // A translucent background keeps the label readable above lines.
    backgroundColor: `color-mix(in srgb, ${tokens.surface.card} 80%, transparent)`,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
    ...type.caption,
  },
  warningText: { color: tokens.status.warning.text },
  criticalText: { color: tokens.status.danger.text },
});

/** Height in px of a label including its distance to the line. */
const labelPx = 16;

export interface ThresholdLayerProps {
  readonly marks: readonly Threshold[];
  readonly axis: ValueAxis;
  readonly plot: PlotArea;
  /** Distance in px between the right edges of plot and stage. */
  readonly right: number;
}

/**
 * Renders lines at the thresholds of a chart; each line has a label, because colour must not be the only information.
 */
export function ThresholdLayer({ marks, axis, plot, right }: ThresholdLayerProps) {
  const styles = useStyles();
  const bottom = plot.top + plot.height;
  return marks.map(({ value, level, text }) => {
    const top = yOf(axis, plot, value);
    if (top === undefined || top < plot.top - 0.5 || top > bottom + 0.5) return null;
    // The label is above its line, or below the line if there is no room above.
    const label = top - labelPx < 0 ? top + 1 : top - labelPx;
    return (
      // Converted thresholds of two axes may have the same value.
      <span key={`${level} ${value} ${text}`}>
        <span
          className={mergeClasses(styles.line, styles[level])}
          style={{ top, left: plot.left, width: plot.width }}
        />
        <span
          className={mergeClasses(styles.text, level === 'critical' ? styles.criticalText : styles.warningText)}
          style={{ top: label, right }}
        >
          {text}
        </span>
      </span>
    );
  });
}
