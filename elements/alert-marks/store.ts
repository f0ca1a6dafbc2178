/**
 * Keeps the alerts of all charts of a page. One search finds them for the range that the charts show together. When
 * this range changes, the alerts are searched again, but at most every ten seconds if the range only moves with the
 * clock. If the server has more alerts than fit into an answer, a shorter part of the range is searched again too.
 * Failed searches are repeated at growing intervals.
 */
import { sameMarks, type AlertMark, type MarkedSpan } from '../../machines/pivot/alert-marks.js';

/** Milliseconds from the registration of a chart to the search, because charts register one after another. */
const settleMs = 300;
const leastMs = 10_000;
const mostMs = 300_000;

export interface FoundMarks {
  /** Marks in time order. */
  readonly marks: readonly AlertMark[];
  /** `all`: contains every alert of the range; `latest`: only the newest. */
  readonly found: 'all' | 'latest';
  /**
   * Time from which all marks are known, in epoch milliseconds; used only if `found` is `latest`. Absent: the time of
   * the first mark.
   */
  readonly knownFrom?: number | undefined;
}

export type AskMarks = (span: MarkedSpan, signal: AbortSignal) => Promise<FoundMarks>;

interface Requested extends MarkedSpan {
  readonly at: number;
  readonly found: FoundMarks['found'];
  /** Time from which all alerts are known, in epoch milliseconds. */
  readonly knownFrom: number;
}

export class AlertMarksStore {
  readonly #ask: AskMarks;
  readonly #now: () => number;
  readonly #shown = new Map<object, MarkedSpan>();
  readonly #listeners = new Set<() => void>();
  #marks: readonly AlertMark[] = [];
  #requested: Requested | undefined;
  #failures = 0;
  /** Time before which no request is sent, because a request has failed; epoch milliseconds. */
  #restsUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pending: AbortController | undefined;

  constructor(ask: AskMarks, now: () => number = Date.now) {
    this.#ask = ask;
    this.#now = now;
  }

  readonly show = (span: MarkedSpan): (() => void) => {
    const by = {};
    this.#shown.set(by, span);
    this.#settle(settleMs);
    return () => {
      this.#shown.delete(by);
      if (this.#shown.size === 0) this.#rest();
    };
  };
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly marks = (): readonly AlertMark[] => this.#marks;
  /** Searches again, because a mark was made, changed or deleted. */
  readonly askAgain = (): void => {
    this.#requested = undefined;
    this.#rest();
    this.#settle(0);
  };

  end(): void {
    this.#rest();
    this.#pending?.abort();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #settle(afterMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#look();
    }, afterMs);
  }

  #look(): void {
    const spans = [...this.#shown.values()];
    if (spans.length === 0) return;
    const from = Math.min(...spans.map((span) => span.from));
    const to = Math.max(...spans.map((span) => span.to));
    const last = this.#requested;
    // Nothing new can be found if the range had already ended when it was requested last.
    if (last && to <= Math.min(last.to, last.at)) {
      const isSame = from === last.from && to === last.to;
      if (isSame || from >= last.knownFrom) return;
    }
    const isMoving =
      last !== undefined &&
      from >= last.from &&
      to <= last.to + 2 * leastMs &&
      // After a truncated answer, a range that ends earlier is searched without delay, because its alerts may be
      // missing.
      (last.found === 'all' || to >= last.to);
    const waitMs = Math.max(this.#restsUntil, isMoving ? last.at + leastMs : 0) - this.#now();
    if (waitMs > 0) this.#settle(waitMs);
    else void this.#refresh({ from, to });
  }

  async #refresh(span: MarkedSpan): Promise<void> {
    this.#pending?.abort();
    const pending = new AbortController();
    this.#pending = pending;
    const requested: Requested = { ...span, at: this.#now(), found: 'all', knownFrom: span.from };
    this.#requested = requested;
    try {
      const { marks, found, knownFrom } = await this.#ask(span, pending.signal);
      if (pending.signal.aborted) return;
      [this.#failures, this.#restsUntil] = [0, 0];
      if (found === 'latest')
        this.#requested = { ...requested, found, knownFrom: knownFrom ?? marks[0]?.at ?? span.to };
      if (sameMarks(marks, this.#marks)) return;
      this.#marks = marks;
      for (const listener of this.#listeners) listener();
    } catch {
      if (pending.signal.aborted) return;
      // A failure is not reported, because charts are usable without marks.
      this.#requested = undefined;
      this.#rest();
      const waitMs = Math.min(mostMs, leastMs * 2 ** this.#failures++);
      this.#restsUntil = this.#now() + waitMs;
      this.#settle(waitMs);
    }
  }
}
