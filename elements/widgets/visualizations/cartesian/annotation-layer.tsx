import { makeStyles } from '@griffel/react';
import type { ChartData } from '../../../../machines/pivot/chart-data.js';
import { alertsSeriesName, type Annotation } from '../../../../machines/pivot/annotations.js';
import { contentTokens } from '../../../kit/content-tokens.js';
import { xOfInstant, type PlotArea } from './plot.js';

export interface AnnotationLayerProps {
  readonly annotations: readonly Annotation[];
  readonly data: ChartData;
  readonly plot: PlotArea;
  /** Position of the value zero in px from the top of the stage. */
  readonly zero: number;
  /** Colour that the user has chosen for alerts; undefined: the default colour. */
  readonly color: string | undefined;
}

const useStyles = makeStyles({
  line: { position: 'absolute', width: '1px', opacity: 0.5, pointerEvents: 'none' },
  dot: {
    position: 'absolute',
    width: '7px',
    height: '7px',
    marginLeft: '-3px',
    marginTop: '-3px',
    borderRadius: '50%',
  },
});

/** Renders thin vertical lines at the times of events, with a dot at zero that shows the event on hover. */
export function AnnotationLayer({ annotations, data, plot, zero, color }: AnnotationLayerProps) {
  const styles = useStyles();
  const backgroundColor = color ?? contentTokens.chart.alertsSeries;
  return annotations.map(({ at, text }) => {
    const left = xOfInstant(data, plot, at);
    return (
      <span key={at}>
        <span className={styles.line} style={{ left, top: plot.top, height: plot.height, backgroundColor }} />
        <span
          className={styles.dot}
          style={{ left, top: zero, backgroundColor }}
          role="img"
          aria-label={`${alertsSeriesName}: ${text}`}
          title={`${alertsSeriesName}: ${text}`}
        />
      </span>
    );
  });
}
