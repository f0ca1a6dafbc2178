/**
 * Receives events of Beats with the Lumberjack protocol (https://github.com/elastic/go-lumber). Senders transmit
 * windows of events over TCP or TLS, and a window is acknowledged when its events are durable. A waiting sender gets
 * partial acknowledgements or keep-alives. Senders repeat events that were not acknowledged.
 */
import type { Socket } from 'node:net';
import { intakeTurn } from '../decode/intake-turn.js';
import { Semaphore } from '../../foundation/semaphore.js';
import type { IncomingMessage } from '../../store/types.js';
import { DecodeFailure } from '../decode/decoded.js';
import { inflatedLater } from '../decode/inflate.js';
import { LumberjackError, LumberjackFrames, type LumberjackFrame } from '../decode/lumberjack-frames.js';
import { plainAddress, type Remote } from './receiver.js';
import type { NewConnection, Shared, StreamConnection } from './tcp.js';
import { buffersOf } from '../../foundation/buffers-of.js';

export interface BeatsLimits {
  /** Largest size of one event in bytes. */
  readonly event: number;
  /** Largest size of a compressed frame in bytes as received. */
  readonly compressed: number;
  /** Largest size of a compressed frame after decompression, in bytes. */
  readonly inflated: number;
  /** Largest number of frames, over all connections, that are held decompressed at a time. */
  readonly inflatedFrames: number;
  /** Largest number of events that are stored together. */
  readonly group: number;
  /** Interval in milliseconds at which a waiting sender gets keep-alives. */
  readonly keepAliveMs: number;
}

const defaultBeatsLimits: BeatsLimits = {
  event: 10 * 1024 * 1024,
  compressed: 16 * 1024 * 1024,
  inflated: 32 * 1024 * 1024,
  inflatedFrames: 2,
  group: 500,
  keepAliveMs: 1_000,
};

/**
 * Largest number of bytes of acknowledgements that the sender has not read; above this number, the connection is
 * closed.
 */
const unreadBytes = 64 * 1024;
const lumberjack2 = 0x32;

/** Name under which all connections use the semaphore for decompressed frames. */
const everybody = '';

class BeatsConnection implements StreamConnection {
  readonly #frames: LumberjackFrames;
  readonly #remote: Remote;
  readonly #keepAlive: NodeJS.Timeout;
  #version = lumberjack2;
  #group: IncomingMessage[] = [];
  #groupBytes = 0;
  /** Sequence number of the last event that was read but not yet submitted to the store. */
  #sequence: number | undefined;
  #windowBytes = 0;
  #underway = 0;
  #unfinished = 0;
  /** Aborted when the input stops or the sender disconnects. */
  readonly #over = new AbortController();
  /** Chains the acknowledgements, so that they are sent in the order of the events. */
  #acknowledged: Promise<void> = Promise.resolve();
  readonly settled: Promise<void>;

  constructor(
    private readonly socket: Socket,
    private readonly shared: Shared,
    private readonly limits: BeatsLimits,
    private readonly places: Semaphore,
  ) {
    this.#frames = new LumberjackFrames(limits);
    this.#remote = { address: plainAddress(socket.remoteAddress ?? ''), port: socket.remotePort ?? 0 };
    this.#keepAlive = setInterval(() => this.#underway > 0 && this.#answer(0), limits.keepAliveMs);
    this.#keepAlive.unref();
    this.settled = this.#run();
  }

  finish(): void {
    this.#over.abort();
    void this.#acknowledged.then(() => this.socket.destroySoon());
  }

