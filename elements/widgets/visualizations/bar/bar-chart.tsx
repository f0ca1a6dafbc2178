import { makeStyles, mergeClasses } from '@griffel/react';
import { useMemo, useRef, useState } from 'react';
import { tokens } from '../../../kit/tokens.js';
import type { AbsoluteRange, AggregationConfig } from '../../faces.js';
import { formatInstant } from '../../time/format-instant.js';
import { texts } from '../../texts.js';
import { ChartCanvas } from '../chart-canvas.js';
import { bucketText, type ChartData } from '../chart-data.js';
import { ChartLegend } from '../chart-legend.js';
import { ChartTooltip } from '../chart-tooltip.js';
import { seriesColors } from '../series-palette.js';
import { useChartColors } from '../use-chart-colors.js';
import { useSize } from '../use-size.js';
import { chartDescription, spokenBucket, tooltipRows } from './bar-texts.js';
import { barMode, barOption, barValueAxis, plotArea } from './bar-option.js';
import { useBarPointer } from './use-bar-pointer.js';

export interface BarChartProps {
  readonly title: string;
  readonly data: ChartData;
  readonly config: AggregationConfig;
  /** IANA name. */
  readonly zone: string;
  /** Present on timelines that can be zoomed. */
  readonly onRange?: ((range: AbsoluteRange) => void) | undefined;
  /** False where there is no room; the tooltip still names every series. */
  readonly legend?: boolean;
}

const useStyles = makeStyles({
  chart: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, minWidth: 0 },
  stage: { position: 'relative', flexGrow: 1, minHeight: '40px', touchAction: 'pan-y', borderRadius: '4px' },
  zoomable: { cursor: 'crosshair' },
  crosshair: { position: 'absolute', width: '1px', backgroundColor: tokens.chart.crosshair, pointerEvents: 'none' },
  selection: {
    position: 'absolute',
    backgroundColor: tokens.chart.brush,
    borderLeft: `1px solid ${tokens.selection.border}`,
    borderRight: `1px solid ${tokens.selection.border}`,
    pointerEvents: 'none',
  },
});

/** Bars over time or categories. Pointer and keyboard both read values and choose a range. */
export function BarChart({ title, data, config, zone, onRange, legend = true }: BarChartProps) {
  const styles = useStyles();
  const stage = useRef<HTMLDivElement>(null);
  const size = useSize(stage);
  const colors = useChartColors(stage);
  const [focused, setFocused] = useState<number>();

  const mode = barMode(config, data);
  const axis = useMemo(() => barValueAxis(data, mode), [data, mode]);
  const plot = useMemo(() => (size ? plotArea(size.width, size.height, axis) : undefined), [size, axis]);
  const stored = config.formatting_settings?.chart_colors;
  const palette = useMemo(
    () => (colors ? seriesColors(data.series, colors, stored) : []),
    [colors, data.series, stored],
  );
  const option = useMemo(
    () =>
      plot && colors ? barOption({ data, mode, axis, plot, zone, colors, seriesColors: palette, focused }) : undefined,
    [data, mode, axis, plot, zone, colors, palette, focused],
  );
  const pointer = useBarPointer({ data, plot, stage, onRange });
  const { bucket, selection } = pointer;
  const chosen = selection?.range;
  const chosenText =
    chosen &&
    texts.chartSelection(formatInstant(chosen.from, zone, 'seconds'), formatInstant(chosen.to, zone, 'seconds'));
  const zoomable = onRange !== undefined && data.axis.type === 'time';

  return (
    <div className={styles.chart}>
      <div
        ref={stage}
        className={mergeClasses(styles.stage, zoomable && styles.zoomable)}
        role="group"
        aria-roledescription={texts.chartKind}
        aria-label={chartDescription(title, data, zone)}
        aria-description={zoomable ? texts.chartKeys : undefined}
        tabIndex={0}
        {...pointer.handlers}
      >
        {option && size && <ChartCanvas option={option} width={size.width} height={size.height} />}
        {plot && bucket && !selection && (
          <span className={styles.crosshair} style={{ left: bucket.x, top: plot.top, height: plot.height }} />
        )}
        {plot && selection && (
          <span
            className={styles.selection}
            style={{ left: selection.left, width: selection.width, top: plot.top, height: plot.height }}
          />
        )}
        {plot && bucket && (
          <ChartTooltip
            head={chosenText || bucketText(data.axis, bucket.index, zone)}
            rows={chosen ? [] : tooltipRows(data, bucket.index, palette)}
            stage={stage}
            x={bucket.x}
            y={plot.top}
          />
        )}
        <span className="lc-unseen" aria-live="polite">
          {pointer.spoken && bucket && (chosenText || spokenBucket(data, bucket.index, zone))}
        </span>
      </div>
      {legend && data.series.length > 1 && plot && (
        <ChartLegend
          entries={data.series.map((series, index) => ({ name: series.name, color: palette[index] ?? '' })).reverse()}
          onFocus={(index) => setFocused(index === undefined ? undefined : data.series.length - 1 - index)}
          indent={plot.left}
        />
      )}
    </div>
  );
}
