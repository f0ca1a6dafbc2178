/**
 * Consumes one AMQP 0-9-1 queue (https://www.rabbitmq.com/amqp-0-9-1-reference). A message is acknowledged when it is
 * durable; the broker delivers unacknowledged messages again. Depending on the input's configuration, an undecodable
 * message is requeued after a pause, or rejected.
 */
import type { Channel, ConsumeMessage } from 'amqplib';
import { pause } from '../../foundation/pause.js';
import type { IncomingMessage } from '../../store/types.js';
import { DecodeFailure, EmptyMessage } from '../decode/decoded.js';
import type { Receiver, Remote } from './receiver.js';
import { BoundedMessages, type BoundedReading } from './amqp-reading.js';

export interface AmqpLimits {
  /** Largest size of one message in bytes. */
  readonly message: number;
  /** Largest number of messages that are submitted to the store together. */
  readonly group: number;
  readonly groupBytes: number;
  /**
   * Milliseconds for which an undecodable message is kept before it is requeued; an immediate requeue would cause an
   * immediate redelivery.
   */
  readonly putBackMs: number;
}

export const defaultAmqpLimits: AmqpLimits = {
  message: 16 * 1024 * 1024,
  group: 500,
  groupBytes: 2 * 1024 * 1024,
  putBackMs: 5_000,
};

/** Milliseconds for which closing a channel or connection waits for the broker's answer. */
export const goodbyeMs = 1_000;

export interface AmqpConsumerRooms {
  readonly receiver: Receiver;
  readonly reading: BoundedReading;
  readonly remoteOf: (message: ConsumeMessage) => Remote;
  readonly queue: string;
  readonly requeueInvalid: boolean;
  /** Called with the present problem of the queue, and with `undefined` when the problem is over. */
  readonly onTrouble: (reason: string | undefined) => void;
  /** Called when the connection can no longer be used. */
  readonly onBroken: (error: unknown) => void;
  readonly signal: AbortSignal;
}

interface Group {
  readonly deliveries: ConsumeMessage[];
  readonly messages: IncomingMessage[];
  bytes: number;
}

export class AmqpConsumer {
  readonly #bounded: BoundedMessages;
  #group: Group | undefined;
  /**
   * Messages that will be requeued, with their timers; an acknowledgement of several messages must not include them.
   */
  readonly #invalid = new Map<ConsumeMessage, NodeJS.Timeout>();
  #well: NodeJS.Timeout | undefined;
  #acknowledged: Promise<void> = Promise.resolve();
  #isOver = false;
  /**
   * True after a message could not be stored: no later message may be acknowledged, because an acknowledgement may
   * include earlier messages.
   */
  #isLost = false;
  /**
   * Decoding of messages that take long, one after another; later messages wait for its end. Undefined: no message is
   * being decoded.
   */
  #heavy: Promise<void> | undefined;

  constructor(
    private readonly channel: Channel,
    private readonly rooms: AmqpConsumerRooms,
    private readonly limits: AmqpLimits = defaultAmqpLimits,
  ) {
    this.#bounded = new BoundedMessages(channel, limits.message);
  }

  /** Starts consuming the queue. @param prefetch largest number of unacknowledged messages */
  async start(prefetch: number): Promise<void> {
    const { queue, onBroken } = this.rooms;
    await this.channel.prefetch(prefetch);
    await this.channel.consume(queue, (message) => {
      if (message === null) onBroken(new Error(`the queue ${queue} has been deleted.`));
      else this.#take(message);
    });
  }

  /**
   * Stops consuming. Resolves when all messages that became durable are acknowledged and the broker has closed the
   * channel, or has not answered in time.
   */
  async finish(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#well);
    for (const timer of this.#invalid.values()) clearTimeout(timer);
    this.#flush();
    await this.#acknowledged;
    // The channel is closed after the acknowledgements are sent; closing the connection first would discard them.
    await this.#closed();
  }

  async #closed(): Promise<void> {
    const closing = this.channel.close().catch(() => undefined);
    const answered = new AbortController();
    await Promise.race([closing, pause(goodbyeMs, answered.signal)]);
    answered.abort();
  }

