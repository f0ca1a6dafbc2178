/** Answers to a bench search in one common shape, so that this server and an OpenSearch can be compared. */
import type { SearchTypeResult } from '../../api/contract/searches.js';

export interface Answer {
  readonly total: number;
  /** Number of messages on the page. */
  readonly page: number;
  /** Groups with messages: bars of a histogram, values of a field. */
  readonly groups: number;
  /**
   * Figures by group and name: `200 count()`, `200 p95`. A bar is named by its epoch milliseconds, a part of a split bar by
   * these and the value: `0 6 count()`.
   */
  readonly figures: ReadonlyMap<string, number>;
}

/** Answer of `_search`, as far as the lines ask for it. */
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
/** Percentiles and cardinalities are estimated, by each in its own way. */
const near = 0.05;
const mostNamed = 5;

/** @param results of the search types of one query, by their ids */
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

/** Adds the figures of a bucket, and those of the buckets into which it is split. */
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
  const told: string[] = [];
  const compare = (what: string, one: number, other: number | undefined, isNear = false): void => {
    const isSame = other !== undefined && (isNear ? Math.abs(one - other) <= near * Math.abs(one) : one === other);
    if (!isSame) told.push(`${what}: ${one} here, ${other ?? 'nothing'} beside`);
  };
  compare('messages', here.total, beside.total);
  compare('messages of the page', here.page, beside.page);
  compare('groups', here.groups, beside.groups);
  for (const [name, value] of here.figures) compare(name, value, beside.figures.get(name), !name.endsWith(count));
  return told.length > mostNamed ? [...told.slice(0, mostNamed), `and ${told.length - mostNamed} more`] : told;
}
