/**
 * Entries of the quick jump: the pages that the user may open without further parameters, and the actions of the page that is shown. The
 * functions are pure.
 */
import { allowsAll } from '../../api/permissions.js';
import type { MenuEntry } from '../kit/menu.js';
import type { PagePlace } from '../kit/pages.js';
import type { StoredListOptions } from '../kit/stored-list.js';
import { areas } from './areas.js';

export interface QuickEntry {
  readonly label: string;
  /** Further words by which the entry is found. */
  readonly also?: string;
  /** Kind of the entry, or its menu. */
  readonly kind: string;
  /** Path of the page; absent for an action. */
  readonly path?: string;
  readonly run?: () => void;
}

export interface QuickPlace extends QuickEntry {
  readonly path: string;
}

type Entry = PagePlace & { readonly bare?: boolean };

/** One entry for a title, at its shortest address; the start page is one of the others. */
export function pageEntries(
  pages: readonly Entry[],
  granted: readonly string[],
  words: { readonly page: string; readonly system: string },
): readonly QuickPlace[] {
  // Further conditions for menu entries are checked by the menu.
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
 * Returns the actions of a page's menus that can be chosen now.
 * @param others what they are also looked for by, by their key
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

/** True when two entries lead to the same page or start the same action. */
export const sameEntry = (one: QuickEntry, other: QuickEntry): boolean =>
  one.kind === other.kind && (one.path ?? one.label) === (other.path ?? other.label);

/** Chosen before, newest first. What it does is not stored: the page that is shown knows. */
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
 * Returns earlier choices that are still possible: pages that the user may no longer open and actions that this page lacks are left out.
 * @param known kinds of which all there are is in `now`; of others the server knows
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

/** Recent entries without the current page. */
export const elsewhere = (recent: readonly QuickEntry[], path: string): readonly QuickEntry[] =>
  recent.filter((entry) => entry.path !== path);

/** Removes diacritics, which not every keyboard has. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Entries that contain all words; those that begin with the first word come first, those found by further words last. */
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

/** A search in a list for exactly this text: what its query language would read into it is quoted. */
export const quoted = (text: string): string => `"${text.trim().replace(/["\\]/g, '\\$&')}"`;
