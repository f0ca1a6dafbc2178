/**
 * Decodes record batches of Kafka's message format 2 and decompresses them within bounds
 * (https://kafka.apache.org/documentation/#recordbatch).
 */
import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { DecodeFailure } from '../../decode/decoded.js';
import { unsnapped } from '../../decode/snappy.js';
import { crc32c } from '../../../foundation/crc32c.js';
import { joined } from '../../../foundation/joined.js';
import { unlz4 } from './lz4.js';
import { WireError, WireReader } from './wire.js';
import { errorOf } from '../../../foundation/caught.js';
import { buffersOf } from '../../../foundation/buffers-of.js';

export interface Batch {
  readonly firstOffset: bigint;
  /** Offset of the first record after the batch. */
  readonly nextOffset: bigint;
  readonly count: number;
  /** True for control batches, which contain no messages. */
  readonly isControl: boolean;
  /** Producer id; -1: the batch has no producer id. */
  readonly producer: bigint;
  readonly isTransactional: boolean;
  readonly compression: number;
  readonly body: Buffer;
  /** Reason why the batch cannot be read; undefined: it can be read. */
  readonly broken: string | undefined;
}

export interface KafkaRecord {
  readonly offset: bigint;
  readonly value: Buffer;
}

/** Thrown for records whose compression this version of Node.js or of this server does not support. */
export class UnreadableHere extends Error {
  override name = 'UnreadableHere';
}

/** Number of bytes up to and including the length field of a batch: base offset (8) and length (4). */
const headBytes = 12;
/** Number of bytes between the length field and the data that the checksum covers: leader epoch, magic and checksum. */
const crcBytes = 9;
const fullHeadBytes = 61;
const currentMagic = 2;
const mostInflatedBytes = 64 * 1024 * 1024;

/** Reads the header of a batch that may be incomplete; undefined: even the header is incomplete. */
export function batchHead(bytes: Buffer): Pick<Batch, 'firstOffset' | 'nextOffset'> | undefined {
  if (bytes.length < fullHeadBytes) return undefined;
  const firstOffset = bytes.readBigInt64BE(0);
  const isCurrent = bytes.readInt8(16) === currentMagic;
  return { firstOffset, nextOffset: firstOffset + (isCurrent ? BigInt(bytes.readInt32BE(23)) : 0n) + 1n };
}

/** Yields the complete batches; a truncated batch at the end is skipped, because it is fetched again. */
export function* batchesOf(bytes: Buffer): Generator<Batch> {
  for (let at = 0; bytes.length - at >= headBytes;) {
    const length = bytes.readInt32BE(at + 8);
    const end = at + headBytes + length;
    if (length < 0 || end > bytes.length) return;
    yield batchOf(bytes.subarray(at, end));
    at = end;
  }
}

function batchOf(bytes: Buffer): Batch {
  const firstOffset = bytes.readBigInt64BE(0);
  const nothing = {
    firstOffset,
    count: 1,
    isControl: false,
    producer: -1n,
    isTransactional: false,
    compression: 0,
    body: Buffer.alloc(0),
  };
  const magic = bytes.length > 16 ? bytes.readInt8(16) : -1;
  if (magic !== currentMagic || bytes.length < fullHeadBytes)
    return {
      ...nothing,
      nextOffset: firstOffset + 1n,
      broken: `Records in format ${magic} are not read; from Kafka 0.11 on it is 2.`,
    };
  const nextOffset = firstOffset + BigInt(Math.max(0, bytes.readInt32BE(23))) + 1n;
  if (crc32c(bytes.subarray(headBytes + crcBytes)) !== bytes.readUInt32BE(17))
    return { ...nothing, nextOffset, broken: 'A batch of records is damaged: its checksum is another one.' };
  const attributes = bytes.readInt16BE(21);
  return {
    firstOffset,
    nextOffset,
    count: bytes.readInt32BE(57),
    isControl: (attributes & 0x20) !== 0,
    producer: bytes.readBigInt64BE(43),
    isTransactional: (attributes & 0x10) !== 0,
    compression: attributes & 7,
    body: bytes.subarray(fullHeadBytes),
    broken: undefined,
  };
}

