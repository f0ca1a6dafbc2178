/** A backup that is being made: files are copied into it, or linked to those of the backup before where they are the same. */
import { constants, type BigIntStats } from 'node:fs';
import { copyFile, link, mkdir, open, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256Of, type BackedUpFile } from './manifest.js';

/** A file that was changed so shortly before it was copied may have been changed again without another time. */
const unsureMs = 2_000n;

interface Copied {
  readonly bytes: number;
  /** Stamp of the file when it was copied; undefined: it may change without changing its stamp. */
  readonly stamp: string | undefined;
  /** Known from the backup before. */
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
    /** The data directory. */
    private readonly source: string,
    private readonly backupBefore: BackupBefore | undefined,
  ) {
    this.#before = new Map(backupBefore?.files.map((file) => [file.path, file]));
  }

  /** Bytes that were linked instead of copied. */
  get linkedBytes(): number {
    return this.#linkedBytes;
  }

  get copiedBytes(): number {
    return this.#copiedBytes;
  }

  /** A file that does not change, or changes at times: copied unless it is there as it is. @returns whether it is there */
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
      // A copy in the system where it can, without a byte being read where the file system shares them.
      await copyFile(join(this.source, path), join(this.directory, path), constants.COPYFILE_FICLONE);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
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
    // A file system without links gets a copy.
    const linked = await link(join(this.backupBefore.directory, path), join(this.directory, path)).then(
      () => true,
      () => false,
    );
    if (!linked) return false;
    this.#files.set(path, { bytes: before.bytes, stamp, sha256: before.sha256 });
    this.#linkedBytes += before.bytes;
    return true;
  }

  /** The beginning of a file that may be gone by its name already. */
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

  /** Resolves when all files are on disk with their checksums. */
  async seal(): Promise<BackedUpFile[]> {
    const sealed: BackedUpFile[] = [];
    for (const [path, { bytes, stamp, sha256 }] of this.#files) {
      const copy = join(this.directory, path);
      if (sha256 === undefined) await synced(copy);
      sealed.push({ path, bytes, sha256: sha256 ?? (await sha256Of(copy)), ...(stamp !== undefined && { stamp }) });
    }
    return sealed;
  }
}

export async function synced(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

export const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
};
