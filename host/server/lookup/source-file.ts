/** A file that an adapter watches: read whole when it has changed, below the directories that the server may read. */
import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { ReadableFiles } from '../intake/files/readable-files.js';

/** A larger file is refused. */
const mostFileBytes = 256 * 1024 * 1024;

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  EACCES: 'the server may not read it',
  EPERM: 'the server may not read it',
  ENOTDIR: 'a part of the path is no directory',
  ELOOP: 'its links lead in a circle',
};

/** Explains why a file cannot be read, in a sentence that names the file. */
export function fileError(path: string, error: unknown): Error {
  const { code = '', message } = error as NodeJS.ErrnoException;
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
   * The bytes of the file; undefined: it is as it was when `seen` was called last.
   * @throws Error that names the file and says why it cannot be read
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
      // The file is still being written in place; the next check finds it complete.
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
  // An ArrayBuffer of its own can be handed to a thread.
  const bytes = Buffer.from(new ArrayBuffer(size));
  let at = 0;
  while (at < size) {
    const { bytesRead } = await handle.read(bytes, at, Math.min(size - at, 4 * 1024 * 1024), at);
    if (bytesRead === 0) throw new Error('it is being written at the moment; the server tries again later');
    at += bytesRead;
  }
  return bytes;
}

/** The reason of the file roots in words that fit a data adapter. */
const ofAdapters = (problem: string): string =>
  problem.replace('lets inputs read no files', 'may read no files').replace('they may read', 'it may read');

/** Why a path cannot be one that an adapter reads, as a field error; undefined: it can. */
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
