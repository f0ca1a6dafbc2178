/** Declares the TypeScript types that all public elements share. This module contains types only. */
import type { FailureCode } from '../../api/failures.js';
import type { TokenSource } from './connection.js';

/** `detail` of `log-error`. */
export interface LogErrorDetail {
  readonly error: unknown;
  /** Stable name of the kind of failure. */
  readonly code: FailureCode;
  /** Error message of the server or of the element. */
  readonly message: string;
  /** HTTP status of the server's answer; absent when the failure is no answer of the server. */
  readonly status?: number;
  /** Id of the widget that fails; absent when the element as a whole fails. */
  readonly widget?: string;
}

/** `detail` of `log-auth-required`. */
export interface LogAuthRequiredDetail {
  /**
   * `no-session` if nobody is signed in; `token-unavailable` if `getToken` rejected or returned no token;
   * `token-refused` if the server does not accept the token.
   */
  readonly reason: 'no-session' | 'token-unavailable' | 'token-refused';
  /** Reason with which `getToken` rejected; absent if it did not reject. */
  readonly error?: unknown;
}

/** `detail` of `log-navigate`. */
export interface LogNavigateDetail {
  /** Route of the console, such as `/search?q=…`. */
  readonly route: string;
  /** Address of the route in the console. */
  readonly href: string;
  /** True when the route opens in a new tab even in the console itself, for example after a click with the Ctrl key. */
  readonly newTab?: boolean;
}

/** Types of the events that every element emits, by name. All of them bubble and are composed. */
export interface LogElementEvents {
  /** Emitted once, when the element shows its content for the first time; not when it shows a failure. */
  'log-ready': CustomEvent<Record<never, never>>;
  /**
   * Emitted when a part of the content or a requested action starts to fail. It is not repeated until the part works or
   * fails for another reason. Also emitted when a value of an attribute or property is invalid. A missing session is
   * reported by `log-auth-required` alone.
   */
  'log-error': CustomEvent<LogErrorDetail>;
  /** Emitted when everything works again after a failure, and when somebody is signed in again. */
  'log-recovered': CustomEvent<Record<never, never>>;
  /** Emitted when a user must sign in. Cancelable: the default action shows the sign-in form inside the element. */
  'log-auth-required': CustomEvent<LogAuthRequiredDetail>;
  /**
   * Emitted when the user follows a link to the console. Cancelable: the default action opens the console in a new
   * tab.
   */
  'log-navigate': CustomEvent<LogNavigateDetail>;
  /** Emitted when the height of the element's content changes; `height` is in px. */
  'log-resize': CustomEvent<{ readonly height: number }>;
}

/** Properties that every element has, and `addEventListener` with the types of the events in `Events`. */
export interface LogElement<Events extends LogElementEvents = LogElementEvents> extends HTMLElement {
  /**
   * Base URL of the API. If undefined, the URL that the page has set with `configure`, otherwise `/api` relative to the
   * page's base address.
   */
  server: string | undefined;
  /** Address of the full console; if undefined, the base URL of the API without a trailing `/api`. */
  consoleUrl: string | undefined;
  theme: 'auto' | 'light' | 'dark';
  /**
   * IANA name of the time zone. If undefined, the time zone that the page has set with `configure`, otherwise the time
   * zone of the signed-in user, otherwise the time zone of the browser.
   */
  timezone: string | undefined;
  readonly: boolean;
  /** With `host` the page handles the sign-in: the element shows no sign-in form and only emits `log-auth-required`. */
  auth: 'form' | 'host';
  /**
   * Function that returns a token. It is called when a token is first needed, before the end that the token names in
   * `expires_at`, and after an answer with HTTP status 401. When the page sets another function, that function is
   * called without waiting for an API call, and its token replaces the present one. If undefined, and `configure` sets
   * no function either, a cookie of the page's origin or a sign-in in the element identifies the session.
   */
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
