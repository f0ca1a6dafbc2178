/** Splits seconds into an editable number and unit (screens/search.md §3, Relative). */

export type TimeUnit = 'seconds' | 'minutes' | 'hours' | 'days';

/** Units, longest first. */
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

/** Divides seconds by the largest unit without a remainder: 7200 becomes 2 hours, 90 becomes 90 seconds. */
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

/** Selectable units, shortest first; units longer than the limit (0: none) are hidden. */
export function offeredUnits(limitSeconds: number): readonly TimeUnit[] {
  return timeUnits
    .filter(([unit, size]) => limitSeconds === 0 || size <= limitSeconds || unit === 'seconds')
    .map(([unit]) => unit)
    .reverse();
}
