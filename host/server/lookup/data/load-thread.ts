/** Loads files of lookup tables on a worker thread, one after another, with limits of time and memory. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../foundation/thread.js';
import { Turns } from '../../foundation/turns.js';
import type { LoadOutcome, LoadTask } from './load.js';

const limitMs = 60_000;
const memoryMb = 1_024;
/** Milliseconds after which an idle thread is ended, to free its memory. */
const idleMs = 120_000;

export class LoadThread {
  #worker: Promise<Worker> | undefined;
  readonly #turns = new Turns();
  #idle: NodeJS.Timeout | undefined;

  /**
   * Loads a file. The bytes of the task may be transferred to the thread, so the caller must not use them afterwards.
   * @throws Error when loading takes too long or too much memory
   */
  run(task: LoadTask): Promise<LoadOutcome> {
    return this.#turns.take(() => this.#run(task));
  }

  close(): void {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.then((one) => one.terminate());
  }

  async #start(): Promise<Worker> {
    const worker = startThread(new URL('./lookup-worker', import.meta.url), {
      name: 'lookup',
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    worker.unref();
    await once(worker, 'message');
    return worker;
  }

  async #run(task: LoadTask): Promise<LoadOutcome> {
    clearTimeout(this.#idle);
    const worker = await (this.#worker ??= this.#start());
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), limitMs);
    try {
      const answer = once(worker, 'message', { signal: stop.signal });
      const gone = once(worker, 'exit', { signal: stop.signal }).then(() => {
        throw new Error('Reading the file takes too much memory.');
      });
      gone.catch(() => undefined);
      const { buffer } = task.bytes;
      worker.postMessage(task, buffer instanceof ArrayBuffer && buffer.byteLength === task.bytes.byteLength ? [buffer] : []);
      const [outcome] = (await Promise.race([answer, gone])) as [LoadOutcome];
      return outcome;
    } catch (error) {
      this.close();
      if (stop.signal.aborted) throw new Error(`Reading the file takes longer than ${limitMs / 1000} seconds.`, { cause: error });
      throw error;
    } finally {
      clearTimeout(timer);
      stop.abort();
      this.#idle = setTimeout(() => this.close(), idleMs).unref();
    }
  }
}
