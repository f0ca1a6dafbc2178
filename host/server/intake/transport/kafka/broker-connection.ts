/**
 * Connects to a Kafka broker: requests are sent in order, and the size of responses is bounded
 * (https://kafka.apache.org/protocol).
 */
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import type { InputCounters } from '../../inputs/input-counters.js';
import { WireError, WireReader, WireWriter } from './wire.js';
import { errorOf } from '../../../foundation/caught.js';
import { hostPort } from '../../../foundation/host-port.js';

export interface BrokerAddress {
  readonly host: string;
  readonly port: number;
}

export interface ConnectionRooms {
  /** TLS options; undefined: the connection does not use TLS. */
  readonly tls: ConnectionOptions | undefined;
  readonly clientId: string;
  readonly counters: InputCounters;
  /** The connection is closed when this signal aborts. */
  readonly signal: AbortSignal;
}

/** Thrown for a response that exceeds the size limit; only the beginning of the response is kept. */
export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge';

  constructor(
    readonly bytes: number,
    /** Beginning of the response without its length and correlation id. */
    readonly beginning: Buffer,
  ) {
    super(`An answer of the broker has ${bytes} bytes.`);
  }
}

interface PendingRequest {
  readonly id: number;
  readonly resolve: (answer: Buffer) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

/** Largest size of one response in bytes. */
const mostAnswerBytes = 48 * 1024 * 1024;
/** A declared response size above this number of bytes shows that the other side does not speak Kafka's protocol. */
const implausibleBytes = 512 * 1024 * 1024;
/** Number of bytes that are kept of a response that is too large; the last chunk may exceed this number. */
const keptBytes = 64 * 1024;
const connectMs = 10_000;
const usualAnswerMs = 15_000;
const lengthBytes = 4;
const idBytes = 4;

export class BrokerConnection {
  readonly #pending: PendingRequest[] = [];
  #parts: Buffer[] = [];
  #held = 0;
  /** Length in bytes of the response that is being read; undefined: the length has not arrived completely. */
  #length: number | undefined;
  #read = 0;
  #nextId = 0;
  #error: unknown;

  private constructor(
    readonly address: BrokerAddress,
    private readonly socket: Socket,
    private readonly rooms: ConnectionRooms,
  ) {
    rooms.counters.openConnections += 1;
    rooms.counters.totalConnections += 1;
    const abort = () => socket.destroy(new Error('the input stops.'));
    rooms.signal.addEventListener('abort', abort, { once: true });
    if (rooms.signal.aborted) abort();
    socket.on('data', (chunk: Buffer) => this.#data(chunk));
    socket.on('error', (error) => (this.#error ??= error));
    socket.on('close', () => {
      rooms.signal.removeEventListener('abort', abort);
      rooms.counters.openConnections -= 1;
      this.#fail(this.#error ?? new Error(`${hostPort(address)} closed the connection.`));
    });
  }

  /**
   * Connects to a broker.
   * @throws Error when the connection cannot be established, or not in time
   */
  static async open(address: BrokerAddress, rooms: ConnectionRooms): Promise<BrokerConnection> {
    const { tls, signal } = rooms;
    signal.throwIfAborted();
    const socket = tls ? connectTls({ ...tls, ...address }) : connectPlain(address);
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 60_000);
    const leave = () => socket.destroy(new Error('the input stops.'));
    signal.addEventListener('abort', leave, { once: true });
    const late = setTimeout(
      () => socket.destroy(new Error(`${hostPort(address)} did not answer within ${connectMs / 1000} s.`)),
      connectMs,
    );
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.once(tls ? 'secureConnect' : 'connect', resolve);
      });
      socket.removeAllListeners('error');
      return new BrokerConnection(address, socket, rooms);
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', leave);
    }
  }

  get remote(): { readonly address: string; readonly port: number } {
    return {
      address: this.socket.remoteAddress ?? this.address.host,
      port: this.socket.remotePort ?? this.address.port,
    };
  }

