/**
 * The address bar: Navigo over the route table. The only place of the elements that reads `location`; pages get a
 * Location and answer with addresses below the base path.
 */
import Navigo from 'navigo';
import { matchRoute, routes, type Location } from './routes.js';

export interface Router {
  /** The same object until the address changes. */
  location(): Location;
  /** @returns the function that ends it */
  subscribe(listener: () => void): () => void;
  /** Goes to a path below the base path, e.g. `/search?q=error`. */
  navigate(path: string, options?: { replace?: boolean }): void;
  /** Address of a path, base path included, for links. */
  href(path: string): string;
  /** The path below the base path that an address of this console names; undefined for any other address. */
  pathOf(href: string): string | undefined;
  close(): void;
}

/** @param basePath without a slash at its end; '' for the root */
export function createRouter(basePath: string): Router {
  const listeners = new Set<() => void>();
  const navigo = new Navigo(basePath || '/', { noMatchWarning: true, linksSelector: 'a[data-log-console-route]' });
  let current = read();

  function read(): Location {
    const { pathname, search } = window.location;
    const path =
      pathname === basePath ? '/' : pathname.slice(pathname.startsWith(`${basePath}/`) ? basePath.length : 0);
    return matchRoute(path, search.replace(/^\?/, ''));
  }

  function arrived() {
    const next = read();
    if (next.path === current.path && next.search === current.search) return;
    current = next;
    for (const listener of listeners) listener();
  }

  for (const { path } of routes) navigo.on(path, arrived, { already: arrived });
  navigo.notFound(arrived);
  navigo.resolve();

  const href = (path: string) => `${basePath}${path}`;
  return {
    location: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    navigate(path, { replace = false } = {}) {
      // The browser's own history is told first: Navigo would normalise the query string, which must stay as written.
      window.history[replace ? 'replaceState' : 'pushState']({}, '', href(path));
      navigo.resolve();
      arrived();
    },
    href,
    pathOf(address) {
      const url = new URL(address, window.location.href);
      if (url.origin !== window.location.origin) return undefined;
      if (url.pathname !== basePath && !url.pathname.startsWith(`${basePath}/`)) return undefined;
      return `${url.pathname.slice(basePath.length) || '/'}${url.search}`;
    },
    close() {
      listeners.clear();
      navigo.destroy();
    },
  };
}
