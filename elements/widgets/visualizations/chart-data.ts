/** A pivot result as the data of a chart (screens/search.md §10, "Common"). Knows no chart library. */
import type { AbsoluteRange, PivotResult, PivotRow } from '../../../api/contract/searches.js';
import type { AggregationConfig } from '../../../api/contract/views.schema.js';
import { formatInstant, instantOf } from '../time/format-instant.js';
import { isLevelField, levelLabel, levelNames, levelOf, type LevelName } from '../values/level.js';
import { bucketEnd, bucketInterval, type BucketInterval } from './bucket-interval.js';

export interface ChartSeries {
  /** Identity of the series: its column keys and metric as on the wire; chart colours are stored under `name`. */
  readonly id: string;
  readonly name: string;
  /** One value per bucket; null where the result has none. */
  readonly values: readonly (number | null)[];
  /** Set when the series is one value of a level field. */
  readonly level?: LevelName;
}

export interface TimeAxis {
  readonly type: 'time';
  /** ms since 1970; the effective range, widened to whole buckets where it cuts one. */
  readonly from: number;
  readonly to: number;
  readonly buckets: readonly { readonly start: number; readonly end: number }[];
}
export interface CategoryAxis {
  readonly type: 'category';
  readonly labels: readonly string[];
}
export interface ChartData {
  readonly axis: TimeAxis | CategoryAxis;
  /** In order of first appearance; level series from quiet to loud, so that stacks carry the loud ones on top. */
  readonly series: readonly ChartSeries[];
}

/** A single row group by time on `timestamp`, unsorted, is a timeline; everything else has categories. */
export function isTimeline(config: AggregationConfig): boolean {
  const [only, ...more] = config.row_pivots;
  return only?.type === 'time' && only.fields[0] === 'timestamp' && more.length === 0 && config.sort.length === 0;
}

/** `zone`: IANA name in which time keys are shown. */
export function chartData(
  result: PivotResult,
  config: AggregationConfig,
  zone: string,
  range: AbsoluteRange | undefined = result.effective_timerange,
): ChartData {
  const leaves = result.rows.filter((row) => row.source === 'leaf');
  if (isTimeline(config)) {
    const rows = leaves
      .map((row) => ({ row, start: instantOf(row.key[0]) }))
      .filter((entry): entry is { row: PivotRow; start: number } => entry.start !== undefined)
      .sort((a, b) => a.start - b.start);
    const starts = rows.map((entry) => entry.start);
    const axis = timeAxis(starts, range, bucketInterval(config.row_pivots[0]?.config.interval, range));
    return {
      axis,
      series: seriesOf(
        rows.map((entry) => entry.row),
        config,
        zone,
      ),
    };
  }
  const labels = leaves.map((row) => rowLabel(row, config, zone));
  return { axis: { type: 'category', labels }, series: seriesOf(leaves, config, zone) };
}

function timeAxis(
  starts: readonly number[],
  range: AbsoluteRange | undefined,
  interval: BucketInterval | undefined,
): TimeAxis {
  const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? start));
  const smallest = gaps.length > 0 ? Math.min(...gaps) : undefined;
  const rangeFrom = range && instantOf(range.from);
  const rangeTo = range && instantOf(range.to);
  // Buckets that lie closer than the rules say are believed: another server may count differently.
  const length = Math.min(interval?.length ?? Infinity, smallest ?? Infinity);
  const used: BucketInterval =
    interval && (smallest === undefined || interval.months !== undefined || smallest >= interval.length)
      ? interval
      : { length: Number.isFinite(length) ? length : singleBucketLength(rangeFrom, rangeTo) };
  const buckets = starts.map((start) => ({ start, end: bucketEnd(start, used) }));
  const first = buckets[0];
  const last = buckets.at(-1);
  const from = Math.min(rangeFrom ?? Infinity, first?.start ?? Infinity);
  const to = Math.max(rangeTo ?? -Infinity, last?.end ?? -Infinity);
  return { type: 'time', from: Number.isFinite(from) ? from : 0, to: Number.isFinite(to) ? to : 0, buckets };
}

/** A bucket of unknown width is drawn 3 % of the range wide, at least 30 ms (spec 2 §9). */
function singleBucketLength(from: number | undefined, to: number | undefined): number {
  return Math.max(30, from !== undefined && to !== undefined ? (to - from) * 0.03 : 0);
}

function rowLabel(row: PivotRow, config: AggregationConfig, zone: string): string {
  return keyTexts(row.key, config.row_pivots, zone).join('-');
}

/** Time keys in the zone; the others as they are. */
function keyTexts(keys: readonly string[], pivots: AggregationConfig['row_pivots'], zone: string): string[] {
  const kinds = pivots.flatMap((pivot) => (pivot.type === 'time' ? ['time'] : pivot.fields.map(() => 'values')));
  return keys.map((key, index) => (kinds[index] === 'time' ? formatInstant(key, zone, 'seconds') : key));
}

function seriesOf(rows: readonly PivotRow[], config: AggregationConfig, zone: string): ChartSeries[] {
  const found = new Map<string, { name: string; values: (number | null)[]; level: LevelName | undefined }>();
  const columns = config.column_pivots;
  const byLevel = columns.length === 1 && columns[0]?.fields.length === 1 && isLevelField(columns[0].fields[0] ?? '');
  rows.forEach((row, rowIndex) => {
    for (const { key, value } of row.values) {
      const id = key.join('\u0000');
      let series = found.get(id);
      if (!series) {
        const level = byLevel && key.length > 1 ? levelOf(key[0]) : undefined;
        series = { name: seriesName(key, config, zone, level !== undefined), values: rows.map(() => null), level };
        found.set(id, series);
      }
      series.values[rowIndex] = numberOf(value);
    }
  });
  const series = [...found].map(([id, one]) => ({
    id,
    name: one.name,
    values: one.values,
    ...(one.level && { level: one.level }),
  }));
  return byLevel ? series.sort((a, b) => loudness(a) - loudness(b)) : series;
}

/** Quiet levels first; what is no level comes before all of them. */
function loudness({ level }: ChartSeries): number {
  return level === undefined ? -levelNames.length : -levelNames.indexOf(level);
}

function seriesName(key: readonly string[], config: AggregationConfig, zone: string, level: boolean): string {
  const metricId = key.at(-1) ?? '';
  const metric = config.series.find((series) => series.function === metricId)?.config.name || metricId;
  const columns = keyTexts(key.slice(0, -1), config.column_pivots, zone);
  if (columns.length === 0) return metric;
  const named = level ? columns.map(levelLabel) : columns;
  return (config.series.length === 1 ? named : [...named, metric]).join('-');
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return Number(value);
  return null;
}

/** Sum over all series per bucket, for descriptions and the axis. */
export function bucketTotals(data: ChartData): number[] {
  const length = data.axis.type === 'time' ? data.axis.buckets.length : data.axis.labels.length;
  return Array.from({ length }, (_unused, index) =>
    data.series.reduce((sum, series) => sum + (series.values[index] ?? 0), 0),
  );
}

/** Text of one bucket: its start in the zone, or its label. Milliseconds only for buckets shorter than a second. */
export function bucketText(axis: ChartData['axis'], index: number, zone: string): string {
  if (axis.type === 'category') return axis.labels[index] ?? '';
  const bucket = axis.buckets[index];
  if (!bucket) return '';
  return formatInstant(bucket.start, zone, bucket.end - bucket.start < 1000 ? 'full' : 'seconds');
}
