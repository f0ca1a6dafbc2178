/**
 * Recognises the log format of each sender of a TCP or UDP input. The prefix of a line becomes time, level and fields,
 * and the lines of a stack trace become one message.
 */
import { DecodeFailure } from '../decode/decoded.js';
import type { ZoneToUtc } from '../decode/instants.js';
import { withoutEnding, type TextOf } from '../decode/text.js';
import type { FrameSink, Framing } from '../decode/frames.js';
import type { Receiver } from './receiver.js';
import type { JoinedMessage } from '../log-formats/joiner.js';
import { LineSources } from '../log-formats/line-sources.js';
import { plainLine } from '../log-formats/log-format.js';
import type { SourceRooms } from '../log-formats/source-lines.js';
import { defaultTcpLimits, type EntrySink, type NewFraming } from './tcp.js';
import type { Transport } from './transport.js';
import type { Assemble } from './udp.js';

export interface ShapedSettings {
  readonly textOf: TextOf;
  readonly toUtc: ZoneToUtc;
  /** Called when the format of a sender's lines was recognised. */
  readonly onRecognised: (source: string, title: string) => void;
}

/** Largest number of connections of an input whose lines are held back. */
const mostConnections = defaultTcpLimits.connections;

const roomsOf = (settings: ShapedSettings, address: string, emit: SourceRooms['emit']): SourceRooms => ({
  toUtc: settings.toUtc,
  otherwise: plainLine,
  emit,
  onFormat: ({ title }) => settings.onRecognised(address, title),
});

const excerptOf =
  ({ text }: JoinedMessage) =>
  (): Buffer =>
    Buffer.from(text);

/**
 * Wraps a transport so that held lines of its senders are released by a timer and when the transport stops.
 * @param settled resolves when the released messages are durable
 */
function withSources<Key>(transport: Transport, sources: LineSources<Key>, settled: () => Promise<void>): Transport {
  return {
    start: async () => {
      const listening = await transport.start();
      sources.start();
      return listening;
    },
    stop: async () => {
      await transport.stop();
      await sources.stop();
      await settled();
    },
  };
}

class ShapedFrames implements Framing, FrameSink {
  readonly #inner: Framing;
  /** True during `push` and `end`, after which the connection itself submits the emitted messages. */
  #isReading = false;

  constructor(
    newInner: (sink: FrameSink) => Framing,
    private readonly sink: EntrySink,
    private readonly sources: LineSources<ShapedFrames>,
    private readonly settings: ShapedSettings & { readonly now: () => number },
    readonly address: string,
  ) {
    this.#inner = newInner(this);
  }

  get pending(): number {
    return this.#inner.pending;
  }

  push(chunk: Buffer): boolean {
    return this.#whileReading(() => this.#inner.push(chunk));
  }

  end(): void {
    this.#whileReading(() => {
      this.#inner.end();
      this.sources.forget(this);
    });
  }

  release(): void {
    this.sources.forget(this);
  }

  frame(bytes: Buffer): void {
    if (this.sources.isPlain(this)) return this.sink.frame(bytes);
    try {
      const text = withoutEnding(this.settings.textOf(bytes));
      if (text.trim() === '') return this.empty();
      this.sources.push(this, { text, bytes: bytes.length, receivedAt: this.settings.now() });
    } catch (error) {
      if (!(error instanceof DecodeFailure)) throw error;
      this.sink.broken(error.message, bytes);
    }
  }

  empty(): void {
    if (!this.sources.blank(this)) this.sink.empty();
  }

  broken(reason: string, bytes: Buffer): void {
    this.sink.broken(reason, bytes);
  }

  emit(message: JoinedMessage): void {
    this.sink.entry(message.decoded, excerptOf(message), message.receivedAt);
    if (!this.#isReading) this.sink.flush();
  }

  #whileReading<T>(action: () => T): T {
    this.#isReading = true;
    try {
      return action();
    } finally {
      this.#isReading = false;
    }
  }
}

/**
 * Creates a transport of connections whose lines are converted to messages by the recognised format.
 * @param newInner creates the framing that splits a stream into lines
 * @param over creates the transport, given the framing of its connections
 */
export function shapedConnections(
  settings: ShapedSettings,
  receiver: Receiver,
  newInner: (sink: FrameSink) => Framing,
  over: (newFraming: NewFraming) => Transport,
): Transport {
  const now = () => receiver.now();
  const sources: LineSources<ShapedFrames> = new LineSources(
    (frames) => roomsOf(settings, frames.address, (message) => frames.emit(message)),
    now,
    mostConnections,
  );
  const transport = over(
    (sink, { address }) => new ShapedFrames(newInner, sink, sources, { ...settings, now }, address),
  );
  return withSources(transport, sources, async () => undefined);
}

/**
 * Creates a transport of packets. Each packet contains one or more lines of its sender, which are converted to messages
 * by the recognised format.
 * @param over creates the transport, given the function that assembles its packets
 */
export function shapedPackets(
  settings: ShapedSettings,
  receiver: Receiver,
  over: (assemble: Assemble) => Transport,
): Transport {
  const underway = new Set<Promise<void>>();
  const emit = (joined: JoinedMessage) => {
    const message = receiver.read(() => joined.decoded, excerptOf(joined), joined.remote, joined.receivedAt);
    if (message instanceof DecodeFailure) return;
    const submitted = receiver.submit([message], Buffer.byteLength(joined.text)).catch(() => undefined);
    underway.add(submitted);
    void submitted.then(() => underway.delete(submitted));
  };
  const sources = new LineSources<string>(
    (address) => roomsOf(settings, address, emit),
    () => receiver.now(),
  );
  const transport = over((packet, remote, now) => {
    const { address } = remote;
    if (sources.isPlain(address)) return packet;
    const text = withoutEnding(settings.textOf(packet));
    if (text.trim() !== '') sources.push(address, { text, bytes: packet.length, remote, receivedAt: now });
    else receiver.empty();
    return undefined;
  });
  return withSources(transport, sources, async () => void (await Promise.all(underway)));
}
