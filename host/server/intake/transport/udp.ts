/**
 * Receives messages over UDP: a datagram is a message, a chunk of a message, or contains several messages. UDP has no
 * acknowledgement, so messages that a full store cannot accept are lost and counted.
 */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { DecodeFailure, type DecodedMessage } from '../decode/decoded.js';
import type { IncomingMessage } from '../../store/types.js';
import { DatagramQueue } from './datagram-queue.js';
import { droppedDatagrams } from './udp-drops.js';
import { plainAddress, type Receiver, type Remote } from './receiver.js';
import { bindFailure, type Listening, type Transport } from './transport.js';

export interface UdpSettings {
  readonly address: string;
  readonly port: number;
  /** Receive buffer of the socket in bytes, at least `leastReceiveBuffer`; the system may grant less. */
  readonly receiveBuffer: number | undefined;
}

/**
 * Assembles packets to messages. The result is undefined while the message is not complete, or if the function itself
 * has processed the packet. The function may throw a DecodeFailure.
 */
export type Assemble = (packet: Buffer, remote: Remote, now: number) => Buffer | undefined;

/**
 * Returns the messages of a packet.
 * @throws DecodeFailure when the packet cannot be decoded
 */
export type Unpack = (packet: Buffer, remote: Remote, now: number) => readonly DecodedMessage[];

/** Least receive buffer in bytes, for some thousand datagrams that arrive while the event loop is busy. */
const leastReceiveBuffer = 4 * 1024 * 1024;
/** Interval in milliseconds at which the drop counters of the operating system are read. */
const dropsMs = 2_000;

/**
 * Returns the size of the receive buffer; Linux reports twice the size, because of its bookkeeping (socket(7),
 * SO_RCVBUF).
 */
const grantedBytes = (socket: Socket): number => socket.getRecvBufferSize() / (process.platform === 'linux' ? 2 : 1);

/** Longest time in milliseconds for which buffered datagrams are read when the input stops. */
const drainMs = 1_000;
/** Number of turns of the event loop without a packet after which the buffer counts as empty. */
const quietTurns = 2;

export class UdpTransport implements Transport {
  #socket: Socket | undefined;
  readonly #turns = new DatagramQueue();
  #packets = 0;
  #underway = 0;
  #watch: NodeJS.Timeout | undefined;
  #drops = 0;
  #lookForDrops: () => Promise<void> = () => Promise.resolve();
  #settled: (() => void) | undefined;

  constructor(
    private readonly settings: UdpSettings,
    private readonly receiver: Receiver,
    private readonly assemble: Assemble = (packet) => packet,
    /** Splits datagrams with several messages; absent: each datagram is one message for the input's decoder. */
    private readonly unpack?: Unpack,
  ) {}

