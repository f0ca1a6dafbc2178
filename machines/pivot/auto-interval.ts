/** Width of the buckets of a time group with an automatic interval (contract search P9). */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Intervals by length of the range: a range of up to `upToMs` milliseconds (inclusive) gets the interval. */
const steps: readonly (readonly [upToMs: number, interval: string])[] = [
  [20, '1ms'],
  [200, '5ms'],
  [500, '10ms'],
  [second, '20ms'],
  [2 * second, '40ms'],
  [10 * second, '200ms'],
  [30 * second, '500ms'],
  [minute, '1s'],
  [2 * minute, '2s'],
  [4 * minute, '5s'],
  [7 * minute, '10s'],
  [10 * minute, '20s'],
  [30 * minute, '30s'],
  [hour, '1m'],
  [2 * hour, '2m'],
  [4 * hour, '5m'],
  [12 * hour, '10m'],
  [16 * hour, '15m'],
  [24 * hour, '30m'],
  [2 * day, '1h'],
  [4 * day, '2h'],
  [10 * day, '4h'],
  [12 * day, '6h'],
  [28 * day, '12h'],
  [60 * day, '1d'],
  [120 * day, '2d'],
  [180 * day, '3d'],
  [365 * day, '1w'],
];

/**
 * Returns the bucket interval of a time range.
 * @param rangeMs length of the effective range
 * @param scaling factor for the length of the range; above 1 it gives coarser buckets
 */
export function autoInterval(rangeMs: number, scaling = 1): string {
  const scaled = rangeMs * scaling;
  for (const [upToMs, interval] of steps) if (scaled <= upToMs) return interval;
  return scaled < 730 * day ? '14d' : '1M';
}

/**
 * Converts the value of the editor's slider to the scaling, which is its reciprocal. For example, "2x" on the slider is
 * the scaling 0.5 and gives finer buckets.
 */
export const scalingOfSlider = (slider: number): number => 1 / slider;
export const sliderOfScaling = (scaling: number | null | undefined): number => 1 / (scaling ?? 1);

const unitLetters: Readonly<Record<string, string>> = {
  seconds: 's',
  minutes: 'm',
  hours: 'h',
  days: 'd',
  weeks: 'w',
  months: 'M',
};

/** Formats a fixed interval as text: `{value: 5, unit: 'minutes'}` becomes `5m`. */
export function timeUnitText({ value, unit }: { readonly value: number; readonly unit: string }): string {
  return `${value}${unitLetters[unit] ?? unit}`;
}
