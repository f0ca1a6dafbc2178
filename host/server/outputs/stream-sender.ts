/** Sends messages over TCP, with or without TLS. */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { IncomingMessage } from '../store/types.js';
import { Yielder } from '../foundation/yielding.js';
import { placeOf, sendError, tlsOptions, type ReceiverTls, type Sender } from '../outgoing/sender.js';

export interface StreamTarget {
  readonly host: string;
  readonly port: number;
  readonly connectTimeoutMs: number;
  readonly noDelay: boolean;
  readonly keepAlive: boolean;
  /** TLS settings; undefined: plain TCP. */
  readonly tls: ReceiverTls | undefined;
}

/** Milliseconds without progress after which the connection is closed, because the receiver does not read. */
const stallMs = 60_000;
/**
 * Milliseconds for which sent data may be lost, because TCP does not acknowledge that the receiver has processed it.
 * Data that was written within this time before the end of the connection is sent again.
 */
const doubtMs = 1_000;
const writeBytes = 64 * 1024;

export class StreamSender implements Sender {
  readonly doubtMs = doubtMs;
  readonly #target: StreamTarget;
  readonly #place: string;
  readonly #frame: (message: IncomingMessage) => Buffer;
  #socket: Socket | undefined;
  /** Reason why the connection has ended; undefined: it has not ended. */
  #ended: Error | undefined;

  /** @param frame encodes a message together with its delimiter or length */
  constructor(target: StreamTarget, frame: (message: IncomingMessage) => Buffer) {
    this.#target = target;
    this.#place = placeOf(target.host, target.port);
    this.#frame = frame;
  }

  async send(messages: readonly IncomingMessage[], _refused: unknown, signal: AbortSignal): Promise<void> {
    const socket = this.#socket && !this.#ended ? this.#socket : await this.#connect(signal);
    const yielder = new Yielder();
    let frames: Buffer[] = [];
    let bytes = 0;
    for (const message of messages) {
      const frame = this.#frame(message);
      frames.push(frame);
      bytes += frame.length;
      if (bytes >= writeBytes) {
        await this.#write(socket, Buffer.concat(frames));
        [frames, bytes] = [[], 0];
      }
      if (yielder.isOver) await yielder.pause();
    }
    if (bytes > 0) await this.#write(socket, Buffer.concat(frames));
  }

  check(): void {
    if (this.#ended) throw this.#ended;
  }

  close(): void {
    this.#socket?.destroy();
  }

  #write(socket: Socket, data: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      socket.write(data, (error) => {
        if (error || this.#ended) reject(this.#ended ?? sendError(this.#place, error));
        else resolve();
      });
    });
  }

  async #connect(signal: AbortSignal): Promise<Socket> {
    const { host, port, connectTimeoutMs, noDelay, keepAlive, tls } = this.#target;
    this.#ended = undefined;
    const socket = tls
      ? connectTls({
          host,
          port,
          ...(isIP(host) === 0 && { servername: host }),
          ...tlsOptions(tls),
        })
      : connectTcp({ host, port });
    this.#socket = socket;
    const end = (error: Error): void => {
      if (this.#socket === socket) this.#ended ??= sendError(this.#place, error);
      socket.destroy();
    };
    const abort = (): void => end(new Error('the output is stopped'));
    signal.addEventListener('abort', abort, { once: true });
    socket.on('error', end);
    // Receivers send no data; the end of the stream means that the receiver has closed the connection.
    socket.on('end', () => end(new Error('the receiver has ended the connection')));
    socket.on('close', () => {
      signal.removeEventListener('abort', abort);
      end(new Error('the connection has ended'));
    });
    socket.resume();
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => end(new Error(`no connection within ${connectTimeoutMs} ms`)),
        Math.max(1, connectTimeoutMs),
      );
      socket.once(tls ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer);
        resolve();
      });
      socket.once('close', () => {
        clearTimeout(timer);
        reject(this.#ended ?? new Error(`${this.#place}: the connection has ended`));
      });
    });
    socket.setNoDelay(noDelay);
    socket.setKeepAlive(keepAlive);
    socket.setTimeout(stallMs, () => {
      if (socket.writableLength > 0) end(new Error(`the receiver has accepted no data for ${stallMs / 1000} s`));
    });
    return socket;
  }
}
