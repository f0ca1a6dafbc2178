/**
 * Fake AMQP broker for inputs over real sockets: one queue in memory; messages are redelivered until they are
 * acknowledged.
 */
import { createRequire } from 'node:module';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';

type Fields = Record<string, unknown>;
interface Frame {
  readonly id?: number;
  readonly channel: number;
  readonly fields: Fields;
  /** Content of a body frame. */
  readonly content?: Buffer;
}
interface Wire {
  readonly encodeMethod: (id: number, channel: number, fields: Fields) => Buffer;
  readonly encodeProperties: (id: number, channel: number, size: number, fields: Fields) => Buffer;
  /** Codes of the methods, by name. */
  readonly [name: string]: unknown;
}
interface Framing {
  readonly parseFrame: (bytes: Buffer, most: number) => { readonly rest: Buffer } | false;
  readonly decodeFrame: (frame: unknown) => Frame;
  readonly makeBodyFrame: (channel: number, payload: Buffer) => Buffer;
}

const require = createRequire(import.meta.url);
const library = join(dirname(require.resolve('amqplib')), 'lib');
const wire = require(join(library, 'defs.js')) as Wire;
const framing = require(join(library, 'frame.js')) as Framing;
const id = (name: string): number => wire[name] as number;

const headerBytes = 8;
const bodyBytes = 100_000;

interface Queued {
  readonly tag: number;
  readonly body: Buffer;
  readonly redelivered: boolean;
}

export class FakeAmqp {
  readonly #server = createServer((socket) => this.#serve(socket));
  readonly #sockets = new Set<Socket>();
  readonly #ready: { body: Buffer; redelivered: boolean }[] = [];
  readonly #given = new Map<number, Queued>();
  #tag = 0;
  #deliver: () => void = () => undefined;
  #consumer: Socket | undefined;
  /** Acknowledged messages in order. */
  readonly acknowledged: string[] = [];
  /** Messages that were rejected without requeueing. */
  readonly rejected: string[] = [];
  /** Queues to which clients have published messages. */
  readonly published: string[] = [];
  confirms = true;
  /** Method names of the clients' requests. */
  readonly requestedMethods: string[] = [];
  connections = 0;
  /** Accepted login; every other login is refused. */
  login = '\0guest\0guest';
  queueIsThere = true;
  exchangeIsThere = true;
  /** True: refuses consumers. */
  refusesConsumers = false;
  /** Largest number of unacknowledged messages; undefined: unlimited. */
  #prefetch: number | undefined;
  #cancel: () => void = () => undefined;
  /**
   * Text that is not AMQP and that the broker sends instead of every answer; undefined: the broker answers normally.
   */
  garbage: string | undefined;
  /** True: sends no answers. */
  silent = false;