  #take(message: ConsumeMessage): void {
    // A message that is not acknowledged is delivered again by the broker.
    if (this.#isOver) return;
    const { receiver, reading, remoteOf } = this.rooms;
    const { content } = message;
    const { tooLarge } = this.#bounded;
    receiver.counters.readBytes.mark(tooLarge ?? content.length);
    reading.hold(content.length);
    const remote = remoteOf(message);
    if (tooLarge !== undefined) return this.#taken(message, this.#refuse(tooLarge, remote));
    if (!this.#heavy && !receiver.isHeavy(content))
      return this.#taken(message, receiver.take(content, remote, receiver.now()));
    // Messages behind a message that takes long to decode wait, so that the order is kept.
    const heavy = (this.#heavy ?? Promise.resolve()).then(async () => {
      if (this.#isOver) return;
      const taken = await receiver.takeAny(content, remote, receiver.now());
      // A message that is not acknowledged is delivered again by the broker.
      if (!this.#isOver) this.#taken(message, taken);
      if (this.#heavy === heavy) this.#heavy = undefined;
    });
    this.#heavy = heavy;
  }

  #taken(message: ConsumeMessage, taken: IncomingMessage | DecodeFailure): void {
    if (taken instanceof DecodeFailure && !(taken instanceof EmptyMessage)) this.#reject(message, taken.message);
    else this.#add(message, taken instanceof DecodeFailure ? undefined : taken);
  }

  #refuse(bytes: number, remote: Remote): DecodeFailure {
    const { receiver } = this.rooms;
    const failure = new DecodeFailure(`The message has ${bytes} bytes; one may have ${this.limits.message}.`);
    receiver.counters.received.mark(1);
    receiver.broken(failure.message, Buffer.alloc(0), remote);
    return failure;
  }

  #add(delivery: ConsumeMessage, message: IncomingMessage | undefined): void {
    if (!this.#group) {
      this.#group = { deliveries: [], messages: [], bytes: 0 };
      setImmediate(() => this.#flush());
    }
    const group = this.#group;
    group.deliveries.push(delivery);
    if (message) group.messages.push(message);
    group.bytes += delivery.content.length;
    if (group.deliveries.length >= this.limits.group || group.bytes >= this.limits.groupBytes) this.#flush();
  }

  #flush(): void {
    const group = this.#group;
    if (!group) return;
    this.#group = undefined;
    const { receiver, reading, onBroken, signal } = this.rooms;
    const durable = receiver.submit(group.messages, group.bytes);
    // The chain of acknowledgements handles a rejection only in its turn; without this handler, Node would report an
    // unhandled rejection before.
    durable.catch(() => undefined);
    this.#acknowledged = this.#acknowledged
      .then(() => durable)
      .then(
        () => this.#acknowledge(group.deliveries),
        // After a failure no later messages are acknowledged, because an acknowledgement would include the lost
        // messages.
        () => {
          this.#isOver = true;
          this.#isLost = true;
          onBroken(new Error('the messages could not be stored.'));
        },
      )
      .finally(() => reading.hold(-group.bytes));
    if (receiver.pressure !== 'open') void reading.shutDuring(receiver.whenOpen(signal));
  }

  #acknowledge(deliveries: readonly ConsumeMessage[]): void {
    const last = deliveries.at(-1);
    if (this.#isLost || !last) return;
    this.#tell(() => {
      if (this.#invalid.size === 0) this.channel.ack(last, true);
      else for (const delivery of deliveries) this.channel.ack(delivery);
    });
  }

  #reject(message: ConsumeMessage, reason: string): void {
    const { reading, requeueInvalid, queue, onTrouble } = this.rooms;
    if (!requeueInvalid) {
      reading.hold(-message.content.length);
      this.#tell(() => this.channel.nack(message, false, false));
      return;
    }
    const putBack = () => {
      this.#invalid.delete(message);
      reading.hold(-message.content.length);
      this.#tell(() => this.channel.nack(message, false, true));
    };
    this.#invalid.set(message, setTimeout(putBack, this.limits.putBackMs));
    onTrouble(
      `Messages of the queue ${queue} cannot be read and are put back into it, again and again (requeue_invalid_messages): ${reason}`,
    );
    clearTimeout(this.#well);
    this.#well = setTimeout(() => onTrouble(undefined), 3 * this.limits.putBackMs);
  }

  /**
   * Sends an acknowledgement. A closed channel throws, which is harmless: the broker redelivers unacknowledged
   * messages.
   */
  #tell(say: () => void): void {
    try {
      say();
    } catch {
      // The connection reports its end itself.
    }
  }
}
