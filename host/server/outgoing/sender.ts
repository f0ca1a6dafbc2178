/** Sends messages to a receiver; one per output, created anew after each failure. */
import type { ConnectionOptions } from 'node:tls';
import type { IncomingMessage } from '../store/types.js';

export interface Sender<T = IncomingMessage> {
  /**
   * Resolves when the receiver has them, as far as its protocol tells.
   * @param refused one of them can never be taken; the others go on
   * @throws Error that says why, when they are to be sent again later
   */
  send(messages: readonly T[], refused: (reason: string) => void, signal: AbortSignal): Promise<void>;
  /** For protocols without acknowledgement: time after which a lost connection would have shown itself. */
  readonly doubtMs?: number;
  /** @throws Error when what was sent last may be lost */
  check?(): void;
  close(): void;
}

/** Further words on what the system said. */
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

/** Why sending to a place failed, in words. */
export function sendError(place: string, error: unknown): Error {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new Error(`${place}: ${reasons[code] ?? message}`, { cause: error });
}

/** Formats a host and a port for display. */
export const placeOf = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Settings for verifying the certificate of a receiver. */
export interface ReceiverTls {
  readonly verify: boolean;
  /** Certificates in PEM; undefined: those that the system trusts. */
  readonly trusted: Buffer | undefined;
}

export const tlsOptions = ({ verify, trusted }: ReceiverTls): ConnectionOptions => ({
  rejectUnauthorized: verify,
  minVersion: 'TLSv1.2',
  ...(trusted && { ca: trusted }),
});
