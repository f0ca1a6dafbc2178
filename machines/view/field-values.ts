/**
 * Statistics of one field in all messages that the displayed search finds: most frequent values, range and
 * distribution. The functions are pure.
 */
import type { FieldType, Search, SearchError, SearchJob, SearchTypeResult } from '../../api/contract/searches.js';
import { escapeField } from '../../api/language/index.js';
import { metricValue, numberOf } from '../pivot/numbers.js';
import { errorsOf, pivotOf, rowValues, searchOf, totalOf, type SearchedDraft } from './draft-search.js';
import { isFreeText } from './field-presence.js';

const topValueCount = 8;
const binCount = 12;
const queryId = 'values';

/**
 * The statistics that a field can have: `values`: its most frequent values; `numbers`: values, range, mean and
 * percentiles; `dates`: only the range; `text`: none, because full text cannot be grouped.
 */
export type FigureKind = 'values' | 'numbers' | 'dates' | 'text';

export function figureKind(type: FieldType['type']): FigureKind {
  if (type.type === 'date') return 'dates';
  if (isFreeText(type)) return 'text';
  return type.properties.includes('numeric') ? 'numbers' : 'values';
}

/** Builds the search for a field's statistics; undefined when the field has no statistics. */
export function valuesSearch(draft: SearchedDraft, field: string, kind: FigureKind): Search | undefined {
  if (kind === 'text') return undefined;
  const range = kind === 'values' ? [] : [`min(${field})`, `max(${field})`];
  if (kind === 'numbers') range.push(`avg(${field})`, `percentile(${field},50)`, `percentile(${field},95)`);
  const facts = pivotOf('facts', [`count(${field})`, ...(kind === 'dates' ? [] : [`card(${field})`]), ...range]);
  const top = pivotOf('top', ['count()'], {
    row_groups: [{ type: 'values', fields: [field], limit: topValueCount, skip_empty_values: true }],
    sort: [{ type: 'series', field: 'count()', direction: 'Descending' }],
  });
  return searchOf(queryId, draft, kind === 'dates' ? [facts] : [facts, top]);
}

interface TopValue {
  /** Value as the server sends it; integers of any size are exact. */
  readonly value: string;
  readonly count: number;
}
export interface FieldValues {
  readonly total: number;
  /** Number of messages that have the field. */
  readonly count: number;
  /** Approximate number of distinct values of the field. */
  readonly distinct: number | undefined;
  readonly min: unknown;
  readonly max: unknown;
  /** Mean of the values; mean, median (`p50`) and 95th percentile exist only for numbers. */
  readonly avg: number | undefined;
  readonly p50: number | undefined;
  readonly p95: number | undefined;
  readonly top: readonly TopValue[];
  readonly errors: readonly SearchError[];
}

export function valuesOf(job: SearchJob, field: string): FieldValues {
  const query = job.results?.[queryId];
  const found = query?.search_types ?? {};
  const facts = new Map(rowValues(found['facts']).map(([name, value]) => [name, metricValue(value, name)]));
  const total = totalOf(found['facts']) ?? 0;
  return {
    total,
    count: Math.min(total, numberOf(facts.get(`count(${field})`)) ?? 0),
    distinct: numberOf(facts.get(`card(${field})`)) ?? undefined,
    min: facts.get(`min(${field})`) ?? undefined,
    max: facts.get(`max(${field})`) ?? undefined,
    avg: numberOf(facts.get(`avg(${field})`)) ?? undefined,
    p50: numberOf(facts.get(`percentile(${field},50)`)) ?? undefined,
    p95: numberOf(facts.get(`percentile(${field},95)`)) ?? undefined,
    top: topValues(found['top']),
    errors: errorsOf(job, query),
  };
}

function topValues(result: SearchTypeResult | undefined): TopValue[] {
  if (result?.type !== 'pivot') return [];
  return (result.rows ?? [])
    .filter(({ source }) => source === 'leaf')
    .map(({ key, values }) => ({ value: key[0] ?? '', count: numberOf(values[0]?.value) ?? 0 }));
}

/** Part of a field's range; `from` is inclusive, `to` is exclusive except in the last part. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly last: boolean;
}

/**
 * Splits a range into equal parts with round limits. Returns no parts if the range is empty, or if its numbers are too
 * large to be exact.
 */
export function binsOf(min: unknown, max: unknown): readonly Bin[] {
  const [low, high] = [numberOf(min), numberOf(max)];
  if (low === null || high === null || low >= high) return [];
  if (Math.max(Math.abs(low), Math.abs(high)) > Number.MAX_SAFE_INTEGER) return [];
  const whole = Number.isInteger(low) && Number.isInteger(high);
  const step = roundStep((high - low) / binCount, whole);
  const start = Math.floor(low / step);
  // Rounding removes floating-point noise, as in 0.05 * 3; products of integers are exact.
  const exact = (value: number): number => (whole ? value : Number(value.toPrecision(15)));
  const bins: Bin[] = [];
  for (let at = start; at * step <= high && bins.length < 2 * binCount; at++)
    bins.push({ from: exact(at * step), to: exact((at + 1) * step), last: false });
  const last = bins.pop();
  return last ? [...bins, { ...last, last: true }] : [];
}

/**
 * Returns the smallest step that is at least `least`. A step is 1, 2, 2.5 or 5 times a power of ten; with `whole` it is
 * rounded up to an integer, so that 2.5 becomes 3.
 */
function roundStep(least: number, whole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= least) ?? 10) * power;
  return whole ? Math.max(1, Math.ceil(step)) : step;
}

/** Returns the query clause for a part of the range, for example `took_ms:[0 TO 50}`. */
export function binClause(field: string, { from, to, last }: Bin): string {
  return `${escapeField(field)}:[${from} TO ${to}${last ? ']' : '}'}`;
}

/**
 * Builds the search that counts the messages of each part with its own query, because the API cannot group by ranges.
 */
export function binsSearch(draft: SearchedDraft, field: string, bins: readonly Bin[]): Search {
  return searchOf(
    queryId,
    draft,
    bins.map((bin, index) =>
      pivotOf(`bin-${index}`, [], { query: { type: 'elasticsearch', query_string: binClause(field, bin) } }),
    ),
  );
}

/** Returns the number of messages in each part; undefined for parts without a result. */
export function binCounts(job: SearchJob, bins: readonly Bin[]): readonly (number | undefined)[] {
  const found = job.results?.[queryId]?.search_types ?? {};
  return bins.map((_bin, index) => totalOf(found[`bin-${index}`]));
}
