/**
 * Decides which events an element emits about its state; the rule is the same for all elements:
 *
 * - `log-ready` once, when the content is shown for the first time.
 * - `log-error` when a part of the content or a requested action starts to fail. The event is not repeated until the
 *   part works again or fails for another reason. Nor is it repeated when a further part fails with the same message,
 *   if both parts belong to the same widget or both to none. An unreachable server is reported once for all parts that
 *   fail because of it. A missing session is reported by `log-auth-required` alone.
 * - `log-auth-required` when nobody is signed in. The event is not repeated until somebody is signed in, unless the
 *   reason changes.
 * - `log-recovered` when everything works again, after a `log-error`, or after the session was missing once the content
 *   had been shown.
 */
import { CancelledError } from '@tanstack/react-query';
import { ApiFailure, isOutage, reasonOf, type FailureCode } from '../../api/failures.js';
import type { LogAuthRequiredDetail, LogErrorDetail } from './public-face.js';

/** A failure of the element as a whole, of a part of its content, of the server or of the session. */
interface Trouble {
  readonly message: string;
  readonly isOutage: boolean;
  /** Id of the widget that fails; undefined when the element as a whole fails. */
  readonly widget: string | undefined;
  /** True once the part works again; the trouble is removed at most `calmMs` later, unless the part fails again. */
  isOver: boolean;
}

/** Returns `detail` of `log-error`: the error, and its code, message and status for pages without the error classes. */
export function errorDetail(error: unknown): LogErrorDetail {
  // Cast: anything can be thrown; the members are unknown and are checked before use.
  const { status, code, message } = (error ?? {}) as Partial<Record<string, unknown>>;
  return {
    error,
    // Failures of the API have a `FailureCode`; errors of libraries may have other codes, which are passed on.
    code: typeof code === 'string' ? (code as FailureCode) : 'failed',
    // The page may show the message to users, so the URL of the failed request is only in `error`.
    message:
      error instanceof ApiFailure
        ? reasonOf(error)
        : typeof message === 'string' && message !== ''
          ? message
          : String(error),
    ...(typeof status === 'number' && { status }),
  };
}

/**
 * Milliseconds from the end of a trouble until all ended troubles are removed. The delay exists because a part that is
 * rendered again may fail again at once.
 */
const calmMs = 100;

export class ElementHealth {
  readonly #emit: (name: string, detail?: object) => boolean;
  readonly #troubles = new Map<string, Trouble>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** True from the first reported trouble until `log-recovered`. */
  #isTold = false;
  #isReady = false;
  #isReadyWanted = false;
  /** The last `log-auth-required`; undefined while somebody is signed in. */
  #asked: { readonly reason: string; readonly isPrevented: boolean } | undefined;

  /** @param emit dispatches an event; returns false when the page prevented its default action */
  constructor(emit: (name: string, detail?: object) => boolean) {
    this.#emit = emit;
  }

  /**
   * Records that a part of the element fails, and emits `log-error` unless the failure is reported already or is a
   * missing session.
   * @param part key of the part that fails, with which `works` is called later; empty for the content as a whole
   * @param widget id of the widget that fails; absent when the element as a whole fails
   */
  fails(error: unknown, part = '', widget?: string): void {
    // The answers of a user who is no longer signed in are cancelled; that is no failure of the part.
    if (error instanceof CancelledError) return;
    const detail = errorDetail(error);
    const isSession = detail.code === 'unauthorized';
    const outage = !isSession && isOutage(error);
    // Several parts of the content may fail for one reason, which is reported once.
    const isKnown = [...this.#troubles.values()].some(
      (one) => (one.message === detail.message && one.widget === widget) || (outage && one.isOutage),
    );
    this.#troubles.set(part, { message: detail.message, isOutage: outage, widget, isOver: false });
    if (isKnown || isSession) return;
    this.#isTold = true;
    this.#emit('log-error', { ...detail, ...(widget !== undefined && !outage && { widget }) });
  }

  /**
   * Records that a part works again. If nothing fails `calmMs` later, `log-recovered` is emitted, provided that a
   * failure or a missing session was reported.
   */
  works(part = ''): void {
    const trouble = this.#troubles.get(part);
    if (!trouble) return;
    trouble.isOver = true;
    if (this.#timer === undefined) this.#timer = setTimeout(() => this.#settle(), calmMs);
  }

  /** Records that the content is shown. While the element as a whole fails, `log-ready` is delayed until it works. */
  ready(): void {
    this.works();
    this.#isReadyWanted = true;
    this.#tellReady();
  }

  /**
   * Records that nobody is signed in, and asks the page for a session unless it was asked for the same reason.
   * @returns true when the page has prevented the sign-in form
   */
  signedOut(detail: LogAuthRequiredDetail): boolean {
    this.#troubles.set('session', { message: '', isOutage: false, widget: undefined, isOver: false });
    // Before the first content is shown, a sign-in is no recovery.
    this.#isTold ||= this.#isReady;
    const { reason } = detail;
    if (this.#asked?.reason !== reason) this.#asked = { reason, isPrevented: !this.#emit('log-auth-required', detail) };
    return this.#asked.isPrevented;
  }

  signedIn(): void {
    this.#asked = undefined;
    this.works('session');
  }

  #tellReady(): void {
    const fails = [...this.#troubles.values()].some(({ widget, isOver }) => widget === undefined && !isOver);
    if (this.#isReady || !this.#isReadyWanted || fails) return;
    this.#isReady = true;
    this.#emit('log-ready');
  }

  #settle(): void {
    this.#timer = undefined;
    for (const [part, { isOver }] of this.#troubles) if (isOver) this.#troubles.delete(part);
    this.#tellReady();
    if (this.#troubles.size > 0 || !this.#isTold) return;
    this.#isTold = false;
    this.#emit('log-recovered');
  }
}
