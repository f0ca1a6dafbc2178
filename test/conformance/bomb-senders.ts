/** Sends hostile data over real sockets in the protocols of the inputs. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { deflateSync } from 'node:zlib';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends datagrams, and waits some milliseconds so that the receiver can read them. */
export async function sendDatagrams(
  port: number,
  datagrams: readonly (string | Buffer)[],
  waitMs: number,
): Promise<void> {
  const socket = createSocket('udp4');
  for (const datagram of datagrams) socket.send(datagram, port, '127.0.0.1');
  await pause(waitMs);
  socket.close();
}

/**
 * Sends chunks over a TCP connection, waits some milliseconds, and closes it even if the receiver has not read all
 * chunks.
 */
export async function sendTcp(port: number, parts: readonly (string | Buffer)[], waitMs = 1_500): Promise<void> {
  const socket: Socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect');
  for (const part of parts) socket.write(part);
  await pause(waitMs);
  socket.destroy();
}

export const post = (port: number, path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    // `fetch` of Node.js accepts a Buffer, which its types do not allow, hence the cast.
    body: body as unknown as string,
    headers,
    signal: AbortSignal.timeout(20_000),
  }).then(
    (answer) => answer.arrayBuffer(),
    () => undefined,
  );

function grpcFrame(message: Buffer, isCompressed: boolean): Buffer {
  const head = Buffer.alloc(5);
  head[0] = isCompressed ? 1 : 0;
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

/** Sends gRPC calls. @returns the number of calls by their gRPC status */
export async function sendGrpc(port: number, message: Buffer, calls: number): Promise<Record<string, number>> {
  const client = connectHttp2(`http://127.0.0.1:${port}`);
  client.on('error', () => undefined);
  const statuses: Record<string, number> = {};
  const one = () =>
    new Promise<void>((resolve) => {
      const stream = client.request({
        ':method': 'POST',
        ':path': '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
        'content-type': 'application/grpc',
        'grpc-encoding': 'gzip',
      });
      let status = 'none';
      const note = (headers: object): void => {
        status = String((headers as Record<string, unknown>)['grpc-status'] ?? status);
      };
      stream.on('response', note);
      stream.on('trailers', note);
      stream.on('error', () => undefined);
      stream.on('close', () => {
        statuses[status] = (statuses[status] ?? 0) + 1;
        resolve();
      });
      stream.resume();
      stream.end(grpcFrame(message, true));
    });
  await Promise.all(Array.from({ length: calls }, one));
  client.destroy();
  return statuses;
}

export const beatsWindow = Buffer.from([0x32, 0x57, 0, 0, 0, 3]);
export function beatsEvents(json: string, count: number): Buffer {
  const events = Array.from({ length: count }, (_, at) => {
    const body = Buffer.from(json);
    const head = Buffer.from([0x32, 0x4a, 0, 0, 0, 0, 0, 0, 0, 0]);
    head.writeUInt32BE(at + 1, 2);
    head.writeUInt32BE(body.length, 6);
    return Buffer.concat([head, body]);
  });
  const packed = deflateSync(Buffer.concat(events));
  const head = Buffer.from([0x32, 0x43, 0, 0, 0, 0]);
  head.writeUInt32BE(packed.length, 2);
  return Buffer.concat([head, packed]);
}

/** Encodes a number as a varint of protobuf and Snappy: seven bits per byte, the lowest bits first. */
export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) | 0x80);
  return Buffer.from([...bytes, left]);
}

/**
 * Encodes one Snappy literal (https://github.com/google/snappy/blob/main/format_description.txt) with its length in
 * three bytes.
 */
function literal(bytes: Buffer): Buffer {
  if (bytes.length === 0) return bytes;
  const head = Buffer.alloc(4);
  head[0] = 62 << 2;
  head.writeUIntLE(bytes.length - 1, 1, 3);
  return Buffer.concat([head, bytes]);
}

/**
 * Returns a Snappy block that decompresses to the head and `times` repetitions of the part. Three bytes of the block
 * encode up to 64 bytes.
 */
export function snappyOf(head: Buffer, part: Buffer, times: number): Buffer {
  const copied = part.length * (times - 1);
  const copies = Buffer.alloc(Math.ceil(copied / 64) * 3);
  for (let at = 0, left = copied; left > 0; at += 3, left -= 64) {
    copies[at] = ((Math.min(64, left) - 1) << 2) | 2;
    copies.writeUInt16LE(part.length, at + 1);
  }
  return Buffer.concat([varint(head.length + part.length * times), literal(head), literal(part), copies]);
}

/**
 * Returns an LZ4 frame (https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md) of blocks of zeros, which
 * decompresses to about 255 times its size.
 */
export function lz4OfZeros(bytes: number): Buffer {
  const blockBytes = 4 * 2 ** 20;
  const blocks: Buffer[] = [];
  for (let left = bytes; left > 0; left -= blockBytes) {
    const length = Math.min(left, blockBytes);
    // A block has two literals, then one match. The match reaches two bytes back, so it can only be copied byte by
    // byte.
    const more = length - 2 - 4 - 15;
    const block = Buffer.concat([
      Buffer.from([0x2f, 0, 0, 2, 0]),
      Buffer.alloc(Math.floor(more / 255), 255),
      Buffer.from([more % 255]),
    ]);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(block.length);
    blocks.push(size, block);
  }
  return Buffer.concat([Buffer.from([0x04, 0x22, 0x4d, 0x18, 0x60, 0x40, 0x82]), ...blocks, Buffer.alloc(4)]);
}