  async #run(): Promise<void> {
    const { socket, shared } = this;
    socket.on('timeout', () => this.#timeout());
    // An error while the socket is not being read needs no handling: at most an acknowledgement is lost.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#over.abort());
    try {
      for await (const chunk of buffersOf(socket)) {
        // After the input has stopped, received data is discarded, and only acknowledgements are sent.
        if (this.#over.signal.aborted) continue;
        shared.receiver.counters.readBytes.mark(chunk.length);
        await this.#takeAll(this.#frames.push(chunk), false);
        await this.#flush();
        this.#watchUnfinished();
      }
    } catch (error) {
      // A connection error loses nothing: the sender repeats unacknowledged events.
      if (error instanceof LumberjackError || error instanceof DecodeFailure) {
        this.#broken(error.message, error instanceof LumberjackError ? error.bytes : Buffer.alloc(0));
      }
    } finally {
      await this.#acknowledged;
      clearInterval(this.#keepAlive);
      shared.unfinishedBytes -= this.#unfinished;
      socket.destroy();
    }
  }

  /**
   * Processes frames in their order.
   * @param inner true: the frames come from a compressed frame
   * @throws LumberjackError or DecodeFailure when a frame is broken, so that the connection has to be closed
   */
  async #takeAll(frames: Iterable<LumberjackFrame>, inner: boolean): Promise<void> {
    for (const frame of frames) {
      if (this.#over.signal.aborted) return;
      if (intakeTurn.isOver) await intakeTurn.room();
      if (frame.kind === 'event') await this.#event(frame.sequence, frame.bytes);
      else if (frame.kind === 'window') {
        // Events of different protocol versions must not share an acknowledgement.
        await this.#flush();
        this.#version = frame.version;
      } else if (inner) throw new LumberjackError('A compressed frame within a compressed one.', frame.bytes);
      else await this.#compressed(frame.bytes);
    }
  }

  /**
   * Decompresses a frame when a slot is free; the waiting sender gets keep-alives. The frame of a disconnected sender
   * is dropped, because the sender will repeat it.
   */
  async #compressed(bytes: Buffer): Promise<void> {
    this.#underway += 1;
    try {
      await this.places.within(everybody, undefined, async () => {
        if (!this.#over.signal.aborted) await this.#inflate(bytes);
      });
    } finally {
      this.#underway -= 1;
    }
  }

  async #inflate(compressed: Buffer): Promise<void> {
    const bytes = await inflatedLater(compressed, this.limits.inflated);
    const frames = new LumberjackFrames(this.limits);
    await this.#takeAll(frames.push(bytes), true);
    if (frames.pending > 0) throw new LumberjackError('A compressed frame ends within an event.', bytes);
    await this.#flush();
  }

  async #event(sequence: number, bytes: Buffer): Promise<void> {
    const { receiver } = this.shared;
    const message = await receiver.takeAny(bytes, this.#remote, receiver.now());
    // An undecodable event is counted and acknowledged, because repeating it would not help.
    if (!(message instanceof DecodeFailure)) this.#group.push(message);
    this.#groupBytes += bytes.length;
    this.#sequence = sequence;
    const { group } = this.limits;
    if (this.#group.length >= group || this.#groupBytes > this.shared.limits.windowBytes) await this.#flush();
  }

  /** Submits the events that were read, and waits while too many events are not yet durable. */
  async #flush(): Promise<void> {
    const [messages, bytes, sequence] = [this.#group, this.#groupBytes, this.#sequence];
    if (sequence === undefined) return;
    this.#group = [];
    this.#groupBytes = 0;
    this.#sequence = undefined;
    const { receiver, limits } = this.shared;
    this.#windowBytes += bytes;
    this.#underway += 1;
    const durable = receiver.submit(messages, bytes);
    // The chain of acknowledgements handles a rejection only in its turn; without this handler, Node would report an
    // unhandled rejection before.
    durable.catch(() => undefined);
    this.#acknowledged = this.#acknowledged
      .then(() => durable)
      .then(
        () => this.#answer(sequence),
        () => void this.socket.destroy(),
      )
      .finally(() => {
        this.#windowBytes -= bytes;
        this.#underway -= 1;
      });
    if (this.#windowBytes > limits.windowBytes) await this.#acknowledged;
    if (receiver.pressure !== 'open') await receiver.whenOpen(this.#over.signal);
  }

  /**
   * Sends an acknowledgement.
   * @param sequence number of the last durable event; 0: keep-alive
   */
  #answer(sequence: number): void {
    const { socket } = this;
    if (socket.destroyed || !socket.writable) return;
    if (socket.writableLength > unreadBytes) {
      socket.destroy();
      return;
    }
    const frame = Buffer.from([this.#version, 0x41, 0, 0, 0, 0]);
    frame.writeUInt32BE(sequence, 2);
    socket.write(frame);
    this.shared.receiver.counters.writtenBytes.mark(frame.length);
  }

  #broken(reason: string, bytes: Buffer): void {
    this.shared.receiver.counters.received.mark(1);
    this.shared.receiver.broken(reason, bytes, this.#remote);
  }

  /** Limits the time and the memory of unfinished frames. @throws LumberjackError when all connections hold too much */
  #watchUnfinished(): void {
    const { shared } = this;
    const { pending } = this.#frames;
    shared.unfinishedBytes += pending - this.#unfinished;
    this.#unfinished = pending;
    this.socket.setTimeout(pending > 0 ? shared.limits.unfinishedMs : 0);
    if (shared.unfinishedBytes <= shared.limits.unfinishedBytes) return;
    throw new LumberjackError('Too many unfinished frames at a time; the connection was closed.', Buffer.alloc(0));
  }

  #timeout(): void {
    // While events are being stored or decompressed, the server causes the pause, so the sender is not too slow.
    if (this.#underway > 0 || this.#unfinished === 0) return;
    this.#broken(
      `Unfinished for ${this.shared.limits.unfinishedMs / 1000} s; the connection was closed.`,
      Buffer.alloc(0),
    );
    this.socket.destroy();
  }
}

export function beatsConnections(limits: BeatsLimits = defaultBeatsLimits): NewConnection {
  const places = new Semaphore(limits.inflatedFrames);
  return (socket, shared) => new BeatsConnection(socket, shared, limits, places);
}
