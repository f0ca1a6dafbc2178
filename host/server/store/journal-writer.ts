/**
 * Writes journals on a separate thread with blocking calls. Asynchronous writes would share libuv's thread pool with
 * searches, so a long search could delay an acknowledgement. The journals of all outputs share one thread.
 */
import { Worker } from 'node:worker_threads';

/**
 * Source of the worker. It is JavaScript in a string for two reasons: a worker cannot load TypeScript, and the bundle
 * is a single file. After a failed write, the worker truncates the file to its former length.
 */
const source = `
const { parentPort } = require('node:worker_threads');
const fs = require('node:fs');
const journals = new Map();
function writeAll({ file, length }, data) {
  let at = 0;
  while (at < data.length) at += fs.writeSync(file, data, at, data.length - at, length + at);
}
function close({ key }) {
  const journal = journals.get(key);
  journals.delete(key);
  if (journal) fs.closeSync(journal.file);
}
function open({ key, path, header, directory }) {
  close({ key });
  const journal = { file: fs.openSync(path, 'w'), length: 0 };
  try {
    writeAll(journal, header);
    fs.fsyncSync(journal.file);
  } catch (error) {
    fs.closeSync(journal.file);
    throw error;
  }
  journal.length = header.length;
  journals.set(key, journal);
  try {
    const folder = fs.openSync(directory, 'r');
    try { fs.fsyncSync(folder); } finally { fs.closeSync(folder); }
  } catch (error) {
    if (process.platform !== 'win32') throw error;
  }
}
function append({ key, parts }) {
  const journal = journals.get(key);
  if (!journal) throw new Error('No journal segment is open');
  let length = journal.length;
  try {
    for (const data of parts) {
      writeAll({ file: journal.file, length }, data);
      length += data.length;
    }
    fs.fdatasyncSync(journal.file);
  } catch (error) {
    try { fs.ftruncateSync(journal.file, journal.length); } catch {}
    throw error;
  }
  journal.length = length;
}
const work = { open, append, close };
parentPort.on('message', ({ task, ...request }) => {
  try {
    work[task](request);
    parentPort.postMessage({});
  } catch (error) {
    parentPort.postMessage({ code: error.code ?? 'UNKNOWN', message: error.message });
  }
});
`;

type Task =
  | { task: 'open'; path: string; header: Uint8Array; directory: string }
  | { task: 'append'; parts: readonly Uint8Array[] }
  | { task: 'close' };

/** Thrown when writing the journal has failed; `code` is the error code of the system (`ENOSPC`, `EIO` …). */
export class JournalWriteError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'JournalWriteError';
  }
}

/** A writer thread that runs its tasks one after another. */
export class JournalThread {
  readonly #worker: Worker;
  readonly #waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  #ended: Error | undefined;
  #keys = 0;

  constructor() {
    this.#worker = new Worker(source, { eval: true, name: 'journal', execArgv: [] });
    this.#worker.on('message', (answer: { code?: string; message?: string }) => {
      const task = this.#waiting.shift();
      if (answer.code === undefined) task?.resolve();
      else task?.reject(new JournalWriteError(answer.code, answer.message ?? answer.code));
      if (this.#waiting.length === 0) this.#worker.unref();
    });
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('The journal writer has ended')));
    this.#worker.unref();
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const task of this.#waiting.splice(0)) task.reject(error);
  }

  newKey(): number {
    this.#keys += 1;
    return this.#keys;
  }

  get ended(): boolean {
    return this.#ended !== undefined;
  }

  send(key: number, task: Task, transfer: ArrayBuffer[] = []): Promise<void> {
    if (this.#ended) return Promise.reject(this.#ended);
    this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage({ key, ...task }, transfer);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** Size in bytes from which on a part is transferred to the thread instead of being copied. */
const largeBytes = 256 * 1024;

const isHandedOver = (part: Uint8Array): part is Uint8Array<ArrayBuffer> =>
  part.length >= largeBytes && part.buffer instanceof ArrayBuffer && part.buffer.byteLength === part.length;

function copied(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    data.set(part, at);
    at += part.length;
  }
  return data;
}

/** Writes one journal. */
export class JournalWriter {
  readonly #thread: JournalThread;
  readonly #own: boolean;
  readonly #key: number;

  /** @param thread writer thread shared with other journals; undefined: the writer starts its own */
  constructor(thread?: JournalThread) {
    this.#own = thread === undefined;
    this.#thread = thread ?? new JournalThread();
    this.#key = this.#thread.newKey();
  }

  /**
   * Creates a segment with a header, to which the following appends go.
   * @param directory directory of the segment, whose new entry is made durable
   */
  open(path: string, header: Uint8Array, directory: string): Promise<void> {
    return this.#thread.send(this.#key, { task: 'open', path, header, directory });
  }

  /**
   * Appends byte arrays; resolves when they are on disk. A large array that has a buffer of its own is transferred to
   * the thread and is empty afterwards, because copying megabytes would block the event loop.
   * @throws JournalWriteError when writing fails; the segment then gets its former length again, if the system allows
   * that
   */
  append(parts: readonly Uint8Array[]): Promise<void> {
    const sent: Uint8Array<ArrayBuffer>[] = [];
    let small: Uint8Array[] = [];
    const joinSmall = (): void => {
      if (small.length > 0) sent.push(copied(small));
      small = [];
    };
    for (const part of parts) {
      if (isHandedOver(part)) {
        joinSmall();
        sent.push(part);
      } else small.push(part);
    }
    joinSmall();
    return this.#thread.send(
      this.#key,
      { task: 'append', parts: sent },
      sent.map(({ buffer }) => buffer),
    );
  }

  async close(): Promise<void> {
    if (!this.#thread.ended) await this.#thread.send(this.#key, { task: 'close' });
    if (this.#own) await this.#thread.close();
  }
}
