/** Loads messages from the journal into the current indices of their sets, one batch after another. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Log } from '../log/log.js';
import type { Backlog, Batch } from './backlog.js';
import { LoadingHeldError, StoreClosedError } from './errors.js';
import type { IndexFamilies, Share } from './index-families.js';
import { isBefore, type JournalPosition } from './journal-format.js';
import type { Journal } from './journal.js';
import type { LoadLimits } from './load-plan.js';
import { storable, type Storable } from './storable.js';
import { errorOf } from '../foundation/caught.js';

export interface LoaderOptions {
  readonly connection: DuckDBConnection;
  readonly backlog: Backlog;
  readonly families: IndexFamilies;
  readonly journal: Journal;
  readonly nodeId: string;
  readonly limits: LoadLimits;
  readonly log: Log;
  readonly maintenanceIntervalMs: number;
  readonly retryIntervalMs: number;
  /** Called when messages became searchable, or loading failed. */
  readonly onChange: () => void;
}

/**
 * Least interval in milliseconds between two batches while few messages wait, so that single messages do not cost a
 * transaction each.
 */
const batchIntervalMs = 100;
/** Number of consecutive failures after which the batch is split to find the message that cannot be stored. */
const retriesBeforeSplit = 3;

const whole = ({ messages }: Share): Storable => ({ messages, refused: [] });

/** A task that waits until no batch is being loaded. */
interface Waiting {
  readonly work: () => Promise<void>;
  readonly refuse: (error: Error) => void;
}

interface WaitingForSettled {
  readonly target: JournalPosition;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

export class Loader {
  readonly #options: LoaderOptions;
  #wake: (() => void) | undefined;
  #stopped = false;
  #running: Promise<void> | undefined;
  #maintenanceDue = 0;
  #between: Waiting[] = [];
  #settled: WaitingForSettled[] = [];
  /** Number of consecutive failures of maintenance and of the other tasks around loading. */
  #failures = 0;
  #isHeld = false;
  /** The batch that is being loaded. */
  #batch: Batch | undefined;
  loaded = 0;
  loadedBytes = 0;
  /** Time of receipt of the newest loaded message, epoch milliseconds. */
  newest = 0;
  /** Reason why the latest attempt to load messages has failed; undefined: it has succeeded, or there was none. */
  failure: Error | undefined;

