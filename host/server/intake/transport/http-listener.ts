/**
 * Listens for the requests of HTTP inputs, plain or with TLS. The listener limits bodies while they arrive and while
 * they are decompressed. The protocol of the input (`HttpService`) processes the requests and answers them when the
 * data is durable. When the listener stops, requests whose bodies have arrived are still answered.
 */
import { createServer as createPlainServer, type IncomingMessage as Request, type ServerResponse } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { joined } from '../../foundation/joined.js';
import { DecodeFailure } from '../decode/decoded.js';
import { plainAddress, type Receiver, type Remote } from './receiver.js';
import { decompressed, inflater } from './http-encoding.js';
import { brokenCall, type ClientError } from './http-broken.js';
import { Refusal, Undecodable } from './refusal.js';
import { handshakeMs, listen } from './tcp.js';
import type { Listening, Transport } from './transport.js';
import { waitTurn } from './wait-turn.js';
import { buffersOf } from '../../foundation/buffers-of.js';

export interface HttpSettings {
  readonly address: string;
  readonly port: number;
  readonly tls: TlsOptions | undefined;
  readonly cors: boolean;
  /** Largest body in bytes as received. */
  readonly maxBodyBytes: number;
  /** Largest body in bytes after decompression. */
  readonly maxInflatedBytes: number;
  /** Seconds after which a connection is closed that sends no further request; 0: never. */
  readonly idleTimeout: number;
}

export interface HttpCall {
  readonly method: string;
  /** Path of the request without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly remote: Remote;
  /**
   * Reads the whole body and decompresses it.
   * @throws Refusal when the body is too large, broken, interrupted or in an unknown encoding, when the requests hold
   * too much memory, when the input stops, or while the store is full or too far behind
   */
  readonly body: () => Promise<Buffer>;
  /** Largest body in bytes after decompression. */
  readonly maxInflatedBytes: number;
  /**
   * Adds to the bytes of memory that the request holds until it ends; a negative number releases memory.
   * @throws Refusal (503) when all requests together hold too much
   */
  readonly hold: (bytes: number) => void;
  /**
   * Yields the decompressed body as it arrives, without a limit of its size; reading pauses while the store is behind.
   * @throws Refusal when the body is broken, interrupted or in an unknown encoding, or the input stops
   */
  readonly parts: () => AsyncIterable<Buffer>;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body?: string | Buffer;
  /** Media type of the body; plain text by default. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HttpService {
  /**
   * Answers a request.
   * @throws Refusal, a DecodeFailure of the body as a whole, or an error of the store
   */
  readonly answer: (call: HttpCall) => Promise<HttpAnswer>;
  /** Formats a refusal as the protocol requires. */
  readonly refusal?: (refusal: Refusal, call: HttpCall) => HttpAnswer;
  /** True: a request may last as long as its data arrives. */
  readonly endless?: boolean;
}

/** Describes the memory that a request holds until it ends. */
interface Held {
  bytes: number;
  /** The body, empty until it has arrived completely. The list of refused messages shows its beginning. */
  body: Buffer;
}

export interface HttpLimits {
  /** Milliseconds within which a request must arrive; for endless requests, the longest pause between bytes. */
  readonly requestMs: number;
  /** Number of bytes of a refused body that are still read, so that the client receives the answer. */
  readonly discardedBytes: number;
  /** Milliseconds for which a refused body is still read. */
  readonly discardingMs: number;
}

const defaultHttpLimits: HttpLimits = {
  requestMs: 60_000,
  discardedBytes: 16 * 1024 * 1024,
  discardingMs: 5_000,
};

const headerLimitBytes = 16 * 1024;
const maxConnections = 2_000;
/** Interval in milliseconds between two checks for requests that take too long. */
const checkingMs = 30_000;
const retryAfterSeconds = '1';
/**
 * Largest number of bytes that all requests together may hold beyond the largest single request: received, decompressed
 * and decoded.
 */
const maxHeldBytes = 128 * 1024 * 1024;

/** Estimated size in bytes of a body whose length the sender has not stated. */
const chunkedBytes = 64 * 1024;

const challenge = 'Basic realm="Log Console"';
const plainText = 'text/plain; charset=utf-8';

const remoteOf = ({ remoteAddress, remotePort }: Socket): Remote => ({
  address: plainAddress(remoteAddress ?? ''),
  port: remotePort ?? 0,
});

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof DecodeFailure) return new Refusal(400, error.message);
  return new Refusal(503, 'The server accepts no messages at the moment.');
}

