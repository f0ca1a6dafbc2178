/**
 * The address bar: Navigo over the route table. The only place of the elements that reads `location`; pages get a
 * Location and answer with addresses below the base path.
 */
import Navigo from 'navigo';
import type { LeaveBlocker, LeaveGate } from '../kit/leave-guard.js';
import { matchRoute, routes, type Location } from './routes.js';

export interface Router extends LeaveGate {
  /** The same object until the address changes. */
  location(): Location;
  /** @returns the function that ends it */
  subscribe(listener: () => void): () => void;
  /** Goes to a path below the base path, e.g. `/search?q=error`; to another page only when no blocker objects. */
  navigate(path: string, options?: NavigateOptions): void;
  /** Address of a path, base path included, for links. */
  href(path: string): string;
  /** The path below the base path that an address of this console names; undefined for any other address. */
  pathOf(href: string): string | undefined;
  /** Whether everything on the page may be left: asks the blockers. */
  mayLeave(): Promise<boolean>;
  close(): void;
}

export interface NavigateOptions {
  readonly replace?: boolean;
  /** The blockers were asked already. */
  readonly leaving?: boolean;
}

/** Where an entry stands in the browser's history, kept in its state: tells back from forward. */
const placeKey = 'logConsolePlace';
function placeOf(state: unknown): number | undefined {
  const place = typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[placeKey] : undefined;
  return typeof place === 'number' ? place : undefined;
}

/** Whether Navigo can take the address: a stray `%`, as in a link that somebody wrote, makes it throw. */
function isDecodable(): boolean {
  try {
    decodeURIComponent(window.location.pathname + window.location.search);
    return true;
  } catch {
    return false;
  }
}

/** @param basePath without a slash at its end; '' for the root */
export function createRouter(basePath: string): Router {
  const listeners = new Set<() => void>();
  const blockers = new Set<LeaveBlocker>();
  let place = placeOf(window.history.state) ?? 0;
  window.history.replaceState({ [placeKey]: place }, '');
  // Before Navigo's own listener: what is held back here does not reach it.
  window.addEventListener('popstate', popped);
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

  const isBlocked = (path: string): boolean =>
    path !== current.path && [...blockers].some((blocker) => blocker.isDirty());

  async function mayLeave(): Promise<boolean> {
    // A save that has just ended is told before its state is seen.
    await Promise.resolve();
    // One question is enough, however much would be lost.
    const dirty = [...blockers].find((blocker) => blocker.isDirty());
    return dirty === undefined || dirty.ask();
  }

  /** What the browser's next move in the history means; undefined: the person's own. */
  let expected: 'return' | 'pass' | undefined;
  let asking = false;
  function popped(event: PopStateEvent) {
    const next = placeOf(event.state) ?? place - 1;
    if (expected === 'return') {
      expected = undefined;
      event.stopImmediatePropagation();
      return;
    }
    if (expected === undefined && next !== place && isBlocked(read().path)) {
      // The browser has moved already: back to where the changes are, then ask.
      const steps = next - place;
      event.stopImmediatePropagation();
      expected = 'return';
      window.history.go(-steps);
      if (asking) return;
      asking = true;
      void mayLeave().then((leave) => {
        asking = false;
        if (!leave) return;
        expected = 'pass';
        window.history.go(steps);
      });
      return;
    }
    expected = undefined;
    place = next;
    if (isDecodable()) return;
    event.stopImmediatePropagation();
    arrived();
  }

  function resolve() {
    if (isDecodable()) navigo.resolve();
    arrived();
  }

  function go(path: string, replace: boolean) {
    if (!replace) place += 1;
    // The browser's own history is told first: Navigo would normalise the query string, which must stay as written.
    window.history[replace ? 'replaceState' : 'pushState']({ [placeKey]: place }, '', href(path));
    resolve();
  }

  for (const { path } of routes) navigo.on(path, arrived, { already: arrived });
  navigo.notFound(arrived);
  resolve();

  const href = (path: string) => `${basePath}${path}`;
  return {
    location: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    navigate(path, { replace = false, leaving = false } = {}) {
      if (leaving || !isBlocked(path.replace(/[?#].*$/, ''))) return go(path, replace);
      void mayLeave().then((leave) => leave && go(path, replace));
    },
    block(blocker) {
      blockers.add(blocker);
      return () => blockers.delete(blocker);
    },
    mayLeave,
    href,
    pathOf(address) {
      const url = new URL(address, window.location.href);
      if (url.origin !== window.location.origin) return undefined;
      if (url.pathname !== basePath && !url.pathname.startsWith(`${basePath}/`)) return undefined;
      return `${url.pathname.slice(basePath.length) || '/'}${url.search}`;
    },
    close() {
      listeners.clear();
      window.removeEventListener('popstate', popped);
      navigo.destroy();
    },
  };
}
