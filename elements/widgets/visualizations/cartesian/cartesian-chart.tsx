import { makeStyles, mergeClasses } from '@griffel/react';
import { useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { alertsSeriesName, annotations } from '../../../../machines/pivot/annotations.js';
import { bucketPlaces } from '../../../../machines/pivot/bucket-places.js';
import { addends, bucketCount, chartData, metricFunction, withPartial } from '../../../../machines/pivot/chart-data.js';
import { isTimeline } from '../../../../machines/pivot/keys.js';
import { isRestKey } from '../../../../machines/pivot/rest-of-values.js';
import type { zeroFilled } from '../../../../machines/pivot/zero-filled.js';
import type { extentOf } from '../../../../machines/pivot/numbers.js';
import { axisTicks } from '../../../../machines/pivot/value-axis.js';
import { pathsTo } from '../../../../machines/pivot/value-path.js';
import { hasCoarsePointer } from '../../../kit/coarse-pointer.js';
import { lazyPart } from '../../../kit/lazy-part.js';
import { Part } from '../../../kit/part.js';
import { contentTokens } from '../../../kit/content-tokens.js';
import { tokens } from '../../../kit/tokens.js';
import type { AbsoluteRange, AggregationConfig } from '../../faces.js';
import { formatInstant } from '../../time/format-instant.js';
import { WidgetFiguresContext } from '../../frame/fold.js';
import { StillWidgetsContext } from '../../frame/widget-frame.js';
import { shortLabels } from '../category-texts.js';
import { ChartTooltip } from '../chart-tooltip.js';
import type { PlaceMemory } from '../color-places.js';
import { seriesColors } from '../series-palette.js';
import { keyLabel, withMeanings, type StyledData } from '../series-style.js';
import { useSharedCrosshair } from '../shared-crosshair.js';
import { useChartColors } from '../use-chart-colors.js';
import { useSize } from '../use-size.js';
import { useValueMenu } from '../use-value-menu.js';
import type { VisualizationProps } from '../visualization.js';
import { AnnotationLayer } from './annotation-layer.js';
import { AlertMarkPlace } from './alert-mark-place.js';
import { ChartFoot } from './chart-foot.js';
import type { ChartInput } from './chart-input.js';
import { chartWords } from '../chart-words.js';
import { bucketText, chartDescription, eventRows, spokenBucket, tooltipRows } from './chart-texts.js';
import { axisCaption, lookOfMetric } from '../measured.js';
import { EndNote, partialNote } from './end-note.js';
import { nearestSeries } from './nearest-series.js';
import { bucketMiddle, bucketOf, linesOf, plotArea, xOf, xOfInstant, yOf } from './plot.js';
import { ThresholdLayer } from './threshold-layer.js';
import { useAlertMarks } from './use-alert-marks.js';
import { useChartPointer } from './use-chart-pointer.js';
import { useScales } from './use-scales.js';

const SecondAxisLayer = lazyPart(() => import('./second-axis-layer.js'), 'SecondAxisLayer');

export interface PictureProps {
  readonly input: ChartInput;
  readonly config: AggregationConfig;
  /** Width in px. */
  readonly width: number;
  readonly height: number;
}
/** Part of a chart that depends on its kind: the extent of the values, and the drawing including the axes. */
export interface CartesianKind {
  /** Description of the chart's role for screen readers. */
  readonly description: string;
  readonly extent: (data: StyledData, config: AggregationConfig) => ReturnType<typeof extentOf>;
  readonly Picture: (props: PictureProps) => ReactNode;
  /** Fills missing values, for kinds of lines: a missing count is drawn as 0, any other missing value as a gap. */
  readonly filled?: typeof zeroFilled;
  /** Returns true if the values are stacked; absent: they are not. */
  readonly stacked?: (data: StyledData, config: AggregationConfig) => boolean;
  /** Returns the number of bars side by side in each bucket; absent: the kind has no bars. */
  readonly abreast?: (data: StyledData, config: AggregationConfig) => number;
}
export interface CartesianChartProps extends VisualizationProps {
  readonly kind: CartesianKind;
}

/** Maximum number of series with highlighting on hover; redrawing more series on every move would be slow. */
const mostFading = 100;
/** Tolerance in px for hitting a part of a stack, because thin parts are hard to hit. */
const partReachPx = 2;
/**
 * Returns the current time in epoch milliseconds. It is read only when the result or the configuration changes, so that
 * an unfinished bucket is drawn as partial until the next result arrives.
 */
const presentInstant = (): number => Date.now();
/** A chart that is lower than `height` px and at least `width` px wide has its legend beside the plot. */
const lowChart = { height: 110, width: 480 };
/** Height in px above the plot for the texts of marks. */
const captionPx = 20;
/** Width in px at the left of the plot while the chart is not yet measured. */
const defaultIndent = 40;

const useStyles = makeStyles({
  chart: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, minWidth: 0 },
  low: { flexDirection: 'row' },
  // A place that cannot grow, such as an embed, scrolls, so that neither the plot nor the figures are squeezed.
  scrolled: { overflowY: 'auto' },
  kept: { flexShrink: 0, flexBasis: '88px' },
  stage: {
    position: 'relative',
    flexGrow: 1,
    minWidth: 0,
    minHeight: '40px',
    touchAction: 'pan-y',
    borderRadius: tokens.radius.control,
    // The focus ring is inside, because the card's edges and the legend would clip an outer ring.
    ':focus-visible': { outlineOffset: '-2px' },
  },
  zoomable: { cursor: 'crosshair' },
  caption: {
    position: 'absolute',
    top: '4px',
    left: '8px',
    lineHeight: 1.2,
    color: contentTokens.chart.axisLabel,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
  },
  crosshair: {
    position: 'absolute',
    width: '1px',
    backgroundColor: contentTokens.chart.crosshair,
    pointerEvents: 'none',
  },
  selection: {
    position: 'absolute',
    backgroundColor: contentTokens.chart.brush,
    borderLeft: `1px solid ${tokens.selection.border}`,
    borderRight: `1px solid ${tokens.selection.border}`,
    pointerEvents: 'none',
  },
});

