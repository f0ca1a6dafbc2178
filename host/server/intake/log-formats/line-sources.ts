/**
 * Joins the lines of each sender of an input. The number of senders is bounded. If there are more, the lines of the
 * sender that was silent longest are released, and the sender is forgotten.
 */
import { Yielder } from '../../foundation/yielding.js';
import type { ReadLine } from './joiner.js';
import { SourceLines, type SourceRooms } from './source-lines.js';

const mostSources = 1_000;
/** Largest number of bytes of the lines that are held back for all senders together. */
const mostHeldBytes = 64 * 1024 * 1024;
const lookMs = 100;

export class LineSources<Key> {
  readonly #sources = new Map<Key, SourceLines>();
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #expiring = false;

  constructor(
    private readonly roomsOf: (key: Key) => SourceRooms,
    private readonly now: () => number,
    private readonly most = mostSources,
    private readonly mostBytes = mostHeldBytes,
  ) {}

  start(): void {
    this.#timer = setInterval(() => void this.expire(), lookMs);
    this.#timer.unref();
  }

  /** Releases all held lines. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const yielder = new Yielder();
    for (const key of [...this.#sources.keys()]) {
      this.forget(key);
      if (yielder.isOver) await yielder.pause();
    }
  }

  isPlain(key: Key): boolean {
    return this.#sources.get(key)?.isPlain ?? false;
  }

  push(key: Key, line: ReadLine): void {
    const source = this.#latest(key);
    this.#change(source, () => source.push(line));
    if (this.#sources.size > this.most) this.#forgetFirst();
    // The lines of other senders are released soon by `expire`; releasing all of them at once would take long.
    if (this.#bytes > this.mostBytes) this.#change(source, () => source.release());
  }

  /**
   * Adds an empty line.
   * @returns true: the line became part of a message; false: the line is ignored
   */
  blank(key: Key): boolean {
    const source = this.#sources.get(key);
    return source !== undefined && this.#change(source, () => source.blank(this.now()));
  }

  forget(key: Key): void {
    const source = this.#sources.get(key);
    if (!source) return;
    this.#sources.delete(key);
    this.#change(source, () => source.release());
  }

  /** Releases lines that have waited for `holdMs`; long work continues in later turns of the event loop. */
  async expire(): Promise<void> {
    if (this.#expiring) return;
    this.#expiring = true;
    const yielder = new Yielder();
    try {
      for (const source of [...this.#sources.values()]) {
        if (source.bytes > 0) this.#change(source, () => source.expire(this.now()));
        if (yielder.isOver) await yielder.pause();
      }
    } finally {
      this.#expiring = false;
    }
  }

  #change<T>(source: SourceLines, change: () => T): T {
    const before = source.bytes;
    const changed = change();
    this.#bytes += source.bytes - before;
    return changed;
  }

  #latest(key: Key): SourceLines {
    const source = this.#sources.get(key) ?? new SourceLines(this.roomsOf(key));
    this.#sources.delete(key);
    this.#sources.set(key, source);
    return source;
  }

  #forgetFirst(): void {
    for (const key of this.#sources.keys()) return this.forget(key);
  }
}
