/**
 * The router: Navigo over the page table. Only this module of the elements reads `location`; pages get a Location and
 * navigate with addresses below the base path.
 */
import Navigo from 'navigo';
import type { LeaveBlocker, LeaveGate } from '../kit/leave-guard.js';
import { pathOfRoute } from '../kit/pages.js';
import { matchRoute, pages, type Location } from './pages.js';

export interface Router extends LeaveGate {
  /** Returns the same object until the address changes. */
  location(): Location;
  /** @returns a function that removes the listener */
  subscribe(listener: () => void): () => void;
  /** Opens a path below the base path, e.g. `/search?q=error`; a different page only when no blocker objects. */
  navigate(path: string, options?: NavigateOptions): void;
  /**
   * Shows an earlier address: goes back when the previous history entry has it, so that the browser's Back never leads
   * to the same page; otherwise replaces the current entry.
   */
  goBackTo(path: string): void;
  /** Identifies the current history entry; the id lives as long as the tab. */
  entry(): string;
  /** Builds the address of a path, including the base path, for links. */
  href(path: string): string;
  /** Extracts the path below the base path from an address of this console; undefined for any other address. */
  pathOf(href: string): string | undefined;
  /** Asks the blockers whether the page may be left. */
  mayLeave(): Promise<boolean>;
  close(): void;
}

interface NavigateOptions {
  readonly replace?: boolean;
  /** True when the blockers were already asked. */
  readonly leaving?: boolean;
  /** True when the displayed page continues under the new address, such as a search that was just saved. */
  readonly samePage?: boolean;
}

/** The state of a history entry contains its position, which distinguishes back from forward. */
const placeKey = 'logConsolePlace';
/** Key in a history entry's state for the path from which a page opened this entry. */
const openedFromKey = 'logConsoleOpenedFrom';
const entryKey = 'logConsoleEntry';
const newEntry = (): string => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;
const valueOf = (state: unknown, key: string): unknown =>
  typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[key] : undefined;
function placeOf(state: unknown): number | undefined {
  const place = valueOf(state, placeKey);
  return typeof place === 'number' ? place : undefined;
}

const partsOf = (path: string): [path: string, search: string] => {
  const at = path.indexOf('?');
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at + 1)];
};

/** Tells whether two paths are equal, regardless of how their queries are encoded. */
function isSame(one: string, other: string): boolean {
  const written = (path: string) => {
    const [name, search] = partsOf(path);
    return `${name}?${new URLSearchParams(search)}`;
  };
  return written(one) === written(other);
}

/** Tells whether Navigo can parse the address: a stray `%` makes it throw. */
function isDecodable(): boolean {
  try {
    decodeURIComponent(window.location.pathname + window.location.search);
    return true;
  } catch {
    return false;
  }
}

