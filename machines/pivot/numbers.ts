/**
 * Returns a metric's value as a number. Returns null if it is a text, NaN, infinite or absent (contract search P12).
 */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return Number(value);
  return null;
}

/**
 * Returns the relative change of a value: 0.5 means 50 % more, Infinity that there was no value or zero before.
 * @returns undefined: there is no value now, or it is zero and there was no value or zero before
 */
export function relativeChange(before: unknown, now: unknown): number | undefined {
  const from = numberOf(before);
  const to = numberOf(now);
  if (to === null) return undefined;
  if (from === null || from === 0) return to === 0 ? undefined : Infinity;
  return (to - from) / Math.abs(from);
}

/**
 * Returns the smallest and the largest number; undefined if there are no numbers. A loop is used, because `Math.max`
 * does not accept as many arguments as there may be values.
 */
export function extentOf(values: Iterable<number | null>): { readonly min: number; readonly max: number } | undefined {
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    if (value === null) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? { min, max } : undefined;
}

/** Values that stand for "no data" in the answers of reference servers (contract search P12). */
const notCounted = new Set<unknown>(['Infinity', '-Infinity', 'NaN', Infinity, -Infinity, NaN]);

/**
 * Returns the value of a metric as the server sent it; null when the metric has no data. For `latest()` every text is a
 * value of the field.
 * @param metric function text, for example `avg(took_ms)`
 */
export function metricValue(value: unknown, metric: string | undefined): unknown {
  return !metric?.startsWith('latest(') && notCounted.has(value) ? null : value;
}
