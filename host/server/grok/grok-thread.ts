/**
 * Compiles and tests grok patterns of users on a worker thread, one after another, each for a limited time. A task that
 * exceeds the limit of time or memory ends the thread, and the next task starts a new thread.
 */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { TooManyRequestsError } from '../foundation/errors.js';
import { startThread } from '../foundation/thread.js';
import { GrokError, type Captures, type GrokOptions } from './grok.js';
import { errorOf } from '../foundation/caught.js';

export type NamedPatterns = readonly (readonly [name: string, pattern: string])[];

export type GrokTask =
  | {
      readonly kind: 'check';
      readonly patterns: NamedPatterns;
      readonly names: readonly string[];
      /** Stored patterns, each of which is kept if the new pattern with its name is unusable. */
      readonly before: NamedPatterns;
    }
  | {
      readonly kind: 'match';
      readonly patterns: NamedPatterns;
      readonly pattern: string;
      readonly options: GrokOptions;
      readonly text: string;
    };

export interface GrokOutcome {
  /** Unusable patterns, with the reasons. */
  readonly faults?: readonly { readonly name: string; readonly reason: string }[];
  /** Captured values; absent without a match. */
  readonly captures?: Captures;
}

interface Waiting {
  readonly username: string;
  readonly task: GrokTask;
  readonly resolve: (outcome: GrokOutcome) => void;
  readonly reject: (error: Error) => void;
}

/** Largest number of waiting and running tasks of a user. */
const tasksEach = 2;
/** Largest number of waiting and running tasks of all users. */
const tasksInAll = 30;
/** Time limits of tasks in milliseconds; checking all patterns of a file is a single task. */
const timeLimitMs = { match: 2_000, check: 20_000 };
const memoryMb = 256;

function startWorker(): Worker {
  const program = new URL('./grok-worker', import.meta.url);
  return startThread(program, { name: 'grok', resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
}

export class GrokThread {
  #worker: Worker | undefined;
  readonly #tasks: Waiting[] = [];
  #running = false;

  /**
   * Runs a task on the worker thread.
   * @param username user of the task; each user has a limited number of tasks
   * @throws TooManyRequestsError when too many tasks are waiting; GrokError when the task fails, for instance because
   * it exceeds its time or memory
   */
  run(username: string, task: GrokTask): Promise<GrokOutcome> {
    const own = this.#tasks.filter((waiting) => waiting.username === username).length;
    if (own >= tasksEach || this.#tasks.length >= tasksInAll) {
      return Promise.reject(new TooManyRequestsError('Other patterns are being tried. Try again in a moment.', 2));
    }
    return new Promise((resolve, reject) => {
      this.#tasks.push({ username, task, resolve, reject });
      if (!this.#running) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#running = true;
    for (let next = this.#tasks[0]; next; next = this.#tasks[0]) {
      try {
        next.resolve(await this.#within(next.task));
      } catch (error) {
        next.reject(errorOf(error));
      }
      this.#tasks.shift();
    }
    this.#running = false;
  }

  /** Returns the worker thread when it is ready for a task; starts it if necessary. */
  async #ready(): Promise<Worker> {
    if (this.#worker) return this.#worker;
    const worker = startWorker();
    // An idle thread must not keep the process alive.
    worker.unref();
    await once(worker, 'message');
    return (this.#worker = worker);
  }

  async #within(task: GrokTask): Promise<GrokOutcome> {
    const worker = await this.#ready();
    const limit = timeLimitMs[task.kind];
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), limit);
    try {
      const answer = once(worker, 'message', { signal: stop.signal });
      const gone = once(worker, 'exit', { signal: stop.signal }).then(() => {
        throw new GrokError('The pattern takes too much memory. Make it simpler.');
      });
      worker.postMessage(task);
      const [outcome] = (await Promise.race([answer, gone])) as [GrokOutcome];
      return outcome;
    } catch (error) {
      this.#worker = undefined;
      void worker.terminate();
      if (!stop.signal.aborted) throw error instanceof GrokError ? error : new GrokError(String(error));
      throw new GrokError(`The pattern takes longer than ${limit / 1000} seconds. Make it simpler.`);
    } finally {
      clearTimeout(timer);
      stop.abort();
    }
  }
}
