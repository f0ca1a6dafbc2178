/**
 * GELF over HTTP (contract data-intake, GELF): POST /gelf, 202 when durable, 400 with the reason, 413, 503 while the store is full.
 * Keep-alive; body plain, gzip or deflate; one message, or one per line where bulk receiving is on.
 */
import { createServer as createPlainServer, type IncomingMessage as Request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { createGunzip, createInflate } from 'node:zlib';
import type { IncomingMessage } from '../../store/types.js';
import { DecodeFailure, EmptyMessage } from '../decode/decoded.js';
import { DelimitedFrames } from '../frames.js';
import { plainAddress, type Receiver, type Remote } from '../receiver.js';
import { listen } from './tcp.js';
import type { Listening, Transport } from './transport.js';

export interface HttpSettings {
  readonly address: string;
  readonly port: number;
  readonly tls: TlsOptions | undefined;
  /** One message per line of the body. */
  readonly bulk: boolean;
  readonly cors: boolean;
  /** Of a body as it arrives, in bytes. */
  readonly maxBodyBytes: number;
  /** Of one message after decompression, in bytes; a body of many may have as many as `maxInflatedBytes`. */
  readonly maxMessageBytes: number;
  /** Seconds; 0: never. */
  readonly idleTimeout: number;
}

const headerLimitBytes = 16 * 1024;
const maxConnections = 2_000;
const requestTimeoutMs = 60_000;
const retryAfterSeconds = '1';
/** All lines of one compressed body together, in bytes. */
const maxInflatedBytes = 64 * 1024 * 1024;

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** What is refused, where it is known. */
    readonly bytes: Buffer = Buffer.alloc(0),
  ) {
    super(message);
  }
}

export class GelfHttpTransport implements Transport {
  #server: Server | TlsServer | undefined;
  /** Bytes of bodies that are arriving. */
  #arriving = 0;
  #underway = 0;
  #settled: (() => void) | undefined;

  constructor(
    private readonly settings: HttpSettings,
    private readonly receiver: Receiver,
  ) {}

