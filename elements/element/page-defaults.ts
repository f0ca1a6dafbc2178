/**
 * Defaults for all elements of a page, which the page sets with `configure({ server, getToken, theme, timezone, locale
 * })`. An attribute or property of an element takes precedence over the default; the theme `auto` counts as not set.
 * The defaults are stored under a global symbol, so that all copies of this module on a page share them.
 */
import { address, BadValue, oneOf, timeZone } from './attributes.js';
import type { TokenSource } from './connection.js';

export interface PageDefaults {
  /** Base URL of the API; default of the attribute `server`. */
  readonly server?: string | undefined;
  readonly getToken?: TokenSource['getToken'];
  readonly theme?: 'auto' | 'light' | 'dark' | undefined;
  /** IANA name of the time zone in which times are displayed. */
  readonly timezone?: string | undefined;
  /**
   * BCP 47 language tag for numbers, and for the names of months and days in calendars. Other dates are the same in all
   * languages. If undefined, numbers are written as in English, and names are those of the browser's language.
   */
  readonly locale?: string | undefined;
}

interface Shared {
  values: PageDefaults;
  readonly listeners: Set<() => void>;
}

const key = Symbol.for('log-console.page-defaults');
const shared = (): Shared => {
  const page = globalThis as { [key]?: Shared };
  return (page[key] ??= { values: {}, listeners: new Set() });
};

export const pageDefaults = (): PageDefaults => shared().values;

/**
 * Calls `listener` whenever the defaults change.
 * @returns a function that removes the listener
 */
export function onPageDefaults(listener: () => void): () => void {
  const { listeners } = shared();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const checks = {
  server: address().accept,
  theme: oneOf(['auto', 'light', 'dark'], 'auto').accept,
  timezone: timeZone().accept,
  locale: (value: unknown): string | undefined => {
    if (value === undefined) return undefined;
    try {
      return Intl.getCanonicalLocales(value as string)[0];
    } catch {
      throw new BadValue('a language tag such as de-DE', value);
    }
  },
  getToken: (value: unknown): PageDefaults['getToken'] => {
    if (value === undefined || typeof value === 'function') return value as PageDefaults['getToken'];
    throw new BadValue('a function', value);
  },
};

/**
 * Sets the defaults of all elements of the page; a page may call it at any time and repeatedly. A default that is
 * absent from the argument keeps its value; one that is undefined is removed.
 * @throws TypeError for an unknown default or an invalid value; no default is changed then
 */
export function configure(defaults: PageDefaults): void {
  const own = shared();
  const checked = Object.entries(defaults).map(([name, value]) => {
    const check = (checks as Readonly<Record<string, (value: unknown) => unknown>>)[name];
    if (!check) throw new TypeError(`configure: there is no setting ${JSON.stringify(name)}`);
    try {
      return [name, check(value)] as const;
    } catch (error) {
      throw new TypeError(`configure: ${name}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  });
  own.values = { ...own.values, ...Object.fromEntries(checked) };
  for (const listener of [...own.listeners]) listener();
}
