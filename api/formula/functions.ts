/** The functions of metrics by the words that people write for them, in questions and in formulas. */

/** Function names of the API by the words that users write for them. */
const functions: Readonly<Record<string, string>> = {
  ...{
    count: 'count',
    avg: 'avg',
    average: 'avg',
    mean: 'avg',
    min: 'min',
    minimum: 'min',
    max: 'max',
    maximum: 'max',
  },
  ...{ sum: 'sum', total: 'sum', card: 'card', unique: 'card', distinct: 'card', latest: 'latest', last: 'latest' },
  ...{ stddev: 'stddev', variance: 'variance', sumofsquares: 'sumofsquares', percentile: 'percentile' },
};

/**
 * Source of a pattern for the name of a function or a metric, for use with the flags `iu`; a percentile such as `p99.9`
 * has a point.
 */
export const functionName = String.raw`(?:p\d{1,2}\.\d+|[\p{L}_][\p{L}\p{N}_]*)`;

const bare = (text: string): string => text.replaceAll('`', '').trim();

/** Returns the function that a word names, undefined for other words; `p95` and `median` are percentiles. */
export function functionOf(word: string): { readonly type: string; readonly percentile?: number } | undefined {
  const name = bare(word).toLowerCase();
  if (name === 'median') return { type: 'percentile', percentile: 50 };
  const percentile = /^p(\d{1,2}(?:\.\d+)?)$/.exec(name)?.[1];
  if (percentile !== undefined) return { type: 'percentile', percentile: Number(percentile) };
  const type = Object.hasOwn(functions, name) ? functions[name] : undefined;
  return type === undefined ? undefined : { type };
}