  /**
   * Sends a request and returns a reader of the response.
   * @param api key of the request in the protocol, such as 1 for Fetch
   * @param version version of this request
   * @param write writes the request body after the header
   * @param answerMs milliseconds after which the connection is closed if the broker has not answered
   * @throws AnswerTooLarge when the response has more than `mostAnswerBytes`; WireError when the broker does not follow
   * the protocol; otherwise the error that closed the connection
   */
  async ask(
    api: number,
    version: number,
    write: (writer: WireWriter) => void,
    answerMs = usualAnswerMs,
  ): Promise<WireReader> {
    if (this.socket.destroyed) throw this.#error ?? new Error(`${hostPort(this.address)} closed the connection.`);
    const id = (this.#nextId += 1);
    const writer = new WireWriter().int16(api).int16(version).int32(id).string(this.rooms.clientId);
    write(writer);
    const request = writer.buffer;
    const answer = await new Promise<Buffer>((resolve, reject) => {
      const timer = setTimeout(
        () => this.socket.destroy(new Error(`${hostPort(this.address)} did not answer within ${answerMs / 1000} s.`)),
        answerMs,
      );
      this.#pending.push({ id, resolve, reject, timer });
      this.socket.write(new WireWriter().bytes(request).buffer);
      this.rooms.counters.writtenBytes.mark(request.length + lengthBytes);
    });
    return new WireReader(answer);
  }

  close(): void {
    this.socket.destroy();
  }

  #data(chunk: Buffer): void {
    this.rooms.counters.readBytes.mark(chunk.length);
    try {
      let rest = chunk;
      while (rest.length > 0) rest = this.#take(rest);
    } catch (error) {
      this.socket.destroy(errorOf(error));
    }
  }

  /**
   * Reads the length or the bytes of a response from a chunk.
   * @returns the rest of the chunk
   */
  #take(chunk: Buffer): Buffer {
    if (this.#length === undefined) {
      const [head, rest] = this.#upTo(chunk, lengthBytes);
      if (!head) return rest;
      const length = head.readInt32BE(0);
      if (length < idBytes || length > implausibleBytes || this.#pending.length === 0)
        throw new WireError('it does not speak the protocol of Kafka.');
      this.#length = length;
      this.#read = 0;
      return rest;
    }
    const length = this.#length;
    const part = chunk.subarray(0, length - this.#read);
    this.#read += part.length;
    // Only the beginning of a response that is too large is kept.
    if (length <= mostAnswerBytes || this.#held < keptBytes) {
      this.#parts.push(part);
      this.#held += part.length;
    }
    if (this.#read === length) this.#answer(length);
    return chunk.subarray(part.length);
  }

  #upTo(chunk: Buffer, bytes: number): [head: Buffer | undefined, rest: Buffer] {
    const wanted = bytes - this.#held;
    const part = chunk.subarray(0, wanted);
    this.#parts.push(part);
    this.#held += part.length;
    const rest = chunk.subarray(part.length);
    return [this.#held === bytes ? this.#collected() : undefined, rest];
  }

  #collected(): Buffer {
    const [first] = this.#parts;
    const all = this.#parts.length === 1 && first ? first : Buffer.concat(this.#parts, this.#held);
    this.#parts = [];
    this.#held = 0;
    return all;
  }

  #answer(length: number): void {
    this.#length = undefined;
    const answer = this.#collected();
    const pending = this.#pending.shift();
    if (!pending || answer.readInt32BE(0) !== pending.id)
      throw new WireError('the broker sent a response without a request.');
    clearTimeout(pending.timer);
    const body = answer.subarray(idBytes);
    if (length > mostAnswerBytes) pending.reject(new AnswerTooLarge(length, body));
    else pending.resolve(body);
  }

  #fail(error: unknown): void {
    for (const { reject, timer } of this.#pending.splice(0)) {
      clearTimeout(timer);
      reject(error);
    }
  }
}
