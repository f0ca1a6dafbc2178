/**
 * Converts the value of a metric to a number; null for text, NaN, infinities and absent values (contract search P12).
 */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return Number(value);
  return null;
}

/**
 * Returns the smallest and largest number; undefined without numbers. Not spread into Math.max, because there may be
 * too many arguments.
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

/** Values that a reference server writes for a metric without data (contract search P12); any other text is a value. */
const notCounted = new Set<unknown>(['Infinity', '-Infinity', 'NaN', Infinity, -Infinity, NaN]);

/**
 * Value of a metric as sent; null when it has none. `latest()` returns the value of a field, which may be any text.
 * @param metric function text, e.g. `avg(took_ms)`
 */
export function metricValue(value: unknown, metric: string | undefined): unknown {
  return !metric?.startsWith('latest(') && notCounted.has(value) ? null : value;
}
