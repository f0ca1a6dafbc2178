/** The messages of one call: good ones are kept together, refused ones are counted and named. */
import type { IncomingMessage } from '../../store/types.js';
import { intakeTurn } from '../decode/intake-turn.js';
import { DecodeFailure, EmptyMessage, type DecodedMessage } from '../decode/decoded.js';
import type { Receiver } from './receiver.js';
import type { HttpCall } from './http-listener.js';
import { Refusal } from './refusal.js';

const MiB = 1024 * 1024;
export const maxCallMessages = 50_000;
/** Bytes of one entry as it arrives, because it is parsed in one turn. */
export const maxEntryBytes = MiB;
/** Characters of one message, and of all messages of a call, after shared attributes are copied to each entry. */
const maxMessageCharacters = 8 * MiB;
const maxCallCharacters = 64 * MiB;
/** Bytes counted for an entry besides its text. */
const overhead = 1024;
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

export interface RefusedEntry {
  /** Counted from 0, empty entries not. */
  readonly index: number;
  readonly failure: DecodeFailure;
}

export class CallBatch {
  readonly #messages: IncomingMessage[] = [];
  readonly #receivedAt: number;
  /** Number of entries read, empty ones included. */
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

  /** Good and bad ones, without empty ones. */
  get entries(): number {
    return this.#entries;
  }
  get refused(): number {
    return this.#refused;
  }
  get firstRefused(): RefusedEntry | undefined {
    return this.#first;
  }

  /** One more would be refused, with the whole call. */
  get isFull(): boolean {
    return this.#read >= maxCallMessages || this.#characters >= maxCallCharacters;
  }

  /** One sentence about the refused entries; undefined: none was refused. */
  get problem(): string | undefined {
    if (!this.#first) return undefined;
    const { index, failure } = this.#first;
    return `${this.#refused} of ${this.#entries} entries refused, the first of them (${index}): ${failure.message}`;
  }

  /**
   * @param decode may throw a DecodeFailure
   * @param excerpt what is listed of the entry when it is refused
   * @returns why it was refused; undefined: it was not
   * @throws Refusal when the call has more entries than one may have, or holds more than there is room for
   */
  add(decode: () => DecodedMessage, excerpt: () => Buffer): Promise<string | undefined> {
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

  /** One that the input's own decoder reads. @throws Refusal */
  addBytes(bytes: Buffer): Promise<string | undefined> {
    const { receiver } = this;
    const taken = () => receiver.takeAny(bytes, this.call.remote, this.#receivedAt);
    return this.#take(
      receiver.isHeavy(bytes) ? taken : () => receiver.take(bytes, this.call.remote, this.#receivedAt),
      () => bytes.length,
    );
  }

  /** One that no decoder gets to see. */
  refuse(failure: DecodeFailure, excerpt: Buffer): Promise<string | undefined> {
    const refuse = () => {
      throw failure;
    };
    return this.add(refuse, () => excerpt);
  }

  async #take(read: () => Taken | Promise<Taken>, characters: () => number): Promise<string | undefined> {
    // All calls share the turn: many at a time would else take that many slices of it.
    if (intakeTurn.isOver) await intakeTurn.room();
    if (this.isFull)
      throw new Refusal(
        413,
        `A call may contain ${maxCallMessages} entries, which become ${maxCallCharacters} characters; send smaller batches.`,
      );
    this.#read += 1;
    const reading = read();
    const taken = reading instanceof Promise ? await reading : reading;
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

  /** Resolves when the good ones are durable. @param bytes size as received @throws what the store throws */
  async submit(bytes: number): Promise<void> {
    try {
      await this.receiver.submit(this.#messages, bytes);
    } finally {
      this.call.hold(-this.#held);
      this.#held = 0;
    }
  }
}
