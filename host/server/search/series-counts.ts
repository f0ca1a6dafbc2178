/** Computes metrics of a pivot from value counts, where the result equals the database's exactly. */
import type { FieldKind } from './field-kinds.js';
import type { Value } from './inverted-index/value-counts.js';

/** Value counts of one field in a group of messages. */
export interface CountedValues {
  readonly messages: number;
  /** Distinct values; the first represents a missing value. */
  readonly values: readonly Value[];
  /** Indexes of all values but the first, in ascending numeric order of the values. */
  readonly ascending: readonly number[];
  /** Number of messages with each value. */
  readonly counts: Uint32Array;
}

/** Computes a metric from value counts. @returns undefined: the result is too large to be exact */
export type FromCounts = (counted: CountedValues) => number | null | undefined;

const filled = ({ messages, counts }: CountedValues): number => messages - (counts[0] ?? 0);

function distinct({ counts }: CountedValues): number {
  let found = 0;
  for (let place = 1; place < counts.length; place += 1) if (counts[place] !== 0) found += 1;
  return found;
}

function sum({ values, counts }: CountedValues): number | undefined {
  let total = 0;
  for (let place = 1; place < counts.length; place += 1) {
    const part = Number(values[place]) * (counts[place] ?? 0);
    total += part;
    if (!Number.isSafeInteger(part) || !Number.isSafeInteger(total)) return undefined;
  }
  return total;
}

function average(counted: CountedValues): number | null | undefined {
  const count = filled(counted);
  const total = sum(counted);
  return count === 0 ? null : total === undefined ? undefined : total / count;
}

/**
 * Returns the first value that occurs in the group; null: no value occurs.
 * @param order indexes of the values, beginning with the minimum or the maximum
 */
function firstOf({ values, counts }: CountedValues, order: Iterable<number>): number | null {
  for (const place of order) if (counts[place] !== 0) return Number(values[place]);
  return null;
}

/** Returns the value with the given rank, counted from zero. */
function valueAt({ values, ascending, counts }: CountedValues, rank: number): number {
  let before = 0;
  for (const place of ascending) if ((before += counts[place] ?? 0) > rank) return Number(values[place]);
  return 0;
}

/** Computes `quantile_cont`: interpolates between two values. */
function percentile(counted: CountedValues, share: number): number | null {
  const count = filled(counted);
  if (count === 0) return null;
  const place = (count - 1) * share;
  const [low, high] = [Math.floor(place), Math.ceil(place)];
  const below = valueAt(counted, low);
  if (low === high) return below;
  const above = valueAt(counted, high);
  return below * (1 - (place - low)) + above * (place - low);
}

/**
 * Returns a function that computes a metric exactly as the database does. Returns undefined if only the database can
 * compute the metric.
 */
export function fromCounts(type: string, kind: FieldKind | undefined, share: number): FromCounts | undefined {
  if (type === 'count') return filled;
  if (type === 'card') return distinct;
  if (kind !== 'long' && kind !== 'double') return undefined;
  switch (type) {
    case 'min':
      return (counted) => firstOf(counted, counted.ascending);
    case 'max':
      return (counted) => firstOf(counted, counted.ascending.toReversed());
    case 'percentile':
      return (counted) => percentile(counted, share);
    // The sum of fractions depends on their order, so only the database's result is exact.
    case 'avg':
      return kind === 'long' ? average : undefined;
    case 'sum':
      return kind === 'long' ? sum : undefined;
    default:
      return undefined;
  }
}
