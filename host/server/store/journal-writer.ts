/**
 * Writes the journal on a thread of its own with blocking calls: the thread pool of the process is shared with searches, and a long
 * one must not hold up an acknowledgement.
 */
import { Worker } from 'node:worker_threads';

/** Plain JavaScript: a worker cannot load TypeScript, and a bundle has only one file. A write that fails leaves the file as it was. */
const source = `
const { parentPort } = require('node:worker_threads');
const fs = require('node:fs');
let file = -1;
let length = 0;
function writeAll(data) {
  let at = 0;
  while (at < data.length) at += fs.writeSync(file, data, at, data.length - at, length + at);
}
function open({ path, header, directory }) {
  if (file >= 0) fs.closeSync(file);
  file = -1;
  file = fs.openSync(path, 'w');
  length = 0;
  try {
    writeAll(header);
    fs.fsyncSync(file);
  } catch (error) {
    fs.closeSync(file);
    file = -1;
    throw error;
  }
  length = header.length;
  try {
    const folder = fs.openSync(directory, 'r');
    try { fs.fsyncSync(folder); } finally { fs.closeSync(folder); }
  } catch (error) {
    if (process.platform !== 'win32') throw error;
  }
}
function append({ data }) {
  if (file < 0) throw new Error('No journal segment is open');
  try {
    writeAll(data);
    fs.fdatasyncSync(file);
  } catch (error) {
    try { fs.ftruncateSync(file, length); } catch {}
    throw error;
  }
  length += data.length;
}
const work = { open, append, close() { if (file >= 0) fs.closeSync(file); file = -1; } };
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
  | { task: 'append'; data: Uint8Array<ArrayBuffer> }
  | { task: 'close' };

/** Writing the journal failed; `code` is the system's (`ENOSPC`, `EIO` …). */
export class JournalWriteError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'JournalWriteError';
  }
}

/** One task at a time, in order. */
export class JournalWriter {
  readonly #worker: Worker;
  readonly #waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  #ended: Error | undefined;

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

  #send(task: Task, transfer: ArrayBuffer[] = []): Promise<void> {
    if (this.#ended) return Promise.reject(this.#ended);
    this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(task, transfer);
    });
  }

  /** Makes a new, empty segment and writes to it from now on. */
  open(path: string, header: Uint8Array, directory: string): Promise<void> {
    return this.#send({ task: 'open', path, header, directory });
  }

  /** Resolves when the bytes are on disk. @throws JournalWriteError; then the segment is as it was before. */
  append(parts: readonly Uint8Array[]): Promise<void> {
    const data = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      data.set(part, at);
      at += part.length;
    }
    return this.#send({ task: 'append', data }, [data.buffer]);
  }

  async close(): Promise<void> {
    if (!this.#ended) await this.#send({ task: 'close' });
    await this.#worker.terminate();
  }
}
