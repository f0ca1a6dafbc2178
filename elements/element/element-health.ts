/**
 * Decides which events a host page gets about the state of an element; the rule is the same for all elements:
 *
 * - `log-ready` once, when the content is shown for the first time.
 * - `log-error` when something that is shown, or asked for, starts to fail; it is not repeated until that works again or
 *   fails for another reason. An unreachable server is told once for all that fails with it. A missing session is told by
 *   `log-auth-required` alone.
 * - `log-recovered` when everything works again of which the page was told; also when somebody is signed in again.
 */
import { isOutage, type FailureCode } from '../../api/failures.js';
import type { LogErrorDetail } from './public-face.js';

interface Trouble {
  readonly message: string;
  readonly isOutage: boolean;
  /** Id of the widget that fails; undefined when the element as a whole fails. */
  readonly widget: string | undefined;
  /** True once it works again; the trouble is forgotten a moment later, unless it returns. */
  isOver: boolean;
}

/** Returns `detail` of `log-error`: the error, and its code, message and status for pages without the error classes. */
export function errorDetail(error: unknown): LogErrorDetail {
  const { status, code, message } = (error ?? {}) as Partial<Record<string, unknown>>;
  return {
    error,
    // Failures have one of these codes; errors of other libraries may have other texts, which are passed on.
    code: typeof code === 'string' ? (code as FailureCode) : 'failed',
    message: typeof message === 'string' && message !== '' ? message : String(error),
    ...(typeof status === 'number' && { status }),
  };
}

/** Milliseconds for which everything must work before the page is told; what is rendered anew meanwhile may fail again. */
const calmMs = 100;

export class ElementHealth {
  readonly #emit: (name: string, detail?: object) => void;
  readonly #troubles = new Map<string, Trouble>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** True from the first event about a trouble to `log-recovered`. */
  #isTold = false;
  #isReady = false;
  #isReadyWanted = false;

  constructor(emit: (name: string, detail?: object) => void) {
    this.#emit = emit;
  }

  /**
   * @param part what fails: a key that `works` gets later, too; empty for the content as a whole
   * @param widget id of the widget that fails
   */
  fails(error: unknown, part = '', widget?: string): void {
    const detail = errorDetail(error);
    const isSession = detail.code === 'unauthorized';
    const outage = !isSession && isOutage(error);
    const isKnown =
      this.#troubles.get(part)?.message === detail.message ||
      (outage && [...this.#troubles.values()].some((one) => one.isOutage));
    this.#troubles.set(part, { message: detail.message, isOutage: outage, widget, isOver: false });
    if (isKnown || isSession) return;
    this.#isTold = true;
    this.#emit('log-error', { ...detail, ...(widget !== undefined && !outage && { widget }) });
  }

  works(part = ''): void {
    const trouble = this.#troubles.get(part);
    if (!trouble) return;
    trouble.isOver = true;
    if (this.#timer === undefined) this.#timer = setTimeout(() => this.#settle(), calmMs);
  }

  /** The content is shown. While the element as a whole fails, `log-ready` waits until it works. */
  ready(): void {
    this.works();
    this.#isReadyWanted = true;
    this.#tellReady();
  }

  /** @param isMissing whether nobody is signed in, of which the page is told by `log-auth-required` */
  session(isMissing: boolean): void {
    if (!isMissing) return this.works('session');
    this.#troubles.set('session', { message: '', isOutage: false, widget: undefined, isOver: false });
    // Before the first content, a sign-in is no recovery.
    this.#isTold ||= this.#isReady;
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
