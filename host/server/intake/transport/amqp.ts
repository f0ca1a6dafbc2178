/**
 * Receives messages from queues of a broker that speaks AMQP 0-9-1, such as RabbitMQ
 * (https://www.rabbitmq.com/tutorials/amqp-concepts); each message is delivered at least once.
 */
import type { ChannelModel, ConsumeMessage } from 'amqplib';
import type { Receiver, Remote } from './receiver.js';
import { plainAddress } from './receiver.js';
import { pause } from '../../foundation/pause.js';
import { AmqpConsumer, defaultAmqpLimits, goodbyeMs, type AmqpLimits } from './amqp-consumer.js';
import { BoundedReading } from './amqp-reading.js';
import { BrokerTransport, readablePassword, whenAborted, type BrokerPauses } from './broker-transport.js';
import type { Transport } from './transport.js';

export interface AmqpSettings {
  readonly host: string;
  readonly port: number;
  readonly vhost: string;
  /** User name; undefined: the broker's default user `guest`. */
  readonly user: string | undefined;
  /** Returns the decrypted password; called for each connection. */
  readonly password: () => Promise<string>;
  readonly tls: boolean;
  readonly heartbeatSeconds: number;
  readonly prefetch: number;
  /** Name of the queue; `%d` is replaced by the number of the consumer, counted from 0. */
  readonly queue: string;
  readonly consumers: number;
  /** Exchange and routing key that the queue is bound to; undefined: the queue is not bound. */
  readonly binding: { readonly exchange: string; readonly routingKey: string } | undefined;
  readonly requeueInvalid: boolean;
  readonly onTrouble: (reason: string | undefined) => void;
  readonly onRemark: (text: string | undefined) => void;
}

/** Number of bytes of all unacknowledged messages of a connection above which reading pauses. */
const mostHeldBytes = 32 * 1024 * 1024;
/** Largest frame that a broker may send, in bytes. */
const frameBytes = 128 * 1024;
const connectMs = 10_000;
const confirmMs = 5_000;
const notFound = 404;

const queueNames = ({ queue, consumers }: Pick<AmqpSettings, 'queue' | 'consumers'>): string[] =>
  Array.from({ length: consumers }, (_, number) => queue.replaceAll('%d', String(number)));

/** Connects to the broker. @throws Error when the connection fails, or is not established in time */
async function connected(settings: AmqpSettings): Promise<ChannelModel> {
  const { host, port, user, tls, vhost, heartbeatSeconds } = settings;
  const password = await settings.password();
  const login = user === undefined && password === '' ? {} : { username: user ?? '', password };
  const where = {
    protocol: tls ? 'amqps' : 'amqp',
    hostname: host,
    port,
    vhost: encodeURIComponent(vhost),
    heartbeat: heartbeatSeconds,
    frameMax: frameBytes,
    maxFrameSize: 2 * frameBytes,
  };
  const clientProperties = { connection_name: 'Log Console' };
  // The package is loaded by the first input that needs it, because loading it at the start would delay the server.
  const { connect } = await import('amqplib');
  return connect({ ...where, ...login }, { timeout: connectMs, noDelay: true, keepAlive: true, clientProperties });
}

/**
 * Publishes a message to the first of the input's queues, for a test of the input.
 * @throws Error with the reason, also when the broker does not confirm the message in time
 */
export async function publishOne(settings: AmqpSettings, bytes: Buffer): Promise<void> {
  const model = await connected(settings);
  const broken = new Promise<never>((_, reject) => {
    model.on('error', reject);
    model.on('close', () => reject(new Error('the broker closed the connection.')));
  });
  broken.catch(() => undefined);
  const answered = new AbortController();
  try {
    const channel = await model.createConfirmChannel();
    channel.on('error', () => undefined);
    const late = pause(confirmMs, answered.signal).then(() => {
      throw new Error(`The broker did not confirm the message within ${confirmMs / 1000} s.`);
    });
    late.catch(() => undefined);
    channel.sendToQueue(queueNames(settings)[0] ?? settings.queue, bytes, { persistent: true });
    await Promise.race([channel.waitForConfirms(), broken, late]);
  } finally {
    answered.abort();
    // Closing is not awaited, because the broker may not answer; then the heartbeat ends the connection.
    model.close().catch(() => undefined);
  }
}

