/**
 * Receives OpenTelemetry logs over gRPC (OTLP/gRPC, https://opentelemetry.io/docs/specs/otlp/) by the single method
 * `LogsService/Export`, over HTTP/2 with or without TLS. Only gRPC's unary calls are implemented: a message has a
 * prefix of five bytes, and the status of a call is in the trailers.
 */
import {
  createSecureServer,
  createServer,
  type Http2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { IncomingHttpHeaders } from 'node:http2';
import { joined } from '../../foundation/joined.js';
import { DecodeFailure } from '../decode/decoded.js';
import { otlpEntriesOfProtobuf } from '../decode/otlp-protobuf.js';
import { otlpMessage } from '../decode/otlp-record.js';
import { plainAddress, type Receiver, type Remote } from './receiver.js';
import { CallBatch, entryTooLarge, maxEntryBytes } from './call-batch.js';
import { requireAuthorization, type CredentialsOf } from './http-authorization.js';
import type { HttpSettings } from './http-listener.js';
import { decompressed } from './http-encoding.js';
import { numberField, partField } from '../decode/protobuf.js';
import { rpcCodes, successBody } from './otlp-http.js';
import { Refusal, Undecodable } from './refusal.js';
import { listen } from './tcp.js';
import type { Listening, Transport } from './transport.js';
import { waitTurn } from './wait-turn.js';
import { buffersOf } from '../../foundation/buffers-of.js';

const exportPath = '/opentelemetry.proto.collector.logs.v1.LogsService/Export';
const headBytes = 5;
const maxStreams = 100;
const maxSessions = 2_000;
const requestMs = 60_000;
/**
 * Largest number of bytes, including decompressed ones, that all calls together may hold beyond the largest single
 * call.
 */
const maxHeldBytes = 64 * 1024 * 1024;
const unknownCode = 2;
/** HTTP status that `rpcCodes` maps to RESOURCE_EXHAUSTED, and for which the sender gets the delay of a retry. */
const exhausted = 429;
/** Estimated size in bytes of a call before its message is read. */
const estimatedBytes = 64 * 1024;
/** Largest length of a status message in characters. */
const mostTextLength = 1_000;

interface Held {
  bytes: number;
}

/** Percent-encodes text as gRPC requires for trailers. */
const escaped = (text: string): string =>
  encodeURIComponent(Buffer.from(text.slice(0, mostTextLength)).toString()).replaceAll('%20', ' ');

/**
 * Returns the details of a status: Base64 of a google.rpc.Status with a google.rpc.RetryInfo of one second. A sender
 * repeats a call that was refused with RESOURCE_EXHAUSTED only if the details contain a delay (OTLP 1.x, "OTLP/gRPC
 * Throttling").
 */
function retryDetails(code: number, text: string): string {
  const retryInfo = partField(1, numberField(1, 1));
  const detail = Buffer.concat([partField(1, 'type.googleapis.com/google.rpc.RetryInfo'), partField(2, retryInfo)]);
  const status = Buffer.concat([
    numberField(1, code),
    partField(2, text.slice(0, mostTextLength)),
    partField(3, detail),
  ]);
  return status.toString('base64');
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof DecodeFailure) return new Refusal(400, error.message);
  return new Refusal(503, 'The server accepts no messages at the moment.');
}

export class OtlpGrpcListener implements Transport {
  #server: Http2Server | undefined;
  readonly #sessions = new Set<ServerHttp2Session>();
  /** Streams that wait for admission, and streams whose messages are being read. */
  readonly #arriving = new Set<ServerHttp2Stream>();
  readonly #underway = new Set<Promise<void>>();
  #heldBytes = 0;

  constructor(
    private readonly settings: HttpSettings,
    private readonly receiver: Receiver,
    private readonly credentials: CredentialsOf,
  ) {}

