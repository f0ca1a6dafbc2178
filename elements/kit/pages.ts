/** Tables of pages: each entry has all facts about a page: address, title, required permissions, and component. */
import { createContext, useContext, type ComponentType } from 'react';
import type { EntityListQuestion } from '../../machines/entity-list.js';

/** Props of an area's page. */
export interface PageProps {
  /** Decoded parameters of the address: `{ userId: '…' }`. */
  readonly params: Readonly<Record<string, string>>;
  /** The query string of the address, without `?`. */
  readonly search?: string;
  /** Page, query and filters of a list that the address contains. */
  readonly question?: EntityListQuestion | undefined;
  readonly onQuestion?: ((question: EntityListQuestion) => void) | undefined;
  /** Replaces the query string of the address where the page owns the address. */
  readonly onSearch?: ((search: string) => void) | undefined;
}

/** Place of a page in the hierarchy. */
export interface PagePlace {
  /** Route below the console's base path, with `:name` for a parameter. */
  readonly path: string;
  /** Title for the window and the breadcrumbs, until the page sets a name. */
  readonly title: string;
  /** Permissions, all of which are needed to open it. */
  readonly needs?: readonly string[];
  /** Path of the parent page in the breadcrumbs. */
  readonly within?: string;
}

/** Page of an administration area. */
export interface Page extends PagePlace {
  /** Lazily loaded component (`lazyPart`). */
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

/** Removes the query string from a route. */
export const pathOfRoute = (route: string): string => route.replace(/[?#].*$/, '');

export interface PageMatch<Entry> {
  readonly page: Entry;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds the page of an address (without query string). Fixed paths take precedence over parameters; a parameter is one
 * decoded segment.
 */
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

/** Builds the address of a page: `routeOf('/system/users/edit/:userId', { userId })`. */
export function routeOf(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** Returns the ancestors of a page, topmost first. */
export function pagesAbove(pages: readonly PagePlace[], page: PagePlace): readonly PagePlace[] {
  const above = pages.find(({ path }) => path === page.within);
  return above ? [...pagesAbove(pages, above), above] : [];
}

/** Ancestors of the current page, which the page header shows as breadcrumbs. */
export const PagesAboveContext = createContext<readonly PagePlace[]>([]);

export const usePagesAbove = (): readonly PagePlace[] => useContext(PagesAboveContext);
