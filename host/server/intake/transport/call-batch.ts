/**
 * Collects the messages of one HTTP request: valid entries are stored together, refused entries are counted and
 * reported.
 */
import type { IncomingMessage } from '../../store/types.js';
import { intakeTurn } from '../decode/intake-turn.js';
import { DecodeFailure, EmptyMessage, type DecodedMessage } from '../decode/decoded.js';
import type { Receiver } from './receiver.js';
import type { HttpCall } from './http-listener.js';
import { Refusal } from './refusal.js';

const MiB = 1024 * 1024;
export const maxCallMessages = 50_000;
/** Largest size of one entry in bytes as received, because it is parsed without yielding. */
export const maxEntryBytes = MiB;
/** Largest number of characters of one message, after shared attributes were copied to the entry. */
const maxMessageCharacters = 8 * MiB;
/** Largest number of characters of all messages of a request, after shared attributes were copied to each entry. */
const maxCallCharacters = 64 * MiB;
/** Bytes that are counted for each entry in addition to its characters. */
const overhead = 1024;
/** Characters that are counted for each field in addition to its name and value. */
const fieldOverhead = 16;

export const entryTooLarge = () => new DecodeFailure(`The entry has more than ${maxEntryBytes} bytes.`);

function charactersOf({ message, fullMessage = '', source = '', fields }: DecodedMessage): number {
  let characters = message.length + fullMessage.length + source.length;
  for (const name in fields) {
    const value = fields[name];
    characters += name.length + fieldOverhead + (typeof value === 'string' ? value.length : 0);
  }
  return characters;
}

type Taken = IncomingMessage | DecodeFailure;
/**
 * Gives the reason of a refusal; undefined: the entry is valid or empty. It is a promise if the entry has to wait for a
 * later turn of the event loop, or if decoding takes so long that it yields.
 */
type Outcome = string | undefined | Promise<string | undefined>;

export interface RefusedEntry {
  /** Position of the entry in the request, counted from 0; empty entries are not counted. */
  readonly index: number;
  readonly failure: DecodeFailure;
}

export class CallBatch {
  readonly #messages: IncomingMessage[] = [];
  readonly #receivedAt: number;
  /** Number of entries read, including empty ones. */
  #read = 0;
  #characters = 0;
  #held = 0;
  #entries = 0;
  #refused = 0;
  #first: RefusedEntry | undefined;

  constructor(
    private readonly receiver: Receiver,
    private readonly call: Pick<HttpCall, 'remote' | 'hold'>,
  ) {
    this.#receivedAt = receiver.now();
  }

  /** Number of valid and refused entries, without empty ones. */
  get entries(): number {
    return this.#entries;
  }
  get refused(): number {
    return this.#refused;
  }
  get firstRefused(): RefusedEntry | undefined {
    return this.#first;
  }

  /** True when adding a further entry would throw a Refusal of the whole request. */
  get isFull(): boolean {
    return this.#read >= maxCallMessages || this.#characters >= maxCallCharacters;
  }

  /** Sentence about the refused entries; undefined: no entry was refused. */
  get problem(): string | undefined {
    if (!this.#first) return undefined;
    const { index, failure } = this.#first;
    return `${this.#refused} of ${this.#entries} entries refused, the first of them (${index}): ${failure.message}`;
  }

  /**
   * Adds an entry.
   * @param decode may throw a DecodeFailure
   * @param excerpt returns the bytes that are listed with a refused entry
   * @returns the reason of the refusal; undefined: the entry is valid or empty
   * @throws Refusal when the request has too many entries or characters, or memory is exhausted
   */
  add(decode: () => DecodedMessage, excerpt: () => Buffer): Outcome {
    let characters = 0;
    const bounded = () => {
      const decoded = decode();
      characters = charactersOf(decoded);
      if (characters > maxMessageCharacters)
        throw new DecodeFailure(`The entry becomes a message of more than ${maxMessageCharacters} characters.`);
      return decoded;
    };
    const { remote } = this.call;
    return this.#take(
      () => this.receiver.read(bounded, excerpt, remote, this.#receivedAt),
      () => characters,
    );
  }

  /**
   * Adds an entry that the input's decoder decodes.
   * @returns the reason of the refusal; undefined: the entry is valid or empty
   * @throws Refusal when the request has too many entries or characters, or memory is exhausted
   */
  addBytes(bytes: Buffer): Outcome {
    const { receiver } = this;
    const taken = () => receiver.takeAny(bytes, this.call.remote, this.#receivedAt);
    return this.#take(
      receiver.isHeavy(bytes) ? taken : () => receiver.take(bytes, this.call.remote, this.#receivedAt),
      () => bytes.length,
    );
  }

  /** Adds an entry as refused, without decoding it. @returns the reason of the refusal */
  refuse(failure: DecodeFailure, excerpt: Buffer): Outcome {
    const refuse = () => {
      throw failure;
    };
    return this.add(refuse, () => excerpt);
  }

  #take(read: () => Taken | Promise<Taken>, characters: () => number): Outcome {
    // All requests share the time of a turn, so that many concurrent requests do not block the event loop together.
    if (intakeTurn.isOver) return intakeTurn.room().then(() => this.#takeNow(read, characters));
    return this.#takeNow(read, characters);
  }

  /** Adds an entry; a promise is made only where it is needed, because requests have thousands of entries. */
  #takeNow(read: () => Taken | Promise<Taken>, characters: () => number): Outcome {
    if (this.isFull)
      throw new Refusal(
        413,
        `A call may contain ${maxCallMessages} entries, which become ${maxCallCharacters} characters; send smaller batches.`,
      );
    this.#read += 1;
    const reading = read();
    if (reading instanceof Promise) return reading.then((taken) => this.#taken(taken, characters));
    return this.#taken(reading, characters);
  }

  #taken(taken: Taken, characters: () => number): string | undefined {
    if (taken instanceof EmptyMessage) return undefined;
    this.#entries += 1;
    this.#hold(overhead);
    if (!(taken instanceof DecodeFailure)) {
      this.#characters += characters();
      this.#hold(characters());
      this.#messages.push(taken);
      return undefined;
    }
    this.#first ??= { index: this.#entries - 1, failure: taken };
    this.#refused += 1;
    return taken.message;
  }

  #hold(bytes: number): void {
    this.#held += bytes;
    this.call.hold(bytes);
  }

  /**
   * Submits the valid messages; resolves when they are durable, and releases their memory.
   * @param bytes size of the entries as received
   * @throws an error of the store
   */
  async submit(bytes: number): Promise<void> {
    try {
      await this.receiver.submit(this.#messages, bytes);
    } finally {
      this.call.hold(-this.#held);
      this.#held = 0;
    }
  }
}