export class HttpListener implements Transport {
  #server: Server | TlsServer | undefined;
  #heldBytes = 0;
  #underway = 0;
  #settled: (() => void) | undefined;
  /** Requests that wait for admission, and requests whose bodies are being read. */
  readonly #arrivals = new Set<Request>();

  constructor(
    private readonly settings: HttpSettings,
    private readonly receiver: Receiver,
    private readonly service: HttpService,
    private readonly limits: HttpLimits = defaultHttpLimits,
  ) {}

  async start(): Promise<Listening> {
    const { settings, receiver, service, limits } = this;
    const requestTimeout = service.endless === true ? 0 : limits.requestMs;
    const options = {
      maxHeaderSize: headerLimitBytes,
      requestTimeout,
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: Math.min(limits.requestMs, checkingMs),
      noDelay: true,
    };
    const answer = (request: Request, response: ServerResponse) => void this.#answer(request, response);
    const server = settings.tls
      ? createTlsServer({ ...options, ...settings.tls, handshakeTimeout: handshakeMs }, answer)
      : createPlainServer(options, answer);
    server.keepAliveTimeout = settings.idleTimeout * 1000;
    server.maxConnections = maxConnections;
    if (service.endless === true) server.setTimeout(limits.requestMs);
    const { counters } = receiver;
    server.on(settings.tls ? 'secureConnection' : 'connection', (socket) => {
      counters.openConnections += 1;
      counters.totalConnections += 1;
      socket.once('close', () => (counters.openConnections -= 1));
    });
    server.on('clientError', (error: ClientError, socket: Socket) => this.#broken(error, socket));
    this.#server = server;
    return listen(server, settings.address, settings.port);
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    // Requests whose bodies are still arriving are cut off: their clients get no answer and repeat them.
    for (const request of this.#arrivals) request.destroy();
    if (this.#underway > 0) await new Promise<void>((resolve) => (this.#settled = resolve));
    server.closeAllConnections();
    await closed;
  }

  /** Handles a connection that does not speak HTTP or takes too long. */
  #broken(error: ClientError, socket: Socket): void {
    const { reason, excerpt, answer } = brokenCall(error);
    if (reason !== undefined) {
      this.receiver.counters.received.mark(1);
      this.receiver.broken(reason, excerpt, remoteOf(socket));
    }
    if (answer !== undefined && socket.writable) socket.end(answer);
    else socket.destroy();
  }

  async #answer(request: Request, response: ServerResponse): Promise<void> {
    this.#underway += 1;
    // An error of the response means that the client has disconnected, so it cannot be reported.
    response.on('error', () => undefined);
    const held: Held = { bytes: 0, body: Buffer.alloc(0) };
    const call = this.#call(request, held);
    try {
      this.#cors(request, response);
      this.#send(response, request.method === 'OPTIONS' ? { status: 200 } : await this.service.answer(call));
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.isOfTheSender) this.#count(refusal, held.body, call.remote);
      if (refusal.status === 503) response.setHeader('Retry-After', retryAfterSeconds);
      if (refusal.status === 401) response.setHeader('WWW-Authenticate', challenge);
      const { status, message } = refusal;
      const refused = this.service.refusal?.(refusal, call) ?? { status, body: message };
      if (request.complete || request.destroyed) this.#send(response, refused);
      else this.#sendAndDiscard(request, response, refused);
    } finally {
      this.#heldBytes -= held.bytes;
      this.#underway -= 1;
      if (this.#underway === 0) this.#settled?.();
    }
  }

  #call(request: Request, held: Held): HttpCall {
    const url = request.url ?? '';
    const mark = url.includes('?') ? url.indexOf('?') : url.length;
    return {
      method: request.method ?? '',
      path: url.slice(0, mark),
      query: new URLSearchParams(url.slice(mark + 1)),
      headers: request.headers,
      remote: remoteOf(request.socket),
      body: () => this.#body(request, held),
      maxInflatedBytes: this.settings.maxInflatedBytes,
      hold: (bytes) => this.#hold(bytes, held),
      parts: () => this.#parts(request),
    };
  }

  #send(response: ServerResponse, answer: HttpAnswer): void {
    if (this.#server === undefined) response.setHeader('Connection', 'close');
    response.end(this.#head(response, answer));
  }

  /**
   * Writes status and headers of an answer.
   * @returns the bytes of the body, which are not sent yet
   */
  #head(response: ServerResponse, { status, body = '', type = plainText, headers = {} }: HttpAnswer): Buffer {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    if (bytes.length > 0 || type !== plainText) response.setHeader('Content-Type', type);
    response.writeHead(status, status === 204 ? headers : { ...headers, 'Content-Length': bytes.length });
    this.receiver.counters.writtenBytes.mark(bytes.length);
    return bytes;
  }

