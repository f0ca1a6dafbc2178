/**
 * Metrics of a pivot that can be computed in two steps. The first step computes partial results for each combination of
 * keys from its messages. The second step computes the metrics of every bucket and the totals from the partial results.
 * So the messages are read only once, however many groups a pivot has.
 */

/** SQL of a metric in two steps. */
export interface SeriesParts {
  /** Aggregates over messages, each `expression AS column`. */
  readonly partial: readonly string[];
  /** Names of the columns that `partial` creates. */
  readonly columns: readonly string[];
  /** Aggregate over the columns of `partial`, which equals the metric over the messages. */
  readonly combined: string;
}

/**
 * Returns the SQL of a metric in two steps. Returns undefined if the function needs all messages of a bucket at once
 * (percentile, cardinality), or would lose digits (variance and standard deviation).
 * @param column column of the metric, unique within the pivot
 * @param input column with the field's values; undefined: the metric counts messages
 * @param numeric SQL of the values as numbers
 * @param list true: the field has lists of values, of which every element counts
 */
export function partsOf(
  type: string,
  column: string,
  input: string | undefined,
  numeric: string,
  list: boolean,
): SeriesParts | undefined {
  const [first, second] = [`${column}a`, `${column}b`];
  const one = (partial: string, combined: string): SeriesParts => ({
    partial: [`${partial} AS ${first}`],
    columns: [first],
    combined,
  });
  if (input === undefined) return { partial: [], columns: [], combined: 'sum(n)::BIGINT' };
  switch (type) {
    case 'count':
      return one(list ? `coalesce(sum(len(${input})), 0)` : `count(${input})`, `sum(${first})::BIGINT`);
    case 'sum':
      return one(`sum(${numeric})`, `coalesce(sum(${first}), 0)`);
    case 'sumofsquares':
      return one(`sum(${numeric}::DOUBLE * ${numeric}::DOUBLE)`, `sum(${first})`);
    case 'min':
    case 'max':
      return one(`${type}(${numeric})`, `${type}(${first})`);
    case 'avg':
      return {
        partial: [`sum(${numeric}) AS ${first}`, `count(${numeric}) AS ${second}`],
        columns: [first, second],
        combined: `sum(${first})::DOUBLE / nullif(sum(${second}), 0)::DOUBLE`,
      };
    case 'latest':
      // Message ids sort by time and arrival, so the largest id belongs to the latest message.
      return {
        partial: [`arg_max(${input}, id) AS ${first}`, `max(id) FILTER (${input} IS NOT NULL) AS ${second}`],
        columns: [first, second],
        combined: `arg_max(${first}, ${second})`,
      };
    default:
      return undefined;
  }
}
