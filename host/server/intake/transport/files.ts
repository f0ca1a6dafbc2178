/**
 * Reads the files of an input that are named by a path, directory or glob, including files that appear later. Each file
 * is followed separately; a compressed file is read once.
 */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { FileMemory } from '../files/file-memory.js';
import { archivePaths, directoryOf, followedPaths, mostFiles } from '../files/follow-globs.js';
import { pause } from '../../foundation/pause.js';
import type { Receiver } from './receiver.js';
import { ArchivesTransport } from './archives.js';
import { FollowFileTransport, type FollowSettings } from './follow-file.js';
import { isStill, leave, type KnownContent } from '../files/read-contents.js';
import { errorOf } from '../../foundation/caught.js';
import type { Listening, Transport } from './transport.js';

export interface FilesSettings extends Omit<FollowSettings, 'path' | 'positions' | 'leftFiles' | 'batches'> {
  /** Path of a file or directory, or a glob. */
  readonly name: string;
  readonly files: FileMemory;
  readonly lookMs: number;
  /** Largest decompressed size of a compressed file in bytes. */
  readonly mostArchiveBytes: number;
  readonly onRemark: (text: string | undefined) => void;
  /** Explains why the names of a directory must not be read; undefined: they may be read. */
  readonly placeProblem: (directory: string) => Promise<string | undefined>;
}

/** Milliseconds for which a file may be missing before it is no longer followed; rotation takes only a moment. */
const awayMs = 60_000;
const mostReported = 3;

type PlacedContent = KnownContent & Required<Pick<KnownContent, 'device' | 'inode'>>;

interface Followed {
  readonly transport: FollowFileTransport;
  /** Time since which the file is missing, epoch milliseconds; undefined: the file exists. */
  missedAt: number | undefined;
}

