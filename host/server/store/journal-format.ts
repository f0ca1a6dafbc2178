/**
 * File format of a segment of the journal. Its name is `<number>.journal` with 12 digits. It contains a header of 8
 * bytes and records. A record consists of, with numbers in little endian:
 * - length of the payload in bytes, 4 bytes
 * - CRC-32 of the payload, 4 bytes
 * - payload: text in UTF-8, in the journal of the store lines of record.ts
 */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { joined } from '../foundation/joined.js';
import { sharedTurn } from '../foundation/yielding.js';
import { buffersOf } from '../foundation/buffers-of.js';

export const segmentHeader = Buffer.from('LCJRNL01', 'latin1');
const recordHead = 8;
/** Largest size of a payload in bytes: a larger length means that the record is torn or not from this program. */
const maxRecordBytes = 256 * 1024 * 1024;
/** Size of a record in bytes from which on checking it, and decoding its text, take milliseconds each. */
const largeRecordBytes = 512 * 1024;

/** Position in a journal: everything before it is done (loaded, queued or confirmed). */
export interface JournalPosition {
  readonly segment: number;
  /** Offset from the beginning of the segment's file in bytes. */
  readonly offset: number;
}

export function isBefore(a: JournalPosition, b: JournalPosition): boolean {
  return a.segment < b.segment || (a.segment === b.segment && a.offset < b.offset);
}

const encoder = new TextEncoder();

/**
 * Returns a buffer with the payload after the space for the record's head. ASCII text is encoded in one pass, because
 * going through megabytes twice is slow.
 */
function encodedPayload(payload: string): Buffer {
  const guess = Buffer.allocUnsafe(recordHead + payload.length);
  const { read, written } = encoder.encodeInto(payload, guess.subarray(recordHead));
  if (read === payload.length) return guess.subarray(0, recordHead + written);
  const length = Buffer.byteLength(payload);
  const record = Buffer.allocUnsafe(recordHead + length);
  record.write(payload, recordHead);
  return record;
}

export function encodeRecord(payload: string): Buffer {
  const record = encodedPayload(payload);
  const length = record.length - recordHead;
  record.writeUInt32LE(length, 0);
  record.writeUInt32LE(crc32(record.subarray(recordHead)), 4);
  return record;
}

export function segmentPath(directory: string, segment: number): string {
  return join(directory, `${String(segment).padStart(12, '0')}.journal`);
}

/** Returns the numbers of the segments in a directory, ascending. */
export async function listSegments(directory: string): Promise<number[]> {
  const names = await readdir(directory);
  return names
    .flatMap((name) => /^(\d{12})\.journal$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

export interface JournalRecord {
  readonly payload: string;
  /** Offset in the segment at which the next record begins. */
  readonly end: number;
  /** Size of the record in the file in bytes, including its head. */
  readonly bytes: number;
}

/**
 * Reads the complete records of a segment from an offset on, up to `until` if given. It ends at a damaged record,
 * because the records behind a record that a crash has torn were never acknowledged.
 *
 * @param onDamage called with the offset of a damaged or truncated record, 0 for a wrong header
 */
export async function* readSegment(
  path: string,
  from: number,
  until = Number.POSITIVE_INFINITY,
  onDamage: (offset: number) => void = () => {},
): AsyncGenerator<JournalRecord> {
  if (from >= until) return;
  let at = from;
  let checkHeader = false;
  if (from < segmentHeader.length) {
    at = 0;
    checkHeader = true;
  }
  let rest: Buffer = Buffer.alloc(0);
  const source = createReadStream(path, {
    start: at,
    highWaterMark: 1024 * 1024,
    ...(Number.isFinite(until) && { end: until - 1 }),
  });
  let needed = recordHead;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  for await (const chunk of buffersOf(source)) {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (rest.length + waitingBytes < needed) continue;
    rest = await joined([rest, ...waiting], rest.length + waitingBytes);
    waiting = [];
    waitingBytes = 0;
    if (checkHeader) {
      if (rest.length < segmentHeader.length) continue;
      if (!rest.subarray(0, segmentHeader.length).equals(segmentHeader)) return onDamage(0);
      rest = rest.subarray(segmentHeader.length);
      at = segmentHeader.length;
      checkHeader = false;
    }
    for (;;) {
      needed = recordHead;
      if (rest.length < recordHead) break;
      const length = rest.readUInt32LE(0);
      if (length > maxRecordBytes) return onDamage(at);
      needed = recordHead + length;
      if (rest.length < needed) break;
      const payload = rest.subarray(recordHead, needed);
      if (needed >= largeRecordBytes) await sharedTurn.room();
      if (crc32(payload) !== rest.readUInt32LE(4)) return onDamage(at);
      if (needed >= largeRecordBytes) await sharedTurn.room();
      at += needed;
      rest = rest.subarray(needed);
      yield { payload: payload.toString('utf8'), end: at, bytes: needed };
    }
  }
  if (rest.length + waitingBytes > 0) onDamage(at);
}
