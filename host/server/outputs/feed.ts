/**
 * Feeds the queues of the outputs with stored messages, in the order of the store's journal. The journal position up to
 * which a queue was fed is stored with the queue. After a crash, messages that the queue lacks are read from the
 * journal at the next start. If the crash interrupted the queueing of a record, some messages of the record may be
 * queued twice.
 */
import type { JournalPosition } from '../store/journal-format.js';
import { isBefore } from '../store/journal-format.js';
import type { AcceptedMessage } from '../store/record.js';
import type { JournalPlace, JournalReading, StoredRecord } from '../store/types.js';
import { Yielder } from '../foundation/yielding.js';
import type { OutputQueue } from './output-queue.js';

export interface FedOutput {
  readonly queue: Pick<OutputQueue<AcceptedMessage>, 'push' | 'drop' | 'fed' | 'advance' | 'setFed'>;
}

export interface FeedOptions<Output extends FedOutput> {
  /** Returns the outputs to which a message is sent, each once. */
  readonly outputsOf: (message: AcceptedMessage) => Iterable<Output>;
  /** Returns all outputs whose queues are open. */
  readonly running: () => Iterable<Output>;
  /** Returns the present time in epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Largest number of characters of the stored messages that wait to be queued; further messages are skipped and counted.
 */
const mostPendingCharacters = 32 * 1024 * 1024;
/**
 * Largest number of characters that a queue may lack because it cannot be written; if it lacks more, the messages are
 * skipped and counted.
 */
const mostBehindCharacters = 256 * 1024 * 1024;
/** Largest number of messages in one record of a queue. */
const recordMessages = 500;
const recordCharacters = 256 * 1024;
/** The feed pauses while at least this number of characters is being written to the queues. */
const mostUnwritten = 4 * 1024 * 1024;

interface Destined<Output> {
  readonly line: string;
  readonly outputs: readonly Output[];
}

interface Pending<Output> {
  readonly messages: readonly Destined<Output>[];
  readonly end: JournalPosition;
  readonly characters: number;
}

/** Contains the number of messages that a queue lacks, and the total number of their characters. */
interface Lack {
  messages: number;
  characters: number;
}

export class Feed<Output extends FedOutput> {
  #pending: Pending<Output>[] = [];
  #pendingCharacters = 0;
  #pumping: Promise<void> | undefined;
  #isHeld = false;
  #recovering: Promise<void> | undefined;
  /**
   * Counts by output the messages that its queue lacks because the queue could not be written; `recover` reads these
   * messages from the journal when the queue is writable again.
   */
  readonly #behind = new Map<Output, Lack>();
  /** Journal position after the last record that was passed to the queues. */
  #end: JournalPosition | undefined;

  constructor(private readonly options: FeedOptions<Output>) {}

