/** Converts the buckets of a pivot for its result: their totals, keys and positions. */
import type { Row } from '../store/types.js';
import { keyText } from './field-kinds.js';
import type { GroupPlan } from './pivot-groups.js';
import type { SeriesPlan } from './series.js';

export const emptyKey = '(Empty Value)';

/** Returns the totals of buckets whose series are all counts. */
export function sumOf(buckets: readonly Row[], series: readonly SeriesPlan[]): Row {
  const sum = (column: string): number => buckets.reduce((total, bucket) => total + Number(bucket[column]), 0);
  return {
    n: sum('n'),
    first: buckets.reduce((first, bucket) => Math.min(first, Number(bucket['first'])), Infinity),
    last: buckets.reduce((last, bucket) => Math.max(last, Number(bucket['last'])), -Infinity),
    ...Object.fromEntries(series.map(({ column }) => [column, sum(column)])),
  };
}

/**
 * Returns the key of a bucket. If the messages of the bucket have none of the fields of a group, the key ends with a
 * single empty key for that group, even if the group has several fields and further groups follow (contract search P7).
 */
export function keyOf(groups: readonly GroupPlan[], bucket: Row): string[] {
  const found: string[] = [];
  for (const { keys, type } of groups) {
    const values = keys.map(({ column }) => bucket[column] ?? null);
    if (values.every((value) => value === null)) return [...found, emptyKey];
    values.forEach((value, index) =>
      found.push(value === null ? emptyKey : keyText(value, type === 'time' ? 'instant' : keys[index]?.field.kind)),
    );
  }
  return found;
}

/** Returns a text that identifies the bucket by its keys in the groups. */
export function placeOf(groups: readonly GroupPlan[], bucket: Row): string {
  return JSON.stringify(
    groups.flatMap(({ keys }) => keys.map(({ column }) => bucket[column] ?? null)),
    (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value),
  );
}
