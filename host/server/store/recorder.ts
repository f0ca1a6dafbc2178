/**
 * Encodes messages as journal records. A long call yields to the event loop between two records, and while it encodes a
 * large message. Other callers wait meanwhile, so that the messages of each sender, and all ids, are in the order of
 * the journal.
 */
import { sharedTurn, Yielder } from '../foundation/yielding.js';
import { createMessageIds } from './message-id.js';
import { encodeLargeMessage, encodeMessage, storableTime, type AcceptedMessage } from './record.js';
import type { IncomingMessage } from './types.js';

/** Largest number of messages of a record. */
const recordMessages = 512;
/** Number of characters from which on a record takes no further message. */
const recordCharacters = 2 * 1024 * 1024;

/** Length in characters from which on encoding a message takes milliseconds. */
const largeCharacters = 512 * 1024;

function isLarge({ message, fullMessage, fields }: IncomingMessage): boolean {
  let characters = message.length + (fullMessage?.length ?? 0);
  for (const name in fields) {
    const value = fields[name];
    if (typeof value === 'string') characters += value.length;
  }
  return characters >= largeCharacters;
}

export interface RecorderOptions {
  /** Appends a record to the journal; resolves when it is on disk. */
  readonly write: (payload: string, messages: readonly AcceptedMessage[]) => Promise<void>;
  /**
   * Called after each pause.
   * @throws Error when no further record may be written
   */
  readonly check: () => void;
  /** Tells whether so many bytes wait to be written that encoding should wait for the disk. */
  readonly isBehind: () => boolean;
}

/** A call of `record` that yields. */
interface Pausing {
  readonly isOver: Promise<void>;
  readonly end: () => void;
}

function pausing(): Pausing {
  let end: () => void = () => undefined;
  return { isOver: new Promise<void>((resolve) => (end = resolve)), end: () => end() };
}

export class Recorder {
  readonly #nextId = createMessageIds();
  #pausing: Pausing | undefined;

  constructor(private readonly options: RecorderOptions) {}

  /**
   * Resolves when the yielding call of `record` has written its last record; undefined: no call yields. The caller must
   * check again afterwards, because another call may have begun to yield meanwhile.
   */
  get pausing(): Promise<void> | undefined {
    return this.#pausing?.isOver;
  }

  /**
   * Encodes messages and appends them to the journal. Must not be called while another call is running.
   * @param written receives the promises of the records; their rejections are always handled
   * @returns number of characters of the encoded messages
   * @throws the error of `check` when no further record may be written
   */
  async record(messages: readonly IncomingMessage[], written: Promise<void>[]): Promise<number> {
    const yielder = new Yielder();
    const now = Date.now();
    let lines: string[] = [];
    let accepted: AcceptedMessage[] = [];
    let characters = 0;
    let bytes = 0;
    const write = (): void => {
      const record = this.options.write(lines.join('\n'), accepted);
      // The record may fail before the caller awaits it; without this handler, Node would report an unhandled
      // rejection.
      record.catch(() => undefined);
      written.push(record);
      lines = [];
      accepted = [];
      characters = 0;
    };
    try {
      for (const incoming of messages) {
        const timestamp = storableTime(incoming.timestamp, incoming.receivedAt);
        const message = timestamp === incoming.timestamp ? incoming : { ...incoming, timestamp };
        const large = isLarge(message);
        if (large) await this.#pause(yielder, written);
        const id = this.#nextId(timestamp);
        const line = large
          ? await encodeLargeMessage(message, id, now, () => this.#pauseIfOver(yielder, written))
          : encodeMessage(message, id, now);
        lines.push(line);
        accepted.push({ ...message, id, processedAt: now, size: line.length });
        characters += line.length;
        bytes += line.length;
        if (lines.length < recordMessages && characters < recordCharacters) continue;
        // Converting a text of megabytes to bytes takes as long as encoding it, so the event loop gets a turn in
        // between.
        if (characters >= recordCharacters) await this.#pauseIfOver(yielder, written);
        write();
        if (yielder.isOver) await this.#pause(yielder, written);
      }
      if (lines.length > 0) write();
      return bytes;
    } finally {
      this.#pausing?.end();
      this.#pausing = undefined;
    }
  }

  /** Yields when the turn of the event loop has been used for long enough, by this call or by others. */
  async #pauseIfOver(yielder: Yielder, written: readonly Promise<void>[]): Promise<void> {
    if (yielder.isOver || sharedTurn.isOver) await this.#pause(yielder, written);
  }

  /** Yields; other callers wait meanwhile, so that the ids stay in the order of the journal. */
  async #pause(yielder: Yielder, written: readonly Promise<void>[]): Promise<void> {
    const { check, isBehind } = this.options;
    this.#pausing ??= pausing();
    await yielder.pause();
    await sharedTurn.room();
    check();
    // The call waits instead of failing, because a retry would duplicate the records that are already written.
    if (isBehind()) await Promise.all(written);
  }
}
