/** Tables of pages: an entry contains the path, title, required permissions, parent and component of a page. */
import { createContext, useContext, type ComponentType } from 'react';
import type { EntityListQuestion } from '../../machines/entity-list.js';

/** Props of the component of a page. */
export interface PageProps {
  /** Decoded parameters of the path by name: `{ userId: '…' }`. */
  readonly params: Readonly<Record<string, string>>;
  /** The query string of the address, without `?`. */
  readonly search?: string;
  /** Page number, query and filters of the page's list, as read from the address. */
  readonly question?: EntityListQuestion | undefined;
  readonly onQuestion?: ((question: EntityListQuestion) => void) | undefined;
  /** Replaces the query string of the address; undefined where the page does not own the address. */
  readonly onSearch?: ((search: string) => void) | undefined;
}

/** Place of a page in the hierarchy. */
export interface PagePlace {
  /** Route below the console's base path; a segment `:name` is a parameter. */
  readonly path: string;
  /** Title of the page for the window and the breadcrumbs. */
  readonly title: string;
  /** Permissions that the user needs, all of them, to open the page. */
  readonly needs?: readonly string[];
  /** `path` of the parent page in the breadcrumbs. */
  readonly within?: string;
}

/** Page of an administration area. */
export interface Page extends PagePlace {
  /** The page's component, whose script is loaded on demand (`lazyPart`). */
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

/** Returns a route without its query string and fragment. */
export const pathOfRoute = (route: string): string => route.replace(/[?#].*$/, '');

export interface PageMatch<Entry> {
  readonly page: Entry;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Returns the page of an address (without query string) and the decoded values of its parameters, or undefined if no
 * page has the address. A parameter matches one segment; paths without parameters take precedence.
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

/** Returns the route of a page with its parameters filled in: `routeOf('/system/users/edit/:userId', { userId })`. */
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
