/**
 * Turns messages into records of the journal. Long work pauses between two records; callers that arrive meanwhile wait, so that each
 * sender's messages and the ids of all stay in the order of the journal.
 */
import { sharedTurn, Yielder } from '../foundation/yielding.js';
import { createMessageIds } from './message-id.js';
import { encodeMessage, storableTime, type AcceptedMessage } from './record.js';
import type { IncomingMessage } from './types.js';

/** Records are cut at these, so that neither a batch nor a turn of the thread is much larger than it should be. */
const recordMessages = 512;
const recordCharacters = 2 * 1024 * 1024;

/** Characters of texts from which a message takes milliseconds to become a record. */
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
  /** Hands one to the journal; resolves when it is on disk. */
  readonly write: (payload: string, messages: readonly AcceptedMessage[]) => Promise<void>;
  /** Looked at after each pause. @throws when nothing more is to be written */
  readonly check: () => void;
  /** Tells whether so much waits to be written that the disk comes first. */
  readonly isBehind: () => boolean;
}

/** One that pauses. */
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

  /** Resolves when the pausing caller has written its last record; undefined: none is pausing. Ask again afterwards. */
  get pausing(): Promise<void> | undefined {
    return this.#pausing?.isOver;
  }

  /**
   * Records messages, unless another call is pausing.
   * @param written takes what tells when the records are on disk; it never stays unheard
   * @returns characters
   * @throws what `check` throws
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
      // The record may fail while this function waits.
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
        if (isLarge(message)) await this.#pause(yielder, written);
        const id = this.#nextId(timestamp);
        const line = encodeMessage(message, id, now);
        lines.push(line);
        accepted.push({ ...message, id, processedAt: now, size: line.length });
        characters += line.length;
        bytes += line.length;
        if (lines.length < recordMessages && characters < recordCharacters) continue;
        // A message of megabytes takes a turn to become text, and one to become bytes.
        if (yielder.isOver) await this.#pause(yielder, written);
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

  /** Other callers wait meanwhile, so the ids stay in the order of the journal. */
  async #pause(yielder: Yielder, written: readonly Promise<void>[]): Promise<void> {
    const { check, isBehind } = this.options;
    this.#pausing ??= pausing();
    await yielder.pause();
    await sharedTurn.room();
    check();
    // Waits, and is not refused: what is written already would come again.
    if (isBehind()) await Promise.all(written);
  }
}
