/** Reads a file of a data adapter completely when it has changed, if the file is in a directory that may be read. */
import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { ReadableFiles } from '../intake/files/readable-files.js';
import { errorOf } from '../foundation/caught.js';

/** Largest size of a file in bytes, unless the adapter has another limit. */
const mostFileBytes = 256 * 1024 * 1024;

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  EACCES: 'the server may not read it',
  EPERM: 'the server may not read it',
  ENOTDIR: 'a part of the path is no directory',
  ELOOP: 'its links lead in a circle',
};

/** Returns an error that explains in a sentence why a file cannot be read; the sentence contains the path. */
export function fileError(path: string, error: unknown): Error {
  const { code = '', message } = errorOf(error);
  return new Error(`The file ${path} cannot be read: ${reasons[code] ?? ofAdapters(message)}.`, { cause: error });
}

const attributesOf = ({ ino, dev, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  [dev, ino, size, mtimeNs, ctimeNs].join(' ');

export class SourceFile {
  #read: string | undefined;

  constructor(
    private readonly path: string,
    private readonly files: ReadableFiles,
    private readonly mostBytes = mostFileBytes,
  ) {}

  /**
   * Returns the bytes of the file, and `seen`, which must be called when the bytes were accepted; undefined: the file
   * has not changed since the last call of `seen`.
   * @throws Error that explains why the file cannot be read, or that it is being written
   */
  async changed(): Promise<{ readonly bytes: Buffer; readonly seen: () => void } | undefined> {
    let handle: FileHandle | undefined;
    try {
      handle = await this.files.open(this.path);
      const before = await handle.stat({ bigint: true });
      const attributes = attributesOf(before);
      if (attributes === this.#read) return undefined;
      if (before.size > this.mostBytes) throw new Error(`it has more than ${this.mostBytes} bytes`);
      const bytes = await bytesOf(handle, Number(before.size));
      // A file that changes while it is read is still being written; a later check finds it complete.
      if (attributesOf(await handle.stat({ bigint: true })) !== attributes)
        throw new Error('it is being written at the moment; the server tries again later');
      return { bytes, seen: () => void (this.#read = attributes) };
    } catch (error) {
      throw fileError(this.path, error);
    } finally {
      await handle?.close();
    }
  }
}

async function bytesOf(handle: FileHandle, size: number): Promise<Buffer> {
  // The bytes have their own ArrayBuffer, so that it can be transferred to a worker thread.
  const bytes = Buffer.from(new ArrayBuffer(size));
  let at = 0;
  while (at < size) {
    const { bytesRead } = await handle.read(bytes, at, Math.min(size - at, 4 * 1024 * 1024), at);
    if (bytesRead === 0) throw new Error('it is being written at the moment; the server tries again later');
    at += bytesRead;
  }
  return bytes;
}

/** Replaces the words about inputs in a reason of `ReadableFiles` by words that fit data adapters. */
const ofAdapters = (problem: string): string =>
  problem.replace('lets inputs read no files', 'may read no files').replace('they may read', 'it may read');

/** Explains, as the error of a form field, why a data adapter cannot read a file; undefined: it can. */
export async function pathProblem(path: string, files: ReadableFiles): Promise<string | undefined> {
  const problem = files.problem(path);
  if (problem !== undefined) return `The file ${path} may not be read: ${ofAdapters(problem)}.`;
  try {
    await (await files.open(path)).close();
    return undefined;
  } catch (error) {
    return fileError(path, error).message;
  }
}
