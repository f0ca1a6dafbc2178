/** The value of a metric as a number; null for what is none: text, NaN, infinities, nothing (contract search P12). */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return Number(value);
  return null;
}

/** The smallest and largest of the numbers; undefined without any. Not spread into Math.max: there may be too many. */
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

/** Values that a reference server writes for a metric without data (contract search P12); other texts are values. */
const notCounted = new Set<unknown>(['Infinity', '-Infinity', 'NaN', Infinity, -Infinity, NaN]);

/**
 * The value of a metric as sent; null where it has none. The latest value is that of a field, whatever it says.
 * @param metric function text, e.g. `avg(took_ms)`
 */
export function metricValue(value: unknown, metric: string | undefined): unknown {
  return !metric?.startsWith('latest(') && notCounted.has(value) ? null : value;
}
