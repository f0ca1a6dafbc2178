/** Context of the custom element around a component. */
import { createContext, useCallback, useContext, useEffect, useRef } from 'react';
import type { Switches } from './switches.js';
import type { Theme } from './theme/host-style.js';

export interface EmitOptions {
  /** True lets a listener prevent the default. Events declared in `defineElement` know it themselves. */
  readonly cancelable?: boolean;
  /** True keeps the event inside the console; the host page hears nothing, because nobody changed anything. */
  readonly inside?: boolean;
}

export type ElementMethods = Readonly<Record<string, (...values: never[]) => unknown>>;

export interface HostElementFace extends Switches {
  /** The custom element. */
  readonly element: HTMLElement;
  /** Dispatches an event on the element (bubbling, composed). False when a listener prevented its default. */
  emit(name: `log-${string}`, detail?: object, options?: EmitOptions): boolean;
  /** Writes what the person changed to the property (and attribute) of the element. No error, no event. */
  reflect(property: string, value: unknown): void;
  /** Says that the first content is on screen (`log-ready`, once). Only for elements defined with `ready: 'component'`. */
  ready(): void;
  /** Tells a failure to the page: `log-error` with its status, if it has one. */
  fail(error: unknown): void;
  /** Place of the sign-in form: `form` shows it in the element; `host` leaves it to the host page. */
  readonly auth: 'form' | 'host';
  /** IANA name: the attribute, else the signed-in person's, else the browser's. */
  readonly timezone: string;
  /** BCP 47 tag for numbers and dates. */
  readonly locale: string;
  /** The theme in effect. */
  readonly theme: Theme;
  /** Base URL of the full console, without a slash at its end; for links. */
  readonly consoleUrl: string;
  /** Base URL of the API. */
  readonly server: string;
}

/** Registry in which methods that the host calls find the functions of the component. */
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

/** Returns what tells the element's own time zone at any time: undefined while it shows times as the person has set. */
export function useOwnZone(): () => string | undefined {
  const { element, timezone } = useHostElement();
  const own = element.hasAttribute('timezone') ? timezone : undefined;
  const latest = useRef(own);
  useEffect(() => {
    latest.current = own;
  }, [own]);
  return useCallback(() => latest.current, []);
}

/** Offers the functions behind the element's public methods (those declared in `defineElement`), always in their latest form. */
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
  /** Opens a new tab without asking the page. */
  readonly newTab?: boolean;
}

/**
 * Follows a route of the console (`/search?q=…`): the page is asked by `log-navigate`; by default the full console opens in a new tab.
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

/** The address of a route in the full console. */
export function hrefOf(host: Pick<HostElementFace, 'consoleUrl'>, route: string): string {
  return `${host.consoleUrl}${route.startsWith('/') ? '' : '/'}${route}`;
}