  constructor(options: LoaderOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Must be called when messages wait; wakes the loader, unless loading is paused. */
  wake(): void {
    if (!this.#isHeld) this.#wake?.();
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  get batch(): Batch | undefined {
    return this.#batch;
  }

  /** Pauses or resumes loading. Maintenance of the indices continues during the pause. */
  hold(held: boolean): void {
    this.#isHeld = held;
    if (held) this.#refuseSettled(new LoadingHeldError());
    else this.#wake?.();
  }

  /**
   * Resolves when all messages that are in the journal at the time of the call are searchable.
   * @throws StoreClosedError when the store is closed, LoadingHeldError while loading is paused, or the reason of
   * repeated failures to load
   */
  settled(): Promise<void> {
    const target = this.#options.journal.end;
    if (this.#isSettled(target)) return Promise.resolve();
    if (this.#stopped) return Promise.reject(new StoreClosedError());
    if (this.#isHeld) return Promise.reject(new LoadingHeldError());
    return new Promise((resolve, reject) => {
      this.#settled.push({ target, resolve, reject });
      this.wake();
    });
  }

  /** Rejects the callers of `settled` whose messages are not searchable yet. */
  #refuseSettled(reason: Error): void {
    this.#answerSettled();
    for (const { reject } of this.#settled.splice(0)) reject(reason);
  }

  #isSettled(target: JournalPosition): boolean {
    const { backlog, families } = this.#options;
    return (backlog.empty && backlog.bytes === 0) || !isBefore(families.position, target);
  }

  #answerSettled(): void {
    const waiting = this.#settled;
    this.#settled = waiting.filter(({ target }) => !this.#isSettled(target));
    for (const { target, resolve } of waiting) if (this.#isSettled(target)) resolve();
  }

  /**
   * Runs a task while nothing is loaded.
   * @throws StoreClosedError when the loader has stopped, or the error of the task
   */
  between<T>(work: () => Promise<T>): Promise<T> {
    if (this.#stopped) return Promise.reject(new StoreClosedError());
    return new Promise((resolve, reject) => {
      this.#between.push({ work: () => work().then(resolve, reject), refuse: reject });
      this.#wake?.();
    });
  }

  async #run(): Promise<void> {
    const { backlog, families } = this.#options;
    while (!this.#stopped) {
      const started = performance.now();
      try {
        await this.#maintain();
        const batch = this.#isHeld ? undefined : await backlog.take();
        if (batch) {
          this.#batch = batch;
          await this.#load(batch);
          await this.#options.journal.forget(families.kept);
          backlog.loaded(batch);
          this.#answerSettled();
          this.#options.onChange();
        }
        this.#failures = 0;
      } catch (error) {
        this.#options.log.error('Loading messages failed', { error });
        this.#failures += 1;
        if (this.#failures > retriesBeforeSplit) this.#refuseSettled(errorOf(error));
        await this.#pause(this.#options.retryIntervalMs);
      }
      this.#batch = undefined;
      if (this.#isIdle) {
        this.#answerSettled();
        await this.#sleep();
      }
      const elapsed = performance.now() - started;
      if (backlog.bytes < 1024 * 1024 && this.#settled.length === 0 && elapsed < batchIntervalMs)
        await this.#pause(batchIntervalMs - elapsed);
    }
  }

  async #maintain(): Promise<void> {
    const { families, maintenanceIntervalMs, log } = this.#options;
    const now = Date.now();
    for (const { work } of this.#between.splice(0)) await work();
    if (now < this.#maintenanceDue) return;
    this.#maintenanceDue = now + maintenanceIntervalMs;
    await families.maintain(now).catch((error: unknown) => log.error('Rotating indices failed', { error }));
  }

  /**
   * Loads a batch, and retries until it is loaded. No message is dropped, except messages that cannot be stored even
   * individually.
   */
  async #load({ messages, end }: Batch): Promise<void> {
    const { families } = this.#options;
    let shares = families.shares(messages, end);
    let isNew = false;
    let attempt = 1;
    for (let [share, ...rest] = shares; share; [share, ...rest] = shares) {
      if (!isBefore(share.family.position, end)) shares = rest;
      else if (await this.#loadShare(share, end, attempt)) {
        isNew = true;
        // If one set has refused a message, the next set must not store the message as a copy. So the shares are
        // computed again; completed sets are skipped.
        shares = attempt > retriesBeforeSplit ? families.shares(messages, end) : rest;
        attempt = 1;
      } else {
        if (this.#stopped) throw new Error('The store was closed before its backlog was loaded');
        attempt += 1;
        // On a full disk, only retention frees space. Meanwhile index sets may be added or removed.
        await this.#maintain();
        shares = families.shares(messages, end);
      }
    }
    if (isNew) {
      this.loaded += messages.length;
      this.loadedBytes += messages.reduce((sum, { size }) => sum + size, 0);
      this.newest = messages.reduce((newest, { receivedAt }) => Math.max(newest, receivedAt), this.newest);
    }
    families.passed(end);
  }

  /**
   * Loads the share of one index set.
   * @returns false: the share could not be stored and has to be retried
   */
  async #loadShare(share: Share, end: JournalPosition, attempt: number): Promise<boolean> {
    const { connection, families, nodeId, limits, log } = this.#options;
    const { family } = share;
    try {
      const isSifted = attempt > retriesBeforeSplit;
      const { messages, refused } = isSifted
        ? await storable(this.#options, family.current, share.messages)
        : whole(share);
      await family.current.load(connection, messages, end, nodeId, limits, refused);
      this.failure = undefined;
      families.changed();
      return true;
    } catch (error) {
      this.failure = errorOf(error);
      if (attempt === 1) log.error('Messages cannot be stored at present; they wait in the journal', { error });
      this.#options.onChange();
      if (attempt > retriesBeforeSplit) this.#refuseSettled(this.failure);
      await this.#pause(this.#options.retryIntervalMs);
      await family.recover().catch(() => {});
      // The error may have occurred after the commit; the position of the index then includes the batch.
      return !isBefore(family.current.position, end);
    }
  }

  get #isIdle(): boolean {
    return this.#isHeld || this.#options.backlog.empty;
  }

  #sleep(): Promise<void> {
    return this.#pause(Math.max(0, this.#maintenanceDue - Date.now()), () => this.#isIdle);
  }

  /**
   * Waits for a time. Without `asleep`, only stopping or a caller of `settled` ends the wait early. With `asleep`,
   * every wake-up ends the wait early, and there is no wait if `asleep` returns false or a task of `between` waits.
   */
  async #pause(milliseconds: number, asleep?: () => boolean): Promise<void> {
    if (this.#stopped || (asleep && (!asleep() || this.#between.length > 0))) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = (): void => {
        if (!asleep && !this.#stopped && this.#settled.length === 0) return;
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }

  /** Stops loading after the current batch or, if it cannot be loaded, after the current attempt. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake?.();
    await this.#running;
    this.#refuseSettled(new StoreClosedError());
    for (const { refuse } of this.#between.splice(0)) refuse(new StoreClosedError());
  }
}
