/**
 * Tables of pages: one entry says all that the console and an element know of a page: its address, its title, what it takes to
 * see it, and what shows it.
 */
import { createContext, useContext, type ComponentType } from 'react';
import type { EntityListQuestion } from '../../machines/entity-list.js';

/** Props of an area's page. */
export interface PageProps {
  /** Decoded parameters of the address: `{ userId: '…' }`. */
  readonly params: Readonly<Record<string, string>>;
  /** The query string of the address, without `?`. */
  readonly search?: string;
  /** Page, query and filters of a list, where the address holds them. */
  readonly question?: EntityListQuestion | undefined;
  readonly onQuestion?: ((question: EntityListQuestion) => void) | undefined;
  /** Replaces the query string of the address where the page owns the address. */
  readonly onSearch?: ((search: string) => void) | undefined;
}

/** Place of the page among the others. */
export interface PagePlace {
  /** Route below the console's base, `:name` for a parameter. */
  readonly path: string;
  /** In the title of the window and in breadcrumbs, until the page has a name of its own. */
  readonly title: string;
  /** Permissions, all of which are needed to open it. */
  readonly needs?: readonly string[];
  /** Path of the page above it: breadcrumbs lead there. */
  readonly within?: string;
}

/** A page of an area of administration. */
export interface Page extends PagePlace {
  /** Lazily loaded (`lazyPart`). */
  readonly Content: ComponentType<PageProps>;
}

const patterns = new Map<string, { readonly names: readonly string[]; readonly pattern: RegExp }>();

function patternOf(path: string): { readonly names: readonly string[]; readonly pattern: RegExp } {
  let known = patterns.get(path);
  if (!known) {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    known = { names, pattern: new RegExp(`^${path.replace(/:\w+/g, '([^/]+)').replace(/\/$/, '')}/?$`) };
    patterns.set(path, known);
  }
  return known;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A route without its query string. */
export const pathOfRoute = (route: string): string => route.replace(/[?#].*$/, '');

export interface PageMatch<Entry> {
  readonly page: Entry;
  readonly params: Readonly<Record<string, string>>;
}

/** The page that an address (without query string) is. Fixed paths win over parameters; a parameter is one decoded segment. */
export function matchPage<Entry extends { readonly path: string }>(
  pages: readonly Entry[],
  address: string,
): PageMatch<Entry> | undefined {
  const hits = pages.filter(({ path }) => patternOf(path).pattern.test(address));
  const page = hits.find(({ path }) => !path.includes(':')) ?? hits[0];
  if (!page) return undefined;
  const { names, pattern } = patternOf(page.path);
  const values = pattern.exec(address)?.slice(1) ?? [];
  return { page, params: Object.fromEntries(names.map((name, index) => [name, decode(values[index] ?? '')])) };
}

/** The address of a page: `routeOf('/system/users/edit/:userId', { userId })`. */
export function routeOf(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** The pages above, uppermost first. */
export function pagesAbove(pages: readonly PagePlace[], page: PagePlace): readonly PagePlace[] {
  const above = pages.find(({ path }) => path === page.within);
  return above ? [...pagesAbove(pages, above), above] : [];
}

/** The pages above the one that is shown, for its breadcrumbs; the header of a page reads it. */
export const PagesAboveContext = createContext<readonly PagePlace[]>([]);

export const usePagesAbove = (): readonly PagePlace[] => useContext(PagesAboveContext);
