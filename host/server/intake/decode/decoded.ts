/**
 * Defines the types for decoding a packet, frame or line to a message, before routing and storing. A decoder gets the
 * time of receipt as an argument and uses no sockets.
 */
import type { FieldValue } from '../../store/types.js';

export type Fields = Record<string, FieldValue>;

export interface DecodedMessage {
  /** Epoch milliseconds; absent: the time of receipt is used. */
  timestamp?: number;
  /** Host that sent the message; absent: the sender's address is used. */
  source?: string;
  message: string;
  fullMessage?: string;
  /** Object made by `newFields`, in which `__proto__` is an ordinary name. */
  fields: Fields;
}

/** Thrown when bytes from a sender cannot be decoded; the message is a reason that an administrator understands. */
export class DecodeFailure extends Error {
  override name = 'DecodeFailure';
}

/** Thrown for an empty message; empty messages are not stored, and are counted separately from malformed ones. */
export class EmptyMessage extends DecodeFailure {
  override name = 'EmptyMessage';
}

/**
 * Decodes the bytes of one message; the second argument is the time of receipt (epoch milliseconds).
 * @throws DecodeFailure, and no other error
 */
export interface Decode {
  (bytes: Buffer, receivedAt: number): DecodedMessage;
  /**
   * Tells whether decoding may take so long that `later` has to be used, as for compressed bytes and large documents.
   */
  readonly isHeavy?: (bytes: Buffer) => boolean;
  /**
   * Decodes the bytes of one message without blocking the event loop for long.
   * @param onInflated called with the number of bytes of each decompressed part; it may throw a DecodeFailure
   */
  readonly later?: (bytes: Buffer, receivedAt: number, onInflated?: (bytes: number) => void) => Promise<DecodedMessage>;
}

/**
 * Creates objects that inherit no member. `Object.create(null)` would do this as well, but V8 keeps such objects as
 * hash tables, which take several times the memory and are slower to read and to encode.
 */
// Cast: the prototype of a class cannot be replaced, and TypeScript does not describe functions as constructors.
const InheritingNothing = function () {} as unknown as new () => Fields;
InheritingNothing.prototype = Object.freeze(Object.create(null));

export const newFields = (): Fields => new InheritingNothing();
