/** The result of decoding a packet, frame or line, before routing and storing. Pure: no clock, no sockets. */
import type { FieldValue } from '../../store/types.js';

export type Fields = Record<string, FieldValue>;

export interface DecodedMessage {
  /** Epoch milliseconds; without it the message counts as sent when it was received. */
  timestamp?: number;
  /** Host that sent the message; without it the sender's address is used. */
  source?: string;
  message: string;
  fullMessage?: string;
  /** Has no prototype: `__proto__` is a name like any other. */
  fields: Fields;
}

/** The message cannot be taken in; `message` is a reason that an administrator understands. */
export class DecodeFailure extends Error {
  override name = 'DecodeFailure';
}

/** An empty message is counted apart: it is neither stored nor malformed. */
export class EmptyMessage extends DecodeFailure {
  override name = 'EmptyMessage';
}

/** A decoder takes the bytes of one message and the instant of receipt (epoch ms). @throws DecodeFailure and nothing else */
export interface Decode {
  (bytes: Buffer, receivedAt: number): DecodedMessage;
  /** Tells whether these bytes may take so long that they are to be read by `later`: compressed ones, and large documents. */
  readonly isHeavy?: (bytes: Buffer) => boolean;
  /**
   * Reads the same without blocking others.
   * @param onInflated called with bytes as they come out of a decompression; it may throw a DecodeFailure
   */
  readonly later?: (bytes: Buffer, receivedAt: number, onInflated?: (bytes: number) => void) => Promise<DecodedMessage>;
}

export function newFields(): Fields {
  return Object.create(null) as Fields;
}
