/**
 * Connects the transport of an input with the store: decodes, completes, routes and counts messages. Each running input
 * has one receiver.
 */
import { once } from 'node:events';
import type { IncomingMessage, Pressure } from '../../store/types.js';
import type { Appender } from '../appender.js';
import type { Pacing } from '../pacing.js';
import { DecodeFailure, EmptyMessage, type Decode, type DecodedMessage } from '../decode/decoded.js';
import type { InputCounters } from '../inputs/input-counters.js';
import { laterSteps, usualProcessing, type Processing } from '../processing.js';
import { defaultStreamId } from '../route/streams.js';

export interface Remote {
  readonly address: string;
  readonly port: number;
}

export interface ReceiverSettings {
  readonly inputId: string;
  readonly decode: Decode;
  /** Source that replaces the source of every message; undefined: messages keep their sources. */
  readonly overrideSource: string | undefined;
  /** Static fields, added to each message that lacks them. */
  readonly staticFields: Readonly<Record<string, string>>;
  /**
   * Returns the host name of the sender's address, which replaces the source of the message. Undefined: the name is
   * unknown. The function is absent if reverse DNS is not configured.
   */
  readonly nameOf?: (address: string, now: number) => string | undefined;
}

export interface ReceiverRooms {
  readonly appender: Appender;
  readonly counters: InputCounters;
  /** Runs the extractors, which add fields to the message. */
  readonly extract: (message: IncomingMessage, now: number) => void;
  readonly route: (message: IncomingMessage) => string[];
  /** Adds geographical fields for IP addresses; absent: no database is configured. */
  readonly locate?: (message: IncomingMessage) => void;
  /** Returns the present order of the processing steps; called for each message. Absent: the default order. */
  readonly processing?: () => Processing;
  /** Called with an error that is a defect of the server, not of the sender. */
  readonly onDefect: (error: unknown) => void;
  readonly now: () => number;
}

/**
 * Returns the IPv4 address in an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`, RFC 4291 §2.5.5.2), which IPv4 senders
 * have on an IPv6 socket; other addresses are returned unchanged.
 */
export const plainAddress = (address: string) => (address.startsWith('::ffff:') ? address.slice(7) : address);

export class Receiver {
  #static: readonly (readonly [string, string])[];

  constructor(
    private readonly settings: ReceiverSettings,
    private readonly rooms: ReceiverRooms,
  ) {
    this.#static = Object.entries(settings.staticFields);
  }

  setStaticFields(fields: Readonly<Record<string, string>>): void {
    this.#static = Object.entries(fields);
  }

  get counters(): InputCounters {
    return this.rooms.counters;
  }

  get pressure(): Pressure {
    return this.rooms.appender.pressure;
  }

  /** Delays HTTP requests while the store is behind. */
  get pacing(): Pacing {
    return this.rooms.appender.pacing;
  }

  now(): number {
    return this.rooms.now();
  }

  /**
   * Waits until the store accepts messages.
   * @param end ends the wait when it is aborted, because the input stops or the sender has disconnected
   */
  async whenOpen(end?: AbortSignal): Promise<void> {
    const open = this.rooms.appender.whenOpen();
    if (!end) return open;
    const waiting = new AbortController();
    // Aborting `waiting` also rejects this promise, but only after the race has been decided.
    const ended = end.aborted ? undefined : once(end, 'abort', { signal: waiting.signal });
    await Promise.race([open, ended]);
    waiting.abort();
  }

  /**
   * Applies backpressure to inputs that fetch or create messages: waits while the store accepts no messages.
   * @param throttled true: waits already while the store lags behind
   */
  async whenReady(throttled: boolean, end: AbortSignal): Promise<void> {
    if (throttled ? this.pressure !== 'open' : this.pressure === 'full') await this.whenOpen(end);
  }

