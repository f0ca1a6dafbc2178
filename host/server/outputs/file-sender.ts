/** Appends messages to a file, one per line; a full file is rotated, and the oldest rotated file is deleted. */
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '../store/data-directory.js';
import type { IncomingMessage } from '../store/types.js';
import { sendError, type Sender } from '../outgoing/sender.js';

export interface FileTarget {
  readonly directory: string;
  /** File name without a path. */
  readonly name: string;
  readonly mostBytes: number;
  /** Number of rotated files that are kept. */
  readonly keptFiles: number;
}

/**
 * Matches file names without a path that are not hidden and contain no character with a special meaning in a shell or
 * on another operating system.
 */
export const fileName = /^[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*$/;

const lineEnd = 0x0a;

export class FileSender implements Sender {
  #file: FileHandle | undefined;
  #size = 0;

  constructor(
    private readonly target: FileTarget,
    /** Formats a message as a line without line end. */
    private readonly line: (message: IncomingMessage) => string,
  ) {}

  async send(messages: readonly IncomingMessage[]): Promise<void> {
    try {
      const data = Buffer.from(messages.map((message) => `${this.line(message)}\n`).join(''));
      let file = this.#file ?? (await this.#open());
      if (this.#size > 0 && this.#size + data.length > this.target.mostBytes) file = await this.#rotate(file);
      await file.appendFile(data);
      await file.datasync();
      this.#size += data.length;
    } catch (error) {
      throw sendError(`File ${this.target.name}`, error);
    }
  }

  close(): void {
    void this.#file?.close().catch(() => undefined);
    this.#file = undefined;
  }

  get #path(): string {
    return join(this.target.directory, this.target.name);
  }

  async #open(): Promise<FileHandle> {
    await makeDirectory(this.target.directory);
    const file = await open(this.#path, 'a+', 0o640);
    this.#file = file;
    this.#size = (await file.stat()).size;
    if (this.#size === 0) return file;
    const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: this.#size - 1 });
    // A line that is incomplete because of a crash is terminated, so that it does not merge with the next line.
    if (buffer[0] !== lineEnd) {
      await file.appendFile('\n');
      this.#size += 1;
    }
    return file;
  }

  async #rotate(file: FileHandle): Promise<FileHandle> {
    this.#file = undefined;
    await file.close();
    const { keptFiles } = this.target;
    const aside = (number: number): string => (number === 0 ? this.#path : `${this.#path}.${number}`);
    await rm(aside(keptFiles), { force: true });
    for (let number = keptFiles - 1; number >= 0; number -= 1) {
      await rename(aside(number), aside(number + 1)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    }
    return this.#open();
  }
}