  async listen(context: TestContext, port = 0): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    context.after(() => this.close());
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
    this.drop();
  }

  /** Closes every connection. */
  drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Restarts the broker; its queue survives. */
  async restart(): Promise<void> {
    const { port } = this.#server.address() as AddressInfo;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.drop();
    await closed;
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
  }

  /** Deletes the queue with its messages. */
  deleteQueue(): void {
    this.#ready.length = 0;
    this.#given.clear();
    this.queueIsThere = false;
    this.#deliver = () => undefined;
    this.#cancel();
  }

  put(...bodies: readonly (string | Buffer)[]): void {
    for (const body of bodies) this.#ready.push({ body: Buffer.from(body), redelivered: false });
    this.#deliver();
  }

  get waiting(): number {
    return this.#ready.length + this.#given.size;
  }
  get ready(): number {
    return this.#ready.length;
  }
  get underway(): number {
    return this.#given.size;
  }

  #serve(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      if (this.#consumer !== socket) return;
      this.#deliver = () => undefined;
      for (const { body } of this.#given.values()) this.#ready.unshift({ body, redelivered: true });
      this.#given.clear();
    });
    if (this.silent) return void socket.resume();
    if (this.garbage !== undefined) socket.write(this.garbage);
    let bytes: Buffer = Buffer.alloc(0);
    let hasHeader = false;
    socket.on('data', (chunk: Buffer) => {
      if (this.garbage !== undefined) return;
      bytes = Buffer.concat([bytes, chunk]);
      if (!hasHeader) {
        if (bytes.length < headerBytes) return;
        hasHeader = true;
        bytes = bytes.subarray(headerBytes);
        const start = { versionMajor: 0, versionMinor: 9, serverProperties: {}, mechanisms: Buffer.from('PLAIN') };
        this.#say(socket, 'ConnectionStart', 0, { ...start, locales: Buffer.from('en_US') });
      }
      for (let frame = framing.parseFrame(bytes, 0); frame; frame = framing.parseFrame(bytes, 0)) {
        bytes = frame.rest;
        this.#answer(socket, framing.decodeFrame(frame));
      }
    });
  }

  #say(socket: Socket, name: string, channel: number, fields: Fields = {}): void {
    if (socket.writable) socket.write(wire.encodeMethod(id(name), channel, fields));
  }

  #answer(socket: Socket, { id: method, channel, fields, content }: Frame): void {
    if (content && this.published.length > 0) {
      this.put(content);
      if (this.confirms) this.#say(socket, 'BasicAck', channel, { deliveryTag: 1, multiple: false });
      return;
    }
    const name = Object.keys(wire).find((one) => wire[one] === method && /^[A-Z][a-z]+[A-Z]/.test(one)) ?? '';
    if (name !== '') this.requestedMethods.push(name);
    const say = (what: string, with_: Fields = {}) => this.#say(socket, what, channel, with_);
    switch (name) {
      case 'ConnectionStartOk':
        if (String(fields['response']) === this.login)
          return say('ConnectionTune', { channelMax: 100, frameMax: 131_072, heartbeat: 0 });
        return say('ConnectionClose', { replyCode: 403, replyText: 'ACCESS_REFUSED', classId: 0, methodId: 0 });
      case 'ConnectionOpen':
        return say('ConnectionOpenOk', { knownHosts: '' });
      case 'ChannelOpen':
        return say('ChannelOpenOk', { channelId: Buffer.alloc(0) });
      case 'QueueDeclare':
        if (fields['passive'] === true && !this.queueIsThere)
          return say('ChannelClose', { replyCode: 404, replyText: 'NOT_FOUND', classId: 50, methodId: 10 });
        this.queueIsThere = true;
        return say('QueueDeclareOk', { queue: fields['queue'], messageCount: 0, consumerCount: 0 });
      case 'BasicConsume':
        if (this.refusesConsumers)
          return say('ChannelClose', { replyCode: 403, replyText: 'ACCESS_REFUSED', classId: 60, methodId: 20 });
        // Waiting messages are sent in one packet with the answer, as may happen on any network.
        socket.cork();
        say('BasicConsumeOk', { consumerTag: 'c' });
        this.#consumer = socket;
        this.#deliver = () => this.#deliverTo(socket, channel);
        this.#cancel = () => say('BasicCancel', { consumerTag: 'c', nowait: true });
        this.#deliver();
        return socket.uncork();
      case 'BasicAck':
        return this.#settle(fields, (one) => this.acknowledged.push(one.body.toString()));
      case 'BasicNack':
        return this.#settle(fields, ({ body }) => {
          if (fields['requeue'] === true) this.#ready.push({ body, redelivered: true });
          else this.rejected.push(body.toString());
        });
      // The body has one frame; the publisher expects a confirmation.
      case 'BasicPublish':
        this.published.push(String(fields['routingKey']));
        return;
      case 'BasicQos':
        this.#prefetch = Number(fields['prefetchCount']) || undefined;
        return say('BasicQosOk');
      case 'QueueBind':
        if (this.exchangeIsThere) return say('QueueBindOk');
        return say('ChannelClose', { replyCode: 404, replyText: 'NOT_FOUND', classId: 50, methodId: 20 });
      case 'ConfirmSelect':
      case 'ConnectionClose':
      case 'ChannelClose':
        return say(`${name}Ok`);
      default:
    }
  }

  #deliverTo(socket: Socket, channel: number): void {
    const room = this.#prefetch === undefined ? Infinity : this.#prefetch - this.#given.size;
    for (const { body, redelivered } of this.#ready.splice(0, Math.max(0, room))) {
      const tag = (this.#tag += 1);
      this.#given.set(tag, { tag, body, redelivered });
      const about = { consumerTag: 'c', deliveryTag: tag, redelivered, exchange: '', routingKey: 'q' };
      this.#say(socket, 'BasicDeliver', channel, about);
      socket.write(wire.encodeProperties(id('BasicProperties'), channel, body.length, {}));
      for (let at = 0; at < body.length; at += bodyBytes)
        socket.write(framing.makeBodyFrame(channel, body.subarray(at, at + bodyBytes)));
    }
  }

  #settle({ deliveryTag, multiple }: Fields, how: (queued: Queued) => void): void {
    const tag = Number(deliveryTag);
    const meant = [...this.#given.values()].filter((one) => one.tag === tag || (multiple === true && one.tag < tag));
    for (const one of meant) {
      this.#given.delete(one.tag);
      how(one);
    }
    this.#deliver();
  }
}
