/** Moves messages from the journal into the current index, batch after batch. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Log } from '../log.js';
import type { Backlog, Batch } from './backlog.js';
import type { IndexFamily } from './index-family.js';
import { isBefore, type JournalPosition } from './journal-format.js';
import type { Journal } from './journal.js';
import type { LoadLimits } from './load-plan.js';
import type { AcceptedMessage } from './record.js';

export interface LoaderOptions {
  readonly connection: DuckDBConnection;
  readonly backlog: Backlog;
  readonly family: IndexFamily;
  readonly journal: Journal;
  readonly nodeId: string;
  readonly limits: LoadLimits;
  readonly log: Log;
  readonly maintenanceIntervalMs: number;
  /** Messages became searchable, or could not. */
  readonly onChange: () => void;
}

/** Two batches are at least this far apart, so that single messages do not cost a transaction each. */
const batchIntervalMs = 100;
const retryIntervalMs = 1000;
/** After this many failures in a row the batch is taken apart to find the message that cannot be stored. */
const retriesBeforeSplit = 3;

/** Never stored: shows whether the database takes anything at all. */
const plainMessage: AcceptedMessage = {
  id: 'probe',
  timestamp: 0,
  source: 'probe',
  message: 'probe',
  fields: {},
  streams: [],
  inputId: 'probe',
  receivedAt: 0,
  processedAt: 0,
  size: 0,
};

export class Loader {
  readonly #options: LoaderOptions;
  #wake: (() => void) | undefined;
  #stopped = false;
  #running: Promise<void> | undefined;
  #maintenanceDue = 0;
  #cycleWanted: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  #settled: { target: JournalPosition; resolve: () => void }[] = [];
  loaded = 0;
  loadedBytes = 0;
  /** Why nothing can be loaded at present. */
  failure: Error | undefined;

  constructor(options: LoaderOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** There is something to load. */
  wake(): void {
    this.#wake?.();
  }

  /** Resolves when everything that is in the journal now can be found. */
  settled(): Promise<void> {
    const target = this.#options.journal.end;
    if (this.#isSettled(target)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#settled.push({ target, resolve });
      this.wake();
    });
  }

  #isSettled(target: JournalPosition): boolean {
    const { backlog, family } = this.#options;
    return (backlog.empty && backlog.bytes === 0) || !isBefore(family.position, target);
  }

  #answerSettled(): void {
    const waiting = this.#settled;
    this.#settled = waiting.filter(({ target }) => !this.#isSettled(target));
    for (const { target, resolve } of waiting) if (this.#isSettled(target)) resolve();
  }

  cycle(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#cycleWanted.push({ resolve, reject });
      this.wake();
    });
  }

  async #run(): Promise<void> {
    const { backlog, family } = this.#options;
    while (!this.#stopped) {
      const started = performance.now();
      try {
        await this.#maintain();
        const batch = await backlog.take();
        if (batch) {
          await this.#load(batch);
          await this.#options.journal.forget(family.position);
          backlog.loaded(batch);
          this.#answerSettled();
          this.#options.onChange();
        }
      } catch (error) {
        this.#options.log.error('Loading messages failed', { error });
        await this.#pause(retryIntervalMs);
      }
      if (backlog.empty) {
        this.#answerSettled();
        await this.#sleep();
      }
      const elapsed = performance.now() - started;
      if (backlog.bytes < 1024 * 1024 && this.#settled.length === 0 && elapsed < batchIntervalMs)
        await this.#pause(batchIntervalMs - elapsed);
    }
  }

  async #maintain(): Promise<void> {
    const { family, maintenanceIntervalMs, log } = this.#options;
    const now = Date.now();
    for (const { resolve, reject } of this.#cycleWanted.splice(0)) await family.cycle().then(resolve, reject);
    if (now < this.#maintenanceDue) return;
    this.#maintenanceDue = now + maintenanceIntervalMs;
    await family.maintain(now).catch((error: unknown) => log.error('Rotating indices failed', { error }));
  }

  /** Until it is in: a batch is never given up, except for messages that by themselves cannot be stored. */
  async #load(batch: Batch): Promise<void> {
    const { connection, family, nodeId, limits, log } = this.#options;
    if (!isBefore(family.current.position, batch.end)) return;
    for (let attempt = 1; !this.#stopped; attempt++) {
      try {
        const messages = attempt > retriesBeforeSplit ? await this.#storable(batch.messages) : batch.messages;
        await family.current.load(connection, messages, batch.end, nodeId, limits);
        this.loaded += messages.length;
        this.loadedBytes += messages.reduce((sum, { size }) => sum + size, 0);
        this.failure = undefined;
        family.changed();
        return;
      } catch (error) {
        this.failure = error as Error;
        if (attempt === 1) log.error('Messages cannot be stored at present; they wait in the journal', { error });
        this.#options.onChange();
        await this.#pause(retryIntervalMs);
        await family.recover().catch(() => {});
        // The failure may have come after the commit.
        if (!isBefore(family.current.position, batch.end)) return;
      }
    }
    throw new Error('The store was closed before its backlog was loaded');
  }

  /** The messages that can be stored; all of them when not even a plain one can: then it is not the messages. */
  async #storable(messages: readonly AcceptedMessage[]): Promise<readonly AcceptedMessage[]> {
    const { connection, family, log, nodeId, limits } = this.#options;
    const probe = (part: readonly AcceptedMessage[]): Promise<boolean> =>
      family.current.probe(connection, part, nodeId, limits).then(
        () => true,
        () => false,
      );
    if (!(await probe([plainMessage]))) return messages;
    const good: AcceptedMessage[] = [];
    const sift = async (part: readonly AcceptedMessage[]): Promise<void> => {
      if (part.length === 0) return;
      if (await probe(part)) for (const message of part) good.push(message);
      else if (part.length > 1) {
        const half = Math.ceil(part.length / 2);
        await sift(part.slice(0, half));
        await sift(part.slice(half));
      } else log.error('A message was left out because the database refuses it', { messageId: part[0]?.id });
    };
    await sift(messages);
    return good;
  }

  #sleep(): Promise<void> {
    return this.#pause(Math.max(0, this.#maintenanceDue - Date.now()), () => this.#options.backlog.empty);
  }

  /** Waits; if `asleep` holds, until something wakes it. */
  async #pause(milliseconds: number, asleep?: () => boolean): Promise<void> {
    if (this.#stopped || (asleep && (!asleep() || this.#cycleWanted.length > 0))) return;
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
  }
}
