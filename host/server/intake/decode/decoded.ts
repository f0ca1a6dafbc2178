/**
 * The result of decoding a packet, frame or line, before routing and storing. The functions are pure: they use no clock
 * and no sockets.
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
  /** Object without a prototype, so that `__proto__` is an ordinary name. */
  fields: Fields;
}

/** The message cannot be accepted; `message` is a reason that an administrator understands. */
export class DecodeFailure extends Error {
  override name = 'DecodeFailure';
}

/** An empty message, which is counted separately: it is neither stored nor malformed. */
export class EmptyMessage extends DecodeFailure {
  override name = 'EmptyMessage';
}

/**
 * Decodes the bytes of one message; the second argument is the time of receipt (epoch milliseconds).
 * @throws DecodeFailure, and no other error
 */
export interface Decode {
  (bytes: Buffer, receivedAt: number): DecodedMessage;
  /** Tells whether decoding may take so long that `later` has to be used: for compressed bytes, and large documents. */
  readonly isHeavy?: (bytes: Buffer) => boolean;
  /**
   * Decodes without blocking the event loop.
   * @param onInflated called with bytes as they are decompressed; it may throw a DecodeFailure
   */
  readonly later?: (bytes: Buffer, receivedAt: number, onInflated?: (bytes: number) => void) => Promise<DecodedMessage>;
}

export function newFields(): Fields {
  return Object.create(null) as Fields;
}
