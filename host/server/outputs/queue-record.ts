/**
 * Encodes and decodes the files of a queue. A record of the queue's journal begins with a header line, such as `2
 * 1764201600000 7 4096`. The header contains the number of messages, the time (epoch milliseconds) and, optionally, the
 * position in the store's journal up to which the queue was fed, as segment and offset. A line for each message
 * follows. `position.json` contains the position up to which the receiver has confirmed all messages, and the position
 * in the store's journal.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listSegments, segmentPath, type JournalPosition } from '../store/journal-format.js';

export const beginning: JournalPosition = { segment: 0, offset: 0 };
export const positionFile = 'position.json';

export interface QueueRecord {
  readonly lines: readonly string[];
  /** Time at which the messages were queued, epoch milliseconds; 0 if the record does not contain a time. */
  readonly time: number;
  readonly fed: JournalPosition | undefined;
}

export function encodeQueueRecord({ lines, time, fed }: QueueRecord): string {
  const place = fed ? ` ${fed.segment} ${fed.offset}` : '';
  return `${lines.length} ${time}${place}\n${lines.join('\n')}`;
}

const isPlace = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function placeOf(segment: unknown, offset: unknown): JournalPosition | undefined {
  return isPlace(segment) && isPlace(offset) ? { segment, offset } : undefined;
}

/** Decodes a record. A record of padding, by which the journal tests whether a disk is still full, has no lines. */
export function decodeQueueRecord(payload: string): QueueRecord {
  const headEnd = payload.indexOf('\n');
  if (headEnd < 0) return { lines: [], time: 0, fed: undefined };
  const [, time, segment, offset] = payload.slice(0, headEnd).split(' ').map(Number);
  return {
    lines: payload
      .slice(headEnd + 1)
      .split('\n')
      .filter((line) => line !== ''),
    time: isPlace(time) ? time : 0,
    fed: placeOf(segment, offset),
  };
}

export interface StoredPosition {
  readonly confirmed: JournalPosition;
  /** Position in the store's journal; undefined: the file does not contain one. */
  readonly fed: JournalPosition | undefined;
}

/**
 * Reads the stored positions. If the file cannot be read, or its position is missing in the journal of the queue, the
 * whole queue is sent, so some messages may be sent again.
 */
export async function readPosition(directory: string): Promise<StoredPosition> {
  let read: unknown;
  try {
    read = JSON.parse(await readFile(join(directory, positionFile), 'utf8'));
  } catch {
    return { confirmed: beginning, fed: undefined };
  }
  const { segment, offset, fed } = Object(read) as Readonly<Record<string, unknown>>;
  const { segment: fedSegment, offset: fedOffset } = Object(fed) as Readonly<Record<string, unknown>>;
  const confirmed = placeOf(segment, offset);
  return {
    confirmed: confirmed && (await isThere(directory, confirmed)) ? confirmed : beginning,
    fed: placeOf(fedSegment, fedOffset),
  };
}

/** Tells whether the files of the queue's journal contain a position. */
async function isThere(directory: string, { segment, offset }: JournalPosition): Promise<boolean> {
  if (!(await listSegments(directory)).includes(segment)) return false;
  const { size } = await stat(segmentPath(directory, segment));
  return offset <= size;
}

export function encodePosition(confirmed: JournalPosition, fed: JournalPosition | undefined): string {
  return JSON.stringify({ ...confirmed, ...(fed && { fed }) });
}
