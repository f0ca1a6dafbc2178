/** Display names of keys and series: times in the user's zone, levels by name and sorted by severity. */
import type { AggregationConfig } from '../../../api/contract/views.schema.js';
import { isLevelField } from '../../../api/level-field.js';
import type { ChartData, ChartSeries } from '../../../machines/pivot/chart-data.js';
import type { KeyLabel } from '../../../machines/pivot/keys.js';
import { isRestKey, restCount } from '../../../machines/pivot/rest-of-values.js';
import { laterTexts } from '../later-texts.js';
import { formatInstant } from '../time/format-instant.js';
import { levelLabel, levelNames, levelOf, type LevelName } from '../values/level.js';
import { isStatusField, statusOf } from '../values/status.js';

/** Meaning of a field value: at most one member is set. */
export interface Meaning {
  readonly level?: LevelName | undefined;
  /** HTTP status code. */
  readonly status?: number | undefined;
}
/** Series with its meaning, if the series is one value of a single field. */
type StyledSeries = ChartSeries & Meaning;
export type StyledData = ChartData<StyledSeries>;

/** Formats keys: times in the zone, level numbers by name, others unchanged. */
export function keyLabel(zone: string): KeyLabel {
  return (key, { field, kind }) => {
    if (isRestKey(key)) return laterTexts.otherValues(restCount(key));
    if (kind === 'time') return formatInstant(key, zone, 'seconds');
    return isLevelField(field) ? levelLabel(key) : key;
  };
}

/** @param fields all group fields: a value only has a meaning if there is a single field */
export function meaningOf(fields: readonly string[], value: string | undefined): Meaning {
  const [field] = fields;
  if (field === undefined || fields.length > 1) return {};
  if (isLevelField(field)) return { level: levelOf(value) };
  return isStatusField(field) ? { status: statusOf(value) } : {};
}

/**
 * Adds the meaning of series that are levels or status codes; levels are sorted from least to most severe, so that the
 * most severe is on top of a stack.
 */
export function withMeanings(data: ChartData, { column_pivots }: Pick<AggregationConfig, 'column_pivots'>): StyledData {
  const fields = column_pivots.flatMap((pivot) => pivot.fields);
  const series = data.series.map((one): StyledSeries =>
    one.keys.length === 1 ? { ...one, ...meaningOf(fields, one.keys[0]) } : one,
  );
  return series.some(({ level }) => level !== undefined)
    ? { ...data, series: series.sort((left, right) => loudness(left) - loudness(right)) }
    : { ...data, series: inOrderOfNames(series) };
}

const collator = new Intl.Collator('en', { numeric: true });

/** Sorts column group values in a time chart by name, so that each load stacks them alike; other series come last. */
function inOrderOfNames<Series extends ChartSeries>(series: readonly Series[]): readonly Series[] {
  if (!series.some(({ keys }) => keys.length > 0)) return series;
  return series.toSorted((left, right) => {
    const rest = Number(isRestKey(left.keys[0])) - Number(isRestKey(right.keys[0]));
    return rest || collator.compare(left.keys.join('\u0000'), right.keys.join('\u0000'));
  });
}

/** Rank of the severity; series without a level come first. */
function loudness({ level }: StyledSeries): number {
  return level === undefined ? -levelNames.length : -levelNames.indexOf(level);
}

/**
 * Indices of the series in legend order: by length of their names; levels from most to least severe, as in the stack.
 */
export function legendOrder({ series }: StyledData): readonly number[] {
  const order = series.map((_one, index) => index);
  if (series.some(({ level }) => level !== undefined)) return order.reverse();
  return order.sort((left, right) => (series[left]?.name.length ?? 0) - (series[right]?.name.length ?? 0));
}
