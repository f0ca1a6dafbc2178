/**
 * Determines the display names, meaning and order of series: times in the user's time zone, levels by name and sorted
 * by severity.
 */
import type { AggregationConfig } from '../../../api/contract/views.schema.js';
import { isLevelField } from '../../../api/level-field.js';
import type { ChartData, ChartSeries } from '../../../machines/pivot/chart-data.js';
import type { KeyLabel } from '../../../machines/pivot/keys.js';
import { isRestKey, restCount } from '../../../machines/pivot/rest-of-values.js';
import { seriesName } from '../../../machines/pivot/series.js';
import { chartWords } from './chart-words.js';
import { formatInstant } from '../time/format-instant.js';
import { levelLabel, levelNames, levelOf, type LevelName } from '../values/level.js';
import { isStatusField, statusOf } from '../values/status.js';

/** Meaning of a field value: at most one member is set. */
export interface Meaning {
  readonly level?: LevelName | undefined;
  /** HTTP status code. */
  readonly status?: number | undefined;
}
/** Series with its meaning; only a series for a value of a single field has one. */
type StyledSeries = ChartSeries & Meaning;
export type StyledData = ChartData<StyledSeries>;

/**
 * Returns the function that formats keys: times in the time zone, level numbers with their name, other keys unchanged.
 */
export function keyLabel(zone: string): KeyLabel {
  return (key, { field, kind }) => {
    if (isRestKey(key)) return chartWords.otherValues(restCount(key));
    if (kind === 'time') return formatInstant(key, zone, 'seconds');
    return isLevelField(field) ? levelLabel(key) : key;
  };
}

/**
 * Returns the level or status code that a value means; empty if the field contains neither.
 *
 * @param fields all fields of the groups; a value only has a meaning if there is a single field
 */
export function meaningOf(fields: readonly string[], value: string | undefined): Meaning {
  const [field] = fields;
  if (field === undefined || fields.length > 1) return {};
  if (isLevelField(field)) return { level: levelOf(value) };
  return isStatusField(field) ? { status: statusOf(value) } : {};
}

/**
 * Adds the meaning of series that are levels or status codes. If there are levels, the series are sorted from least to
 * most severe, so that the most severe is on top of a stack. Otherwise series of column groups are sorted by name. Of
 * several metrics only the first gets the colours of levels and status codes, because these colours distinguish the
 * values of one metric, but not the metrics of one value.
 */
export function withMeanings(
  data: ChartData,
  { column_pivots, series: metrics }: Pick<AggregationConfig, 'column_pivots' | 'series'>,
): StyledData {
  const fields = column_pivots.flatMap((pivot) => pivot.fields);
  const series = data.series.map((one): StyledSeries =>
    one.keys.length === 1 ? { ...one, ...meaningOf(fields, one.keys[0]) } : one,
  );
  const ordered = series.some(({ level }) => level !== undefined)
    ? series.toSorted((left, right) => loudness(left) - loudness(right))
    : inOrderOfNames(series);
  const [first] = metrics.map(seriesName);
  const isPlain = ({ metric }: StyledSeries): boolean => metrics.length > 1 && metric !== first;
  return {
    ...data,
    series: ordered.map((one) => (isPlain(one) ? { ...one, level: undefined, status: undefined } : one)),
  };
}

const collator = new Intl.Collator('en', { numeric: true });

/**
 * Sorts the series of column groups by name, so that each search stacks them alike; the rest of the values comes last.
 */
function inOrderOfNames<Series extends ChartSeries>(series: readonly Series[]): readonly Series[] {
  if (!series.some(({ keys }) => keys.length > 0)) return series;
  return series.toSorted((left, right) => {
    const rest = Number(isRestKey(left.keys[0])) - Number(isRestKey(right.keys[0]));
    return rest || collator.compare(left.keys.join('\u0000'), right.keys.join('\u0000'));
  });
}

/** Returns the rank of a series by severity, the most severe level highest; series without a level are lowest. */
function loudness({ level }: StyledSeries): number {
  return level === undefined ? -levelNames.length : -levelNames.indexOf(level);
}

/**
 * Returns the indices of the series in the order of the legend. Levels are in the order from the most to the least
 * severe, as in a stack; other series are sorted by the length of their names.
 */
export function legendOrder({ series }: StyledData): readonly number[] {
  const order = series.map((_one, index) => index);
  if (series.some(({ level }) => level !== undefined)) return order.reverse();
  return order.sort((left, right) => (series[left]?.name.length ?? 0) - (series[right]?.name.length ?? 0));
}
