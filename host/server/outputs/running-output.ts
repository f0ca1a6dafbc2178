/** Runs an output: sends the messages in its queue, and retries after failures. */
import type { OutputState } from '../../../api/contract/outputs.schema.js';
import { pause } from '../foundation/pause.js';
import type { OutputQueue, QueuedBatch, QueueLimits } from './output-queue.js';
import { errorOf } from '../foundation/caught.js';
import type { Sender } from '../outgoing/sender.js';

/** Contains the configured settings of an output. */
export interface OutputSettings<T> {
  /** Creates the sender. @throws Error when it cannot be created at present, for instance because a file is missing */
  readonly sender: () => Sender<T> | Promise<Sender<T>>;
  /**
   * Longest pause before the second attempt in milliseconds; each further pause may be twice as long, up to
   * `longestRetryMs`. A random part of up to a quarter is subtracted.
   */
  readonly retryMs: number;
  /** Longest pause between two attempts in milliseconds; absent: a minute. */
  readonly longestRetryMs?: number;
  readonly limits: QueueLimits;
  /** Largest number of messages that are sent together. */
  readonly batchMessages: number;
}

export interface RunningOutputOptions<T> {
  readonly id: string;
  readonly queue: OutputQueue<T>;
  readonly onState: (state: OutputState, detail: string | undefined) => void;
  readonly now: () => number;
}

const batchBytes = 512 * 1024;
const mostBatchMessages = 5_000;
const usualLongestRetryMs = 60_000;

interface Doubt<T> {
  readonly batch: QueuedBatch<T>;
  readonly refused: number;
  readonly until: number;
  /**
   * Milliseconds from sending until `until`. A batch is also confirmed when `until` is further away than this, because
   * the clock was then set back.
   */
  readonly ms: number;
}

export class RunningOutput<T> {
  readonly #options: RunningOutputOptions<T>;
  #settings: OutputSettings<T>;
  #stop = new AbortController();
  #running: Promise<void> | undefined;
  #state: OutputState = 'RUNNING';
  #sent = 0;
  #refused = 0;
  #retries = 0;
  #lastError: { readonly time: number; readonly message: string } | undefined;
  #retryAt: number | undefined;
  #failures = 0;
  /** Batches that were sent, but may not have arrived, because the protocol has no acknowledgement. */
  #doubts: Doubt<T>[] = [];
  #current: QueuedBatch<T> | undefined;

  constructor(options: RunningOutputOptions<T>, settings: OutputSettings<T>) {
    this.#options = options;
    this.#settings = settings;
  }

  get id(): string {
    return this.#options.id;
  }
  get queue(): OutputQueue<T> {
    return this.#options.queue;
  }
  get state(): OutputState {
    return this.#state;
  }
  /** Number of sent messages since the start. */
  get sent(): number {
    return this.#sent;
  }
  /** Number of messages since the start that the receiver has refused finally, so that they are not sent again. */
  get refused(): number {
    return this.#refused;
  }
  get retries(): number {
    return this.#retries;
  }
  get lastError(): { readonly time: number; readonly message: string } | undefined {
    return this.#lastError;
  }
  /** Time of the next attempt, epoch milliseconds; undefined: no attempt is scheduled. */
  get retryAt(): number | undefined {
    return this.#retryAt;
  }
  /**
   * Time at which the oldest message that is being sent or not confirmed yet was queued, in epoch milliseconds.
   * Undefined: there is no such message.
   */
  get oldest(): number | undefined {
    return (this.#doubts[0]?.batch ?? this.#current)?.queuedAt;
  }

  start(): void {
    this.#running ??= this.#run(this.#stop.signal);
  }

  /** Restarts with different settings; waiting messages are kept, and further messages can be queued meanwhile. */
  async restart(settings: OutputSettings<T>): Promise<void> {
    await this.stop();
    this.#settings = settings;
    this.queue.limits = settings.limits;
    this.#failures = 0;
    this.#lastError = undefined;
    this.#state = 'RUNNING';
    this.#stop = new AbortController();
    this.start();
  }

  /** Stops the output; unsent messages remain in the queue. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    this.#running = undefined;
  }

  async #run(signal: AbortSignal): Promise<void> {
    let sender: Sender<T> | undefined;
    while (!signal.aborted) {
      try {
        sender ??= await this.#settings.sender();
        await this.#step(sender, signal);
      } catch (error) {
        sender?.close();
        sender = undefined;
        if (!signal.aborted) await this.#failed(error, signal);
      }
    }
    sender?.close();
    this.#doubts = [];
    this.#current = undefined;
    await this.queue.rewind();
  }

  async #step(sender: Sender<T>, signal: AbortSignal): Promise<void> {
    const { queue, now } = this.#options;
    const doubt = this.#doubts[0];
    const messages = Math.min(mostBatchMessages, Math.max(1, this.#settings.batchMessages));
    const batch = await queue.next(
      { messages, bytes: batchBytes },
      doubt && Math.max(1, Math.min(doubt.ms, doubt.until - now())),
      signal,
    );
    if (this.#doubts.length > 0) sender.check?.();
    this.#settle();
    if (!batch || signal.aborted) return;
    this.#current ??= batch;
    let refused = 0;
    let reason = '';
    const refuse = (why: string): void => {
      refused += 1;
      reason = why;
    };
    // A batch contains no messages if all of them are unreadable.
    if (batch.messages.length > 0) await sender.send(batch.messages, refuse, signal);
    if (refused > 0) this.#lastError = { time: now(), message: reason };
    this.#current = undefined;
    const ms = sender.doubtMs ?? 0;
    this.#doubts.push({ batch, refused, until: now() + ms, ms });
    this.#settle();
  }

  /** Confirms the batches for which the time `Sender.doubtMs` has passed since they were sent. */
  #settle(): void {
    const { queue, now, onState } = this.#options;
    const at = now();
    while (this.#doubts[0] && (this.#doubts[0].until <= at || this.#doubts[0].until - at > this.#doubts[0].ms)) {
      const { batch, refused } = this.#doubts[0];
      this.#doubts.shift();
      queue.confirm(batch);
      this.#refused += refused;
      this.#sent += batch.messages.length - refused;
      this.#failures = 0;
      if (this.#state === 'RUNNING') continue;
      this.#state = 'RUNNING';
      onState('RUNNING', undefined);
    }
  }

  async #failed(error: unknown, signal: AbortSignal): Promise<void> {
    const { queue, now, onState } = this.#options;
    const { retryMs, longestRetryMs = usualLongestRetryMs } = this.#settings;
    this.#current = this.#doubts[0]?.batch ?? this.#current;
    this.#doubts = [];
    await queue.rewind();
    const message = errorOf(error).message;
    this.#lastError = { time: now(), message };
    this.#retries += 1;
    if (this.#state !== 'FAILING') {
      this.#state = 'FAILING';
      onState('FAILING', message);
    }
    const longest = Math.min(longestRetryMs, Math.max(1, retryMs) * 2 ** Math.min(this.#failures, 16));
    this.#failures += 1;
    // The random part of the pause prevents several outputs from retrying at the same moment.
    const rest = longest * (0.75 + Math.random() / 4);
    this.#retryAt = now() + rest;
    await pause(rest, signal);
    this.#retryAt = undefined;
  }
}
