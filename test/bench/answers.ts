/** Converts the responses of this server and of another one to a common form for comparison. */
import type { SearchTypeResult } from '../../api/contract/searches.js';

export interface Answer {
  /** Number of all matching messages; undefined: the other server does not count them for this search. */
  readonly total?: number;
  /** Number of messages on the page. */
  readonly page: number;
  /** Number of groups with messages: bars of a histogram, or values of a field. */
  readonly groups: number;
  /**
   * Metrics by group and name, such as `200 count()` or `200 p95`. A histogram bar is named by its epoch milliseconds,
   * and a part of a split bar by the milliseconds and the value, such as `0 6 count()`.
   */
  readonly figures: ReadonlyMap<string, number>;
}

/** Members of a response of `_search` that the searches of the bench use. */
export interface PeerAnswer {
  readonly hits: { readonly total: { readonly value: number }; readonly hits: readonly unknown[] };
  readonly aggregations?: Readonly<Record<string, { readonly buckets: readonly PeerBucket[] }>>;
}
interface PeerBucket {
  readonly key: string | number;
  readonly doc_count: number;
  readonly [figure: string]: unknown;
}

const count = 'count()';
/** Largest relative difference of percentiles and cardinalities, which both servers only estimate. */
const near = 0.05;
const mostNamed = 5;

/** Converts a response of this server. @param results results of the search types of one query, by their ids */
export function answerHere(results: Readonly<Record<string, SearchTypeResult>>): Answer {
  let total = 0;
  let page = 0;
  let groups = 0;
  const figures = new Map<string, number>();
  for (const result of Object.values(results)) {
    if (result.type === 'messages') {
      total = result.total_results;
      page = result.messages.length;
    } else if (result.type === 'pivot') {
      total = result.total;
      for (const { key, values } of result.rows.filter(({ source }) => source === 'leaf')) {
        const [value = ''] = key;
        const group = result.id === 'histogram' ? String(Date.parse(value)) : value;
        if (values.length === 0 || values.some((figure) => figure.key[0] === count && figure.value === 0)) continue;
        groups += 1;
        for (const figure of values) figures.set(`${group} ${figure.key.join(' ')}`, Number(figure.value));
      }
    }
  }
  return { total, page, groups, figures };
}

export function answerBeside({ hits, aggregations = {} }: PeerAnswer): Answer {
  const buckets = Object.values(aggregations)
    .flatMap((aggregation) => aggregation.buckets)
    .filter(({ doc_count }) => doc_count > 0);
  const figures = new Map<string, number>();
  for (const { key, doc_count, ...further } of buckets) {
    figures.set(`${key} ${count}`, doc_count);
    addFurther(figures, String(key), further);
  }
  return { total: hits.total.value, page: hits.hits.length, groups: buckets.length, figures };
}

/** Adds the metrics of a bucket, and those of the buckets into which it is split. */
function addFurther(figures: Map<string, number>, group: string, further: Readonly<Record<string, unknown>>): void {
  for (const [name, figure] of Object.entries(further)) {
    if (typeof figure !== 'object' || figure === null) continue;
    if ('buckets' in figure) {
      for (const { key, doc_count, ...inner } of figure.buckets as readonly PeerBucket[]) {
        figures.set(`${group} ${key} ${count}`, doc_count);
        addFurther(figures, `${group} ${key}`, inner);
      }
      continue;
    }
    // Percentiles come as `{ values: { '95.0': … } }`.
    const [value] = Object.values('values' in figure ? (figure.values as object) : figure) as unknown[];
    figures.set(`${group} ${name}`, Number(value));
  }
}

/** Lists the differences of two answers, one sentence each; counts must be equal, estimates close. */
export function differences(here: Answer, beside: Answer): string[] {
  const unequal: string[] = [];
  const compare = (what: string, one: number, other: number | undefined, isNear = false): void => {
    const isSame = other !== undefined && (isNear ? Math.abs(one - other) <= near * Math.abs(one) : one === other);
    if (!isSame) unequal.push(`${what}: ${one} here, ${other ?? 'nothing'} beside`);
  };
  if (beside.total !== undefined) compare('messages', here.total ?? 0, beside.total);
  compare('messages of the page', here.page, beside.page);
  compare('groups', here.groups, beside.groups);
  for (const [name, value] of here.figures) compare(name, value, beside.figures.get(name), !name.endsWith(count));
  return unequal.length > mostNamed
    ? [...unequal.slice(0, mostNamed), `and ${unequal.length - mostNamed} more`]
    : unequal;
}