  /**
   * Decodes a packet, frame or line to a message. Undecodable bytes are counted, and the reason is returned.
   * @param receivedAt time of receipt, epoch milliseconds
   */
  take(bytes: Buffer, remote: Remote | undefined, receivedAt: number): IncomingMessage | DecodeFailure {
    return this.read(
      () => this.settings.decode(bytes, receivedAt),
      () => bytes,
      remote,
      receivedAt,
    );
  }

  /** Tells whether decoding may take so long that `takeLater` has to be used. */
  isHeavy(bytes: Buffer): boolean {
    return this.settings.decode.isHeavy?.(bytes) === true;
  }

  /**
   * Decodes bytes as `take` does, but without blocking the event loop for long. It is used for bytes that are slow to
   * decode.
   * @param onInflated called with the number of bytes of each decompressed part; it may throw a DecodeFailure
   */
  async takeLater(
    bytes: Buffer,
    remote: Remote | undefined,
    receivedAt: number,
    onInflated?: (bytes: number) => void,
  ): Promise<IncomingMessage | DecodeFailure> {
    const { later } = this.settings.decode;
    if (!later) return this.take(bytes, remote, receivedAt);
    let decoded: DecodedMessage | undefined;
    let failed: unknown;
    try {
      decoded = await later(bytes, receivedAt, onInflated);
    } catch (error) {
      failed = error;
    }
    const result = (): DecodedMessage => {
      if (decoded) return decoded;
      throw failed;
    };
    return this.read(result, () => bytes, remote, receivedAt);
  }

  /** Decodes bytes by `takeLater` if they are slow to decode, otherwise by `take`. */
  async takeAny(
    bytes: Buffer,
    remote: Remote | undefined,
    receivedAt: number,
  ): Promise<IncomingMessage | DecodeFailure> {
    return this.isHeavy(bytes) ? this.takeLater(bytes, remote, receivedAt) : this.take(bytes, remote, receivedAt);
  }

  /**
   * Decodes an entry by a function, and counts it.
   * @param decode may throw a DecodeFailure
   * @param excerpt returns the bytes that are listed with a refused entry
   * @param receivedAt time of receipt, epoch milliseconds
   * @returns the message, or the reason why the entry was refused
   */
  read(
    decode: () => DecodedMessage,
    excerpt: () => Buffer,
    remote: Remote | undefined,
    receivedAt: number,
  ): IncomingMessage | DecodeFailure {
    this.counters.received.mark(1);
    try {
      return this.message(decode(), remote, receivedAt);
    } catch (error) {
      if (error instanceof EmptyMessage) this.counters.empty += 1;
      else if (error instanceof DecodeFailure) this.broken(error.message, excerpt(), remote, receivedAt);
      else return this.#defect(error, excerpt(), remote, receivedAt);
      return error;
    }
  }

  /**
   * Decodes a packet that contains any number of messages, and counts them; for a broken packet, no messages are
   * returned.
   */
  takeAll(bytes: Buffer, read: () => readonly DecodedMessage[], remote: Remote, receivedAt: number): IncomingMessage[] {
    try {
      const decoded = read();
      this.counters.received.mark(decoded.length);
      return decoded.map((one) => this.message(one, remote, receivedAt));
    } catch (error) {
      this.counters.received.mark(1);
      if (error instanceof DecodeFailure) this.broken(error.message, bytes, remote, receivedAt);
      else this.#defect(error, bytes, remote, receivedAt);
      return [];
    }
  }

  /**
   * Completes a decoded message: adds its source, and applies the processing steps that come before the pipelines.
   * @param receivedAt time of receipt, epoch milliseconds
   */
  message(decoded: DecodedMessage, remote: Remote | undefined, receivedAt: number): IncomingMessage {
    const { fields } = decoded;
    const message: IncomingMessage = {
      timestamp: decoded.timestamp ?? receivedAt,
      source: this.#source(decoded, remote, receivedAt),
      message: decoded.message,
      fields,
      streams: [],
      inputId: this.settings.inputId,
      receivedAt,
    };
    if (decoded.fullMessage !== undefined) message.fullMessage = decoded.fullMessage;
    if (remote !== undefined) message.remote = remote;
    this.#process(message, receivedAt);
    return message;
  }

