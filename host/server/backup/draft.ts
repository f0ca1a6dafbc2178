/**
 * Builds an incomplete backup: files are copied into it, or hard-linked to the files of the preceding backup if they
 * are unchanged.
 */
import { constants, type BigIntStats } from 'node:fs';
import { copyFile, link, mkdir, open, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256Of, type BackedUpFile } from './manifest.js';
import { syncFile } from '../store/data-directory.js';
import { errorOf } from '../foundation/caught.js';

/**
 * Milliseconds within which two modifications of a file may have the same modification time. If a file was modified
 * less than this time before it was copied, its stamp does not identify its content.
 */
const unsureMs = 2_000n;

interface Copied {
  readonly bytes: number;
  /** Identifies the content of the copied file; undefined: the content may change without a new stamp. */
  readonly stamp: string | undefined;
  /** Checksum, if it is known from the preceding backup. */
  readonly sha256: string | undefined;
}

const stampOf = ({ size, mtimeNs, ino }: BigIntStats): string => `${size} ${mtimeNs} ${ino}`;

export interface BackupBefore {
  readonly directory: string;
  readonly files: readonly BackedUpFile[];
}

export class Draft {
  readonly #before: ReadonlyMap<string, BackedUpFile>;
  readonly #files = new Map<string, Copied>();
  #linkedBytes = 0;
  #copiedBytes = 0;

  constructor(
    readonly directory: string,
    /** Path of the data directory. */
    private readonly source: string,
    private readonly backupBefore: BackupBefore | undefined,
  ) {
    this.#before = new Map(backupBefore?.files.map((file) => [file.path, file]));
  }

  /** Returns the number of bytes that were linked instead of copied. */
  get linkedBytes(): number {
    return this.#linkedBytes;
  }

  get copiedBytes(): number {
    return this.#copiedBytes;
  }

  /**
   * Takes a file that rarely or never changes into the new backup, unless the new backup already has the file's present
   * content. The file is linked to the preceding backup if that has the same content, otherwise it is copied.
   * @returns whether the file exists
   */
  async keep(path: string): Promise<boolean> {
    const now = await stat(join(this.source, path), { bigint: true }).catch(ignoreMissing);
    if (!now) {
      await this.drop(path);
      return false;
    }
    const stamp = stampOf(now);
    if (this.#files.get(path)?.stamp === stamp) return true;
    await this.drop(path);
    if (await this.#link(path, stamp)) return true;
    const isUnsure = BigInt(Date.now()) - now.mtimeMs < unsureMs;
    try {
      await this.#make(path);
      // The operating system copies the file, as a copy-on-write clone if the file system supports that.
      await copyFile(join(this.source, path), join(this.directory, path), constants.COPYFILE_FICLONE);
    } catch (error) {
      if (errorOf(error).code !== 'ENOENT') throw error;
      await this.drop(path);
      return false;
    }
    this.#files.set(path, { bytes: Number(now.size), stamp: isUnsure ? undefined : stamp, sha256: undefined });
    this.#copiedBytes += Number(now.size);
    return true;
  }

  async #link(path: string, stamp: string): Promise<boolean> {
    const before = this.#before.get(path);
    if (!this.backupBefore || !before || before.stamp !== stamp) return false;
    await this.#make(path);
    // On a file system without hard links the file is copied.
    const linked = await link(join(this.backupBefore.directory, path), join(this.directory, path)).then(
      () => true,
      () => false,
    );
    if (!linked) return false;
    this.#files.set(path, { bytes: before.bytes, stamp, sha256: before.sha256 });
    this.#linkedBytes += before.bytes;
    return true;
  }

  /** Copies the beginning of an open file, which may have been deleted meanwhile. */
  async write(path: string, file: FileHandle, bytes: number): Promise<void> {
    await this.#make(path);
    const target = await open(join(this.directory, path), 'w', 0o600);
    try {
      const buffer = Buffer.allocUnsafe(1024 * 1024);
      let at = 0;
      while (at < bytes) {
        const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, bytes - at), at);
        if (bytesRead === 0) break;
        for (let done = 0; done < bytesRead;)
          done += (await target.write(buffer, done, bytesRead - done, at + done)).bytesWritten;
        at += bytesRead;
      }
      this.#files.set(path, { bytes: at, stamp: undefined, sha256: undefined });
      this.#copiedBytes += at;
    } finally {
      await target.close();
    }
  }

  async drop(path: string): Promise<void> {
    this.#files.delete(path);
    await rm(join(this.directory, path), { force: true });
  }

  paths(): string[] {
    return [...this.#files.keys()];
  }

  async #make(path: string): Promise<void> {
    await mkdir(dirname(join(this.directory, path)), { recursive: true, mode: 0o700 });
  }

  /** Writes all copied files through to the disk, and returns copied and linked files with their checksums. */
  async seal(): Promise<BackedUpFile[]> {
    const sealed: BackedUpFile[] = [];
    for (const [path, { bytes, stamp, sha256 }] of this.#files) {
      const copy = join(this.directory, path);
      if (sha256 === undefined) await syncFile(copy);
      sealed.push({ path, bytes, sha256: sha256 ?? (await sha256Of(copy)), ...(stamp !== undefined && { stamp }) });
    }
    return sealed;
  }
}

export const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
};
