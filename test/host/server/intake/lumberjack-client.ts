/** A minimal Beats client that writes windows of events and reads acknowledgements. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { deflateSync } from 'node:zlib';

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export const windowFrame = (size: number): Buffer => Buffer.concat([Buffer.from('2W'), number(size)]);
export const jsonFrame = (sequence: number, event: object | string): Buffer => {
  const json = Buffer.from(typeof event === 'string' ? event : JSON.stringify(event));
  return Buffer.concat([Buffer.from('2J'), number(sequence), number(json.length), json]);
};
export const pairsFrame = (sequence: number, pairs: Readonly<Record<string, string>>): Buffer => {
  const texts = Object.entries(pairs)
    .flat()
    .map((text) => Buffer.from(text));
  const parts = texts.flatMap((text) => [number(text.length), text]);
  return Buffer.concat([Buffer.from('2D'), number(sequence), number(texts.length / 2), ...parts]);
};
export const compressedFrame = (...frames: readonly Buffer[]): Buffer => {
  const bytes = deflateSync(Buffer.concat(frames));
  return Buffer.concat([Buffer.from('2C'), number(bytes.length), bytes]);
};

export class LumberjackClient {
  readonly acknowledgements: number[] = [];
  #rest = Buffer.alloc(0);
  #watchers: (() => void)[] = [];

  constructor(readonly socket: Socket) {
    socket.on('error', () => undefined);
    socket.on('close', () => this.#wake());
    socket.on('data', (chunk: Buffer) => {
      this.#rest = Buffer.concat([this.#rest, chunk]);
      for (; this.#rest.length >= 6; this.#rest = this.#rest.subarray(6)) {
        if (this.#rest.toString('latin1', 0, 2) !== '2A')
          throw new Error(`No acknowledgement: ${this.#rest.toString('hex')}`);
        this.acknowledgements.push(this.#rest.readUInt32BE(2));
      }
      this.#wake();
    });
  }

  static async open(port: number): Promise<LumberjackClient> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new LumberjackClient(socket);
  }

  /** Waits for the acknowledgement of a sequence number. @returns false when the connection ended before it */
  async acknowledged(sequence: number): Promise<boolean> {
    while (!this.acknowledgements.includes(sequence)) {
      if (this.socket.destroyed) return false;
      await new Promise<void>((resolve) => this.#watchers.push(resolve));
    }
    return true;
  }

  #wake(): void {
    for (const watcher of this.#watchers.splice(0)) watcher();
  }
}
