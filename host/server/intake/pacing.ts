/**
 * Delays requests of HTTP senders while the store is behind, so that messages are accepted about as fast as they become
 * searchable. Requests are admitted in the order of their arrival; the admitted bytes are a share of the bytes that
 * were loaded meanwhile. Each request waits for a limited time, because its sender would otherwise give up and send it
 * again.
 */
import type { MessageSink } from '../store/types.js';

export interface PacingLimits {
  /**
   * Largest delay of a request in milliseconds. It is shorter than the usual timeouts of senders, which begin at 5 s.
   */
  readonly mostMs: number;
  /** Interval in milliseconds between two checks of how much was loaded. */
  readonly checkMs: number;
}

const defaultPacingLimits: PacingLimits = { mostMs: 4_000, checkMs: 50 };

/** Share of the loaded bytes for which requests are admitted; below 1, so that the backlog shrinks. */
const admittedShare = 0.75;
/** Largest absolute value of `#credit` in bytes: neither unused nor overdrawn credit grows without bound. */
const mostCredit = 32 * 1024 * 1024;

interface Waiting {
  readonly bytes: number;
  /** Time at which the delay ends, milliseconds of `performance.now`. */
  readonly until: number;
  readonly resolve: (isAdmitted: boolean) => void;
}

export class Pacing {
  #waiting: Waiting[] = [];
  /** Number of bytes that may still be admitted; negative: the number of bytes that were admitted in advance. */
  #credit = 0;
  #loaded: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sink: Pick<MessageSink, 'pressure' | 'appendedBytes' | 'loadedBytes'>,
    /**
     * Returns the size as received, in bytes, of the messages that were processed without an error since the start,
     * including messages that pipelines dropped.
     */
    private readonly receivedBytes: () => number,
    private readonly limits: PacingLimits = defaultPacingLimits,
  ) {
    this.#loaded = sink.loadedBytes;
  }

  /**
   * Waits until a request is admitted.
   * @param bytes size of the request, possibly estimated
   * @param gone aborted when the sender has disconnected
   * @returns false: the request has to be refused, because the store is too far behind, or the sender has disconnected
   */
  turn(bytes: number, gone: AbortSignal): Promise<boolean> {
    if (this.sink.pressure === 'open') return Promise.resolve(true);
    if (gone.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const leave = (): void => this.#answer(waiting, false);
      const waiting: Waiting = {
        bytes,
        until: performance.now() + this.limits.mostMs,
        resolve: (isAdmitted) => {
          gone.removeEventListener('abort', leave);
          resolve(isAdmitted);
        },
      };
      gone.addEventListener('abort', leave);
      this.#waiting.push(waiting);
      if (!this.#timer) this.#check();
    });
  }

  /**
   * Accounts for the difference between the size of an admitted request and its estimate.
   * @param more bytes by which the request was larger; negative: it was smaller
   */
  correct(more: number): void {
    if (this.sink.pressure !== 'open') this.#spend(more);
  }

  #check(): void {
    const { pressure, loadedBytes } = this.sink;
    this.#credit = Math.min(this.#credit + (loadedBytes - this.#loaded) * admittedShare, mostCredit);
    this.#loaded = loadedBytes;
    if (pressure === 'open') this.#credit = 0;
    const now = performance.now();
    for (const waiting of [...this.#waiting]) {
      if (pressure === 'open') this.#answer(waiting, true);
      else if (pressure === 'full') this.#answer(waiting, false);
      else if (this.#credit > 0 || (waiting.until <= now && pressure === 'slow')) this.#admit(waiting);
      else if (waiting.until <= now) this.#answer(waiting, false);
    }
    this.#timer = this.#waiting.length > 0 ? setTimeout(() => this.#check(), this.limits.checkMs) : undefined;
  }

  #admit(waiting: Waiting): void {
    this.#spend(waiting.bytes);
    this.#answer(waiting, true);
  }

  /**
   * Subtracts the bytes that a request will take in the store, estimated by the ratio of stored to received bytes of
   * all earlier messages.
   */
  #spend(received: number): void {
    const accounted = this.sink.appendedBytes / this.receivedBytes();
    const bytes = received * (Number.isFinite(accounted) && accounted > 0 ? accounted : 1);
    this.#credit = Math.max(this.#credit - bytes, -mostCredit);
  }

  #answer(waiting: Waiting, isAdmitted: boolean): void {
    const place = this.#waiting.indexOf(waiting);
    if (place < 0) return;
    this.#waiting.splice(place, 1);
    waiting.resolve(isAdmitted);
  }
}