  async start(): Promise<Listening> {
    const { address, port, receiveBuffer } = this.settings;
    const socket = createSocket({
      type: isIPv6(address) ? 'udp6' : 'udp4',
      // The operating system may grant less without an error (`net.core.rmem_max` of Linux).
      recvBufferSize: Math.max(receiveBuffer ?? 0, leastReceiveBuffer),
    });
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.bind({ address, port, exclusive: true }, resolve);
      });
    } catch (error) {
      socket.close();
      throw bindFailure(error, 'UDP', address, port);
    }
    socket.removeAllListeners('error');
    // Errors of unreachable peers are ignored, because the socket stays usable.
    socket.on('error', () => undefined);
    socket.on('message', (packet, info) => this.#packet(packet, info));
    this.#socket = socket;
    const bound = socket.address();
    this.receiver.counters.receiveBufferBytes = grantedBytes(socket);
    this.#watchDrops(bound.port, isIPv6(address));
    return { address: bound.address, port: bound.port };
  }

  async stop(): Promise<void> {
    await this.#drain();
    clearInterval(this.#watch);
    await this.#lookForDrops();
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket) await new Promise<void>((resolve) => socket.close(resolve));
    await this.#turns.settled();
    if (this.#underway > 0) await new Promise<void>((resolve) => (this.#settled = resolve));
  }

  /** Counts datagrams that the operating system dropped because the receive buffer was full. */
  #watchDrops(port: number, isIpv6: boolean): void {
    this.#drops = 0;
    this.#lookForDrops = async () => {
      const drops = await droppedDatagrams(port, isIpv6);
      if (drops === undefined || drops <= this.#drops) return;
      this.receiver.counters.received.mark(drops - this.#drops);
      this.receiver.counters.dropped += drops - this.#drops;
      this.receiver.counters.unreadDatagrams += drops - this.#drops;
      this.#drops = drops;
    };
    this.#watch = setInterval(() => void this.#lookForDrops(), dropsMs).unref();
  }

  /** Reads the receive buffer before the socket is closed, for a limited time that constant senders cannot extend. */
  async #drain(): Promise<void> {
    const latest = performance.now() + drainMs;
    let quiet = 0;
    while (quiet < quietTurns && performance.now() < latest) {
      const before = this.#packets;
      await new Promise((resolve) => setImmediate(resolve));
      quiet = this.#packets > before ? 0 : quiet + 1;
    }
  }

  #packet(packet: Buffer, info: RemoteInfo): void {
    this.#packets += 1;
    const { receiver } = this;
    const now = receiver.now();
    receiver.counters.readBytes.mark(packet.length);
    if (receiver.pressure === 'full') {
      receiver.counters.received.mark(1);
      receiver.counters.dropped += 1;
      return;
    }
    const remote = { address: plainAddress(info.address), port: info.port };
    const whole = this.#whole(packet, remote, now);
    if (whole === undefined) return;
    const isHeavy = !this.unpack && receiver.isHeavy(whole);
    const hasRoom = isHeavy
      ? this.#turns.addHeavy(whole.length, () => this.#takeHeavy(whole, remote, now))
      : this.#turns.add(whole.length, () => this.#take(whole, remote, now));
    if (hasRoom) return;
    receiver.counters.received.mark(1);
    receiver.counters.dropped += 1;
  }

  #take(packet: Buffer, remote: Remote, now: number): void {
    this.#submit(this.#messages(packet, remote, now), packet.length);
  }

  /** Decodes a datagram that may expand to megabytes; the expanded bytes are limited per sender and in total. */
  async #takeHeavy(packet: Buffer, remote: Remote, now: number): Promise<void> {
    const { receiver } = this;
    const { shares } = this.#turns;
    if (!shares.hasRoom(remote.address, receiver.now())) {
      receiver.counters.received.mark(1);
      receiver.counters.dropped += 1;
      return;
    }
    const onInflated = (bytes: number): void => shares.spend(remote.address, bytes, receiver.now());
    const message = await receiver.takeLater(packet, remote, now, onInflated);
    if (!(message instanceof DecodeFailure)) this.#submit([message], packet.length);
  }

  #submit(messages: readonly IncomingMessage[], bytes: number): void {
    if (messages.length === 0) return;
    this.#underway += 1;
    void this.receiver.submit(messages, bytes).then(this.#done, this.#done);
  }

  #messages(packet: Buffer, remote: Remote, now: number): readonly IncomingMessage[] {
    const { receiver, unpack } = this;
    if (unpack) return receiver.takeAll(packet, () => unpack(packet, remote, now), remote, now);
    const message = receiver.take(packet, remote, now);
    return message instanceof DecodeFailure ? [] : [message];
  }

  #whole(packet: Buffer, remote: Remote, now: number): Buffer | undefined {
    try {
      return this.assemble(packet, remote, now);
    } catch (error) {
      if (!(error instanceof DecodeFailure)) throw error;
      this.receiver.counters.received.mark(1);
      this.receiver.broken(error.message, packet, remote, now);
      return undefined;
    }
  }

  readonly #done = (): void => {
    this.#underway -= 1;
    if (this.#underway === 0) this.#settled?.();
  };
}