  /**
   * Takes a record that the store has just written to disk. If too many messages wait to be queued, the messages of the
   * record are skipped and counted.
   */
  take(record: StoredRecord): void {
    const pending = this.#destined(record, () => true);
    const isTooMuch = this.#pendingCharacters + pending.characters > mostPendingCharacters;
    if (isTooMuch) for (const { outputs } of pending.messages) for (const { queue } of outputs) queue.drop(1);
    const fitting = isTooMuch ? { ...pending, messages: [], characters: 0 } : pending;
    this.#pendingCharacters += fitting.characters;
    this.#pending.push(fitting);
    if (!this.#isHeld) this.#pumping ??= this.#pump();
  }

  /** Resolves when all taken messages are in the queues on disk, were skipped, or could not be written. */
  async settled(): Promise<void> {
    await this.#recovering;
    await this.#pumping;
  }

  /** Tells whether the queue of an output could not be written and lacks messages. */
  isBehind(output: Output): boolean {
    return this.#behind.has(output);
  }

  /**
   * Reads from the journal and queues the messages after the positions up to which the queues were fed. Records that
   * are taken meanwhile are queued afterwards.
   * @param until position from which on `take` receives the records
   * @returns number of messages that were passed to at least one queue
   */
  async catchUp(journal: Pick<JournalReading, 'read'>, until: JournalPlace): Promise<number> {
    const behind = [...this.options.running()].filter(({ queue }) => queue.fed && isBefore(queue.fed, until));
    const [first, ...others] = behind.flatMap(({ queue }) => queue.fed ?? []);
    if (!first) return 0;
    this.#isHeld = true;
    let count = 0;
    try {
      const from = others.reduce((least, place) => (isBefore(place, least) ? place : least), first);
      for await (const record of journal.read(from)) {
        if (isBefore(until, record.end)) break;
        const { messages, end } = this.#destined(
          record,
          ({ queue }) => queue.fed !== undefined && isBefore(queue.fed, record.end),
        );
        await this.#write([{ messages, end, characters: 0 }]);
        count += messages.length;
      }
    } finally {
      this.#isHeld = false;
      if (this.#pending.length > 0) this.#pumping ??= this.#pump();
    }
    return count;
  }

  /**
   * Reads from the journal and queues the messages that queues lack because the queues could not be written. If a queue
   * still cannot be written, the next call tries it again.
   */
  recover(journal: Pick<JournalReading, 'read'>): Promise<void> {
    if (this.#behind.size === 0 || this.#isHeld) return Promise.resolve();
    return (this.#recovering ??= this.#recover(journal).finally(() => (this.#recovering = undefined)));
  }

  async #recover(journal: Pick<JournalReading, 'read'>): Promise<void> {
    this.#isHeld = true;
    await this.#pumping;
    const running = new Set(this.options.running());
    const behind = new Map([...this.#behind].filter(([output]) => running.has(output)));
    const until = this.#end;
    this.#behind.clear();
    try {
      const from = [...behind.keys()]
        .flatMap(({ queue }) => queue.fed ?? [])
        .reduce<JournalPosition | undefined>(
          (least, place) => (least && isBefore(least, place) ? least : place),
          undefined,
        );
      if (!from || !until) return;
      for await (const record of journal.read(from)) {
        if (isBefore(until, record.end)) break;
        const { messages, end } = this.#destined(
          record,
          (output) => behind.has(output) && output.queue.fed !== undefined && isBefore(output.queue.fed, record.end),
        );
        await this.#write([{ messages, end, characters: 0 }]);
        if (this.#behind.size > 0) break;
      }
    } finally {
      for (const [output, lack] of behind)
        if (until && output.queue.fed && isBefore(output.queue.fed, until)) this.#behind.set(output, lack);
      this.#isHeld = false;
      if (this.#pending.length > 0) this.#pumping ??= this.#pump();
    }
  }

  #destined({ payload, messages, end }: StoredRecord, isBehind: (output: Output) => boolean): Pending<Output> {
    const destined: Destined<Output>[] = [];
    let lines: readonly string[] | undefined;
    let characters = 0;
    for (const [at, message] of messages.entries()) {
      const outputs = [...this.options.outputsOf(message)].filter(isBehind);
      if (outputs.length === 0) continue;
      const line = (lines ??= payload.split('\n'))[at] ?? '';
      destined.push({ line, outputs });
      characters += line.length;
    }
    return { messages: destined, end, characters };
  }

  async #pump(): Promise<void> {
    // Writing begins in a later microtask, so that callers that wait for the storing of the messages continue first.
    await Promise.resolve();
    // All records that wait are written together, so that each queue gets few large writes.
    for (let records = this.#pending.splice(0); records.length > 0; records = this.#pending.splice(0)) {
      await this.#write(records);
      this.#pendingCharacters -= records.reduce((sum, { characters }) => sum + characters, 0);
    }
    this.#pumping = undefined;
  }

  async #write(records: readonly Pending<Output>[]): Promise<void> {
    const yielder = new Yielder();
    const parts = new Map<Output, { lines: string[]; characters: number }>();
    let writing: Promise<unknown>[] = [];
    let unwritten = 0;
    /** Journal position after the last record whose messages were all added to `parts`. */
    let complete: JournalPosition | undefined;
    const before = new Map<Output, JournalPosition | undefined>();
    const write = (output: Output): void => {
      const part = parts.get(output);
      if (!part) return;
      parts.delete(output);
      unwritten += part.characters;
      const { lines, characters } = part;
      if (!before.has(output)) before.set(output, output.queue.fed);
      writing.push(
        output.queue.push(lines, this.options.now(), complete).then((outcome) => {
          if (outcome === 'unwritten') this.#lack(output, lines.length, characters);
        }),
      );
    };
    for (const { messages, end } of records) {
      for (const { line, outputs } of messages) {
        for (const output of outputs) {
          if (this.#behind.has(output)) {
            this.#lack(output, 1, line.length);
            continue;
          }
          const part = parts.get(output) ?? { lines: [], characters: 0 };
          parts.set(output, part);
          part.lines.push(line);
          part.characters += line.length;
          if (part.lines.length >= recordMessages || part.characters >= recordCharacters) write(output);
        }
        if (unwritten >= mostUnwritten) {
          await Promise.all(writing);
          [writing, unwritten] = [[], 0];
        }
        if (yielder.isOver) await yielder.pause();
      }
      complete = end;
    }
    for (const output of [...parts.keys()]) write(output);
    await Promise.all(writing);
    this.#end = complete ?? this.#end;
    for (const output of this.options.running()) {
      const place = before.get(output);
      if (!this.#behind.has(output)) {
        if (complete) output.queue.advance(complete);
      } else if (place) output.queue.setFed(place);
    }
  }

  /**
   * Records that a queue lacks messages. If the queue lacks too many, or its position in the journal is unknown, all
   * missing messages are skipped and counted.
   */
  #lack(output: Output, messages: number, characters: number): void {
    const lack = this.#behind.get(output) ?? { messages: 0, characters: 0 };
    lack.messages += messages;
    lack.characters += characters;
    this.#behind.set(output, lack);
    if (lack.characters <= mostBehindCharacters && output.queue.fed) return;
    output.queue.drop(lack.messages);
    this.#behind.delete(output);
  }
}
