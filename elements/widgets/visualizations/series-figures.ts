/** Statistics of a series in a time chart. */
import { extentOf } from '../../../machines/pivot/numbers.js';

interface SeriesFigures {
  readonly min: number;
  readonly avg: number;
  readonly max: number;
  readonly last: number;
}

/** Returns the statistics of the buckets with a value; undefined without any value. */
export function figuresOf(values: readonly (number | null)[]): SeriesFigures | undefined {
  const found = values.filter((value) => value !== null);
  const extent = extentOf(found);
  const last = found.at(-1);
  if (!extent || last === undefined) return undefined;
  return { ...extent, avg: found.reduce((sum, value) => sum + value, 0) / found.length, last };
}