  #process(message: IncomingMessage, receivedAt: number): void {
    const steps = this.rooms.processing?.() ?? usualProcessing;
    const { filters, streams, streamsFirst, pipelines, afterPipelines } = steps;
    const late = pipelines && ((filters && afterPipelines.filters) || (streams && afterPipelines.streams));
    if (late) return this.#processInParts(message, receivedAt, steps);
    if (streams && streamsFirst) message.streams = this.rooms.route(message);
    this.#filter(message, receivedAt, steps);
    if (!streams) message.streams = [defaultStreamId];
    else if (!streamsFirst) message.streams = this.rooms.route(message);
  }

  /** Runs the extractors, adds the static fields, and adds geographical fields before or after both. */
  #filter(message: IncomingMessage, receivedAt: number, { filters, geo }: Processing): void {
    if (geo === 'beforeFilters') this.rooms.locate?.(message);
    if (filters) {
      this.rooms.extract(message, receivedAt);
      const { fields } = message;
      for (const [name, value] of this.#static) if (!(name in fields)) fields[name] = value;
    }
    if (geo === 'afterFilters') this.rooms.locate?.(message);
  }

  /**
   * Runs the steps before the pipelines, and keeps the other steps in `laterSteps`, to run them after the pipelines.
   */
  #processInParts(message: IncomingMessage, receivedAt: number, steps: Processing): void {
    const { filters, geo, streams, streamsFirst, afterPipelines } = steps;
    const filter = (one: IncomingMessage): void => this.#filter(one, receivedAt, steps);
    // A message keeps the streams to which pipelines have routed it.
    const route = (one: IncomingMessage): void => {
      const found = this.rooms.route(one);
      const before = one.streams.filter((id) => id !== defaultStreamId || found.includes(id));
      one.streams = [...new Set([...before, ...found])];
    };
    message.streams = [defaultStreamId];
    const inOrder = [
      ...(filters || geo ? [{ run: filter, isLate: afterPipelines.filters }] : []),
      ...(streams ? [{ run: route, isLate: afterPipelines.streams }] : []),
    ];
    if (streamsFirst) inOrder.reverse();
    for (const { run, isLate } of inOrder) if (!isLate) run(message);
    const late = inOrder.filter(({ isLate }) => isLate);
    laterSteps.set(message, (one) => {
      for (const { run } of late) run(one);
    });
  }

  #source(decoded: DecodedMessage, remote: Remote | undefined, now: number): string {
    const { overrideSource, nameOf } = this.settings;
    if (overrideSource !== undefined) return overrideSource;
    const resolved = nameOf && remote && nameOf(remote.address, now);
    return resolved ?? decoded.source ?? remote?.address ?? 'unknown';
  }

  broken(reason: string, bytes: Buffer, remote: Remote | undefined, time = this.now()): void {
    this.counters.addMalformed(reason, bytes, remote, time);
  }

  empty(): void {
    this.counters.received.mark(1);
    this.counters.empty += 1;
  }

  /**
   * Submits messages to the store; resolves when they are durable.
   * @param bytes size of the messages as received
   * @throws an error of the store, after the messages were counted as dropped
   */
  async submit(messages: readonly IncomingMessage[], bytes: number): Promise<void> {
    try {
      await this.rooms.appender.submit(messages, bytes);
    } catch (error) {
      this.counters.dropped += messages.length;
      throw error;
    }
  }

  #defect(error: unknown, bytes: Buffer, remote: Remote | undefined, receivedAt: number): DecodeFailure {
    this.rooms.onDefect(error);
    const failure = new DecodeFailure('The server failed to read this message; its log says why.');
    this.broken(failure.message, bytes, remote, receivedAt);
    return failure;
  }
}
