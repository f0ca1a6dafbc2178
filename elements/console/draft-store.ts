/**
 * Stores unsaved searches by history entry in the tab's session storage, so that they are restored when the user goes
 * back, reloads the page or signs in again. Drafts contain queries, columns and widgets, never log messages. Their
 * total size and their number are limited; the oldest drafts are removed first.
 */
import { isViewDraft, type ViewDraft } from '../../machines/view/view-draft.js';
import type { DraftPlace } from '../search/index.js';

const prefix = 'log-console draft ';
/** Size limit of one draft in characters; a larger draft is not stored. */
const largestDraft = 256 * 1024;
/** Size limit of all drafts of a tab in characters; browsers allow about 5 million characters of session storage. */
const mostOfAll = 2 * 1024 * 1024;
/** Largest number of entries of a tab; the history of a browser tab has about 50 entries. */
const mostEntries = 100;

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

/** Removes the oldest drafts until one more draft with the given number of characters fits into the limits. */
function makeRoom(characters: number): void {
  const kept = keys().map((key) => ({ key, text: sessionStorage.getItem(key) ?? '' }));
  let free = mostOfAll - characters - kept.reduce((sum, { text }) => sum + text.length, 0);
  let excess = kept.length + 1 - mostEntries;
  // The text begins with the time (`write`), so that drafts need not be parsed to find the oldest one.
  const at = (text: string): number => Number(/^{"at":(\d+)/.exec(text)?.[1] ?? 0);
  for (const { key, text } of kept.sort((one, other) => at(one.text) - at(other.text))) {
    if (free >= 0 && excess <= 0) return;
    sessionStorage.removeItem(key);
    free += text.length;
    excess--;
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
  /** True while the stored text says that the entry has no draft, so that this need not be stored again. */
  let isEmpty = false;
  return {
    read() {
      const kept = read(key);
      return kept?.username === username && kept.path === path ? { draft: kept.draft } : undefined;
    },
    write(draft) {
      if (!draft && isEmpty) return;
      isEmpty = !draft;
      try {
        sessionStorage.removeItem(key);
        const text = JSON.stringify({ at: Date.now(), username, path, ...(draft && { draft }) } satisfies Kept);
        if (text.length > largestDraft) return;
        // Entries without a draft are written often and are small, so only their number needs room.
        if (draft || keys().length >= mostEntries) makeRoom(text.length);
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
