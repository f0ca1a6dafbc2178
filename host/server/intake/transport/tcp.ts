/**
 * Receives messages over TCP, plain or with TLS. The bytes of a connection that are not yet durable are limited. At the
 * limit, and while the store is behind, the socket is not read, so that TCP flow control stops the sender. Framed
 * protocols have no acknowledgements, so the connection is closed if the store fails.
 */
import { createServer as createPlainServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import type { IncomingMessage } from '../../store/types.js';
import { DecodeFailure, type DecodedMessage } from '../decode/decoded.js';
import type { Framing, FrameSink } from '../decode/frames.js';
import { intakeTurn } from '../decode/intake-turn.js';
import { plainAddress, type Receiver, type Remote } from './receiver.js';
import { bindFailure, type Listening, type Transport } from './transport.js';

export interface TcpSettings {
  readonly address: string;
  readonly port: number;
  readonly tls: TlsOptions | undefined;
  readonly keepAlive: boolean;
}

export interface TcpLimits {
  /** Number of bytes of one connection that were read and are not yet durable above which the socket is not read. */
  readonly windowBytes: number;
  /** Largest number of bytes of unfinished messages, for all connections of an input. */
  readonly unfinishedBytes: number;
  readonly connections: number;
  /** Milliseconds for which an unfinished message may wait for its next byte; then the connection is closed. */
  readonly unfinishedMs: number;
}

export const defaultTcpLimits: TcpLimits = {
  windowBytes: 2 * 1024 * 1024,
  unfinishedBytes: 64 * 1024 * 1024,
  connections: 10_000,
  unfinishedMs: 60_000,
};

/**
 * Milliseconds for which a half-closed connection waits until the sender closes it. Two of these waits must fit into
 * the ten seconds between SIGTERM and SIGKILL of service managers.
 */
const goodbyeMs = 2_000;
/** Milliseconds within which a TLS handshake must be completed. */
export const handshakeMs = 15_000;

/**
 * Receives messages from a framing: frames to be decoded, and decoded entries. The framing may also emit decoded
 * entries later, when a timer expires.
 */
export interface EntrySink extends FrameSink {
  entry(decoded: DecodedMessage, excerpt: () => Buffer, receivedAt: number): void;
  /** Submits the entries that were added outside of `push` and `end`. */
  flush(): void;
}

export type NewFraming = (sink: EntrySink, remote: Remote) => Framing;

/** Describes a connection of a sender to a TCP input as the transport sees it. */
export interface StreamConnection {
  /** Begins to close the connection because the input stops; messages that were read from it are still stored. */
  finish(): void;
  /** Resolves when the connection is closed and all its messages are settled. */
  readonly settled: Promise<void>;
}

/** Handles an accepted socket. */
export type NewConnection = (socket: Socket, shared: Shared) => StreamConnection;

/** Returns a handler of sockets for protocols whose senders expect no answer. */
export const framed =
  (newFraming: NewFraming): NewConnection =>
  (socket, shared) =>
    new Connection(socket, shared, newFraming);

/** Contains the state that all connections of an input share. */
export interface Shared {
  readonly receiver: Receiver;
  readonly limits: TcpLimits;
  unfinishedBytes: number;
}

class Connection implements EntrySink, StreamConnection {
  readonly #framing: Framing;
  readonly #remote: Remote;
  #messages: IncomingMessage[] = [];
  #receivedAt = 0;
  #windowBytes = 0;
  /** Number of received bytes that are not yet accounted to a submitted message. */
  #heldBytes = 0;
  #unfinished = 0;
  #underway = 0;
  /** Tasks that wait for the running task or for a turn of the event loop with time left, in their order. */
  #later: (() => void | Promise<void>)[] = [];
  #draining = false;
  /** True while received bytes are split into messages. */
  #taking = false;
  #ended = false;
  #closed = false;
  readonly settled: Promise<void>;
  #settle: () => void = () => undefined;

  constructor(
    private readonly socket: Socket,
    private readonly shared: Shared,
    newFraming: NewFraming,
  ) {
    this.#remote = { address: plainAddress(socket.remoteAddress ?? ''), port: socket.remotePort ?? 0 };
    this.#framing = newFraming(this, this.#remote);
    this.settled = new Promise((resolve) => (this.#settle = resolve));
    socket.on('data', (chunk: Buffer) => this.#data(chunk));
    socket.on('end', () => this.#end());
    socket.on('error', (error) => this.#lost(error));
    socket.on('timeout', () => this.#timeout());
    socket.on('close', () => this.#close());
  }

  frame(bytes: Buffer): void {
    const { receiver } = this.shared;
    const receivedAt = this.#receivedAt;
    if (!this.#mustWait && !receiver.isHeavy(bytes) && !intakeTurn.isOver) {
      this.#add(receiver.take(bytes, this.#remote, receivedAt));
      return;
    }
    const copy = Buffer.from(bytes);
    this.#afterwards(async () => this.#add(await receiver.takeAny(copy, this.#remote, receivedAt)));
  }

  entry(decoded: DecodedMessage, excerpt: () => Buffer, receivedAt: number): void {
    const read = (): void => this.#add(this.shared.receiver.read(() => decoded, excerpt, this.#remote, receivedAt));
    if (this.#mustWait) this.#afterwards(read);
    else read();
  }

  flush(): void {
    this.#submit(0);
  }

  /** True when other work has to be done first, so that messages keep their order. */
  get #mustWait(): boolean {
    return this.#draining && !(this.#taking && this.#later.length === 0);
  }

  #add(message: IncomingMessage | DecodeFailure): void {
    if (!(message instanceof DecodeFailure)) this.#messages.push(message);
  }

  /**
   * Queues slow work. It starts at once when no other work waits and the turn of the event loop has time left;
   * otherwise it starts later. The socket is not read until the queue is empty.
   */
  #afterwards(work: () => void | Promise<void>): void {
    this.#later.push(work);
    if (this.#draining) return;
    this.#draining = true;
    this.#underway += 1;
    this.socket.pause();
    void this.#drain();
  }

  async #drain(): Promise<void> {
    for (let some = this.#later.splice(0); some.length > 0; some = this.#later.splice(0)) {
      for (const work of some) {
        if (intakeTurn.isOver) {
          this.#submit(0);
          await intakeTurn.room();
        }
        await work();
      }
      this.#submit(0);
    }
    this.#draining = false;
    this.#durable(0);
  }

  empty(): void {
    this.shared.receiver.empty();
  }

  broken(reason: string, bytes: Buffer): void {
    this.shared.receiver.counters.received.mark(1);
    this.shared.receiver.broken(reason, bytes, this.#remote);
  }

  /**
   * Half-closes the connection because the input stops; data that arrives until the sender closes the connection is
   * accepted.
   */
  finish(): void {
    if (this.socket.destroyed) return;
    this.socket.end();
    setTimeout(() => this.#cut(), goodbyeMs).unref();
  }

  /** Closes the connection when its sender has not closed it in time; the data received so far is still processed. */
  #cut(): void {
    if (this.#closed) return;
    this.#end();
    this.socket.destroy();
  }

  #data(chunk: Buffer): void {
    const { receiver } = this.shared;
    receiver.counters.readBytes.mark(chunk.length);
    if (this.#ended) return;
    // Splitting 64 KiB into empty lines takes milliseconds, and a socket may deliver megabytes in one turn.
    if (this.#draining || intakeTurn.isOver) return this.#afterwards(() => this.#take(chunk));
    this.#take(chunk);
    if (intakeTurn.isOver) this.#afterwards(() => undefined);
  }

  #take(chunk: Buffer): void {
    this.#receivedAt = this.shared.receiver.now();
    this.#taking = true;
    const alive = this.#framing.push(chunk);
    this.#taking = false;
    this.#submit(chunk.length);
    if (!alive) this.socket.destroy();
    else if (!this.#closed) this.#watchUnfinished();
  }

  #submit(received: number): void {
    const messages = this.#messages;
    const bytes = this.#heldBytes + received;
    this.#heldBytes = messages.length === 0 ? bytes : 0;
    if (messages.length === 0) return;
    this.#messages = [];
    this.#windowBytes += bytes;
    this.#underway += 1;
    const { receiver, limits } = this.shared;
    if (this.#windowBytes > limits.windowBytes || receiver.pressure !== 'open') this.socket.pause();
    receiver.submit(messages, bytes).then(
      () => this.#durable(bytes),
      () => {
        this.#durable(bytes);
        this.socket.destroy();
      },
    );
  }

  #durable(bytes: number): void {
    this.#windowBytes -= bytes;
    this.#underway -= 1;
    if (this.#closed && this.#underway === 0) this.#settle();
    else if (!this.#draining && this.socket.isPaused() && this.#windowBytes <= this.shared.limits.windowBytes / 2)
      void this.#resume();
  }

  async #resume(): Promise<void> {
    await this.shared.receiver.whenOpen();
    if (!this.#closed && !this.#draining) this.socket.resume();
  }

  /** Limits the time and the memory of unfinished messages: closes the connection when a limit is exceeded. */
  #watchUnfinished(): void {
    const { limits } = this.shared;
    const pending = this.#framing.pending;
    this.shared.unfinishedBytes += pending - this.#unfinished;
    this.#unfinished = pending;
    this.socket.setTimeout(pending > 0 ? limits.unfinishedMs : 0);
    if (this.shared.unfinishedBytes <= limits.unfinishedBytes) return;
    this.broken('Too many unfinished messages at a time; the connection was closed.', Buffer.alloc(0));
    this.socket.destroy();
  }

  #timeout(): void {
    // A paused connection is silent because the server does not read it, so the timeout does not apply.
    if (this.socket.isPaused()) return;
    this.broken(
      `Unfinished for ${this.shared.limits.unfinishedMs / 1000} s; the connection was closed.`,
      Buffer.alloc(0),
    );
    this.socket.destroy();
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    // Received bytes that were not split into messages yet are processed first.
    if (this.#draining) this.#afterwards(() => this.#endFraming());
    else this.#endFraming();
  }

  #endFraming(): void {
    this.#receivedAt = this.shared.receiver.now();
    const bytes = this.#framing.pending;
    this.#framing.end();
    this.#submit(bytes);
  }

  #lost(error: Error): void {
    if (this.#framing.pending === 0 || this.#ended) return;
    this.broken(`Connection lost in the middle of a message: ${error.message}`, Buffer.alloc(0));
  }

  #close(): void {
    // Messages that the framing holds back are processed, however the connection ended.
    this.#framing.release?.();
    this.#closed = true;
    this.shared.unfinishedBytes -= this.#unfinished;
    this.#unfinished = 0;
    if (this.#underway === 0) this.#settle();
  }
}

export class TcpTransport implements Transport {
  #server: Server | undefined;
  readonly #connections = new Set<StreamConnection>();
  readonly #shared: Shared;

  constructor(
    private readonly settings: TcpSettings,
    private readonly receiver: Receiver,
    private readonly newConnection: NewConnection,
    private readonly limits: TcpLimits = defaultTcpLimits,
  ) {
    this.#shared = { receiver, limits, unfinishedBytes: 0 };
  }

  async start(): Promise<Listening> {
    const { tls, keepAlive } = this.settings;
    const server = tls
      ? createTlsServer({ ...tls, keepAlive, handshakeTimeout: handshakeMs }, (socket) => this.#accept(socket))
      : createPlainServer({ keepAlive, allowHalfOpen: false }, (socket) => this.#accept(socket));
    server.on('tlsClientError', (error: Error, socket: Socket) => {
      const remote = { address: plainAddress(socket.remoteAddress ?? ''), port: socket.remotePort ?? 0 };
      this.receiver.broken(`TLS: ${error.message}`, Buffer.alloc(0), remote);
    });
    server.maxConnections = this.limits.connections;
    this.#server = server;
    return listen(server, this.settings.address, this.settings.port);
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = server && new Promise<void>((resolve) => server.close(() => resolve()));
    const settled = [...this.#connections].map((connection) => {
      connection.finish();
      return connection.settled;
    });
    await Promise.all([...settled, closed]);
  }

  #accept(socket: Socket): void {
    const { counters } = this.receiver;
    counters.openConnections += 1;
    counters.totalConnections += 1;
    const connection = this.newConnection(socket, this.#shared);
    this.#connections.add(connection);
    socket.once('close', () => {
      counters.openConnections -= 1;
      void connection.settled.then(() => this.#connections.delete(connection));
    });
  }
}

/** Starts a server on a port and returns its address. @throws Error that explains why the port cannot be opened */
export async function listen(server: Server, address: string, port: number): Promise<Listening> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: address, port, exclusive: true }, resolve);
    });
  } catch (error) {
    throw bindFailure(error, 'TCP', address, port);
  }
  server.removeAllListeners('error');
  // An error while accepting, such as a lack of file descriptors, is ignored, because later connections may succeed.
  server.on('error', () => undefined);
  const bound = server.address() as AddressInfo;
  return { address: bound.address, port: bound.port };
}
