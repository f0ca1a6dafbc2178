/**
 * Filters the answers of a directory before they reach the LDAP client. The client gets only complete messages of
 * bounded size, one at a time. The client joins received data and parses recursively, so without the filter a hostile
 * server could make it use any amount of time and stack.
 */
import type { Socket } from 'node:net';
import { errorOf } from '../../foundation/caught.js';

/**
 * Largest size of the answers in one conversation in bytes. It suffices for the entries of two users and for the
 * answers to a few other requests.
 */
export const mostAnswerBytes = 256 * 1024;
const mostPieces = 4096;
const sequenceTag = 0x30;

export class LdapFrames {
  #pieces: Buffer[] = [];
  #held = 0;
  #bytes = 0;
  #count = 0;
  /** Size of the current message including its header; undefined until enough bytes have arrived. */
  #wanted: number | undefined;
  readonly #deliver: (message: Buffer) => void;

  constructor(deliver: (message: Buffer) => void) {
    this.#deliver = deliver;
  }

  /**
   * Takes received data, and delivers each message that is complete.
   * @throws Error when the data is invalid, or the conversation's answers are too large or come in too many pieces
   */
  take(chunk: Buffer): void {
    this.#bytes += chunk.length;
    this.#count += 1;
    if (this.#bytes > mostAnswerBytes || this.#count > mostPieces) {
      throw new Error(`its answer is larger than ${mostAnswerBytes / 1024} KiB`);
    }
    this.#pieces.push(chunk);
    this.#held += chunk.length;
    while (this.#held > 0) {
      this.#wanted ??= this.#length();
      if (this.#wanted === undefined || this.#held < this.#wanted) return;
      const held = this.#joined();
      const message = held.subarray(0, this.#wanted);
      const rest = held.subarray(this.#wanted);
      this.#pieces = rest.length > 0 ? [rest] : [];
      this.#held = rest.length;
      this.#wanted = undefined;
      this.#deliver(message);
    }
  }

  #joined(): Buffer {
    const [first] = this.#pieces;
    const joined = this.#pieces.length === 1 && first ? first : Buffer.concat(this.#pieces);
    this.#pieces = [joined];
    return joined;
  }

  /**
   * Returns the size in bytes, including the header, of the message at the beginning of the received data. It is
   * computed from the definite length in the header (RFC 4511 §5.1). Undefined: more data is needed.
   */
  #length(): number | undefined {
    const head = this.#joined();
    const [tag, first] = head;
    if (tag !== sequenceTag) throw new Error('its answer is not LDAP');
    if (first === undefined) return undefined;
    if (first < 0x80) return 2 + first;
    const octets = first & 0x7f;
    if (octets === 0 || octets > 4) throw new Error('its answer is not LDAP');
    if (head.length < 2 + octets) return undefined;
    return 2 + octets + head.readUIntBE(2, octets);
  }
}

/** Makes a socket deliver data only in complete messages; closes it when the data is invalid or too large. */
export function framed<S extends Socket>(socket: S): S {
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...values: unknown[]) => boolean;
  const frames = new LdapFrames((message) => void (socket.destroyed || emit('data', message)));
  socket.emit = ((event: string | symbol, ...values: unknown[]): boolean => {
    const [chunk] = values;
    if (event !== 'data' || !Buffer.isBuffer(chunk)) return emit(event, ...values);
    try {
      frames.take(chunk);
    } catch (error) {
      socket.destroy(errorOf(error));
    }
    return true;
  }) as S['emit'];
  return socket;
}