// Node.js provides zstd from 22.15 on.
const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Transform };

/**
 * Decompresses bytes with a stream, and joins its parts without blocking the event loop.
 * @throws the error of the stream; DecodeFailure when the result is too large
 */
async function streamed(stream: Transform, bytes: Buffer): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  stream.end(bytes);
  try {
    for await (const part of buffersOf(stream)) {
      length += part.length;
      if (length > mostInflatedBytes)
        throw new DecodeFailure(`More than ${mostInflatedBytes} bytes after decompression.`);
      parts.push(part);
    }
  } finally {
    stream.destroy();
  }
  return joined(parts, length);
}

const xerial = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0]);
const xerialHeadBytes = 16;

/**
 * Decompresses snappy (https://github.com/google/snappy/blob/main/format_description.txt), either in the block framing
 * of snappy-java or as a single block.
 */
async function unsnappy(bytes: Buffer): Promise<Buffer> {
  const tooMuch = () => new DecodeFailure(`More than ${mostInflatedBytes} bytes after decompression (snappy).`);
  const isInBlocks = bytes.subarray(0, xerial.length).equals(xerial);
  const blocks: Buffer[] = [];
  if (isInBlocks) {
    const reader = new WireReader(bytes.subarray(xerialHeadBytes));
    while (reader.left > 0) blocks.push(reader.bytes());
  } else blocks.push(bytes);
  const parts: Buffer[] = [];
  let left = mostInflatedBytes;
  for (const block of blocks) {
    const part = await unsnapped(block, left);
    if (!part) throw tooMuch();
    left -= part.length;
    parts.push(part);
  }
  return joined(parts, mostInflatedBytes - left);
}

async function inflated(compression: number, bytes: Buffer): Promise<Buffer> {
  switch (compression) {
    case 0:
      return bytes;
    case 1:
      return streamed(zlib.createGunzip(), bytes);
    case 2:
      return unsnappy(bytes);
    case 3:
      return unlz4(bytes, mostInflatedBytes);
    case 4:
      if (createZstdDecompress) return streamed(createZstdDecompress(), bytes);
      throw new UnreadableHere('records are compressed with zstd, which Node.js reads from 22.15 on');
    default:
      throw new UnreadableHere(`records are compressed in a way (${compression}) that is not known here`);
  }
}

function readRecord(reader: WireReader, firstOffset: bigint): KafkaRecord {
  const record = new WireReader(reader.raw(reader.varint()));
  record.int8();
  record.varint();
  const offset = firstOffset + BigInt(record.varint());
  record.raw(Math.max(0, record.varint()));
  // The headers that follow are skipped, because they are unused and there may be millions of two bytes each.
  return { offset, value: record.raw(Math.max(0, record.varint())) };
}

/**
 * Decompresses a batch and returns its records, which are decoded lazily; the generator throws a DecodeFailure for a
 * damaged record.
 * @throws DecodeFailure when the batch cannot be decompressed; UnreadableHere when its compression is not supported
 */
export async function recordsOf({ firstOffset, count, compression, body }: Batch): Promise<Generator<KafkaRecord>> {
  let bytes: Buffer;
  try {
    bytes = await inflated(compression, body);
  } catch (error) {
    if (error instanceof DecodeFailure || error instanceof UnreadableHere) throw error;
    throw new DecodeFailure(`A batch of records cannot be decompressed: ${errorOf(error).message}`);
  }
  return readRecords(bytes, firstOffset, count);
}

function* readRecords(bytes: Buffer, firstOffset: bigint, count: number): Generator<KafkaRecord> {
  const reader = new WireReader(bytes);
  for (let index = 0; index < count; index += 1) {
    try {
      yield readRecord(reader, firstOffset);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      throw new DecodeFailure('A batch of records is damaged: a record ends too early.');
    }
  }
}