/** @param basePath without a trailing slash; '' for the root */
export function createRouter(basePath: string): Router {
  const listeners = new Set<() => void>();
  const blockers = new Set<LeaveBlocker>();
  let place = placeOf(window.history.state) ?? 0;
  const entryOf = (state: unknown): string => {
    const entry = valueOf(state, entryKey);
    return typeof entry === 'string' ? entry : newEntry();
  };
  window.history.replaceState(
    { ...(window.history.state as object | null), [placeKey]: place, [entryKey]: entryOf(window.history.state) },
    '',
  );
  // Registered before Navigo's listener, so that blocked navigation does not reach Navigo.
  window.addEventListener('popstate', popped);
  const navigo = new Navigo(basePath || '/', { noMatchWarning: true, linksSelector: 'a[data-log-console-route]' });
  let current = read();

  function read(): Location {
    const { pathname, search } = window.location;
    // At an address outside the base path, such as a portal page, the console shows its start page.
    const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : '/';
    return matchRoute(path, search.replace(/^\?/, ''));
  }

  const pathOf = ({ path, search }: Location): string => (search === '' ? path : `${path}?${search}`);

  function arrived(next = read()) {
    if (next.path === current.path && next.search === current.search) return;
    const goesOn = next.path === current.path && current.shownAs !== undefined;
    current = goesOn ? { ...next, shownAs: current.shownAs } : next;
    for (const listener of listeners) listener();
  }

  const isBlocked = (path: string): boolean =>
    path !== current.path && [...blockers].some((blocker) => blocker.isDirty());
  /** Tells whether a blocker handles the Back button within the page, for example by closing an editor. */
  const isBlockedInPage = (path: string): boolean =>
    path === current.path && [...blockers].some((blocker) => blocker.inPage && blocker.isDirty());

  async function mayLeave(inPage = false): Promise<boolean> {
    // A save reports its end one microtask before its state is visible.
    await Promise.resolve();
    // The first blocker asks; one question is enough, however much would be lost.
    const dirty = [...blockers].find((blocker) => (blocker.inPage || !inPage) && blocker.isDirty());
    return dirty === undefined || dirty.ask();
  }

  /** Meaning of the browser's next history event; undefined: the user navigated. */
  let expected: 'return' | 'pass' | undefined;
  let pending = false;
  /** Runs when the browser has returned to the previous entry. */
  let returned: (() => void) | undefined;
  function popped(event: PopStateEvent) {
    const next = placeOf(event.state) ?? place - 1;
    if (expected === 'return') {
      expected = undefined;
      event.stopImmediatePropagation();
      returned?.();
      return;
    }
    const to = read().path;
    const inPage = isBlockedInPage(to);
    if (expected === undefined && next !== place && (inPage || isBlocked(to))) {
      // The browser has already moved: go back to the entry with the changes first, then ask.
      const steps = next - place;
      event.stopImmediatePropagation();
      expected = 'return';
      const back = new Promise<void>((resolve) => (returned = resolve));
      window.history.go(-steps);
      if (pending) return;
      pending = true;
      void Promise.all([mayLeave(inPage), back]).then(([leave]) => {
        pending = false;
        if (!leave) return;
        expected = 'pass';
        window.history.go(steps);
      });
      return;
    }
    expected = undefined;
    place = next;
    const held = goingBack ?? [];
    goingBack = undefined;
    if (!isDecodable()) {
      event.stopImmediatePropagation();
      arrived();
    }
    for (const go of held) go();
  }

  function resolve() {
    if (isDecodable()) navigo.resolve();
    arrived();
  }

  /** Callbacks that wait for the browser to go back; undefined: the history is at `current`. */
  let goingBack: (() => void)[] | undefined;

  function go(path: string, replace: boolean, samePage = false) {
    if (goingBack) return void goingBack.push(() => go(path, replace, samePage));
    const shown = current.shownAs ?? current.path;
    if (!replace) place += 1;
    const openedFrom = replace ? valueOf(window.history.state, openedFromKey) : pathOf(current);
    // The browser's history is changed directly, because Navigo would normalise the query string, which must stay as
    // written.
    window.history[replace ? 'replaceState' : 'pushState'](
      {
        [placeKey]: place,
        [openedFromKey]: openedFrom,
        [entryKey]: replace ? entryOf(window.history.state) : newEntry(),
      },
      '',
      href(path),
    );
    if (samePage) arrived({ ...read(), shownAs: shown });
    resolve();
  }

  function goBackTo(path: string) {
    const before = valueOf(window.history.state, openedFromKey);
    if (goingBack || typeof before !== 'string' || !isSame(before, path)) return go(path, true);
    goingBack = [];
    expected = 'pass';
    window.history.back();
    // Pages see the new location immediately.
    arrived(matchRoute(...partsOf(before)));
  }

  for (const { path } of pages) navigo.on(path, () => arrived(), { already: () => arrived() });
  navigo.notFound(() => arrived());
  resolve();

  const href = (path: string) => `${basePath}${path}`;
  return {
    location: () => current,
    entry: () => entryOf(window.history.state),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    navigate(path, { replace = false, leaving = false, samePage = false } = {}) {
      if (leaving || samePage || !isBlocked(pathOfRoute(path))) return go(path, replace, samePage);
      void mayLeave().then((leave) => leave && go(path, replace));
    },
    goBackTo,
    block(blocker) {
      blockers.add(blocker);
      return () => blockers.delete(blocker);
    },
    mayLeave: () => mayLeave(),
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
