/** The path to a value of an aggregation: the buckets that contain it (screens/search.md §7 "Value paths"). */
import { countedSeries } from './computed-metric.js';
import type { PivotResult } from '../../api/contract/searches.js';
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import { instantOfWire } from '../time-range/local-time.js';
import { bucketEnd, bucketInterval, bucketZone } from './bucket-interval.js';
import { countedRangeOf } from './counted-range.js';
import { keysOfFields, pivotFields, type PivotField } from './keys.js';

export interface PathStep extends PivotField {
  /** Key of the bucket as in the API. */
  readonly value: string;
  /** End of a time bucket in epoch milliseconds; undefined when it is unknown. */
  readonly until?: number;
}
export interface ValuePaths {
  readonly rows: readonly PathStep[];
  readonly columns: readonly PathStep[];
  /** Metric of the value, for example `avg(took_ms)`; absent when the value is the key of a group. */
  readonly function?: string;
  /** Names of all fields of the row groups; `columnFields` contains the names of all fields of the column groups. */
  readonly rowFields: readonly string[];
  readonly columnFields: readonly string[];
}

export interface PathTarget {
  readonly keys: readonly string[];
  readonly function?: string | undefined;
  readonly group?: PivotField | undefined;
}

/**
 * Builds the path to a value in the row with the given keys. The path to the key of a group ends with this key.
 * @param zone IANA name of the zone of the search (see `bucketZone`)
 * @param result result that contains the value; the automatic intervals of time groups follow from its range
 */
export function pathsTo(
  config: AggregationConfig,
  rowKeys: readonly string[],
  target: PathTarget,
  zone: string,
  result?: PivotResult,
): ValuePaths {
  const range = result && countedRangeOf(result, config);
  const rowFields = pivotFields(config.row_pivots);
  const columnFields = pivotFields(config.column_pivots);
  const pivots = [...config.row_pivots, ...config.column_pivots];
  const steps = (
    fields: readonly PivotField[],
    keys: readonly string[],
    others: () => readonly (readonly string[])[],
  ): readonly PathStep[] =>
    fields.flatMap((field, index): readonly PathStep[] => {
      const value = keys[index];
      if (value === undefined || value === '') return [];
      const pivot = pivots.find(({ type, fields: [first] }) => type === 'time' && first === field.field);
      const interval = field.kind === 'time' ? bucketInterval(pivot?.config?.interval, range) : undefined;
      const start = interval && instantOfWire(value);
      if (!interval || start === undefined) return [{ ...field, value }];
      const starts = others().map((other) => instantOfWire(other[index] ?? '') ?? Infinity);
      // `bucketEnd` follows the clock of `zone`. If the server counted in another zone, for example because the zone of
      // the page was changed after the search, a change of that clock shows only in the start of the next bucket.
      const until = starts.reduce(
        (end, next) => (next > start && next < end ? next : end),
        bucketEnd(start, interval, bucketZone(starts, interval, zone)),
      );
      return [{ ...field, value, until }];
    });
  const rows = steps(rowFields, keysOfFields(rowKeys, config.row_pivots), () =>
    (result?.rows ?? []).map(({ key }) => keysOfFields(key, config.row_pivots)),
  );
  const own = target.group ? rows.findIndex(({ field }) => field === target.group?.field) : -1;
  return {
    rows: own < 0 ? rows : rows.slice(0, own + 1),
    columns: steps(columnFields, keysOfFields(target.keys, config.column_pivots), () =>
      (result?.rows ?? []).flatMap(({ values }) =>
        values.map(({ key }) => keysOfFields(key.slice(0, -1), config.column_pivots)),
      ),
    ),
    ...(target.function !== undefined && { function: target.function }),
    rowFields: rowFields.map(({ field }) => field),
    columnFields: columnFields.map(({ field }) => field),
  };
}

/** Returns the field of a path's metric: messages without this field do not contribute to the value. */
export function metricField(paths: Pick<ValuePaths, 'function'>): string | undefined {
  return paths.function === undefined ? undefined : countedSeries(paths.function)?.field;
}
