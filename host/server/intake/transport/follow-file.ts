/**
 * Follows a file while it grows, is rotated or truncated. The read position is stored only after the messages are
 * durable, so a crash can repeat a batch, but loses nothing.
 */
import type { Stats } from 'node:fs';
import { readdir, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Collection } from '../../store/types.js';
import { pause } from '../../foundation/pause.js';
import { Yielder } from '../../foundation/yielding.js';
import type { Semaphore } from '../../foundation/semaphore.js';
import { bytesOfFile } from '../files/file-bytes.js';
import { isAtRest } from '../files/follow-globs.js';
import type { OpenFile } from '../files/readable-files.js';
import type { Receiver } from './receiver.js';
import { FollowedLines, type FollowedLinesSettings } from './followed-lines.js';
import { leave, markBytes, markIn, tailStart, type FollowedFile, type LeftFile } from '../files/read-contents.js';
import { isMerelyNumbered, isRotatedName, writtenSince } from '../files/rotated-name.js';
import type { Listening, Transport } from './transport.js';
import { errorOf } from '../../foundation/caught.js';

export type { FollowedFile };

export interface FollowSettings extends FollowedLinesSettings {
  /**
   * Id under which the read position is stored: the id of the input, with a suffix for the file if the input may have
   * several files.
   */
  readonly inputId: string;
  readonly positions: Collection<FollowedFile>;
  readonly leftFiles: Collection<LeftFile>;
  /** Semaphore that limits the number of batches in memory, shared by all followed files. */
  readonly batches: Semaphore;
  readonly pollMs: number;
  readonly openFile: OpenFile;
  /** Called with the present problem of the file, and with `undefined` when the problem is over. */
  readonly onTrouble: (reason: string | undefined) => void;
}

const batchBytes = 1024 * 1024;
const retryMs = 1_000;
/** Name under which all files use the semaphore for batches. */
const batchName = '';

interface OpenedFile {
  readonly handle: FileHandle;
  readonly device: number;
  readonly inode: number;
  /** Position of the first byte that is not durable; lines that the joiner holds back are not durable. */
  offset: number;
  /** Position of the first byte that was not read. */
  readTo: number;
  /** True while the rest of a line that is too long is skipped. */
  skipping: boolean;
}

