/** Where the quick jump can go: the pages of the table that somebody may open and that need no more than their address. Pure. */
import { allowsAll } from '../../api/permissions.js';
import type { PagePlace, MenuPlace } from '../kit/pages.js';

export interface QuickEntry {
  readonly label: string;
  /** What kind of thing it is, or under which menu it stands. */
  readonly kind: string;
  readonly path: string;
}

type Entry = PagePlace & { readonly menu?: MenuPlace; readonly bare?: boolean };

/** One entry for a title, at its shortest address; the start page is one of the others. */
export function pageEntries(
  pages: readonly Entry[],
  granted: readonly string[],
  words: { readonly page: string; readonly system: string },
): readonly QuickEntry[] {
  // What it takes to see an entry of the menu beyond that is the menu's own matter.
  const open = pages
    .filter(({ path, bare = false }) => path !== '/' && !path.includes(':') && !bare)
    .filter(({ needs = [] }) => allowsAll(granted, needs))
    .sort((one, other) => one.path.length - other.path.length);
  const entries = new Map<string, QuickEntry>();
  for (const { title, path, menu } of open) {
    const label = menu?.label ?? title;
    if (!entries.has(label)) entries.set(label, { label, kind: menu ? words.system : words.page, path });
  }
  return [...entries.values()].sort((one, other) => one.label.localeCompare(other.label));
}

/** Those that hold all the words; those that begin with the first one come first. */
export function matching(entries: readonly QuickEntry[], text: string): readonly QuickEntry[] {
  const words = text.trim().toLowerCase().split(/\s+/);
  const [first = ''] = words;
  const found = entries.filter(({ label, kind }) => {
    const all = `${label} ${kind}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const begins = ({ label }: QuickEntry): boolean => label.toLowerCase().startsWith(first);
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))];
}

/** A search in a list for exactly this text: what its query language would read into it is quoted. */
export const quoted = (text: string): string => `"${text.trim().replace(/["\\]/g, '\\$&')}"`;