  async start(): Promise<Listening> {
    const { tls, address, port } = this.settings;
    const options = { settings: { maxConcurrentStreams: maxStreams, enablePush: false } };
    const server = tls ? createSecureServer({ ...options, ...tls }) : createServer(options);
    if ('maxConnections' in server) server.maxConnections = maxSessions;
    server.on('session', (session) => this.#accept(session));
    server.on('sessionError', () => undefined);
    server.on('stream', (stream, headers) => {
      const call = this.#serve(stream, headers).finally(() => this.#underway.delete(call));
      this.#underway.add(call);
    });
    this.#server = server;
    return listen(server, address, port);
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // Calls whose messages are still arriving are cut off: their senders get no answer and repeat the calls.
    for (const stream of this.#arriving) stream.destroy();
    await Promise.all(this.#underway);
    for (const session of this.#sessions) session.close();
    // Pending answers are sent in this turn, before the sessions are destroyed.
    await new Promise((resolve) => setImmediate(resolve));
    for (const session of this.#sessions) session.destroy();
    await closed;
  }

  #accept(session: ServerHttp2Session): void {
    const { counters } = this.receiver;
    counters.openConnections += 1;
    counters.totalConnections += 1;
    this.#sessions.add(session);
    session.on('error', () => undefined);
    session.once('close', () => {
      counters.openConnections -= 1;
      this.#sessions.delete(session);
    });
    const { idleTimeout } = this.settings;
    if (idleTimeout > 0) session.setTimeout(idleTimeout * 1000, () => session.close());
  }

  async #serve(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
    // An error of the stream means that the sender has disconnected, so it cannot be reported.
    stream.on('error', () => undefined);
    const socket = stream.session?.socket;
    const remote = { address: plainAddress(socket?.remoteAddress ?? ''), port: socket?.remotePort ?? 0 };
    const held: Held = { bytes: 0 };
    try {
      this.#answer(stream, 0, '', await this.#take(stream, headers, remote, held));
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.isOfTheSender && !(refusal instanceof Undecodable)) {
        this.receiver.counters.received.mark(1);
        this.receiver.broken(refusal.message, Buffer.alloc(0), remote);
      }
      this.#refuse(stream, refusal);
    } finally {
      this.#heldBytes -= held.bytes;
    }
  }

  async #take(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, remote: Remote, held: Held): Promise<Buffer> {
    if (headers[':path'] !== exportPath)
      throw new Refusal(404, 'Logs are taken by LogsService/Export; traces and metrics are not.');
    if (!(headers['content-type'] ?? '').startsWith('application/grpc'))
      throw new Refusal(415, 'Only application/grpc is taken here.');
    await requireAuthorization(this.credentials, { headers });
    await waitTurn(this.receiver, stream, this.#arriving, estimatedBytes);
    const hold = (bytes: number) => this.#hold(bytes, held);
    const body = await this.#message(
      await this.#body(stream, hold),
      String(headers['grpc-encoding'] ?? 'identity'),
      hold,
    );
    this.receiver.pacing.correct(body.length - estimatedBytes);
    const batch = new CallBatch(this.receiver, { remote, hold });
    for await (const entry of otlpEntriesOfProtobuf(body))
      await batch.add(() => {
        if (entry.bytes > maxEntryBytes) throw entryTooLarge();
        return otlpMessage(entry);
      }, entry.excerpt);
    await batch.submit(body.length);
    return successBody(batch.refused, batch.problem);
  }

  async #body(stream: ServerHttp2Stream, hold: (bytes: number) => void): Promise<Buffer> {
    const { maxBodyBytes } = this.settings;
    const parts: Buffer[] = [];
    let bytes = 0;
    this.#arriving.add(stream);
    const late = setTimeout(() => stream.destroy(), requestMs);
    try {
      // The stream must not be destroyed when reading ends early, because the answer is sent on it.
      for await (const part of buffersOf(stream.iterator({ destroyOnReturn: false }))) {
        this.receiver.counters.readBytes.mark(part.length);
        bytes += part.length;
        hold(part.length);
        if (bytes > maxBodyBytes + headBytes)
          throw new Refusal(413, `The message has more than ${maxBodyBytes} bytes (max_chunk_size of this input).`);
        parts.push(part);
      }
    } finally {
      clearTimeout(late);
      this.#arriving.delete(stream);
    }
    return joined(parts, bytes);
  }

  /**
   * Returns the decompressed message of a call.
   * @throws Refusal when its length is wrong, its encoding is unknown, or it cannot be decompressed
   */
  async #message(bytes: Buffer, encoding: string, hold: (bytes: number) => void): Promise<Buffer> {
    if (bytes.length < headBytes || bytes.readUInt32BE(1) !== bytes.length - headBytes)
      throw new Refusal(400, 'A call has one message, which has the length that it says.');
    const message = bytes.subarray(headBytes);
    if (bytes[0] === 0) return message;
    if (encoding !== 'gzip')
      throw new Refusal(405, `Messages are decompressed by gzip, not by ${encoding.slice(0, 40)}.`);
    return decompressed(message, encoding, this.settings.maxInflatedBytes, hold);
  }

  #hold(bytes: number, held: Held): void {
    held.bytes += bytes;
    this.#heldBytes += bytes;
    const { maxBodyBytes, maxInflatedBytes } = this.settings;
    if (bytes > 0 && this.#heldBytes > maxHeldBytes + maxBodyBytes + maxInflatedBytes)
      throw new Refusal(exhausted, 'The calls that are being read hold too many bytes; send again later.');
  }

  #refuse(stream: ServerHttp2Stream, { status, message }: Refusal): void {
    const code = rpcCodes[status] ?? unknownCode;
    const more = status === exhausted ? { 'grpc-status-details-bin': retryDetails(code, message) } : {};
    this.#answer(stream, code, message, undefined, more);
  }

  #answer(
    stream: ServerHttp2Stream,
    code: number,
    text: string,
    message?: Buffer,
    more: Readonly<Record<string, string>> = {},
  ): void {
    if (stream.destroyed || stream.closed) return;
    const trailers = {
      'grpc-status': String(code),
      ...(text !== '' && { 'grpc-message': escaped(text) }),
      ...more,
    };
    const head = { ':status': 200, 'content-type': 'application/grpc' };
    if (!message) {
      stream.respond({ ...head, ...trailers }, { endStream: true });
      // The rest of the refused request is not read.
      if (!stream.readableEnded) stream.close();
      return;
    }
    stream.respond(head, { waitForTrailers: true });
    stream.once('wantTrailers', () => stream.sendTrailers(trailers));
    const frame = Buffer.alloc(headBytes);
    frame.writeUInt32BE(message.length, 1);
    this.receiver.counters.writtenBytes.mark(frame.length + message.length);
    stream.end(Buffer.concat([frame, message]));
  }
}