export class FollowFileTransport implements Transport {
  readonly #lines: FollowedLines;
  #file: OpenedFile | undefined;
  #head: { bytes: number; hash: string } = { bytes: 0, hash: '' };
  #end = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly settings: FollowSettings,
    private readonly receiver: Receiver,
  ) {
    this.#lines = new FollowedLines(settings, receiver);
  }

  async start(): Promise<Listening | undefined> {
    this.#end = new AbortController();
    this.#running = this.#follow();
    return undefined;
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.#running;
    await this.#close();
  }

  async #follow(): Promise<void> {
    while (!this.#end.signal.aborted) {
      try {
        const busy = await this.#step();
        this.settings.onTrouble(undefined);
        if (!busy) await pause(this.settings.pollMs, this.#end.signal);
      } catch (error) {
        this.settings.onTrouble(troubleText(error, this.settings.path));
        await this.#close();
        await pause(retryMs, this.#end.signal);
      }
    }
  }

  /**
   * Reads one batch, or checks whether the file was replaced.
   * @returns false: nothing was read or submitted, so the next step may begin after a pause
   */
  async #step(): Promise<boolean> {
    const file = this.#file ?? (await this.#open());
    if (!file) return false;
    if (await this.#wasCut(file)) return true;
    if (await this.#takeBatch(file, false)) return true;
    const current = await stat(this.settings.path).catch(() => undefined);
    const rotated = current !== undefined && (current.ino !== file.inode || current.dev !== file.device);
    // If the file has not been written to for a while, a last line without a line end is complete.
    const atRest = current !== undefined && current.size > file.readTo && isAtRest(current);
    if (!rotated && atRest && (await this.#takeBatch(file, true))) return true;
    if (!rotated) return this.#takeHeld(file, false);
    // The writer may have appended lines between the last read and the rotation.
    while (await this.#takeBatch(file, false));
    while (await this.#takeBatch(file, true));
    await this.#takeHeld(file, true);
    // When the input stops, the file was possibly not read to its end.
    if (this.#end.signal.aborted) return false;
    const ended = await file.handle.stat();
    await this.#leave();
    await this.#close();
    // Several rotations may have happened since the last check.
    const next = await earliestRotated(
      this.settings.path,
      (other) => other.mtimeMs > ended.mtimeMs && other.ino !== current.ino,
      current,
    );
    await this.#begin(next ?? this.settings.path, 0);
    return true;
  }

  /**
   * Checks whether the file was truncated (logrotate's copytruncate): it is smaller than the read position, or begins
   * with other bytes. A truncated file is read again from its beginning.
   * @returns true: the file was truncated
   */
  async #wasCut(file: OpenedFile): Promise<boolean> {
    const { size } = await file.handle.stat();
    const other = this.#head.bytes > 0 && (await markIn(file.handle, 0, this.#head.bytes)) !== this.#head.hash;
    if (size >= file.readTo && !other) return false;
    await this.#takeHeld(file, true);
    if (this.#end.signal.aborted) return false;
    // The rotated copy of the file may be compressed later; the stored record then identifies its content.
    await this.#leave();
    this.#lines.begin();
    file.offset = 0;
    file.readTo = 0;
    file.skipping = false;
    this.#head = { bytes: 0, hash: '' };
    await this.#remember(file);
    return true;
  }

  /** Opens the file where reading ended: at its path, under its rotated name, or a new file from its beginning. */
  async #open(): Promise<OpenedFile | undefined> {
    const { path, positions, inputId } = this.settings;
    const known = positions.get(inputId);
    if (known?.path === path) {
      const left = await this.#findLeft(known);
      if (left !== undefined) return this.#begin(left, known.offset, known);
      // The file was deleted or compressed; `ArchivesTransport` reads the rest of a compressed file.
      if (!known.left) {
        await this.#leave();
        await positions.put({ ...known, left: true });
      }
      const { seenAt } = known;
      const current = await stat(path).catch(() => undefined);
      const next =
        seenAt === undefined
          ? undefined
          : await earliestRotated(path, (other) => other.birthtimeMs > seenAt && other.ino !== current?.ino, current);
      if (next !== undefined) return this.#begin(next, 0);
    }
    return this.#begin(path, 0);
  }

  /**
   * Finds the present path of a file that was read before: its own path, or another name in the directory. Undefined:
   * the file no longer exists there.
   */
  async #findLeft(known: FollowedFile): Promise<string | undefined> {
    const names = await readdir(dirname(known.path)).catch(() => []);
    const paths = [known.path, ...names.map((name) => join(dirname(known.path), name))];
    for (const path of paths) {
      const found = await stat(path).catch(() => undefined);
      if (!found?.isFile() || found.ino !== known.inode || found.dev !== known.device || found.size < known.offset)
        continue;
      const handle = await this.settings.openFile(path);
      try {
        if ((await markIn(handle, 0, known.headBytes)) === known.head) return path;
      } finally {
        await handle.close();
      }
    }
    return undefined;
  }

  async #begin(path: string, offset: number, known?: FollowedFile): Promise<OpenedFile> {
    const handle = await this.settings.openFile(path);
    const about = await handle.stat();
    this.#file = { handle, device: about.dev, inode: about.ino, offset, readTo: offset, skipping: false };
    this.#lines.begin();
    this.#head = known ? { bytes: known.headBytes, hash: known.head } : { bytes: 0, hash: '' };
    // The format is recognised again even if the file does not grow, so that the inputs page shows it.
    if (offset > 0) await this.#lines.isReady((count) => bytesOfFile(handle, 0, count), true);
    return this.#file;
  }

  /**
   * Stores that the path no longer has its present content, so that the content is recognised under another name and
   * not read again.
   */
  async #leave(): Promise<void> {
    const { positions, leftFiles, inputId, path } = this.settings;
    const known = positions.get(inputId);
    if (known?.path === path && known.offset > 0) await leave(leftFiles, known);
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.handle.close();
  }

  /**
   * Reads and submits one batch of lines when the semaphore admits it.
   * @param last true: the file will not grow, so a last line without a line end is complete
   * @returns false: there was no complete line, the file has too few lines to recognise their format, or the input
   * stops
   */
  async #takeBatch(file: OpenedFile, last: boolean): Promise<boolean> {
    const { size } = await file.handle.stat();
    if (size <= file.readTo) return false;
    const { signal } = this.#end;
    const entered = await this.settings.batches.enter(batchName, signal).then(
      () => true,
      () => false,
    );
    if (!entered) return false;
    try {
      return await this.#takeOneBatch(file, last);
    } finally {
      this.settings.batches.leave(batchName);
    }
  }

  async #takeOneBatch(file: OpenedFile, last: boolean): Promise<boolean> {
    const bytes = await this.#read(file, last);
    // The lines are read before the beginning of the file is examined, so that the examined beginning contains them.
    if (bytes.length === 0 || !(await this.#lines.isReady((count) => bytesOfFile(file.handle, 0, count), last)))
      return false;
    const { receiver } = this;
    await receiver.whenOpen(this.#end.signal);
    if (this.#end.signal.aborted) return false;
    const now = receiver.now();
    const yielder = new Yielder();
    const { next, unit } = this.#lines.lineEnds;
    for (let start = 0; start < bytes.length;) {
      if (yielder.isOver) await yielder.pause();
      const end = next(bytes, start, file.readTo);
      const line = bytes.subarray(start, end < 0 ? bytes.length : end);
      this.#line(file, line, file.readTo + start, end >= 0, now);
      start += line.length + unit;
    }
    receiver.counters.readBytes.mark(bytes.length);
    await this.#submit(file, bytes.length);
    return true;
  }

  /**
   * Submits lines that were held back as possible parts of a message with several lines.
   * @param all true: no further lines will follow; false: lines are submitted only if none has followed for a while
   * @returns false: no lines were submitted
   */
  async #takeHeld(file: OpenedFile, all: boolean): Promise<boolean> {
    const { receiver } = this;
    if (this.#lines.heldFrom === undefined) return false;
    await receiver.whenOpen(this.#end.signal);
    if (this.#end.signal.aborted) return false;
    if (all) this.#lines.release();
    else this.#lines.expire(receiver.now());
    if (this.#lines.heldFrom !== undefined) return false;
    await this.#submit(file, 0);
    return true;
  }

  async #submit(file: OpenedFile, read: number): Promise<void> {
    await this.receiver.submit(this.#lines.taken(), read);
    file.readTo += read;
    file.offset = this.#lines.heldFrom ?? file.readTo;
    await this.#remember(file);
  }

  #line(file: OpenedFile, line: Buffer, at: number, whole: boolean, now: number): void {
    const skipping = file.skipping;
    file.skipping = !whole && (skipping || line.length > this.settings.maxLineBytes);
    if (!skipping) this.#lines.take(line, at, now);
  }

  /**
   * Returns the bytes of complete lines from the read position on. A line that is too long is returned in pieces, of
   * which only the first is reported.
   */
  async #read(file: OpenedFile, last: boolean): Promise<Buffer> {
    const { size } = await file.handle.stat();
    const available = size - file.readTo;
    if (available <= 0) return Buffer.alloc(0);
    let wanted = Math.min(available, batchBytes);
    for (;;) {
      const bytes = await bytesOfFile(file.handle, file.readTo, wanted);
      // The bytes are read before the charset is determined. Otherwise the charset of an empty file would be determined
      // before its first line.
      await this.#lines.knowCharset((count) => bytesOfFile(file.handle, 0, count));
      const { lineEnds } = this.#lines;
      const end = lineEnds.last(bytes, file.readTo);
      if (end >= 0) return bytes.subarray(0, end + lineEnds.unit);
      const all = bytes.length < wanted || wanted === available;
      if (file.skipping || bytes.length > this.settings.maxLineBytes || (last && all))
        return bytes.subarray(0, bytes.length - ((file.readTo + bytes.length) % lineEnds.unit));
      if (all) return Buffer.alloc(0);
      wanted = Math.min(available, wanted * 2);
    }
  }

  async #remember(file: OpenedFile): Promise<void> {
    const { inputId, path, positions } = this.settings;
    if (this.#head.bytes < markBytes && file.readTo > this.#head.bytes) {
      const bytes = Math.min(markBytes, file.readTo);
      this.#head = { bytes, hash: await markIn(file.handle, 0, bytes) };
    }
    const tail = await markIn(file.handle, tailStart(file.offset), file.offset);
    await positions.put({
      id: inputId,
      path,
      device: file.device,
      inode: file.inode,
      offset: file.offset,
      head: this.#head.hash,
      headBytes: this.#head.bytes,
      tail,
      seenAt: Date.now(),
    });
  }
}

/**
 * Returns the path of the oldest matching file to which a path was rotated; undefined: no file matches.
 * @param current the file at the path, to exclude independent files whose names have a number
 */
async function earliestRotated(
  path: string,
  matches: (about: Stats) => boolean,
  current: Stats | undefined,
): Promise<string | undefined> {
  const directory = dirname(path);
  const names = (await readdir(directory).catch(() => [])).filter((name) => isRotatedName(name, basename(path)));
  const found = await Promise.all(
    names.map(async (name) => ({ name, about: await stat(join(directory, name)).catch(() => undefined) })),
  );
  const isOther = (name: string, about: Stats) =>
    isMerelyNumbered(name, basename(path)) && current !== undefined && writtenSince(about, current);
  const [first] = found
    .flatMap(({ name, about }) =>
      about?.isFile() && matches(about) && !isOther(name, about) ? [{ name, mtimeMs: about.mtimeMs }] : [],
    )
    .sort((left, right) => left.mtimeMs - right.mtimeMs);
  return first && join(directory, first.name);
}

function troubleText(error: unknown, path: string): string {
  const { code, message } = errorOf(error);
  if (code === 'ENOENT') return `Waiting for ${path}, which does not exist yet.`;
  if (code === 'EACCES' || code === 'EPERM') return `${path} may not be read by this server.`;
  return `${path} cannot be followed: ${message}`;
}