  async start(): Promise<Listening> {
    const { settings } = this;
    const options = { maxHeaderSize: headerLimitBytes, requestTimeout: requestTimeoutMs, noDelay: true };
    const answer = (request: Request, response: ServerResponse) => void this.#answer(request, response);
    const server = settings.tls
      ? createTlsServer({ ...options, ...settings.tls }, answer)
      : createPlainServer(options, answer);
    server.keepAliveTimeout = settings.idleTimeout * 1000;
    server.maxConnections = maxConnections;
    const { counters } = this.receiver;
    server.on(settings.tls ? 'secureConnection' : 'connection', (socket) => {
      counters.openConnections += 1;
      counters.totalConnections += 1;
      socket.once('close', () => (counters.openConnections -= 1));
    });
    server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket) => {
      // A connection that the sender gives up between two requests is no message.
      if (error.code !== 'ECONNRESET') {
        counters.received.mark(1);
        this.receiver.broken(`Not HTTP: ${error.message}`, error.rawPacket ?? Buffer.alloc(0), remoteOf(socket));
      }
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      else socket.destroy();
    });
    this.#server = server;
    return listen(server, settings.address, settings.port);
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    if (this.#underway > 0) await new Promise<void>((resolve) => (this.#settled = resolve));
    server.closeAllConnections();
    await closed;
  }

  async #answer(request: Request, response: ServerResponse): Promise<void> {
    this.#underway += 1;
    // The sender is gone: nothing to tell it.
    response.on('error', () => undefined);
    try {
      this.#cors(request, response);
      const status = request.method === 'OPTIONS' ? 200 : await this.#take(request);
      this.#send(response, status, '');
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(503, 'The server takes nothing in at the moment.');
      if (refusal.status === 503) response.setHeader('Retry-After', retryAfterSeconds);
      // A body that is not read to its end cannot be followed by another request.
      if (!request.complete) response.setHeader('Connection', 'close');
      this.#send(response, refusal.status, refusal.message);
    } finally {
      this.#underway -= 1;
      if (this.#underway === 0) this.#settled?.();
    }
  }

  #send(response: ServerResponse, status: number, text: string): void {
    if (this.#server === undefined) response.setHeader('Connection', 'close');
    if (text !== '') response.setHeader('Content-Type', 'text/plain; charset=utf-8');
    const body = Buffer.from(text);
    response.writeHead(status, { 'Content-Length': body.length });
    response.end(body);
    this.receiver.counters.writtenBytes.mark(body.length);
  }

  #cors(request: Request, response: ServerResponse): void {
    const { origin } = request.headers;
    if (!this.settings.cors || origin === undefined) return;
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Allow-Credentials', 'true');
    response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type');
    response.setHeader('Vary', 'Origin');
  }

  /** The status of a request that was taken in. @throws Refusal, or what the store throws */
  async #take(request: Request): Promise<number> {
    if (request.method !== 'POST') throw new Refusal(405, 'Only POST is answered here.');
    if ((request.url ?? '').split('?')[0] !== '/gelf') throw new Refusal(404, 'Send messages to /gelf.');
    const remote = remoteOf(request.socket);
    if (this.receiver.pressure === 'full') {
      this.receiver.counters.dropped += 1;
      throw new Refusal(503, 'The server is behind; send again later.');
    }
    try {
      const body = await this.#body(request);
      const messages = this.#messages(body, remote);
      await this.receiver.submit(messages, body.length);
      return 202;
    } catch (error) {
      if (error instanceof Refusal && (error.status === 400 || error.status === 413)) this.#count(error, remote);
      throw error;
    }
  }

  /** Refused before a decoder saw it. What the decoder refuses is counted already. */
  #count(refusal: Refusal, remote: Remote): void {
    if (refusal instanceof Undecodable) return;
    this.receiver.counters.received.mark(1);
    this.receiver.broken(refusal.message, refusal.bytes, remote);
  }

  #tooLarge(): Refusal {
    const limit = this.settings.maxBodyBytes;
    return new Refusal(413, `The body has more than ${limit} bytes (max_chunk_size of this input).`);
  }

  async #body(request: Request): Promise<Buffer> {
    const { maxBodyBytes } = this.settings;
    if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw this.#tooLarge();
    const parts: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const part of request as AsyncIterable<Buffer>) {
        bytes += part.length;
        this.#arriving += part.length;
        this.receiver.counters.readBytes.mark(part.length);
        if (bytes > maxBodyBytes) throw this.#tooLarge();
        if (this.#arriving > maxInflatedBytes) throw new Refusal(503, 'Too many bodies at a time; send again later.');
        parts.push(part);
      }
    } catch (error) {
      throw error instanceof Refusal ? error : new Refusal(400, 'The request ended in the middle of its body.');
    } finally {
      this.#arriving -= bytes;
    }
    const [first] = parts;
    return this.#inflate(parts.length === 1 && first ? first : Buffer.concat(parts, bytes), request);
  }

  async #inflate(body: Buffer, request: Request): Promise<Buffer> {
    const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
    if (encoding === 'identity' || encoding === '') return body;
    if (encoding !== 'gzip' && encoding !== 'x-gzip' && encoding !== 'deflate') {
      throw new Refusal(400, `Content-Encoding ${encoding.slice(0, 40)} is not known here; use gzip or deflate.`, body);
    }
    const limit = this.settings.bulk ? maxInflatedBytes : this.settings.maxMessageBytes;
    const stream = encoding === 'deflate' ? createInflate() : createGunzip();
    const parts: Buffer[] = [];
    let bytes = 0;
    stream.end(body);
    try {
      for await (const part of stream as AsyncIterable<Buffer>) {
        bytes += part.length;
        if (bytes > limit) throw new Refusal(413, `The body has more than ${limit} bytes after decompression.`, body);
        parts.push(part);
      }
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new Refusal(400, `Broken ${encoding} body: ${reason}`, body);
    } finally {
      stream.destroy();
    }
    return Buffer.concat(parts, bytes);
  }

  /** Of many messages the good ones are taken; only when none is good the request is refused. @throws Refusal */
  #messages(body: Buffer, remote: Remote): IncomingMessage[] {
    const { receiver, settings } = this;
    const receivedAt = receiver.now();
    const messages: IncomingMessage[] = [];
    let failure: string | undefined;
    const take = (bytes: Buffer) => {
      const taken = receiver.take(bytes, remote, receivedAt);
      if (!(taken instanceof DecodeFailure)) messages.push(taken);
      else if (!(taken instanceof EmptyMessage)) failure ??= taken.message;
    };
    // A compressed message without the header that says so is left to the decoder.
    if (!settings.bulk || body[0] === 0x1f || body[0] === 0x78) take(body);
    else {
      const broken = (reason: string, bytes: Buffer) => {
        receiver.counters.received.mark(1);
        receiver.broken(reason, bytes, remote, receivedAt);
        failure ??= reason;
      };
      const frames = DelimitedFrames.newline(settings.maxMessageBytes, {
        frame: take,
        empty: () => undefined,
        broken,
      });
      frames.push(body);
      frames.end();
    }
    if (messages.length > 0) return messages;
    const several = !settings.bulk && /\}\s*\n\s*\{/.test(body.toString('utf8', 0, 65_536));
    const hint = several
      ? ' Several messages in one body need bulk receiving (enable_bulk_receiving of this input).'
      : '';
    throw new Undecodable(400, `${failure ?? 'The body is empty.'}${hint}`);
  }
}

const remoteOf = ({ remoteAddress, remotePort }: Socket): Remote => ({
  address: plainAddress(remoteAddress ?? ''),
  port: remotePort ?? 0,
});

/** Already counted as malformed by the decoder. */
class Undecodable extends Refusal {}
