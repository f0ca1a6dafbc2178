/**
 * Bounds the memory of an amqplib connection. The library reads as long as data arrives, and keeps messages of any
 * size. Therefore methods of the library's connections and channels are overridden. Its version is pinned, because the
 * overrides depend on it.
 */
import type { Socket } from 'node:net';
import type { Channel, ChannelModel } from 'amqplib';

/**
 * Describes a frame that the library has parsed: a header frame contains the size of the message, and content frames
 * follow it.
 */
interface Frame {
  readonly channel: number;
  readonly size?: number;
  readonly content?: Buffer;
}

interface ReadingConnection {
  recvFrame: () => Frame | false;
  /** Tells whether data arrived since the last call; the library calls this method to detect a lost broker. */
  checkRecv: () => boolean;
  readonly stream: Socket;
}

interface AcceptingChannel {
  accept: (frame: Frame) => void;
}

// The types of amqplib do not declare these members, hence the casts.
const readingOf = ({ connection }: ChannelModel) => connection as unknown as ReadingConnection;
const acceptingOf = (channel: Channel) => channel as unknown as AcceptingChannel;

/** Stops reading from the broker's socket while too many bytes are held, or reading is paused. */
export class BoundedReading {
  readonly #connection: ReadingConnection;
  #held = 0;
  #shut = 0;

  /** @param limit number of held bytes above which reading stops; one further message may exceed the limit */
  constructor(
    model: ChannelModel,
    private readonly limit: number,
  ) {
    const connection = readingOf(model);
    this.#connection = connection;
    const receive = connection.recvFrame.bind(connection);
    const check = connection.checkRecv.bind(connection);
    connection.recvFrame = () => !this.#isShut && receive();
    // While reading is paused, a lack of data is no sign of a lost broker.
    connection.checkRecv = () => check() || this.#isShut;
  }

  get socket(): Socket {
    return this.#connection.stream;
  }

  /** Adds to the number of held bytes; a negative number releases bytes. */
  hold(bytes: number): void {
    const was = this.#isShut;
    this.#held += bytes;
    this.#readOn(was);
  }

  /** Pauses reading until the promise settles. */
  async shutDuring(wait: Promise<void>): Promise<void> {
    this.#shut += 1;
    await wait;
    const was = this.#isShut;
    this.#shut -= 1;
    this.#readOn(was);
  }

  get #isShut(): boolean {
    return this.#shut > 0 || this.#held > this.limit;
  }

  #readOn(wasShut: boolean): void {
    // The event is emitted in a later turn, because the caller may pause the reading again.
    if (wasShut && !this.#isShut) setImmediate(() => this.#connection.stream.emit('readable'));
  }
}

/** Discards the content of messages above a size while it arrives. */
export class BoundedMessages {
  /** Size in bytes of the message that is being delivered, if it was too large; otherwise undefined. */
  tooLarge: number | undefined;

  /** @param limit largest size of one message in bytes */
  constructor(channel: Channel, limit: number) {
    const accepting = acceptingOf(channel);
    const accept = accepting.accept.bind(channel);
    let skipped = 0;
    accepting.accept = (frame) => {
      if (frame.content !== undefined && skipped > 0) {
        skipped -= frame.content.length;
        return;
      }
      if (frame.size === undefined || frame.size <= limit) {
        accept(frame);
        return;
      }
      // The oversized message is delivered immediately, without content.
      skipped = frame.size;
      this.tooLarge = frame.size;
      accept({ ...frame, size: 0 });
      this.tooLarge = undefined;
    };
  }
}
