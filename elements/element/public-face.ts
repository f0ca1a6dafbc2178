/** TypeScript interface shared by all public elements. This module contains types only. */
import type { TokenSource } from './connection.js';

/** `detail` of `log-error`. */
export interface LogErrorDetail {
  readonly error: unknown;
  /**
   * Stable name of the failure: `bad-request`, `unauthorized`, `forbidden`, `not-found`, `unreachable`, `bad-value`,
   * `failed` and others.
   */
  readonly code: string;
  /** Message of the server or the element. */
  readonly message: string;
  /** HTTP status; absent when the server did not answer. */
  readonly status?: number;
}

/** `detail` of `log-auth-required`. */
export interface LogAuthRequiredDetail {
  /** `no-session`: nobody is signed in; `token-unavailable`: `getToken` rejected or gave no token. */
  readonly reason: 'no-session' | 'token-unavailable';
  /** Reason with which `getToken` rejected; absent otherwise. */
  readonly error?: unknown;
}

/** `detail` of the events that every element emits. All of them bubble and are composed. */
export interface LogElementEvents {
  /** Fires when the first content is shown. */
  'log-ready': CustomEvent<Record<never, never>>;
  'log-error': CustomEvent<LogErrorDetail>;
  /** Cancelable: the default is the login form inside the element. */
  'log-auth-required': CustomEvent<LogAuthRequiredDetail>;
  /** Cancelable: the default opens the console in a new tab. */
  'log-navigate': CustomEvent<{ readonly route: string; readonly href: string }>;
  /** Height of the element's content in px. */
  'log-resize': CustomEvent<{ readonly height: number }>;
}

/** Attributes and properties of every element, and listeners that know the events of `Events`. */
export interface LogElement<Events extends LogElementEvents = LogElementEvents> extends HTMLElement {
  /** Base URL of the API; `/api` of the page's origin if absent. */
  server: string | undefined;
  /** Address of the full console; `server` without `/api` if absent. */
  consoleUrl: string | undefined;
  theme: 'auto' | 'light' | 'dark';
  /** IANA name; the user's, else the browser's if absent. */
  timezone: string | undefined;
  readonly: boolean;
  /** `host`: the page handles sign-in; the element shows no form and only emits `log-auth-required`. */
  auth: 'form' | 'host';
  /** Function that returns an access token, called at first need and after a 401; absent: the cookie session. */
  getToken: TokenSource['getToken'] | undefined;

  addEventListener<Name extends keyof Events>(
    name: Name,
    listener: (this: this, event: Events[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (this: this, event: HTMLElementEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}
