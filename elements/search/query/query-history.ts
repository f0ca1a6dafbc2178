/** The queries a person has run before, and how the arrow keys walk through them. */
import type { StoredListOptions } from '../../kit/stored-list.js';

/** A query and when it was run last, in ms. */
export interface PastQuery {
  readonly query: string;
  readonly at: number;
}

/** Longer queries are not worth recalling and would fill the storage, in characters. */
const longestQuery = 4_000;

export const queryHistoryOptions: StoredListOptions<PastQuery> = {
  longest: 100,
  read: (stored) => {
    const { query, at } = (stored ?? {}) as Partial<PastQuery>;
    return typeof query === 'string' ? { query, at: typeof at === 'number' ? at : 0 } : undefined;
  },
  same: (left, right) => left.query === right.query,
};

/** The entry of a query that was run; none for queries that find everything. */
export function pastQuery(query: string, at: number): PastQuery | undefined {
  const text = query.trim();
  return text === '' || text === '*' || text.length > longestQuery ? undefined : { query: text, at };
}

export interface Recall {
  /** -1 is the draft, 0 the newest entry. */
  readonly index: number;
  readonly draft: string;
}

/** One step to an older (`1`) or newer (`-1`) query; null when there is none. */
export function recallStep(
  entries: readonly PastQuery[],
  recall: Recall | null,
  current: string,
  step: 1 | -1,
): { readonly recall: Recall; readonly text: string } | null {
  const from = recall ?? { index: -1, draft: current };
  let index = from.index + step;
  // A step that changes nothing is no step.
  while (index >= 0 && index < entries.length && entries[index]?.query === current) index += step;
  if (index < -1 || index >= entries.length || index === from.index) return null;
  return { recall: { index, draft: from.draft }, text: index < 0 ? from.draft : (entries[index]?.query ?? '') };
}
