/** How keys and series are named for people: times in their zone, levels by name and from quiet to loud. */
import type { AggregationConfig } from '../../../api/contract/views.schema.js';
import type { ChartData, ChartSeries } from '../../../machines/pivot/chart-data.js';
import type { KeyLabel } from '../../../machines/pivot/keys.js';
import { formatInstant } from '../time/format-instant.js';
import { isLevelField, levelLabel, levelNames, levelOf, type LevelName } from '../values/level.js';

export interface StyledSeries extends ChartSeries {
  /** Set when the series is one value of a level field. */
  readonly level?: LevelName;
}
export type StyledData = ChartData<StyledSeries>;

/** Time keys in the zone, level numbers with their names, the others as they are. */
export function keyLabel(zone: string): KeyLabel {
  return (key, { field, kind }) => {
    if (kind === 'time') return formatInstant(key, zone, 'seconds');
    return isLevelField(field) ? levelLabel(key) : key;
  };
}

/** Marks series that are levels and puts them from quiet to loud, so that stacks carry the loud ones on top. */
export function withLevels(data: ChartData, config: Pick<AggregationConfig, 'column_pivots'>): StyledData {
  const [only, ...more] = config.column_pivots;
  const byLevel =
    only !== undefined && more.length === 0 && only.fields.length === 1 && isLevelField(only.fields[0] ?? '');
  if (!byLevel) return data;
  const series = data.series.map((one): StyledSeries => {
    const level = one.keys.length === 1 ? levelOf(one.keys[0]) : undefined;
    return level ? { ...one, level } : one;
  });
  return { ...data, series: series.sort((left, right) => loudness(left) - loudness(right)) };
}

/** What is no level comes before all of them. */
function loudness({ level }: StyledSeries): number {
  return level === undefined ? -levelNames.length : -levelNames.indexOf(level);
}

/** Indexes of the series as the legend shows them: by length of their names; levels from loud to quiet, as stacks are seen. */
export function legendOrder({ series }: StyledData): readonly number[] {
  const order = series.map((_one, index) => index);
  if (series.some(({ level }) => level !== undefined)) return order.reverse();
  return order.sort((left, right) => (series[left]?.name.length ?? 0) - (series[right]?.name.length ?? 0));
}
