/**
 * Provides the context with the custom element that surrounds a component, and hooks for its methods and for
 * navigation.
 */
import { createContext, useCallback, useContext, useEffect, useId, useRef, type MouseEvent } from 'react';
import type { ElementHealth } from './element-health.js';
import type { LogNavigateDetail } from './public-face.js';
import type { Switches } from './switches.js';
import type { Theme } from './theme/host-style.js';

export interface EmitOptions {
  /** True lets a listener prevent the default action; default: as declared for the event in `defineElement`. */
  readonly cancelable?: boolean;
  /**
   * True keeps the event from the host page: only components around the emitting one, such as the pages of the console,
   * receive it.
   */
  readonly inside?: boolean;
}

export type ElementMethods = Readonly<Record<string, (...values: never[]) => unknown>>;

export interface HostElementFace extends Switches {
  /** The custom element. */
  readonly element: HTMLElement;
  /**
   * Dispatches a bubbling, composed event on the element.
   * @returns false when a listener prevented the default action of the event
   */
  emit(name: `log-${string}`, detail?: object, options?: EmitOptions): boolean;
  /** Sets a property of the element, and its attribute if it has one, after a change by the user; emits no event. */
  reflect(property: string, value: unknown): void;
  /**
   * Reports that the content is shown and works: emits `log-ready` at the first call. Components call it in elements
   * that are defined with `ready: 'component'`; in other elements `ElementRoot` calls it.
   */
  ready(): void;
  /** Reports that the content as a whole fails, until the next call of `ready`. */
  fail(error: unknown): void;
  /** Reports an invalid value of a property with `log-error`; the content stays as it is. */
  report(error: unknown, property: string): void;
  /**
   * The state of the element; parts of the content report their failures here. It is the same object at every
   * rendering.
   */
  readonly health: ElementHealth;
  /**
   * Place where users sign in: `form` shows the sign-in form in the element; `host` leaves the sign-in to the host
   * page.
   */
  readonly auth: 'form' | 'host';
  /**
   * IANA name of the time zone: the value of the attribute or of `configure`, otherwise the time zone of the signed-in
   * user, otherwise the time zone of the browser.
   */
  readonly timezone: string;
  /** The time zone that the page sets, by the attribute or `configure`; undefined: times follow the user's setting. */
  readonly ownTimezone: string | undefined;
  /** BCP 47 language tag for formatting numbers and dates. */
  readonly locale: string;
  /** The active theme, light or dark. */
  readonly theme: Theme;
  /** Base URL of the full console for links, without a trailing slash. */
  readonly consoleUrl: string;
  /** False hides the links to the console: the viewer is a guest, and the page does not set `console-url`. */
  readonly linked: boolean;
  /** Base URL of the API. */
  readonly server: string;
}

/**
 * Reports to the host page that a part of the content fails, for as long as the calling component passes an error.
 *
 * @param error undefined or null while the part works
 * @param widget id of the widget that fails
 */
export function useTrouble(error: unknown, widget?: string): void {
  const { health } = useHostElement();
  const own = useId();
  const part = widget ?? own;
  useEffect(() => {
    if (error === undefined || error === null) return undefined;
    health.fails(error, part, widget);
    return () => health.works(part);
  }, [health, error, part, widget]);
}

/** Registry of the functions that the element calls when the host page calls the element's public methods. */
export interface MethodRegistry {
  offer(methods: ElementMethods): () => void;
}

export const HostContext = createContext<HostElementFace | undefined>(undefined);
export const MethodContext = createContext<MethodRegistry | undefined>(undefined);

export function useHostElement(): HostElementFace {
  const face = useContext(HostContext);
  if (!face) throw new Error('useHostElement needs an element around it');
  return face;
}

/**
 * Returns a getter of the time zone that the host page sets; it returns undefined while times follow the user's
 * setting.
 */
export function useOwnZone(): () => string | undefined {
  const { ownTimezone } = useHostElement();
  const latest = useRef(ownTimezone);
  useEffect(() => {
    latest.current = ownTimezone;
  }, [ownTimezone]);
  return useCallback(() => latest.current, []);
}

/**
 * Registers the functions that implement the element's public methods, which are declared in `defineElement`. A call
 * always reaches the functions of the latest rendering.
 */
export function useElementMethods(methods: ElementMethods): void {
  const registry = useContext(MethodContext);
  const latest = useRef(methods);
  useEffect(() => {
    latest.current = methods;
  });
  useEffect(() => {
    const names = Object.keys(latest.current);
    return registry?.offer(
      Object.fromEntries(names.map((name) => [name, (...values: never[]) => latest.current[name]?.(...values)])),
    );
  }, [registry]);
}

export interface NavigateOptions {
  /** True opens the route in a new tab even in the console, unless a listener of `log-navigate` prevents it. */
  readonly newTab?: boolean;
}

const tellNavigation = (host: HostElementFace, route: string, options?: NavigateOptions): boolean =>
  host.emit('log-navigate', { route, href: hrefOf(host, route), ...options }, { cancelable: true });

/**
 * Returns an `emit` that keeps links inside the page. After `log-navigate`, `open` shows the route, unless a listener
 * has prevented the default action or the link opens a new tab.
 * @param open shows a route; returns false if it cannot, so that the default action follows
 */
export const emitWithin =
  (host: Pick<HostElementFace, 'emit'>, open: (route: string) => boolean): HostElementFace['emit'] =>
  (name, detail, options) => {
    if (!host.emit(name, detail, options)) return false;
    if (name !== 'log-navigate') return true;
    // Every event named `log-navigate` has this detail.
    const { route, newTab } = detail as LogNavigateDetail;
    return newTab === true || !open(route);
  };

/**
 * Returns a function that follows a route of the console, such as `/search?q=…`: it emits `log-navigate` and, unless a
 * listener prevents the default action or links to the console are hidden, opens the full console in a new tab.
 */
export function useNavigate(): (route: string, options?: NavigateOptions) => void {
  const host = useHostElement();
  return (route, options) => {
    if (tellNavigation(host, route, options) && host.linked) window.open(hrefOf(host, route), '_blank', 'noopener');
  };
}

/** Returns whether the keys held during a click on a link make the browser open a new tab or window. */
export const opensElsewhere = (event: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>): boolean =>
  event.ctrlKey || event.metaKey || event.shiftKey;

/**
 * Returns the function that handles a click on a link to a route of the console. The browser follows the link when it
 * opens a new tab: with `newTab`, with the middle button, or with Ctrl, Shift or the Meta key. A click emits
 * `log-navigate`, so that the host page can prevent it, unless the click is prevented already or made with another
 * button than the left or the middle one.
 */
export function useFollow(): (event: MouseEvent, route: string, newTab?: boolean) => void {
  const host = useHostElement();
  const navigate = useNavigate();
  return (event, route, newTab) => {
    if (event.defaultPrevented || event.button > 1) return;
    const isNewTab = newTab || event.button || opensElsewhere(event);
    if (!isNewTab) navigate(route);
    if (!isNewTab || !tellNavigation(host, route, { newTab: true })) event.preventDefault();
  };
}

/** Returns the address of a route in the full console. */
export function hrefOf(host: Pick<HostElementFace, 'consoleUrl'>, route: string): string {
  return `${host.consoleUrl}${route.startsWith('/') ? '' : '/'}${route}`;
}
