/**
 * Builds the entries of the quick jump: pages that the user may open without further parameters, and actions of the
 * current page. The functions are pure.
 */
import { allowsAll } from '../../api/permissions.js';
import type { MenuEntry } from '../kit/menu.js';
import type { PagePlace } from '../kit/pages.js';
import type { StoredListOptions } from '../kit/stored-list.js';
import { areas } from './areas.js';

export interface QuickEntry {
  readonly label: string;
  /** Additional search words for the entry. */
  readonly also?: string;
  /** Label of the entry's kind, such as a page, or of the menu that contains the action. */
  readonly kind: string;
  /** Path of the page; absent for an action. */
  readonly path?: string;
  readonly run?: () => void;
}

export interface QuickPlace extends QuickEntry {
  readonly path: string;
}

type Entry = PagePlace & { readonly bare?: boolean };

/**
 * Returns an entry for each page that the user may open and whose address has no parameters, sorted by label. Of
 * several addresses with one label, the shortest is used. Bare pages are left out, and so is the address `/`, because
 * it leads to another page.
 */
export function pageEntries(
  pages: readonly Entry[],
  granted: readonly string[],
  words: { readonly page: string; readonly system: string },
): readonly QuickPlace[] {
  // Only the permissions of the pages are checked; the System menu also checks those of its entries (`areas.ts`).
  const open = pages
    .filter(({ path, bare = false }) => path !== '/' && !path.includes(':') && !bare)
    .filter(({ needs = [] }) => allowsAll(granted, needs))
    .sort((one, other) => one.path.length - other.path.length);
  const entries = new Map<string, QuickPlace>();
  for (const { title, path } of open) {
    const inMenu = areas.find((area) => area.menu && path === (area.path ?? area.at));
    const label = inMenu?.title ?? title;
    if (!entries.has(label)) entries.set(label, { label, kind: inMenu ? words.system : words.page, path });
  }
  return [...entries.values()].sort((one, other) => one.label.localeCompare(other.label));
}

/**
 * Returns the enabled actions of a page's menus, including their groups.
 *
 * @param kind name of the menu
 * @param others additional search words by action key
 */
export function actionEntries(
  entries: readonly MenuEntry[],
  kind: string,
  others: Readonly<Record<string, string>> = {},
): readonly QuickEntry[] {
  return entries.flatMap((entry) => {
    if (entry.kind === 'divider') return [];
    if (entry.kind === 'group') return actionEntries(entry.entries, kind, others);
    const { key, label, disabled = false, onSelect: run } = entry;
    const also = Object.hasOwn(others, key) ? others[key] : undefined;
    return typeof label === 'string' && !disabled && run ? [{ label, kind, run, ...(also && { also }) }] : [];
  });
}

/** Returns true when two entries lead to the same page or start the same action. */
export const sameEntry = (one: QuickEntry, other: QuickEntry): boolean =>
  one.kind === other.kind && (one.path ?? one.label) === (other.path ?? other.label);

/**
 * Storage of recently chosen entries. The function of an action is not stored, because the current page provides it.
 */
export const recentEntries: StoredListOptions<QuickEntry> = {
  longest: 8,
  read: (stored) => {
    const { label, kind, path } = (stored ?? {}) as Record<string, unknown>;
    if (typeof label !== 'string' || typeof kind !== 'string') return undefined;
    if (path === undefined) return { label, kind };
    return typeof path === 'string' && /^\/(?!\/)/.test(path) ? { label, kind, path } : undefined;
  },
  same: sameEntry,
};

/**
 * Returns the recent entries that are still available: pages that the user may not open and actions that this page does
 * not have are left out.
 *
 * @param now the entries of this page
 * @param known kinds for which `now` is complete; entries of other kinds are kept because only the server knows them
 */
export function stillThere(
  recent: readonly QuickEntry[],
  now: readonly QuickEntry[],
  known: readonly string[],
): readonly QuickEntry[] {
  return recent.flatMap((entry) => {
    const found = now.find((one) => sameEntry(one, entry));
    if (found) return [found];
    return known.includes(entry.kind) || entry.path === undefined ? [] : [entry];
  });
}

/** Returns the recent entries without the current page. */
export const elsewhere = (recent: readonly QuickEntry[], path: string): readonly QuickEntry[] =>
  recent.filter((entry) => entry.path !== path);

/** Returns the text in lower case without diacritics, because not every keyboard has them. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Returns the entries that contain all words of the text. Entries whose label begins with the first word come first.
 * Entries that are found only by their additional search words come last.
 */
export function matching(entries: readonly QuickEntry[], text: string): readonly QuickEntry[] {
  const words = plain(text).trim().split(/\s+/);
  const [first = ''] = words;
  const rank = ({ label, kind, also = '' }: QuickEntry): number => {
    const name = plain(label);
    const holds = (all: string): boolean => words.every((word) => all.includes(word));
    if (!holds(`${name} ${plain(`${kind} ${also}`)}`)) return -1;
    return name.startsWith(first) ? 0 : holds(`${name} ${plain(kind)}`) ? 1 : 2;
  };
  const ranks = entries.map(rank);
  return [0, 1, 2].flatMap((wanted) => entries.filter((_entry, index) => ranks[index] === wanted));
}

/** Quotes a text so that a list search finds it literally and the query language does not interpret it. */
export const quoted = (text: string): string => `"${text.trim().replace(/["\\]/g, '\\$&')}"`;
