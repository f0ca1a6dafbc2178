/** Keeps the user's query history in this browser, and navigates it with the arrow keys. */
import { longestKeptQuery } from '../../../api/contract/search-history-limits.js';
import type { TimeRange } from '../../../api/contract/searches.js';
import type { QueryDraft } from '../../../machines/view/document.js';
import type { StoredListOptions } from '../../kit/stored-list.js';

/** A query and the instant of its last execution in epoch milliseconds; 0 when the instant is unknown. */
export interface PastQuery {
  readonly query: string;
  readonly at: number;
  /** Ids of the searched streams; absent in entries of earlier versions. */
  readonly streams?: readonly string[];
  readonly range?: TimeRange;
}

/** Values that a chosen entry of the history writes into the search bar: the query, or also streams and time range. */
export type HistoryRun = Pick<QueryDraft, 'queryString'> & Partial<QueryDraft>;

/** Returns the stored streams of a remembered query; what is stored in the browser may have been damaged. */
export const streamsOf = ({ streams }: Pick<PastQuery, 'streams'>): readonly string[] =>
  Array.isArray(streams) ? streams.filter((id: unknown) => typeof id === 'string' && id !== '') : [];

/** Returns a key that is equal for searches of the same query in the same streams, in any order. */
export const searchKey = (past: Pick<PastQuery, 'query' | 'streams'>): string =>
  JSON.stringify([past.query, ...[...new Set(streamsOf(past))].sort()]);

export const queryHistoryOptions: StoredListOptions<PastQuery> = {
  longest: 100,
  // `past-searches.ts` checks the time range, because that code is loaded later.
  read: (stored) => {
    // Cast: any JSON may be stored; the query and its time are checked here, and the rest where it is used.
    const past = (stored ?? {}) as Partial<PastQuery>;
    const { query, at } = past;
    return typeof query === 'string'
      ? { ...past, query, at: typeof at === 'number' && at <= Date.now() ? at : 0 }
      : undefined;
  },
  same: (left, right) => searchKey(left) === searchKey(right),
};

/**
 * Creates a history entry; undefined for queries that match everything and for queries that are too long to remember.
 */
export function pastQuery({ queryString, streams, timeRange }: QueryDraft, at: number): PastQuery | undefined {
  const query = queryString.trim();
  return query === '' || query === '*' || query.length > longestKeptQuery
    ? undefined
    : { query, at, streams, range: timeRange };
}

export interface Recall {
  /** Position in the history: -1 is the draft, 0 the newest entry. */
  readonly index: number;
  readonly draft: string;
}

/** Returns the next older (`1`) or newer (`-1`) query and its position in the history; null when there is none. */
export function recallStep(
  entries: readonly PastQuery[],
  recall: Recall | null,
  current: string,
  step: 1 | -1,
): { readonly recall: Recall; readonly text: string } | null {
  const from = recall ?? { index: -1, draft: current };
  let index = from.index + step;
  // Entries equal to the current text are skipped.
  while (index >= 0 && index < entries.length && entries[index]?.query === current) index += step;
  if (index < -1 || index >= entries.length || index === from.index) return null;
  return { recall: { index, draft: from.draft }, text: index < 0 ? from.draft : (entries[index]?.query ?? '') };
}
