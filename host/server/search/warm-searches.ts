/** Builds typical searches for the warm-up from the words and values of a message. */
import type { MessagesResult, PivotSeries, QueryResult, SearchType } from '../../../api/contract/searches.js';
import { escapeField, escapeTerm, quote } from '../../../api/language/index.js';
import { tokenize } from '../store/tokenize.js';
import type { StoredIndex } from '../store/types.js';

export interface WarmSearch {
  readonly query: string;
  readonly searchTypes: readonly SearchType[];
}

/**
 * Number of repetitions of a search that rarely matches. Such a search spends most of its time in code that V8
 * optimises only after several runs.
 */
const roundsOfRare = 4;

const page: readonly SearchType[] = [
  {
    id: 'histogram',
    type: 'pivot',
    row_groups: [{ type: 'time', fields: ['timestamp'], interval: { type: 'auto', scaling: 1 } }],
    series: [{ id: 'count()', type: 'count' }],
    rollup: true,
  },
  { id: 'messages', type: 'messages', limit: 150, sort: [{ field: 'timestamp', order: 'DESC' }] },
];

const figures = (field: string, ...series: readonly PivotSeries[]): SearchType[] => [
  {
    id: 'figures',
    type: 'pivot',
    row_groups: [{ type: 'values', fields: [field], limit: 10 }],
    series: [{ id: 'count()', type: 'count' }, ...series],
    rollup: true,
  },
];

/** Search for the newest messages of all streams. */
export const firstSearch: WarmSearch = { query: '', searchTypes: page };

type Message = Readonly<Record<string, unknown>>;

/** Returns the fields of the message, except `gl2_…`, whose name and number can be written literally in a query. */
function numbersOf(message: Message, { fields }: StoredIndex): string[] {
  const isPlain = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
  const isNumber = (name: string): boolean => ['long', 'double'].includes(fields.get(name)?.type ?? '');
  return Object.keys(message).filter(
    (name) => !name.startsWith('gl2_') && /^[a-z_]+$/i.test(name) && isNumber(name) && isPlain(message[name]),
  );
}

/**
 * Returns searches of the kind that users make, for words and values of a message in the result of `firstSearch`.
 */
export function searchesLike({ search_types: types }: QueryResult, index: StoredIndex): WarmSearch[] {
  const { messages = [] } = (types['messages'] ?? {}) as Partial<MessagesResult>;
  for (const { message } of messages) {
    const words = tokenize(String(message['message']).slice(0, 1000));
    const [first, second] = words;
    if (first === undefined || second === undefined) continue;
    const [one, other] = [escapeTerm(first), escapeTerm(second)];
    const longest = words.reduce((long, word) => (word.length > long.length ? word : long));
    const pageOf = (query: string): WarmSearch => ({ query, searchTypes: page });
    const rare = pageOf(escapeTerm(longest));
    const numbers = numbersOf(message, index);
    const [number, last] = [numbers[0], numbers.at(-1)];
    const valueOf = (name: string): string => String(message[name]);
    const compared = (equal: string, least: string): string =>
      `${escapeField(equal)}:${valueOf(equal)} AND ${escapeField(least)}:>=${valueOf(least)}`;
    const field = number ?? 'gl2_accounted_message_size';
    const series: PivotSeries[] = [
      { id: 'avg', type: 'avg', field },
      { id: 'p95', type: 'percentile', field, percentile: 95 },
      { id: 'card', type: 'card', field },
    ];
    // The most frequent searches come first, because the warm-up may be aborted.
    return [
      pageOf(one),
      rare,
      { query: '', searchTypes: figures('source') },
      { query: one, searchTypes: figures('source') },
      pageOf(quote(`${first} ${second}`)),
      pageOf(`${escapeTerm(first.slice(0, 4))}*`),
      ...(number === undefined || last === undefined ? [] : [pageOf(compared(number, last))]),
      ...Array.from({ length: roundsOfRare }, () => rare),
      pageOf(`${one} AND ${other}`),
      { query: '', searchTypes: figures('source', ...series) },
      pageOf(`NOT ${other}`),
    ];
  }
  return [];
}
