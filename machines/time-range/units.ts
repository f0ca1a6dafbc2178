/** Splits seconds into a number and a unit that the user can edit (screens/search.md §3, Relative). */

export type TimeUnit = 'seconds' | 'minutes' | 'hours' | 'days';

/** Units with their lengths in seconds, the longest first. */
const timeUnits: readonly (readonly [unit: TimeUnit, seconds: number])[] = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
];

export interface Quantity {
  readonly value: number;
  readonly unit: TimeUnit;
}

/** Returns seconds in the largest unit that gives a whole number: 7200 as 2 hours, 90 as 90 seconds. */
export function quantityOf(seconds: number): Quantity {
  for (const [unit, size] of timeUnits) {
    if (seconds >= size && seconds % size === 0) return { value: seconds / size, unit };
  }
  return { value: seconds, unit: 'seconds' };
}

export function secondsOf({ value, unit }: Quantity): number {
  const size = timeUnits.find(([name]) => name === unit)?.[1] ?? 1;
  return Math.round(value * size);
}

/**
 * Returns the units to offer, the shortest first. Units that are longer than the limit (0: there is no limit) are left
 * out, but seconds are always offered.
 */
export function offeredUnits(limitSeconds: number): readonly TimeUnit[] {
  return timeUnits
    .filter(([unit, size]) => limitSeconds === 0 || size <= limitSeconds || unit === 'seconds')
    .map(([unit]) => unit)
    .reverse();
}
