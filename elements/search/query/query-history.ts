/** The queries a person has run before, newest first, kept in the browser for one server and user. */

export const longestHistory = 50;
/** Longer queries are not worth recalling and would fill the storage, in characters. */
const longestQuery = 4_000;

export interface QueryHistory {
  entries(): readonly string[];
  add(query: string): void;
  clear(): void;
}

/**
 * Storage may be missing, full or forbidden (embedded frames): the history then lives as long as the page.
 * @param key tells servers and users apart
 */
export function createQueryHistory(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null,
  key: string,
): QueryHistory {
  let kept: readonly string[] | undefined;
  const read = (): readonly string[] => {
    if (kept) return kept;
    try {
      const stored: unknown = JSON.parse(storage?.getItem(key) ?? '[]');
      kept = Array.isArray(stored) ? stored.filter((entry): entry is string => typeof entry === 'string') : [];
    } catch {
      kept = [];
    }
    return kept;
  };
  const write = (entries: readonly string[]): void => {
    kept = entries;
    try {
      if (entries.length === 0) storage?.removeItem(key);
      else storage?.setItem(key, JSON.stringify(entries));
    } catch {
      // The page's own copy is enough.
    }
  };
  return {
    entries: read,
    add: (query) => {
      const text = query.trim();
      if (text === '' || text === '*' || text.length > longestQuery) return;
      write([text, ...read().filter((entry) => entry !== text)].slice(0, longestHistory));
    },
    clear: () => write([]),
  };
}

export interface Recall {
  /** -1 is the draft, 0 the newest entry. */
  readonly index: number;
  readonly draft: string;
}

/** One step to an older (`1`) or newer (`-1`) query; null when there is none. */
export function recallStep(
  entries: readonly string[],
  recall: Recall | null,
  current: string,
  step: 1 | -1,
): { readonly recall: Recall; readonly text: string } | null {
  const from = recall ?? { index: -1, draft: current };
  let index = from.index + step;
  // A step that changes nothing is no step.
  while (index >= 0 && index < entries.length && entries[index] === current) index += step;
  if (index < -1 || index >= entries.length || index === from.index) return null;
  return { recall: { index, draft: from.draft }, text: index < 0 ? from.draft : (entries[index] ?? '') };
}
