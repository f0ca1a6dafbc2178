/** Predicts when the disk is full if messages keep arriving at the present rate. */
import { durationMs } from '../../../api/duration.js';
import type { IndexSetDocument } from '../store/index.js';

const dayMs = 86_400_000;

/** Growth of an index set. */
export interface Growing {
  /** Bytes by which the set grows each day. */
  readonly perDay: number;
  /** Bytes by which the set grows until retention removes as much as arrives; Infinity: it grows without limit. */
  readonly room: number;
}

/** Returns the days until the disk is full; undefined: retention stops all growth before that. */
export function daysUntilFull(freeBytes: number, growing: readonly Growing[]): number | undefined {
  const left = growing
    .filter(({ perDay }) => perDay > 0)
    .map(({ perDay, room }) => ({ perDay, until: room / perDay }))
    .sort((a, b) => a.until - b.until);
  let free = freeBytes;
  let day = 0;
  let rate = left.reduce((sum, { perDay }) => sum + perDay, 0);
  for (const { perDay, until } of left) {
    const grown = rate * (until - day);
    if (grown >= free) return day + free / rate;
    free -= grown;
    day = until;
    rate -= perDay;
  }
  return undefined;
}

/** Present size of an index set, and the bytes by which it grows each day. */
export interface SetSize {
  readonly messages: number;
  readonly bytes: number;
  readonly perDay: number;
}

/**
 * Returns the bytes by which a set grows before retention keeps its size constant; Infinity: nothing limits the set.
 */
export function roomOf(set: IndexSetDocument, { messages, bytes, perDay }: SetSize): number {
  const { retention = 'delete', writable = true, rotation, maxIndices } = set;
  if (!writable || retention !== 'delete') return Infinity;
  if (rotation.lifetime) return Math.max(0, rotation.lifetime.maxDays * perDay - bytes);
  if (maxIndices === null) return Infinity;
  const perMessage = messages > 0 ? bytes / messages : Infinity;
  const period = rotation.period === undefined ? rotation.maxAgeMs : durationMs(rotation.period);
  // Rotation ends an index at the limit that is reached first.
  const ofIndex = Math.min(
    rotation.maxBytes ?? Infinity,
    rotation.maxMessages === null ? Infinity : rotation.maxMessages * perMessage,
    period ? (period / dayMs) * perDay : Infinity,
  );
  return Math.max(0, ofIndex * maxIndices - bytes);
}
