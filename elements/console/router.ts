/**
 * Finds the page of an address with Navigo. Pages do not read `window.location`; they get a Location and navigate
 * with paths without the base path.
 */
import Navigo from 'navigo';
import { PressedFrom } from '../kit/pressed-from.js';
import type { LeaveBlocker, LeaveGate } from '../kit/leave-guard.js';
import { pathOfRoute } from '../kit/pages.js';
import { matchRoute, pages, type Location } from './pages.js';

export interface Router extends LeaveGate {
  /** Returns the same object until the address changes. */
  location(): Location;
  /** Calls the listener after each change of the address; returns a function that removes the listener. */
  subscribe(listener: () => void): () => void;
  /**
   * Opens a path without the base path, for example `/search?q=error`. When the path leads to another page and a
   * blocker has unsaved changes, the user is asked first.
   */
  navigate(path: string, options?: NavigateOptions): void;
  /**
   * Shows an earlier address. If the previous history entry has this address, the router goes back, so that the
   * browser's Back never leads to the same page. Otherwise the current entry is replaced.
   */
  goBackTo(path: string): void;
  /** Returns the id of the current history entry; the id lives as long as the tab. */
  entry(): string;
  /** Returns the address of a path for links, that is, the path with the base path. */
  href(path: string): string;
  /** Returns the path without the base path of an address of this console; undefined for any other address. */
  pathOf(href: string): string | undefined;
  /** Resolves to true if no page has unsaved changes or the user agrees to lose them. */
  mayLeave(): Promise<boolean>;
  close(): void;
}

export interface NavigateOptions {
  readonly replace?: boolean;
  /** True when the user has already agreed to leave, so that no blocker asks again. */
  readonly leaving?: boolean;
  /** True when the displayed page continues under the new address, such as a search that was just saved. */
  readonly samePage?: boolean;
}

/**
 * Key in a history entry's state for its position in the history, which distinguishes going back from going forward.
 */
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

/** Returns true if two paths are equal, regardless of how their query strings are encoded. */
function isSame(one: string, other: string): boolean {
  const written = (path: string) => {
    const [name, search] = partsOf(path);
    return `${name}?${new URLSearchParams(search)}`;
  };
  return written(one) === written(other);
}

/** Returns true if Navigo can parse the current address; an invalid percent-encoding makes Navigo throw. */
function isDecodable(): boolean {
  try {
    decodeURIComponent(window.location.pathname + window.location.search);
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates the router and starts listening to the browser's history.
 *
 * @param basePath path below which the console lives, without a trailing slash; '' for the root
 */
export function createRouter(basePath: string): Router {
  const listeners = new Set<() => void>();
  const blockers = new Set<LeaveBlocker>();
  const pressedFrom = new PressedFrom();
  let place = placeOf(window.history.state) ?? 0;
  const entryOf = (state: unknown): string => {
    const entry = valueOf(state, entryKey);
    return typeof entry === 'string' ? entry : newEntry();
  };
  window.history.replaceState(
    { ...(window.history.state as object | null), [placeKey]: place, [entryKey]: entryOf(window.history.state) },
    '',
  );
  // This listener must be registered before Navigo's listener, so that blocked navigation does not reach Navigo.
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
  /**
   * Returns true if a blocker within the page, such as an editor with unsaved changes, must agree before the router
   * goes back.
   */
  const isBlockedInPage = (path: string): boolean =>
    path === current.path && [...blockers].some((blocker) => blocker.inPage && blocker.isDirty());

  async function mayLeave(inPage = false): Promise<boolean> {
    // The end of a save is reported one microtask before the blockers see it, so the blockers are checked one microtask
    // later.
    await Promise.resolve();
    // Only the first blocker with unsaved changes asks the user, because one question is enough.
    const dirty = [...blockers].find((blocker) => (blocker.inPage || !inPage) && blocker.isDirty());
    return dirty === undefined || dirty.ask();
  }

  /**
   * Meaning of the next `popstate` event: `return` after a blocked navigation was reverted, `pass` when it must not be
   * blocked; undefined: the user navigates.
   */
  let expected: 'return' | 'pass' | undefined;
  let pending = false;
  /** Called when the browser has returned to the entry with unsaved changes. */
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
      // The browser has already moved, so it first returns to the entry with the changes, and then the user is asked.
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

  /** Navigations that wait until the browser has gone back; undefined: the browser is not going back. */
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
    // The browser goes back asynchronously; pages get the new location immediately.
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
      pressedFrom.giveBack();
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
      pressedFrom.close();
      window.removeEventListener('popstate', popped);
      navigo.destroy();
    },
  };
}
