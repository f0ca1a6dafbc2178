/**
 * Reads compressed log files, each completely and once, one after another. The position in a file is stored only when
 * its messages are durable, so after a crash at most one batch is read again.
 *
 * Rotation changes the name of an archive. Therefore an archive is identified by the log to which it belongs, its size,
 * and hashes of its beginning and end (gzip ends with a CRC-32 of the content, RFC 1952). An archive that has grown is
 * identified by its inode and the hash of its beginning. If the content of an archive was read before it was
 * compressed, `containedContent` finds its read position among the read positions of the present and former followed
 * files, and only the rest is read.
 */
import type { Stats } from 'node:fs';
import { stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Collection } from '../../store/types.js';
import type { OpenFile } from '../files/readable-files.js';
import { pause } from '../../foundation/pause.js';
import type { Receiver } from './receiver.js';
import { ArchiveReading } from './archive-reading.js';
import { FollowedLines, type FollowedLinesSettings } from './followed-lines.js';
import { ArchiveError, inflatedFile } from './inflated-file.js';
import {
  containedContent,
  goesOnAs,
  isStill,
  markBytes,
  markIn,
  markOf,
  tailStart,
  type KnownContent,
} from '../files/read-contents.js';
import { logName, mayHold } from '../files/rotated-name.js';
import type { Listening, Transport } from './transport.js';
import { errorOf } from '../../foundation/caught.js';

/** Records how far an archive was read, with the properties that identify the archive. */
export interface ReadArchive {
  readonly id: string;
  readonly inputId: string;
  /** Name of the log that the archive belongs to. */
  readonly log: string;
  readonly device: number;
  readonly inode: number;
  /** Size of the archive in bytes. */
  readonly size: number;
  /** Hash of the first `headBytes` bytes of the archive. */
  readonly head: string;
  readonly headBytes: number;
  /** Hash of the last bytes of the archive. */
  readonly tail: string;
  /** Number of bytes of the decompressed content that are durable. */
  readonly offset: number;
  readonly done: boolean;
  /** Time at which the record was stored last, epoch milliseconds. */
  readonly readAt: number;
}

export interface ArchivesSettings extends Omit<FollowedLinesSettings, 'path'> {
  readonly inputId: string;
  /** Lists the paths of the archives that the input's pattern matches now. */
  readonly paths: () => Promise<readonly string[]>;
  readonly archives: Collection<ReadArchive>;
  /** Contents of files that are or were followed. */
  readonly known: () => readonly KnownContent[];
  /** Largest decompressed size of an archive in bytes; a larger archive is reported as broken. */
  readonly mostBytes: number;
  readonly lookMs: number;
  readonly openFile: OpenFile;
  /** Called with the present problem of the archives, and with `undefined` when no archive has a problem. */
  readonly onTrouble: (reason: string | undefined) => void;
}

/**
 * Milliseconds after its last modification during which an archive may be incomplete. An archive that is unchanged
 * since the preceding search for archives counts as complete.
 */
const settledMs = 5_000;
/** Largest number of records of read archives that are kept for an input. */
const mostRemembered = 2_000;
const mostReported = 3;

type Identity = Omit<ReadArchive, 'offset' | 'done' | 'readAt'>;

const stampOf = ({ dev, ino, size, mtimeMs }: Stats): string => `${dev}:${ino}:${size}:${mtimeMs}`;

export class ArchivesTransport implements Transport {
  #end = new AbortController();
  #running: Promise<void> = Promise.resolve();
  /** Device, inode, size and modification time of each archive at the preceding search, by path. */
  #seen = new Map<string, string>();
  /**
   * Device, inode, size and modification time of each archive that was read completely or found to be broken, by path.
   */
  readonly #settled = new Map<string, string>();
  readonly #failures = new Map<string, string>();

  constructor(
    private readonly settings: ArchivesSettings,
    private readonly receiver: Receiver,
  ) {}

  async start(): Promise<Listening | undefined> {
    this.#end = new AbortController();
    this.#running = this.#follow();
    return undefined;
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.#running;
  }

