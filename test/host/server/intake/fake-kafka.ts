/**
 * Fake Kafka broker for inputs over real sockets: topics in memory, and one group, which assigns all partitions to each
 * member.
 */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { crc32c } from '../../../../host/server/foundation/crc32c.js';
import { codes } from '../../../../host/server/intake/transport/kafka/errors.js';
import { fetchVersions } from '../../../../host/server/intake/transport/kafka/requests.js';
import { WireReader, WireWriter } from '../../../../host/server/intake/transport/kafka/wire.js';

/** Encodes a zigzag varint of the record format. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value >= 0 ? value * 2 : -value * 2 - 1;
  do {
    const low = left % 128;
    left = Math.floor(left / 128);
    bytes.push(left > 0 ? low | 0x80 : low);
  } while (left > 0);
  return Buffer.from(bytes);
}

const record = (value: Buffer, index: number, headers: Buffer): Buffer => {
  const body = Buffer.concat([
    Buffer.from([0]),
    varint(0),
    varint(index),
    varint(-1),
    varint(value.length),
    value,
    headers,
  ]);
  return Buffer.concat([varint(body.length), body]);
};

export interface BatchOptions {
  readonly compression?: number;
  readonly compress?: (bytes: Buffer) => Buffer;
  readonly isControl?: boolean;
  readonly isDamaged?: boolean;
  /** Id of the producer whose transaction contains the batch. */
  readonly producer?: bigint;
  /** Headers of each record: their number and content. */
  readonly headers?: Buffer;
}

/** Encodes a record batch like a producer. */
export function batchOf(values: readonly (string | Buffer)[], options: BatchOptions = {}): Buffer {
  const { compression = 0, compress = (bytes) => bytes, isControl = false, isDamaged = false } = options;
  const { headers = varint(0), producer } = options;
  const records = compress(Buffer.concat(values.map((value, index) => record(Buffer.from(value), index, headers))));
  const time = BigInt(Date.now());
  const checked = new WireWriter()
    .int16(compression | (isControl ? 0x20 : 0) | (producer === undefined ? 0 : 0x10))
    .int32(values.length - 1)
    .int64(time)
    .int64(time)
    .int64(producer ?? -1n)
    .int16(producer === undefined ? -1 : 0)
    .int32(producer === undefined ? -1 : 0)
    .int32(values.length)
    .raw(records).buffer;
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE((crc32c(checked) + (isDamaged ? 1 : 0)) >>> 0);
  return new WireWriter().int64(0n).bytes(Buffer.concat([new WireWriter().int32(0).int8(2).buffer, sum, checked]))
    .buffer;
}

interface Stored {
  readonly first: number;
  readonly next: number;
  readonly bytes: Buffer;
}

export class FakeKafka {
  readonly #server = createServer((socket) => this.#serve(socket));
  readonly #sockets = new Set<Socket>();
  readonly #log: Stored[] = [];
  #port = 0;
  /** Committed offset of the first partition; undefined: the group has committed no offset. */
  committed: number | undefined;
  /** All committed offsets in order. */
  readonly commits: number[] = [];
  topics: readonly string[] = ['logs', 'other'];
  joins = 0;
  readonly members = new Set<string>();
  left = 0;
  connections = 0;
  /** Error code in the answer to the next heartbeat. */
  heartbeatError = 0;
  /** Error code in the answer to the next JoinGroup request. */
  joinError = 0;
  /** Error code in the answer to the next SyncGroup request. */
  syncError = 0;
  /**
   * Aborted transactions with their offsets. The response to a fetch with `read_committed` lists the transactions that
   * overlap its range.
   */
  readonly aborted: { readonly producer: bigint; readonly firstOffset: bigint; readonly lastOffset: bigint }[] = [];
  /** True: aborted transactions are also sent to consumers with `read_uncommitted`. */
  tellsEveryone = false;
  /** True: topics are compressed with zstd, so old Fetch versions are refused. */
  keepsZstd = false;
  silent = false;
  garbage: string | undefined;

  async listen(context: TestContext): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    context.after(() => {
      this.#server.close();
      this.drop();
    });
    return (this.#port = (this.#server.address() as AddressInfo).port);
  }

  drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  get end(): number {
    return this.#log.at(-1)?.next ?? 0;
  }

  put(batch: Buffer): void {
    const first = this.end;
    const bytes = Buffer.from(batch);
    bytes.writeBigInt64BE(BigInt(first), 0);
    this.#log.push({ first, next: first + bytes.readInt32BE(23) + 1, bytes });
  }

