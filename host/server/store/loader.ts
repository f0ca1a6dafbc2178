/** Moves messages from the journal into the current indices of their sets, batch after batch. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Log } from '../log/log.js';
import type { Backlog, Batch } from './backlog.js';
import { LoadingHeldError, StoreClosedError } from './errors.js';
import type { IndexFamilies, Share } from './index-families.js';
import { isBefore, type JournalPosition } from './journal-format.js';
import type { Journal } from './journal.js';
import type { LoadLimits } from './load-plan.js';
import { storable, type Storable } from './storable.js';

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
  /** Messages became searchable, or could not. */
  readonly onChange: () => void;
}

/** Two batches are at least this far apart, so that single messages do not cost a transaction each. */
const batchIntervalMs = 100;
/** After this many failures in a row the batch is taken apart to find the message that cannot be stored. */
const retriesBeforeSplit = 3;

const whole = ({ messages }: Share): Storable => ({ messages, refused: [] });

/** Work that waits for a moment in which nothing is loaded. */
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
  /** In a row, of what is done around loading. */
  #failures = 0;
  #isHeld = false;
  /** The batch that is being loaded. */
  #batch: Batch | undefined;
  loaded = 0;
  loadedBytes = 0;
  /** Time at which the newest loaded message was received, epoch ms. */
  newest = 0;
  /** Why nothing can be loaded at present. */
  failure: Error | undefined;

  constructor(options: LoaderOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Wakes the loader when messages wait. */
  wake(): void {
    if (!this.#isHeld) this.#wake?.();
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  get batch(): Batch | undefined {
    return this.#batch;
  }

  /** While it is held, no batch is begun. Indices are looked after all the same. */
  hold(held: boolean): void {
    this.#isHeld = held;
    if (held) this.#refuseSettled(new LoadingHeldError());
    else this.#wake?.();
  }

  /**
   * Resolves when everything that is in the journal now can be found.
   * @throws StoreClosedError, LoadingHeldError, or why loading has failed so often that nobody knows when it can
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

  /** Rejects waiting callers, because their condition can no longer come true. */
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

  /** Does something while nothing is loaded. @throws StoreClosedError */
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
        if (this.#failures > retriesBeforeSplit) this.#refuseSettled(error as Error);
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

  /** Repeats until the batch is loaded: a batch is never given up, except for messages that cannot be stored by themselves. */
  async #load({ messages, end }: Batch): Promise<void> {
    const { families } = this.#options;
    let shares = families.shares(messages, end);
    let isNew = false;
    let attempt = 1;
    for (let [share, ...rest] = shares; share; [share, ...rest] = shares) {
      if (!isBefore(share.family.position, end)) shares = rest;
      else if (await this.#loadShare(share, end, attempt)) {
        isNew = true;
        // A message that one set refused may not be a copy in the next, so sets that have their share are skipped.
        shares = attempt > retriesBeforeSplit ? families.shares(messages, end) : rest;
        attempt = 1;
      } else {
        if (this.#stopped) throw new Error('The store was closed before its backlog was loaded');
        attempt += 1;
        // A full disk gets free only so. Sets may come and go on the way.
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

  /** @returns false: it could not be stored, and is to be tried again */
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
      this.failure = error as Error;
      if (attempt === 1) log.error('Messages cannot be stored at present; they wait in the journal', { error });
      this.#options.onChange();
      if (attempt > retriesBeforeSplit) this.#refuseSettled(this.failure);
      await this.#pause(this.#options.retryIntervalMs);
      await family.recover().catch(() => {});
      // The failure may have come after the commit.
      return !isBefore(family.current.position, end);
    }
  }

  get #isIdle(): boolean {
    return this.#isHeld || this.#options.backlog.empty;
  }

  #sleep(): Promise<void> {
    return this.#pause(Math.max(0, this.#maintenanceDue - Date.now()), () => this.#isIdle);
  }

  /** Waits; if `asleep` holds, until something wakes it. */
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

  /** Ends after the batch at hand. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake?.();
    await this.#running;
    this.#refuseSettled(new StoreClosedError());
    for (const { refuse } of this.#between.splice(0)) refuse(new StoreClosedError());
  }
}
