/** Context with the custom element that surrounds a component. */
import { createContext, useCallback, useContext, useEffect, useRef } from 'react';
import type { Switches } from './switches.js';
import type { Theme } from './theme/host-style.js';

export interface EmitOptions {
  /** True lets a listener prevent the default. Events declared in `defineElement` need no such option. */
  readonly cancelable?: boolean;
  /** True keeps the event inside the console; the host page does not receive it, because the user changed nothing. */
  readonly inside?: boolean;
}

export type ElementMethods = Readonly<Record<string, (...values: never[]) => unknown>>;

export interface HostElementFace extends Switches {
  /** The custom element. */
  readonly element: HTMLElement;
  /**
   * Dispatches an event on the element (bubbling, composed).
   * @returns false when a listener prevented its default
   */
  emit(name: `log-${string}`, detail?: object, options?: EmitOptions): boolean;
  /** Writes a change by the user to the property (and attribute) of the element. Causes no error and no event. */
  reflect(property: string, value: unknown): void;
  /**
   * Reports that the first content is on screen (`log-ready`, once). Only for elements defined with `ready:
   * 'component'`.
   */
  ready(): void;
  /** Reports a failure to the page: `log-error` with its HTTP status, if there is one. */
  fail(error: unknown): void;
  /** Decides where users sign in: `form` shows the sign-in form in the element; `host` leaves it to the host page. */
  readonly auth: 'form' | 'host';
  /** IANA name of the time zone: the attribute's, else the signed-in user's, else the browser's. */
  readonly timezone: string;
  /** BCP 47 tag for numbers and dates. */
  readonly locale: string;
  /** The active theme. */
  readonly theme: Theme;
  /** Base URL of the full console for links, without a trailing slash. */
  readonly consoleUrl: string;
  /** Base URL of the API. */
  readonly server: string;
}

/** Registry through which methods called by the host page reach the functions of the component. */
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

/** Returns a getter for the element's own time zone: undefined while times follow the user's setting. */
export function useOwnZone(): () => string | undefined {
  const { element, timezone } = useHostElement();
  const own = element.hasAttribute('timezone') ? timezone : undefined;
  const latest = useRef(own);
  useEffect(() => {
    latest.current = own;
  }, [own]);
  return useCallback(() => latest.current, []);
}

/**
 * Registers the functions behind the element's public methods (declared in `defineElement`); calls always reach the
 * latest version.
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
  /** True opens a new tab without firing `log-navigate`. */
  readonly newTab?: boolean;
}

/**
 * Follows a route of the console (`/search?q=…`): fires `log-navigate`; by default the full console opens in a new tab.
 */
export function useNavigate(): (route: string, options?: NavigateOptions) => void {
  const host = useHostElement();
  return (route, options) => {
    const href = hrefOf(host, route);
    if (options?.newTab || host.emit('log-navigate', { route, href }, { cancelable: true })) {
      window.open(href, '_blank', 'noopener');
    }
  };
}

/** Builds the address of a route in the full console. */
export function hrefOf(host: Pick<HostElementFace, 'consoleUrl'>, route: string): string {
  return `${host.consoleUrl}${route.startsWith('/') ? '' : '/'}${route}`;
}