  #serve(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
    if (this.silent) return void socket.resume();
    let bytes: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      if (this.garbage !== undefined) return void socket.write(this.garbage);
      bytes = Buffer.concat([bytes, chunk]);
      while (bytes.length >= 4 && bytes.length >= 4 + bytes.readInt32BE(0)) {
        const end = 4 + bytes.readInt32BE(0);
        this.#answer(socket, new WireReader(bytes.subarray(4, end)));
        bytes = bytes.subarray(end);
      }
    });
  }

  #answer(socket: Socket, request: WireReader): void {
    const api = request.int16();
    const version = request.int16();
    const id = request.int32();
    request.nullableString();
    const writer = new WireWriter().int32(id);
    const send = () => socket.writable && socket.write(new WireWriter().bytes(writer.buffer).buffer);
    if (api === 1) return this.#fetch(version, request, writer, send);
    this.#write(api, request, writer);
    send();
  }

  #write(api: number, request: WireReader, to: WireWriter): void {
    switch (api) {
      case 3:
        to.array([1], (one) => one.int32(1).string('127.0.0.1').int32(this.#port).nullableString(null)).int32(1);
        return void to.array(this.topics, (one, topic) =>
          one
            .int16(0)
            .string(topic)
            .int8(0)
            .array([0], () =>
              one
                .int16(0)
                .int32(0)
                .int32(1)
                .array([1], () => one.int32(1))
                .array([1], () => one.int32(1)),
            ),
        );
      case 10:
        return void to.int16(0).int32(1).string('127.0.0.1').int32(this.#port);
      case 11: {
        this.joins += 1;
        request.string();
        request.int32();
        request.int32();
        const member = request.string() || `member ${this.joins}`;
        this.members.add(member);
        request.string();
        const [way] = request.array(() => ({ name: request.string(), subscription: request.bytes() }));
        to.int32(0).int16(this.joinError);
        this.joinError = 0;
        to.int32(this.joins)
          .string(way?.name ?? '')
          .string(member)
          .string(member);
        return void to.array([member], (one) => one.string(member).bytes(way?.subscription ?? Buffer.alloc(0)));
      }
      case 14: {
        request.string();
        request.int32();
        request.string();
        const [given] = request.array(() => ({ member: request.string(), bytes: request.bytes() }));
        to.int16(this.syncError).bytes(given?.bytes ?? Buffer.alloc(0));
        this.syncError = 0;
        return;
      }
      case 9:
        request.string();
        return this.#eachPartition(request, to, (one) =>
          one
            .int64(BigInt(this.committed ?? -1))
            .nullableString(null)
            .int16(0),
        );
      case 2: {
        request.int32();
        request.int8();
        to.int32(0);
        let at = 0n;
        return this.#eachPartition(
          request,
          to,
          (one) =>
            one
              .int16(0)
              .int64(-1n)
              .int64(at === -2n ? 0n : BigInt(this.end)),
          () => (at = request.int64()),
        );
      }
      case 8:
        request.string();
        request.int32();
        request.string();
        request.int64();
        return this.#eachPartition(
          request,
          to,
          (one) => one.int16(0),
          () => {
            this.committed = Number(request.int64());
            this.commits.push(this.committed);
            request.nullableString();
          },
        );
      case 12:
        to.int16(this.heartbeatError);
        this.heartbeatError = 0;
        return;
      case 13:
        this.left += 1;
        return void to.int16(0);
      default:
        throw new Error(`It was asked ${api}.`);
    }
  }

  #eachPartition(
    request: WireReader,
    to: WireWriter,
    write: (to: WireWriter) => void,
    read: () => unknown = () => undefined,
  ): void {
    const topics = request.int32();
    to.int32(topics);
    for (let topic = 0; topic < topics; topic += 1) {
      to.string(request.string());
      const partitions = request.int32();
      to.int32(partitions);
      for (let partition = 0; partition < partitions; partition += 1) {
        to.int32(request.int32());
        read();
        write(to);
      }
    }
  }

  /** Serves one topic with one partition; an empty response is delayed by the requested wait time. */
  #fetch(version: number, request: WireReader, to: WireWriter, send: () => void): void {
    const isNew = version >= fetchVersions.ofZstd;
    request.int32();
    const waitMs = request.int32();
    request.int32();
    request.int32();
    const isCommitted = request.int8() === 1;
    if (isNew) request.raw(8);
    const [fetchRequest] = request.array(() => {
      const topic = request.string();
      const [one] = request.array(() => {
        request.raw(isNew ? 8 : 4);
        const offset = Number(request.int64());
        if (isNew) request.int64();
        return { offset, most: request.int32() };
      });
      return { topic, offset: one?.offset ?? 0, most: one?.most ?? 0 };
    });
    const { topic = '', offset = 0, most = 0 } = fetchRequest ?? {};
    const error =
      this.keepsZstd && !isNew ? codes.unsupportedCompression : offset > this.end ? codes.offsetOutOfRange : 0;
    const from = this.#log.filter(({ next }) => next > offset);
    const batches: Buffer[] = [];
    for (const { bytes } of from) {
      if (batches.length > 0 && Buffer.concat(batches).length + bytes.length > most) break;
      batches.push(bytes);
    }
    to.int32(0);
    if (isNew) to.int16(0).int32(0);
    to.array([topic], (one) => {
      one.string(topic).array([0], () => {
        one.int32(0).int16(error).int64(BigInt(this.end)).int64(BigInt(this.end));
        if (isNew) one.int64(0n);
        const aborted = this.aborted.filter(({ lastOffset }) => lastOffset >= offset);
        if (isCommitted || this.tellsEveryone)
          one.array(aborted, (_, transaction) => one.int64(transaction.producer).int64(transaction.firstOffset));
        else one.int32(-1);
        one.bytes(error !== 0 ? Buffer.alloc(0) : Buffer.concat(batches));
      });
    });
    setTimeout(send, batches.length > 0 || error !== 0 ? 0 : waitMs);
  }
}
