/** Compiles the metrics of a pivot to SQL (contract search P12, P13, F1). */
import type { PivotSeries } from '../../../api/contract/searches.js';
import { SearchTypeError } from './errors.js';
import type { FieldKind, FieldReader } from './field-kinds.js';
import { numbersOf, wireValue } from './field-kinds.js';
import { fromCounts, type FromCounts } from './series-counts.js';
import { partsOf, type SeriesParts } from './series-parts.js';
import { texts } from './texts.js';

export const functionTitles: Readonly<Record<string, string>> = {
  avg: 'Average',
  card: 'Cardinality',
  count: 'Count',
  max: 'Maximum',
  min: 'Minimum',
  stddev: 'Standard Deviation',
  sum: 'Sum',
  sumofsquares: 'Sum of Squares',
  variance: 'Variance',
  percentile: 'Percentile',
  latest: 'Latest Value',
};

/** Functions that accept values of every type. */
const countsAnything = new Set(['count', 'card', 'latest']);

/** Functions whose value over no messages is 0 instead of null. */
const zeroWhenEmpty = new Set(['count', 'sum', 'card']);

export interface SeriesPlan {
  /** Id of the series, which is part of the keys of its values in the result. */
  readonly id: string;
  /** Text such as `avg(took)`, by which sort orders refer to the series. */
  readonly text: string;
  readonly column: string;
  /** Field whose value becomes the column named by `input`; undefined: the series counts messages. */
  readonly field: FieldReader | undefined;
  readonly input: string;
  /** SQL aggregate over the input column, `id` and `ts`. */
  readonly aggregate: string;
  /** True: a result without a value is omitted instead of being null. */
  readonly omitEmpty: boolean;
  /** True: the aggregate keeps every value in memory until the end. */
  readonly holdsValues: boolean;
  /** Computes the series from value counts instead of messages; undefined: it can only be computed from messages. */
  readonly fromCounts: FromCounts | undefined;
  /**
   * SQL that computes the series in two steps; undefined: the series can only be computed from all messages of a
   * bucket.
   */
  readonly parts: SeriesParts | undefined;
  readonly read: (value: unknown) => unknown;
  readonly emptyValue: 0 | null;
}

const functionText = ({ type, field, percentile }: PivotSeries): string =>
  type === 'percentile' ? `${type}(${field ?? ''},${percentile ?? ''})` : `${type}(${field ?? ''})`;

/**
 * Normalises the text of a function, so that series and sort orders can be compared: `percentile(took,95.0)` becomes
 * `percentile(took,95)`.
 */
export const normalisedFunction = (text: string): string => text.replace(/\s+/g, '').replace(/(\d)\.0+\)$/, '$1)');

/**
 * Plans the series of a pivot. Series with equal functions share a column.
 * @param reader returns the reader of a field
 * @param prefix start of the names of the columns; it must differ between the plans of one statement
 * @throws SearchTypeError for unknown functions, missing fields, fields that are not numeric, and percentiles out of
 * range
 */
export function planSeries(
  series: readonly PivotSeries[],
  reader: (field: string) => FieldReader,
  prefix = 'v',
): SeriesPlan[] {
  const known = new Map<string, SeriesPlan>();
  return series.map((entry, index) => {
    const text = functionText(entry);
    const id = entry.id ?? text;
    const twin = known.get(text);
    if (twin) return { ...twin, id };
    const plan = planOne(entry, text, id, `${prefix}${index}`, reader);
    known.set(text, plan);
    return plan;
  });
}

