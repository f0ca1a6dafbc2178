/**
 * Stores unsaved searches by history entry in the tab's session storage, so that they are restored when the user goes
 * back, reloads the page or signs in again. Drafts contain queries, columns and widgets, never log messages. Their
 * total size is limited; the oldest drafts are removed first.
 */
import { isViewDraft, type ViewDraft } from '../../machines/view/view-draft.js';
import type { DraftPlace } from '../search/index.js';

const prefix = 'log-console draft ';
/** Size limit of one draft in characters; a larger draft is not stored. */
const largestDraft = 256 * 1024;
/** Size limit of all drafts of a tab in characters; browsers allow about 5 million characters of session storage. */
const mostOfAll = 2 * 1024 * 1024;

interface Kept {
  readonly username: string;
  readonly path: string;
  /** Time of the last write in epoch milliseconds. */
  readonly at: number;
  /** Absent: the entry shows the stored search without changes. */
  readonly draft?: ViewDraft;
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const { username, path, at, draft } = value as Record<string, unknown>;
  return (
    typeof username === 'string' &&
    typeof path === 'string' &&
    typeof at === 'number' &&
    (draft === undefined || isViewDraft(draft))
  );
}

function read(key: string): Kept | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isKept(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const keys = (): string[] => Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));

/** Removes the oldest drafts until a draft with the given number of characters fits into the limit. */
function makeRoom(characters: number): void {
  const sizes = keys().map((key) => ({ key, size: sessionStorage.getItem(key)?.length ?? 0, at: read(key)?.at ?? 0 }));
  let free = mostOfAll - characters - sizes.reduce((sum, { size }) => sum + size, 0);
  for (const { key, size } of sizes.sort((one, other) => one.at - other.at)) {
    if (free >= 0) return;
    sessionStorage.removeItem(key);
    free += size;
  }
}

/**
 * Returns the storage place for the draft of a history entry.
 *
 * @param entry id of the history entry
 * @param path path of the page; a draft that was stored for another path or another user is not read
 */
export function draftPlace(entry: string, path: string, username: string): DraftPlace {
  const key = prefix + entry;
  return {
    read() {
      const kept = read(key);
      return kept?.username === username && kept.path === path ? { draft: kept.draft } : undefined;
    },
    write(draft) {
      try {
        sessionStorage.removeItem(key);
        const text = JSON.stringify({ username, path, at: Date.now(), ...(draft && { draft }) } satisfies Kept);
        if (text.length > largestDraft) return;
        makeRoom(text.length);
        sessionStorage.setItem(key, text);
      } catch {
        // The session storage is unavailable or full, so the draft is not kept.
      }
    },
  };
}

/** Removes all drafts of the tab; called when the user logs out. */
export function forgetDrafts(): void {
  try {
    for (const key of keys()) sessionStorage.removeItem(key);
  } catch {
    // The session storage is unavailable, so there are no drafts.
  }
}