/** Declares a durable queue if it is missing; an existing queue keeps its properties. */
async function declareQueue(model: ChannelModel, name: string): Promise<void> {
  const pending = await model.createChannel();
  // Without a listener, the event would be thrown as an uncaught error. The caller learns of the error from the promise
  // of the call.
  pending.on('error', () => undefined);
  try {
    await pending.checkQueue(name);
    await pending.close();
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== notFound) throw error;
    const declaring = await model.createChannel();
    declaring.on('error', () => undefined);
    await declaring.assertQueue(name, { durable: true });
    await declaring.close();
  }
}

class AmqpConnection {
  readonly #reading: BoundedReading;
  readonly #remote: Remote;
  readonly #consumers: AmqpConsumer[] = [];
  #break: (error: unknown) => void = () => undefined;
  /** Promise that rejects when the connection breaks, and never resolves. */
  readonly broken: Promise<never>;

  constructor(
    private readonly model: ChannelModel,
    private readonly settings: AmqpSettings,
    private readonly receiver: Receiver,
    private readonly signal: AbortSignal,
    private readonly limits: AmqpLimits,
  ) {
    this.broken = new Promise((_, reject) => (this.#break = reject));
    this.broken.catch(() => undefined);
    model.on('error', this.#break);
    model.on('close', (error) => this.#break(error ?? new Error('the broker closed the connection.')));
    this.#reading = new BoundedReading(model, mostHeldBytes);
    const { remoteAddress, remotePort } = this.#reading.socket;
    this.#remote = { address: plainAddress(remoteAddress ?? settings.host), port: remotePort ?? settings.port };
  }

  /**
   * Consumes all queues of the input; resolves when the broker delivers from all of them.
   * @param onUp called when the broker delivers from all queues; problems of messages that arrived earlier are reported
   * after this call
   */
  async consume(onUp: () => void): Promise<void> {
    const { model, settings, signal } = this;
    const { binding, prefetch, requeueInvalid } = settings;
    let isUp = false;
    let held: string | undefined;
    const onTrouble = (reason: string | undefined): void => {
      if (isUp) settings.onTrouble(reason);
      else held = reason;
    };
    for (const queue of queueNames(settings)) {
      if (signal.aborted) return;
      await declareQueue(model, queue);
      const channel = await model.createChannel();
      channel.on('error', this.#break);
      if (binding) await channel.bindQueue(queue, binding.exchange, binding.routingKey);
      const rooms = {
        receiver: this.receiver,
        reading: this.#reading,
        remoteOf: (_: ConsumeMessage) => this.#remote,
        queue,
        requeueInvalid,
        onTrouble,
        onBroken: this.#break,
        signal,
      };
      this.#consumers.push(new AmqpConsumer(channel, rooms, this.limits));
    }
    for (const consumer of this.#consumers) {
      if (signal.aborted) return;
      await consumer.start(prefetch);
    }
    isUp = true;
    onUp();
    if (held !== undefined) settings.onTrouble(held);
  }

  async end(): Promise<void> {
    await Promise.all(this.#consumers.map((consumer) => consumer.finish()));
    const gone = new AbortController();
    const closed = this.model.close().catch(() => undefined);
    await Promise.race([closed, pause(goodbyeMs, gone.signal)]);
    gone.abort();
    this.#reading.socket.destroy();
  }
}

/**
 * Creates the transport of an AMQP input.
 * @param pauses pauses between attempts to connect
 */
export function amqpTransport(
  settings: AmqpSettings,
  receiver: Receiver,
  limits: AmqpLimits = defaultAmqpLimits,
  pauses?: BrokerPauses,
): Transport {
  const { counters } = receiver;
  const session = async (signal: AbortSignal, onUp: () => void): Promise<void> => {
    const { aborted, stop } = whenAborted(signal);
    try {
      // The password of the broker's default user is publicly known, so it needs no warning.
      if (!settings.tls && settings.user !== undefined) settings.onRemark(readablePassword([settings.host], 'Use TLS'));
      const connecting = connected(settings);
      const model = await Promise.race([connecting, aborted]);
      if (!model) {
        // A connection that is established after the stop is closed.
        void connecting.then((late) => late.close()).catch(() => undefined);
        return;
      }
      counters.openConnections += 1;
      counters.totalConnections += 1;
      const connection = new AmqpConnection(model, settings, receiver, signal, limits);
      try {
        const ready = connection.consume(onUp).then(() => true);
        ready.catch(() => undefined);
        if (await Promise.race([ready, connection.broken, aborted])) await Promise.race([connection.broken, aborted]);
      } finally {
        counters.openConnections -= 1;
        await connection.end();
      }
    } finally {
      stop();
    }
  };
  const broker = `The broker ${settings.host}:${settings.port}`;
  return new BrokerTransport({ shownAddress: broker, onTrouble: settings.onTrouble }, session, pauses);
}