/**
 * Shows a chart with axes, over time or categories. Users read values and select ranges with the pointer or the
 * keyboard.
 */
export function CartesianChart(props: CartesianChartProps) {
  const { title, result, earlier, events, config, looks, zone, ofAllTime } = props;
  const { onRange, onConfigChange, bare, editing, kind } = props;
  const range = props.effectiveRange ?? result.effective_timerange;
  const styles = useStyles();
  const stage = useRef<HTMLDivElement>(null);
  const chart = useRef<HTMLDivElement>(null);
  const size = useSize(stage);
  const box = useSize(chart);
  const colors = useChartColors(stage);
  // Index of the series whose legend entry is hovered or focused.
  const [pointedEntry, setPointedEntry] = useState<number>();
  const [marking, setMarking] = useState<AbsoluteRange>();
  const still = useContext(StillWidgetsContext);
  const place = useContext(WidgetFiguresContext);
  const [ownCount, setOwnCount] = useState(0);
  const { count, onCount } = place ?? { count: ownCount, onCount: setOwnCount };
  const detailed = count > 0 && isTimeline(config) && !bare && !still;
  const isLow = !detailed && box !== undefined && box.height < lowChart.height && box.width >= lowChart.width;
  const { data, totals, stacked, filledSpan } = useMemo(() => {
    const found = chartData(result, config, keyLabel(zone), zone, range);
    const filledSpan = { range, now: presentInstant() };
    const filled = kind.filled?.(found, config, filledSpan) ?? found;
    const whole = withMeanings(withPartial(filled, filledSpan.now, ofAllTime ? undefined : range), config);
    const stands = kind.stacked?.(whole, config) ?? false;
    // The height of a stack shows the total, so a series of totals is not drawn; only the tooltip names it.
    const parts = stands ? addends(whole.series) : whole.series;
    return {
      data: { ...whole, series: parts },
      totals: { ...whole, series: whole.series.filter((one) => !parts.includes(one)) },
      stacked: stands,
      filledSpan,
    };
  }, [result, config, zone, range, ofAllTime, kind]);
  const past = useMemo(
    () => (earlier ? earlier.chart.linesOf(earlier, data, stacked, keyLabel(zone), zone, filledSpan.now) : []),
    [earlier, data, stacked, zone, filledSpan],
  );
  // Buckets of a category axis may be times in ascending order; alert marks are then placed as on a time axis.
  const places = useMemo(
    () =>
      data.axis.type === 'category' ? bucketPlaces(config.row_pivots, data.axis.keys, range, true, zone) : undefined,
    [data.axis, config.row_pivots, range, zone],
  );
  const unitOf = ({ metric }: { readonly metric: string }) => lookOfMetric(looks, metric, config)?.unit;
  const { axis, unit, second, mixed, drawn, drawnPast, thresholds } = useScales({
    ...{ data, past, stacked, looks, config },
    lines: linesOf(size?.height, colors?.axisFontSize),
    extent: kind.extent,
  });
  const caption = second ? undefined : mixed ? chartWords.oneScale(mixed) : axisCaption(axisTicks(axis), unit);
  const categories = useMemo(
    () => (data.axis.type === 'category' ? shortLabels(data.axis.labels) : undefined),
    [data.axis],
  );
  // A chart with annotations already shows the events, so it has no alert marks.
  const isAnnotated = data.axis.type === 'time' && config.event_annotation;
  const span = data.axis.type === 'time' ? data.axis : places?.span;
  const { mayMark, ...marked } = useAlertMarks(isAnnotated ? undefined : span);
  // On a wall display, marks have texts, which would lie on the highest values.
  const headroom = still && marked.alerts.length > 0 ? captionPx : 0;
  const plot = useMemo(
    () =>
      size
        ? plotArea(size.width, size.height, axis, colors?.axisFontSize, unit, categories, second, headroom, !!caption)
        : undefined,
    [size, axis, colors?.axisFontSize, unit, categories, second, headroom, caption],
  );
  const stored = config.formatting_settings?.chart_colors;
  const [memory] = useState<PlaceMemory>(() => new Map());
  const palette = useMemo(
    () => (colors ? seriesColors(data.series, colors, stored, true, memory) : []),
    [colors, data.series, stored, memory],
  );
  const { open, menu } = useValueMenu();
  const pick = (index: number, y: number | undefined, chosen?: number) => {
    if (!plot) return;
    const at = chosen ?? nearestSeries(drawn, axis, plot, index, y ?? plot.top, stacked);
    const series = at === undefined ? undefined : data.series[at];
    const value = series?.values[index];
    if (!series || value == null || isRestKey(series.keys[0])) return;
    const keys = data.axis.type === 'time' ? [data.axis.buckets[index]?.key ?? ''] : (data.axis.keys[index] ?? []);
    if (isRestKey(keys[0])) return;
    const metric = metricFunction(series.metric, config);
    const paths = pathsTo(config, keys, { keys: series.keys, function: metric }, zone, result);
    open?.({ kind: 'value', field: metric, value, decorated: false, paths }, xOf(data, plot, index), y ?? plot.top);
  };
  const seriesAt = (index: number, y: number) =>
    plot && nearestSeries(drawn, axis, plot, index, y, stacked, partReachPx);
  const fading = data.series.length > 1 && data.series.length <= mostFading;
  const pointer = useChartPointer({
    data,
    plot,
    stage,
    onRange,
    ...(mayMark() && { onMark: setMarking }),
    ...(stacked && fading && { seriesAt }),
    ...(open && { onPick: pick }),
  });
  const { selection } = pointer;
  const focused = fading ? (pointer.series ?? pointedEntry) : undefined;
  const endNote = still && plot && colors ? partialNote(data, plot.width, colors.axisFontSize) : undefined;
  const input = useMemo<ChartInput | undefined>(
    () => plot && colors && { data: drawn, axis, plot, zone, colors, seriesColors: palette, focused, unit, endNote },
    [drawn, axis, plot, zone, colors, palette, focused, unit, endNote],
  );
  const shared = useSharedCrosshair(data.axis.type === 'time');
  const own = pointer.bucket;
  const { point } = shared;
  const pointedAt = own && data.axis.type === 'time' ? bucketMiddle(data, own.index) : undefined;
  useEffect(() => {
    point(pointedAt);
  }, [point, pointedAt]);
  useEffect(() => () => point(undefined), [point]);
  const other = own ? undefined : bucketOf(data, shared.instant);
  const bucket = own ?? (plot && other !== undefined ? { index: other, x: xOf(data, plot, other) } : undefined);
  const marks = useMemo(() => (data.axis.type === 'time' ? annotations(events, data.axis) : []), [events, data.axis]);
  const alertsColor = stored?.find((one) => one.field_name === alertsSeriesName)?.chart_color;
  const happened = bucket
    ? [
        ...eventRows(marks, data, bucket.index, alertsColor ?? contentTokens.chart.alertsSeries, zone),
        ...tooltipRows(totals, bucket.index, [], unitOf),
        ...(earlier ? earlier.chart.rowsOf(past, data, bucket.index, earlier.name, palette, unitOf) : []),
      ]
    : [];
  const chosen = selection?.range;
  const chosenText =
    chosen &&
    (selection.marks ? chartWords.marking : chartWords.selection)(
      formatInstant(chosen.from, zone, 'seconds'),
      formatInstant(chosen.to, zone, 'seconds'),
    );
  const zoomable = onRange !== undefined && data.axis.type === 'time';
  return (
    <div ref={chart} className={mergeClasses(styles.chart, isLow && styles.low, detailed && styles.scrolled)}>
      <div
        ref={stage}
        className={mergeClasses(styles.stage, zoomable && styles.zoomable, detailed && styles.kept)}
        role="group"
        aria-roledescription={kind.description}
        aria-label={chartDescription(title, data, zone, second ? undefined : unit)}
        aria-description={
          [
            zoomable && chartWords.keys,
            zoomable && mayMark() && chartWords.markKey(hasCoarsePointer()),
            data.series.length > 1 && chartWords.seriesKeys,
            open && chartWords.menuKey,
          ]
            .filter(Boolean)
            .join(' ') || undefined
        }
        tabIndex={0}
        {...pointer.handlers}
      >
        {input && size && <kind.Picture input={input} config={config} width={size.width} height={size.height} />}
        {plot && caption !== undefined && (
          <span className={styles.caption} style={{ fontSize: colors?.axisFontSize, maxWidth: plot.width }}>
            {caption}
          </span>
        )}
        {plot && size && endNote !== undefined && (
          <EndNote text={endNote} plot={plot} size={size} fontSize={colors?.axisFontSize} />
        )}
        {plot && second && (
          <Part>
            <SecondAxisLayer axis={axis} unit={unit} second={second} plot={plot} fontSize={colors?.axisFontSize} />
          </Part>
        )}
        {plot && size && thresholds.length > 0 && (
          <ThresholdLayer marks={thresholds} axis={axis} plot={plot} right={size.width - plot.left - plot.width} />
        )}
        {plot && size && earlier && past.length > 0 && (
          <earlier.chart.Layer
            lines={drawnPast}
            name={earlier.name}
            data={data}
            axis={axis}
            plot={plot}
            abreast={kind.abreast?.(data, config)}
            colors={palette}
            // Above a plot with two axes are the names of their metrics.
            top={second ? plot.top : 0}
            right={size.width - plot.left - plot.width}
          />
        )}
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
            key={String(!own)}
            head={chosenText || bucketText(data.axis, bucket.index, zone)}
            rows={chosen ? [] : [...happened, ...tooltipRows(data, bucket.index, palette, unitOf, focused)]}
            brief={!own}
            stage={stage}
            x={bucket.x}
            y={own?.y ?? plot.top}
            above={plot.top}
          />
        )}
        {plot && marks.length > 0 && (
          <AnnotationLayer
            annotations={marks}
            data={data}
            plot={plot}
            zero={yOf(axis, plot, 0) ?? plot.top + plot.height}
            color={alertsColor}
          />
        )}
        {plot && span && (
          <AlertMarkPlace
            {...marked}
            marking={marking}
            onMarked={() => setMarking(undefined)}
            span={span}
            plot={plot}
            headroom={headroom}
            direction="across"
            placeOf={(instant) =>
              places
                ? (places.placeOf(instant) * plot.width) / bucketCount(data)
                : xOfInstant(data, plot, instant) - plot.left
            }
            zone={zone}
          />
        )}
        {menu}
        <span className="lc-unseen" aria-live="polite">
          {pointer.spoken &&
            bucket &&
            (chosenText || spokenBucket(data, bucket.index, zone, unitOf, happened, focused))}
        </span>
      </div>
      {!bare && (
        <ChartFoot
          {...{ data, palette, config, onConfigChange, focused, detailed, span: filledSpan, ofAllTime, unitOf }}
          always={editing}
          onFocus={setPointedEntry}
          onCount={data.axis.type === 'time' && !still ? onCount : undefined}
          beside={isLow}
          width={size?.width}
          indent={plot?.left ?? defaultIndent}
        />
      )}
    </div>
  );
}