  async #follow(): Promise<void> {
    while (!this.#end.signal.aborted) {
      try {
        await this.#look();
        this.settings.onTrouble(this.#trouble());
      } catch (error) {
        this.settings.onTrouble(errorOf(error).message);
      }
      await pause(this.settings.lookMs, this.#end.signal);
    }
  }

  /** Reads new archives, oldest first. */
  async #look(): Promise<void> {
    const paths = await this.settings.paths();
    const found = await Promise.all(
      paths.map(async (path) => ({ path, about: await stat(path).catch(() => undefined) })),
    );
    const seen = new Map<string, string>();
    const there = found.flatMap(({ path, about }) => (about?.isFile() ? [{ path, about }] : []));
    for (const path of this.#failures.keys()) if (!there.some((one) => one.path === path)) this.#failures.delete(path);
    for (const { path, about } of there.toSorted((one, other) => one.about.mtimeMs - other.about.mtimeMs)) {
      const stamp = stampOf(about);
      seen.set(path, stamp);
      if (this.#settled.get(path) === stamp) continue;
      const isSettled = this.#seen.get(path) === stamp || Date.now() - about.mtimeMs > settledMs;
      if (isSettled && !this.#end.signal.aborted) await this.#tryTake(path, stamp);
    }
    this.#seen = seen;
    for (const path of this.#settled.keys()) if (!seen.has(path)) this.#settled.delete(path);
  }

  async #tryTake(path: string, stamp: string): Promise<void> {
    try {
      if (await this.#take(path)) this.#settled.set(path, stamp);
      this.#failures.delete(path);
    } catch (error) {
      const { code, message } = errorOf(error);
      // The file was renamed or deleted after it was listed.
      if (code === 'ENOENT') return;
      const reason = code === 'EACCES' || code === 'EPERM' ? 'it may not be read by this server' : message;
      this.#failures.set(path, `${path} cannot be read: ${reason ?? String(error)}.`);
      // A broken archive stays broken until it changes; other errors, such as a full store, may pass.
      if (error instanceof ArchiveError) this.#settled.set(path, stamp);
    }
  }

  #trouble(): string | undefined {
    if (this.#failures.size === 0) return undefined;
    const listed = [...this.#failures.values()].slice(0, mostReported).join(' ');
    const more = this.#failures.size - mostReported;
    return more > 0 ? `${listed} And ${more} more.` : listed;
  }

  /**
   * Reads an archive unless it was read before.
   * @returns false: the archive has to be examined again
   * @throws ArchiveError when the archive is broken or too large; errors of the file system and of the store
   */
  async #take(path: string): Promise<boolean> {
    const handle = await this.settings.openFile(path);
    try {
      const { settings } = this;
      const about = await handle.stat();
      const identity = await identityOf(settings.inputId, path, handle, about);
      const before = await this.#recordOf(identity, handle);
      if (before?.done && before.id === identity.id) return true;
      const content = () => inflatedFile(handle, about.size, settings.mostBytes);
      const from = before?.offset ?? (await this.#alreadyRead(path, identity, content));
      if (from === 'done') return true;
      if (from === 'later') return false;
      await this.#read(path, identity, content(), from);
      return !this.#end.signal.aborted;
    } finally {
      await handle.close();
    }
  }

  /**
   * Finds how much of an archive's content was read before it was compressed.
   * @returns the offset up to which it was read; `done`: all of it was read; `later`: the followed file with this
   * content is still being read
   */
  async #alreadyRead(
    path: string,
    identity: Identity,
    content: () => AsyncIterable<Buffer>,
  ): Promise<number | 'done' | 'later'> {
    let known = this.settings.known().filter((one) => mayHold(basename(path), basename(one.path)));
    for (;;) {
      const contained = await containedContent(content, known);
      if (!contained) return 0;
      const { known: followed, more } = contained;
      if (more && !followed.live) return followed.offset;
      if (more && (await this.#mayContain(followed, content))) return 'later';
      if (!more) {
        await this.#remember(identity, followed.offset, true);
        return 'done';
      }
      // The archive and the followed file have only the beginning in common, so the archive has another content.
      known = known.filter((one) => one !== followed);
    }
  }

  /** Tells whether an archive may contain a followed file, including the part after the file's read position. */
  async #mayContain(followed: KnownContent, content: () => AsyncIterable<Buffer>): Promise<boolean> {
    const handle = await this.settings.openFile(followed.path).catch(() => undefined);
    if (!handle) return true;
    try {
      return !(await isStill(followed, handle)) || (await goesOnAs(content, handle, followed.offset));
    } finally {
      await handle.close();
    }
  }

  /** Finds the stored record of an archive, or the record from before the archive grew; undefined: there is neither. */
  async #recordOf(identity: Identity, handle: FileHandle): Promise<ReadArchive | undefined> {
    const { archives, inputId } = this.settings;
    const same = archives.get(identity.id);
    if (same) return same;
    for (const other of archives.all()) {
      const { device, inode, size, head, headBytes: bytes } = other;
      if (other.inputId !== inputId || device !== identity.device || inode !== identity.inode) continue;
      if (bytes > 0 && size < identity.size && (await markIn(handle, 0, bytes)) === head) return other;
    }
    return undefined;
  }

  async #remember(identity: Identity, offset: number, done: boolean): Promise<void> {
    const { archives, inputId } = this.settings;
    const isNew = archives.get(identity.id) === undefined;
    await archives.put({ ...identity, offset, done, readAt: Date.now() });
    if (!isNew) return;
    const all = archives.all().filter((one) => one.inputId === inputId);
    const tooMany = all.toSorted((one, other) => one.readAt - other.readAt).slice(0, -mostRemembered);
    for (const { id } of tooMany) await archives.delete(id);
  }

  async #read(path: string, identity: Identity, content: AsyncIterable<Buffer>, from: number): Promise<void> {
    const { receiver, settings } = this;
    // Lines get the name of the log as their source, not the name that rotation gave to the file.
    const lines = new FollowedLines({ ...settings, path: join(dirname(path), identity.log) }, receiver);
    const reading = new ArchiveReading({
      lines,
      receiver,
      maxLineBytes: settings.maxLineBytes,
      from,
      signal: this.#end.signal,
      remember: (offset, done) => this.#remember(identity, offset, done),
    });
    await reading.read(content);
  }
}

async function identityOf(inputId: string, path: string, handle: FileHandle, about: Stats): Promise<Identity> {
  const { dev: device, ino: inode, size } = about;
  const bytes = Math.min(markBytes, size);
  const head = await markIn(handle, 0, bytes);
  const tail = await markIn(handle, tailStart(size), size);
  const log = logName(basename(path));
  const id = `${inputId}:${markOf(Buffer.from(JSON.stringify([log, size, head, tail])))}`;
  return { id, inputId, log, device, inode, size, head, headBytes: bytes, tail };
}
