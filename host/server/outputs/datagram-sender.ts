/** Sends messages over UDP, which does not report lost datagrams. */
import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from '../store/types.js';
import { Yielder } from '../foundation/yielding.js';
import { placeOf, sendError, type Sender } from '../outgoing/sender.js';

/** Largest payload of a datagram in bytes: 65,535 without the headers of IPv4 and UDP. */
export const mostDatagramBytes = 65_507;

export class DatagramSender implements Sender {
  #socket: Socket | undefined;
  #address = '';
  readonly #place: string;

  /** @param datagrams encodes a message as datagrams; returns undefined if the message is too large */
  constructor(
    private readonly target: { readonly host: string; readonly port: number },
    private readonly datagrams: (message: IncomingMessage) => Promise<readonly Buffer[] | undefined>,
  ) {
    this.#place = placeOf(target.host, target.port);
  }

  async send(
    messages: readonly IncomingMessage[],
    refused: (reason: string) => void,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const socket = await this.#open();
      const yielder = new Yielder();
      for (const message of messages) {
        if (signal.aborted) throw new Error('the output is stopped');
        const datagrams = await this.datagrams(message);
        if (!datagrams) refused('A message is too large for UDP.');
        for (const datagram of datagrams ?? []) await this.#write(socket, datagram);
        if (yielder.isOver) await yielder.pause();
      }
    } catch (error) {
      throw sendError(this.#place, error);
    }
  }

  close(): void {
    this.#socket?.close();
    this.#socket = undefined;
  }

  async #open(): Promise<Socket> {
    if (this.#socket) return this.#socket;
    const { address, family } = await lookup(this.target.host);
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
    // The socket is bound before the first `send`. If `send` had to bind it and could not, Node.js would drop the
    // datagrams without calling back.
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.bind({ port: 0, exclusive: true }, resolve);
    }).catch((error: unknown) => {
      socket.close();
      throw error;
    });
    // Once the socket is bound, the callbacks of `send` report all errors of sending, so the event is ignored.
    socket.on('error', () => undefined);
    this.#address = address;
    this.#socket = socket;
    return socket;
  }

  #write(socket: Socket, datagram: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      socket.send(datagram, this.target.port, this.#address, (error) => (error ? reject(error) : resolve()));
    });
  }
}
