/** Contains the texts of a chart for screen readers and tooltips. */
import type { Annotation } from '../../../../machines/pivot/annotations.js';
import { bucketCount, bucketTotals, type ChartData, type ChartSeries } from '../../../../machines/pivot/chart-data.js';
import { formatInstant } from '../../time/format-instant.js';
import type { TooltipRow } from '../chart-tooltip.js';
import { exactMeasured, formatMeasured } from '../measured.js';
import { chartWords } from '../chart-words.js';
import { bucketOf } from './plot.js';

export type UnitOf = (series: Pick<ChartSeries, 'metric'>) => string | undefined;
const noUnit: UnitOf = () => undefined;

/**
 * Returns the accessible name of a chart: title, number of points, range and highest value.
 * @param unit common unit of all series; undefined if the series have no common unit
 */
export function chartDescription(title: string, data: ChartData, zone: string, unit?: string): string {
  const count = bucketCount(data);
  const { axis } = data;
  const from = axis.type === 'time' ? formatInstant(axis.from, zone, 'seconds') : bucketText(axis, 0, zone);
  const to = axis.type === 'time' ? formatInstant(axis.to, zone, 'seconds') : bucketText(axis, count - 1, zone);
  const totals = bucketTotals(data);
  const highest = totals.reduce((best, total, index) => (total > (totals[best] ?? 0) ? index : best), 0);
  // With at most one category there is no range to mention.
  const label = chartWords.label(title, count) + (from === to ? '' : chartWords.extent(from, to));
  if (count === 0) return label;
  return `${label}, ${chartWords.highest(formatMeasured(totals[highest] ?? 0, unit), bucketText(axis, highest, zone))}`;
}

/**
 * Returns the tooltip rows of a bucket in reverse order of the series, so that the top of a stack is first; series
 * without a value in the bucket are left out.
 */
export function tooltipRows(
  data: ChartData,
  index: number,
  colors: readonly string[],
  unitOf: UnitOf = noUnit,
  focused?: number,
): TooltipRow[] {
  return data.series
    .flatMap((series, position) => {
      const value = series.values[index];
      if (value == null) return [];
      const unit = unitOf(series);
      const text = formatMeasured(value, unit);
      const exact = exactMeasured(value, text, unit);
      const marked = position === focused && { marked: true };
      return [{ name: series.name, value: text, exact, color: colors[position] ?? '', ...marked }];
    })
    .reverse();
}

/** Returns the tooltip rows of the events within a bucket, with their time of day. */
export function eventRows(
  events: readonly Annotation[],
  data: ChartData,
  index: number,
  color: string,
  zone: string,
): TooltipRow[] {
  return events
    .filter(({ at }) => bucketOf(data, at) === index)
    .map(({ at, text }) => ({ name: text, value: formatInstant(at, zone, 'seconds').slice(-8), color }));
}

/** Returns the text of a bucket for screen readers: all values, or only the value of the highlighted series. */
export function spokenBucket(
  data: ChartData,
  index: number,
  zone: string,
  unitOf: UnitOf = noUnit,
  events: readonly TooltipRow[] = [],
  focused?: number,
): string {
  const all = tooltipRows(data, index, [], unitOf, focused);
  const single = focused === undefined ? undefined : data.series[focused];
  const own = all.filter(({ marked }) => marked);
  const rows = single
    ? own.length > 0
      ? own
      : [{ name: single.name, value: chartWords.noValue }]
    : [...all, ...events];
  const values = rows.map((row) => `${row.name} ${row.value}`);
  return [bucketText(data.axis, index, zone), ...values].join(', ');
}

/**
 * Returns the label of a bucket: its start in the time zone, or the name of its category. Milliseconds are only shown
 * for buckets shorter than a second; a partial bucket is marked.
 */
export function bucketText(axis: ChartData['axis'], index: number, zone: string): string {
  if (axis.type === 'category') return axis.labels[index] ?? '';
  const bucket = axis.buckets[index];
  if (!bucket) return '';
  const text = formatInstant(bucket.start, zone, bucket.end - bucket.start < 1000 ? 'full' : 'seconds');
  return bucket.partial ? chartWords.incomplete(text) : text;
}
