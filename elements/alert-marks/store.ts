/**
 * The alerts of all charts of a page: one search for the range that they show together. It asks again when they show something
 * else; where that only moves on with the clock, no sooner than every ten seconds.
 */
import { sameMarks, type AlertMark, type MarkedSpan } from '../../machines/pivot/alert-marks.js';

/** Charts of one answer come one after the other. */
const settleMs = 300;
const leastMs = 10_000;

export type AskMarks = (span: MarkedSpan, signal: AbortSignal) => Promise<readonly AlertMark[]>;

export class AlertMarksStore {
  readonly #ask: AskMarks;
  readonly #now: () => number;
  readonly #shown = new Map<object, MarkedSpan>();
  readonly #listeners = new Set<() => void>();
  #marks: readonly AlertMark[] = [];
  #asked: (MarkedSpan & { readonly at: number }) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | undefined;

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

  end(): void {
    this.#rest();
    this.#asking?.abort();
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
    const last = this.#asked;
    // What was not over yet when it was asked for may hold more by now.
    if (last && from >= last.from && to <= Math.min(last.to, last.at)) return;
    const isMoving = last !== undefined && from >= last.from && to <= last.to + 2 * leastMs;
    const waitMs = isMoving ? last.at + leastMs - this.#now() : 0;
    if (waitMs > 0) this.#settle(waitMs);
    else void this.#refresh({ from, to });
  }

  async #refresh(span: MarkedSpan): Promise<void> {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    this.#asked = { ...span, at: this.#now() };
    try {
      const found = await this.#ask(span, asking.signal);
      if (asking.signal.aborted || sameMarks(found, this.#marks)) return;
      this.#marks = found;
      for (const listener of this.#listeners) listener();
    } catch {
      // Charts are whole without them; they are asked for again with what is shown next.
    }
  }
}