function planOne(
  { type, field: name, percentile }: PivotSeries,
  text: string,
  id: string,
  column: string,
  reader: (field: string) => FieldReader,
): SeriesPlan {
  if (!(type in functionTitles)) throw new SearchTypeError(texts.unknownSeries(type));
  const input = `i${column}`;
  const base = {
    id,
    text,
    column,
    input,
    omitEmpty: type === 'latest',
    holdsValues: type === 'percentile',
    emptyValue: zeroWhenEmpty.has(type) ? (0 as const) : null,
    read: (value: unknown) => wireValue(value, undefined),
  };
  if (name == null || name === '') {
    if (type !== 'count') throw new SearchTypeError(texts.seriesNeedsField(type));
    return {
      ...base,
      field: undefined,
      aggregate: 'count(*)',
      fromCounts: ({ messages }) => messages,
      parts: partsOf(type, column, undefined, '', false),
    };
  }
  const all = reader(name);
  // The statistics of a numeric field ignore the values that do not fit its type.
  const field = countsAnything.has(type) ? all : numbersOf(all);
  const countsFunction = field.list ? undefined : fromCounts(type, field.kind, decimalOf(Number(percentile) / 100));
  const parts = (values: string): SeriesParts | undefined => partsOf(type, column, input, values, field.list);
  if (type === 'count')
    return {
      ...base,
      field,
      parts: parts(input),
      aggregate: field.list ? `coalesce(sum(len(${input})), 0)` : `count(${input})`,
      fromCounts: countsFunction,
    };
  if (type === 'card') {
    const aggregate = field.list ? `len(list_distinct(flatten(list(${input}))))` : `count(DISTINCT ${input})`;
    return { ...base, field, aggregate, fromCounts: countsFunction, parts: undefined };
  }
  if (type === 'latest') {
    // Ids sort by time and arrival, so the newest of several messages within a millisecond is determined, too.
    return {
      ...base,
      field,
      aggregate: `arg_max(${input}, id)`,
      fromCounts: undefined,
      parts: parts(input),
      read: (value) => wireValue(value, field.kind),
    };
  }
  if (field.list || field.kind === 'text') {
    throw new SearchTypeError(texts.unableToSearch(texts.numericExpected(name, field.types.join(', '))));
  }
  if (field.kind === 'number' && (type === 'min' || type === 'max')) {
    return {
      ...base,
      field,
      aggregate: `${type}(${input})`,
      fromCounts: countsFunction,
      parts: parts(input),
      read: (value) => wireValue(value, field.kind),
    };
  }
  const numeric = numericInput(input, field.kind);
  // The database finds percentiles among integers twice as fast as among fractions; the results are equal.
  const aggregate =
    type === 'percentile' && field.kind === 'long'
      ? percentileOf(input, percentile)
      : numericAggregate(type, numeric, percentile);
  return { ...base, field, aggregate, fromCounts: countsFunction, parts: parts(numeric) };
}

/** Returns a fraction as the database computes it from its digits: an integer divided by a power of ten. */
function decimalOf(share: number): number {
  const [, whole, part] = /^(\d+)\.(\d+)$/.exec(String(share)) ?? [];
  return whole === undefined || part === undefined ? share : Number(whole + part) / 10 ** part.length;
}

function numericInput(input: string, kind: FieldKind | undefined): string {
  if (kind === 'number') return `${input}.d`;
  return kind === 'boolean' ? `${input}::BIGINT` : kind === undefined ? `${input}::DOUBLE` : input;
}

function numericAggregate(type: string, input: string, percentile: number | null | undefined): string {
  switch (type) {
    case 'avg':
    case 'min':
    case 'max':
      return `${type}(${input})`;
    case 'sum':
      return `coalesce(sum(${input}), 0)`;
    case 'stddev':
      return `stddev_pop(${input}::DOUBLE)`;
    case 'variance':
      return `var_pop(${input}::DOUBLE)`;
    case 'sumofsquares':
      return `sum(${input}::DOUBLE * ${input}::DOUBLE)`;
    default:
      return percentileOf(`${input}::DOUBLE`, percentile);
  }
}

/**
 * Returns the SQL of a percentile, which is interpolated between two values.
 * @throws SearchTypeError for a wrong share
 */
function percentileOf(values: string, percentile: number | null | undefined): string {
  const share = Number(percentile) / 100;
  if (percentile == null || !(share >= 0 && share <= 1)) throw new SearchTypeError(texts.percentileRange);
  return `quantile_cont(${values}, ${share})`;
}
