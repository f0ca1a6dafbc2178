/**
 * Represents an output whose queue on disk cannot be opened. It sends nothing and reports the reason. Its messages are
 * skipped and counted.
 */
import type { OutputState } from '../../../api/contract/outputs.schema.js';
import { errorOf } from '../foundation/caught.js';
import type { QueueLimits } from './output-queue.js';

/** Contains the delivery statistics of an output, also of an output whose queue cannot be opened. */
export interface OutputFigures {
  readonly id: string;
  readonly state: OutputState;
  readonly queue: {
    readonly limits: QueueLimits;
    readonly waitingMessages: number;
    readonly waitingBytes: number;
    readonly dropped: number;
  };
  readonly sent: number;
  readonly refused: number;
  readonly retries: number;
  readonly lastError: { readonly time: number; readonly message: string } | undefined;
  readonly retryAt: number | undefined;
  readonly oldest: number | undefined;
}

export class UnopenedOutput implements OutputFigures {
  readonly state = 'FAILING';
  readonly sent = 0;
  readonly refused = 0;
  readonly oldest = undefined;
  /**
   * Statistics of the queue, whose content is unknown while it cannot be opened; `dropped` counts the skipped
   * messages.
   */
  readonly queue = { limits: { messages: 0, bytes: 0 }, waitingMessages: 0, waitingBytes: 0, dropped: 0 };
  #retries = 0;
  #lastError: { readonly time: number; readonly message: string } | undefined;
  #retryAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param tryAgain called to open the queue again */
  constructor(
    readonly id: string,
    private readonly tryAgain: () => void,
  ) {}

  get retries(): number {
    return this.#retries;
  }
  get lastError(): { readonly time: number; readonly message: string } | undefined {
    return this.#lastError;
  }
  get retryAt(): number | undefined {
    return this.#retryAt;
  }

  /**
   * Records a failed attempt to open the queue, and schedules the next attempt.
   * @param now epoch milliseconds
   * @param retryMs milliseconds until the next attempt
   * @returns true: the reason differs from that of the preceding attempt
   */
  failed(error: unknown, now: number, retryMs: number): boolean {
    const message = `its queue on disk cannot be opened: ${errorOf(error).message}`;
    const isNew = message !== this.#lastError?.message;
    this.#lastError = { time: now, message };
    this.#retries += 1;
    this.#retryAt = now + retryMs;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.tryAgain, retryMs).unref();
    return isNew;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