  /**
   * Answers a request whose body was not read to its end, and closes the connection. An immediate close would reset the
   * connection before the client has read the answer (RFC 9112 §9.6), so the rest of the body is read first, within
   * limits.
   */
  #sendAndDiscard(request: Request, response: ServerResponse, answer: HttpAnswer): void {
    response.setHeader('Connection', 'close');
    const body = this.#head(response, answer);
    if (body.length > 0) response.write(body);
    else response.flushHeaders();
    let left = this.limits.discardedBytes;
    const timer = setTimeout(() => request.destroy(), this.limits.discardingMs);
    request.on('data', (part: Buffer) => {
      this.receiver.counters.readBytes.mark(part.length);
      left -= part.length;
      if (left < 0) request.destroy();
    });
    request.on('error', () => undefined);
    request.once('end', () => {
      clearTimeout(timer);
      response.end();
    });
    request.once('close', () => clearTimeout(timer));
  }

  #cors(request: Request, response: ServerResponse): void {
    const { origin } = request.headers;
    if (!this.settings.cors || origin === undefined) return;
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Allow-Credentials', 'true');
    response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type');
    response.setHeader('Vary', 'Origin');
  }

  /**
   * Counts a refused request, unless the receiver has already counted its messages (`Undecodable`).
   */
  #count(refusal: Refusal, body: Buffer, remote: Remote): void {
    if (refusal instanceof Undecodable) return;
    this.receiver.counters.received.mark(1);
    this.receiver.broken(refusal.message, body, remote);
  }

  #hold(bytes: number, held: Held): void {
    held.bytes += bytes;
    this.#heldBytes += bytes;
    // The limit has room for one request of the largest size in its received, decompressed and decoded form.
    const { maxBodyBytes, maxInflatedBytes } = this.settings;
    if (bytes > 0 && this.#heldBytes > maxHeldBytes + maxBodyBytes + 2 * maxInflatedBytes)
      throw new Refusal(503, 'Too many bodies at a time; send again later.');
  }

  async #body(request: Request, held: Held): Promise<Buffer> {
    const { maxBodyBytes, maxInflatedBytes } = this.settings;
    const tooLarge = () =>
      new Refusal(413, `The body has more than ${maxBodyBytes} bytes (max_chunk_size of this input).`);
    const length = request.headers['content-length'];
    if (Number(length ?? 0) > maxBodyBytes) throw tooLarge();
    const estimated = Number(length ?? chunkedBytes);
    await waitTurn(this.receiver, request, this.#arrivals, estimated);
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of this.#arriving(request)) {
      bytes += part.length;
      this.#hold(part.length, held);
      if (bytes > maxBodyBytes) throw tooLarge();
      parts.push(part);
    }
    const body = await joined(parts, bytes);
    held.body = body;
    const onBytes = (more: number) => this.#hold(more, held);
    held.body = await decompressed(body, request.headers['content-encoding'], maxInflatedBytes, onBytes);
    this.receiver.pacing.correct(held.body.length - estimated);
    return held.body;
  }

  /** Waits while the store is behind, at most until the client disconnects. */
  async #whenOpen(request: Request): Promise<void> {
    if (this.receiver.pressure === 'open') return;
    const gone = new AbortController();
    const leave = () => gone.abort();
    request.once('close', leave);
    try {
      await this.receiver.whenOpen(gone.signal);
    } finally {
      // The listener is removed, because an endless request can wait any number of times.
      request.off('close', leave);
    }
  }

  async *#arriving(request: Request): AsyncGenerator<Buffer> {
    const stopping = new Refusal(503, 'The input stops; send again later.');
    if (this.#server === undefined) throw stopping;
    this.#arrivals.add(request);
    try {
      // The request must not be destroyed when reading ends early, because the answer needs its connection.
      for await (const part of buffersOf(request.iterator({ destroyOnReturn: false }))) {
        this.receiver.counters.readBytes.mark(part.length);
        yield part;
      }
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (this.#server === undefined) throw stopping;
      throw new Refusal(400, 'The request ended in the middle of its body.');
    } finally {
      this.#arrivals.delete(request);
    }
  }

  async *#parts(request: Request): AsyncGenerator<Buffer> {
    const { socket } = request;
    socket.setTimeout(this.limits.requestMs);
    for await (const part of inflater(this.#arriving(request), request.headers['content-encoding'])) {
      // While the store is behind, the pause is caused by the server, so the idle timeout does not apply.
      socket.setTimeout(0);
      yield part;
      await this.#whenOpen(request);
      socket.setTimeout(this.limits.requestMs);
    }
    // No time limit applies until all data is durable.
    socket.setTimeout(0);
  }
}
