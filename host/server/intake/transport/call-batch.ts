/** The messages of one call: good ones are kept together, refused ones are counted and named. */
import type { IncomingMessage } from '../../store/types.js';
import { Slices } from '../../slices.js';
import { DecodeFailure, EmptyMessage, type DecodedMessage } from '../decode/decoded.js';
import type { Receiver, Remote } from '../receiver.js';
import { Refusal } from './refusal.js';

export const maxCallMessages = 50_000;
/** Of one entry, in bytes. */
export const maxEntryBytes = 8 * 1024 * 1024;

export const entryTooLarge = () => new DecodeFailure(`The entry has more than ${maxEntryBytes} bytes.`);

export interface RefusedEntry {
  /** Counted from 0, empty entries not. */
  readonly index: number;
  readonly failure: DecodeFailure;
}

export class CallBatch {
  readonly #messages: IncomingMessage[] = [];
  readonly #slices = new Slices();
  readonly #receivedAt: number;
  #entries = 0;
  #refused = 0;
  #first: RefusedEntry | undefined;

  constructor(
    private readonly receiver: Receiver,
    private readonly remote: Remote,
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

  /** What is wrong with the refused, in one sentence; undefined when nothing is. */
  get problem(): string | undefined {
    if (!this.#first) return undefined;
    const { index, failure } = this.#first;
    return `${this.#refused} of ${this.#entries} entries refused, the first of them (${index}): ${failure.message}`;
  }

  /**
   * @param decode may throw a DecodeFailure
   * @param excerpt what is listed of the entry when it is refused
   * @returns why it was refused; undefined: it was not
   * @throws Refusal when the call has more entries than one may have
   */
  async add(decode: () => DecodedMessage, excerpt: () => Buffer): Promise<string | undefined> {
    if (this.#slices.isOver) await this.#slices.pause();
    if (this.#entries >= maxCallMessages)
      throw new Refusal(413, `A call may bring ${maxCallMessages} entries; send smaller batches.`);
    const taken = this.receiver.read(decode, excerpt, this.remote, this.#receivedAt);
    if (taken instanceof EmptyMessage) return undefined;
    this.#entries += 1;
    if (!(taken instanceof DecodeFailure)) {
      this.#messages.push(taken);
      return undefined;
    }
    this.#first ??= { index: this.#entries - 1, failure: taken };
    this.#refused += 1;
    return taken.message;
  }

  /** Resolves when the good ones are durable. @param bytes size as received @throws what the store throws */
  submit(bytes: number): Promise<void> {
    return this.receiver.submit(this.#messages, bytes);
  }
}
