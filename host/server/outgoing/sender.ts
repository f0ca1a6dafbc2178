/**
 * Defines the interface of senders, which send messages to the receiver of an output; after a failure, the output
 * creates a new sender.
 */
import type { ConnectionOptions } from 'node:tls';
import type { IncomingMessage } from '../store/types.js';
import { errorOf } from '../foundation/caught.js';

export interface Sender<T = IncomingMessage> {
  /**
   * Sends messages. Resolves when the receiver has them, as far as the protocol acknowledges this.
   * @param refused called with the reason for each message that the receiver will never accept; the others are sent
   * @throws Error with the reason, when all messages have to be sent again later
   */
  send(messages: readonly T[], refused: (reason: string) => void, signal: AbortSignal): Promise<void>;
  /** Milliseconds after which a lost connection would have been noticed; absent: the protocol acknowledges messages. */
  readonly doubtMs?: number;
  /** Checks the connection. @throws Error when it was lost, so that the messages that were sent last may be lost */
  check?(): void;
  close(): void;
}

/** Explanations of system error codes. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the receiver has ended the connection',
  EPIPE: 'the receiver has ended the connection',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be resolved at present',
  ETIMEDOUT: 'there was no answer in time',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
};

/** Returns an error that explains why sending to a destination has failed. */
export function sendError(place: string, error: unknown): Error {
  const { code = '', message } = errorOf(error);
  return new Error(`${place}: ${reasons[code] ?? message}`, { cause: error });
}

/** Formats a host and a port for display. */
export const placeOf = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Contains the settings for verifying the certificate of a receiver. */
export interface ReceiverTls {
  readonly verify: boolean;
  /** Trusted certificates in PEM; undefined: the certificates that the system trusts. */
  readonly trusted: Buffer | undefined;
}

export const tlsOptions = ({ verify, trusted }: ReceiverTls): ConnectionOptions => ({
  rejectUnauthorized: verify,
  minVersion: 'TLSv1.2',
  ...(trusted && { ca: trusted }),
});