export class FilesTransport implements Transport {
  readonly #followed = new Map<string, Followed>();
  readonly #troubles = new Map<string, string>();
  readonly #archives: ArchivesTransport;
  #end = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly settings: FilesSettings,
    private readonly receiver: Receiver,
  ) {
    const { files, name } = settings;
    this.#archives = new ArchivesTransport(
      {
        ...settings,
        paths: async () => ((await this.#problem()) === undefined ? archivePaths([name]) : []),
        archives: files.archives,
        known: () => this.#known(),
        mostBytes: settings.mostArchiveBytes,
        onTrouble: (reason) => this.#trouble('', reason),
      },
      receiver,
    );
  }

  async start(): Promise<Listening | undefined> {
    this.#end = new AbortController();
    this.#running = this.#look();
    return undefined;
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.#running;
    await Promise.all([
      this.#archives.stop(),
      ...[...this.#followed.values()].map(({ transport }) => transport.stop()),
    ]);
    this.#followed.clear();
    this.#troubles.clear();
  }

  async #look(): Promise<void> {
    for (let isFirst = true; !this.#end.signal.aborted; isFirst = false) {
      try {
        await this.#lookOnce();
      } catch (error) {
        this.#trouble(this.settings.name, errorOf(error).message);
      }
      // Reading compressed files starts after the first search for files, because it depends on which files are
      // followed.
      if (isFirst) await this.#archives.start();
      await pause(this.settings.lookMs, this.#end.signal);
    }
  }

  async #lookOnce(): Promise<void> {
    const { name, files, inputId, onRemark } = this.settings;
    const problem = await this.#problem();
    if (problem !== undefined) return this.#trouble(name, `${name} cannot be read: ${problem}.`);
    const known = files.positionsOf(inputId).map(({ path }) => path);
    let remark: string | undefined;
    const paths = await followedPaths([name], known, (_name, count) => {
      remark = `Only ${mostFiles} of the ${count} files of ${name} are followed.`;
    });
    onRemark(remark);
    // Files with a stored position come first: such a file may be rotated, and its name may now belong to a new file.
    const isKnown = (path: string) => Number(files.positions.get(this.#idOf(path)) !== undefined);
    for (const path of paths.toSorted((one, other) => isKnown(other) - isKnown(one))) await this.#follow(path);
    await this.#giveUp(new Set(paths));
    const nothing = this.#followed.size === 0 && (await archivePaths([name])).length === 0;
    this.#trouble(name, nothing ? `Waiting for files: ${name} means none yet.` : undefined);
  }

  async #follow(path: string): Promise<void> {
    if (this.#followed.has(path) || this.#followed.size >= mostFiles || this.#end.signal.aborted) return;
    const { settings, receiver } = this;
    const { positions, leftFiles, batches } = settings.files;
    const before = positions.get(this.#idOf(path)) ? undefined : await this.#readBefore(path);
    // The follower of the file's former name reads the file to its end.
    if (before?.live) return;
    if (before) await this.#takeOver(before, path);
    const onTrouble = (reason: string | undefined) => this.#trouble(path, reason);
    const own = { ...settings, inputId: this.#idOf(path), path, positions, leftFiles, batches, onTrouble };
    const transport = new FollowFileTransport(own, receiver);
    this.#followed.set(path, { transport, missedAt: undefined });
    await transport.start();
  }

  /** Returns the content that was read from a file under an earlier name; undefined: nothing was read from it. */
  async #readBefore(path: string): Promise<PlacedContent | undefined> {
    const about = await stat(path).catch(() => undefined);
    const isHere = (one: KnownContent): one is PlacedContent => one.inode === about?.ino && one.device === about?.dev;
    const here = about?.isFile() ? this.#known().filter(isHere) : [];
    if (here.length === 0) return undefined;
    const handle = await this.settings.openFile(path).catch(() => undefined);
    if (!handle) return undefined;
    try {
      for (const one of here.toSorted((one, other) => other.offset - one.offset))
        if (await isStill(one, handle)) return one;
    } finally {
      await handle.close();
    }
    return undefined;
  }

  /** Moves the read position of a content to the path, so that the content is read under this path only. */
  async #takeOver(before: PlacedContent, path: string): Promise<void> {
    const { positionsOf, positions, leftFiles } = this.settings.files;
    const { offset, head, headBytes, tail, device, inode } = before;
    const content = { offset, head, headBytes, device, inode, ...(tail !== undefined && { tail }) };
    await positions.put({ id: this.#idOf(path), path, ...content, seenAt: Date.now() });
    for (const other of positionsOf(this.settings.inputId)) {
      if (other.path === path || other.device !== device || other.inode !== inode) continue;
      await leave(leftFiles, other);
      await positions.delete(other.id);
    }
  }

  /** Stops following files that have been missing for long, because names with a date do not come back. */
  async #giveUp(paths: ReadonlySet<string>): Promise<void> {
    const { positions, leftFiles } = this.settings.files;
    const now = Date.now();
    for (const [path, followed] of this.#followed) {
      const there = paths.has(path) || (await stat(path).catch(() => undefined)) !== undefined;
      followed.missedAt = there ? undefined : (followed.missedAt ?? now);
      if (followed.missedAt === undefined || now - followed.missedAt < awayMs) continue;
      await followed.transport.stop();
      this.#followed.delete(path);
      this.#trouble(path, undefined);
      const known = positions.get(this.#idOf(path));
      if (!known) continue;
      await leave(leftFiles, known);
      await positions.put({ ...known, left: true });
    }
  }

  /** Explains why the names in the input's directory must not be read; undefined: they may be read. */
  async #problem(): Promise<string | undefined> {
    return this.settings.placeProblem(await directoryOf(this.settings.name));
  }

  /**
   * Returns the contents that were read for the input, also in earlier runs; `live` is true only for followed files.
   */
  #known(): readonly KnownContent[] {
    const { files, inputId } = this.settings;
    return files.knownOf(inputId).map((one) => ({ ...one, live: one.live && this.#followed.has(one.path) }));
  }

  #idOf(path: string): string {
    return `${this.settings.inputId}:${createHash('sha256').update(path).digest('hex').slice(0, 24)}`;
  }

  /**
   * Sets or removes the problem of a source, and reports all present problems.
   * @param of source of the problem: a path, the path setting of the input, or empty for compressed files
   */
  #trouble(of: string, reason: string | undefined): void {
    if (reason === undefined) this.#troubles.delete(of);
    else this.#troubles.set(of, reason);
    const all = [...this.#troubles.values()];
    const more = all.length - mostReported;
    const listed = all.slice(0, mostReported).join(' ');
    this.settings.onTrouble(all.length === 0 ? undefined : more > 0 ? `${listed} And ${more} more.` : listed);
  }
}
