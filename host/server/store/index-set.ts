/** Rules of an index set (a document): when the written index is sealed, and which indices are kept. */
import { parseDuration } from '../../../api/duration.js';
import type { DynamicType } from './columns.js';
import type { DynamicField } from './load-plan.js';
import type { Collection, Documents } from './types.js';

export const defaultIndexSetId = '000000000000000000000101';

/** Index sets of events, which no stream of ordinary messages uses. */
export const eventIndexSetIds = { events: '000000000000000000000102', system: '000000000000000000000103' } as const;
export const isEventIndexSet = (id: string): boolean => Object.values<string>(eventIndexSetIds).includes(id);

/** Members of the collection `index_sets` that the store reads; other rooms may keep more. */
export interface IndexSetDocument {
  id: string;
  /** Indices are named `<prefix>_<number>`; lower-case letters, digits, `_`, `-` and `+`. */
  prefix: string;
  /** The index is sealed when one of these is reached; null: never because of this. */
  rotation: {
    maxMessages: number | null;
    /** Size of the file on disk. */
    maxBytes: number | null;
    maxAgeMs: number | null;
    /** ISO 8601: at every end of such a period, by the UTC calendar. */
    period?: string;
    /** True seals an index even when it is empty. */
    rotateEmpty?: boolean;
    /** Indices are cut so that messages can be kept between so many days and so many. */
    lifetime?: { minDays: number; maxDays: number };
  };
  /** Older indices are deleted or closed; null: all are kept. The index that is written to counts. */
  maxIndices: number | null;
  /** Treatment of indices that are too many or too old; `delete` by default. */
  retention?: 'delete' | 'close' | 'none';
  /** False: it is neither rotated nor cleaned up, and streams cannot use it. */
  writable?: boolean;
  /** Types of fields of indices that are begun from now on; of others the first value says it. */
  fieldTypes?: Readonly<Record<string, DynamicType>>;
}

export const defaultIndexSet: IndexSetDocument = {
  id: defaultIndexSetId,
  prefix: 'messages',
  rotation: { maxMessages: 20_000_000, maxBytes: 30 * 1024 ** 3, maxAgeMs: null },
  maxIndices: 20,
};

export function indexSets(documents: Documents): Collection<IndexSetDocument> {
  return documents.collection<IndexSetDocument>('index_sets');
}

/** The dynamic fields that a new index of a set begins with. */
export function fieldsOfNew({ fieldTypes = {} }: IndexSetDocument): DynamicField[] {
  return Object.entries(fieldTypes).map(([name, type], at) => ({ name, column: `f${at}`, type }));
}

const prefixRule = /^[a-z0-9][a-z0-9_+-]{0,100}$/;

/** Creates the built-in index set when there is none. */
export async function ensureIndexSet(documents: Documents): Promise<void> {
  const sets = indexSets(documents);
  if (sets.all().length === 0) await sets.put(defaultIndexSet);
}

/**
 * Reads the present index set; a prefix that cannot be a file name is replaced by the default one.
 * @param before as it was last: one that is no more, and whose indices are about to be left or removed, is let alone until then
 */
export function readIndexSet(
  documents: Documents,
  id = defaultIndexSetId,
  before: IndexSetDocument = { ...defaultIndexSet, id },
): IndexSetDocument {
  const set = indexSets(documents).get(id) ?? { ...before, writable: false };
  return prefixRule.test(set.prefix) ? set : { ...set, prefix: defaultIndexSet.prefix };
}

/** Ids of all of them, in the order in which they hold what several of them hold. */
export const indexSetIds = (documents: Documents): string[] =>
  indexSets(documents)
    .all()
    .map(({ id }) => id)
    .sort();

/** @returns the number of an index of the prefix, undefined for other names */
export function indexNumber(name: string, prefix: string): number | undefined {
  const rest = name.startsWith(`${prefix}_`) ? name.slice(prefix.length + 1) : '';
  return /^(0|[1-9]\d{0,8})$/.test(rest) ? Number(rest) : undefined;
}

export interface IndexFigures {
  readonly messages: number;
  /** Bytes on disk. */
  readonly fileBytes: number;
  /** Milliseconds since it was made. */
  readonly ageMs: number;
  /** Number of empty indices directly before it. */
  readonly emptyBefore: number;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const GiB = 1024 ** 3;
/** Rotation size of an index whose messages are kept for days; from this size on an index lasts one day. */
const largestBytes = 50 * GiB;
const largeBytes = 20 * GiB;
/** Number of empty indices in a row that are kept. */
const mostEmpty = 20;
const mostEmptyEver = 1000;
/** Periods are shorter only for indices that messages come into. */
const shortestEmptyPeriod = 'PT1H';

/**
 * Tells whether it is time for a new index. An empty one is sealed only where a period says so.
 * @param now epoch ms
 */
export function isDue(set: IndexSetDocument, figures: IndexFigures, now = Date.now()): boolean {
  const { rotation, retention, writable = true } = set;
  const { messages, fileBytes, ageMs } = figures;
  if (!writable) return false;
  if (messages === 0) return isEmptyDue(set, figures, now);
  const reached = (value: number, limit: number | null): boolean => limit !== null && value >= limit;
  if (rotation.period !== undefined) return now >= endOfPeriod(rotation.period, now - ageMs);
  if (rotation.lifetime) {
    const { minDays, maxDays } = rotation.lifetime;
    const isOld = retention !== 'none' && ageMs >= (maxDays - minDays) * dayMs;
    return isOld || fileBytes >= largestBytes || (ageMs >= dayMs && fileBytes >= largeBytes);
  }
  return (
    reached(messages, rotation.maxMessages) ||
    reached(fileBytes, rotation.maxBytes) ||
    reached(ageMs, rotation.maxAgeMs)
  );
}

/**
 * Empty indices push those before them out. When all that are kept are empty there is nothing left to push out, and
 * there would be ever more of them where all are kept.
 */
function isEmptyDue({ rotation, maxIndices }: IndexSetDocument, figures: IndexFigures, now: number): boolean {
  const { period, rotateEmpty } = rotation;
  if (period === undefined || !rotateEmpty) return false;
  if (figures.emptyBefore >= Math.min(maxIndices ?? mostEmpty, mostEmptyEver)) return false;
  const made = now - figures.ageMs;
  return now >= Math.max(endOfPeriod(period, made), endOfPeriod(shortestEmptyPeriod, made));
}

/**
 * Returns the end of the period that contains an instant. Periods begin where their largest unit does by the UTC calendar: days at
 * midnight, weeks on Mondays, months on the first.
 * @param period ISO 8601; Infinity for what is none
 * @param instant epoch ms
 */
export function endOfPeriod(period: string, instant: number): number {
  const duration = parseDuration(period);
  if (!duration || (duration.months === 0 && duration.seconds < 1)) return Infinity;
  const { months, seconds } = duration;
  if (months > 0) {
    const date = new Date(instant);
    const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
    const end = month - (month % months) + months;
    return Date.UTC(Math.floor(end / 12), end % 12) + seconds * 1000;
  }
  const length = seconds * 1000;
  const inWeeks = length % (7 * dayMs) === 0;
  const unit = [dayMs, hourMs, 60_000, 1000].find((one) => length >= one) ?? 1000;
  const grid = Math.floor(length / unit) * unit;
  // The first day of 1970 was a Thursday.
  const offset = inWeeks ? 4 * dayMs : 0;
  return Math.floor((instant - offset) / grid) * grid + offset + length;
}

/** Properties of a complete index that retention reads. Times are epoch milliseconds. */
export interface KeptIndex {
  /** Time when the index was sealed; undefined while it is being sealed. */
  readonly sealedAt: number | undefined;
  readonly isClosed: boolean;
  /** Somebody opened it again: it stays until it is deleted by hand. */
  readonly isReopened: boolean;
}

/**
 * Returns the sealed indices that retention deletes or closes.
 * @param sealed oldest first
 * @param now epoch ms
 */
export function expired<T extends KeptIndex>(set: IndexSetDocument, sealed: readonly T[], now: number): T[] {
  const { retention = 'delete', writable = true, rotation } = set;
  if (!writable || retention === 'none') return [];
  const held = sealed.filter(({ isReopened }) => !isReopened);
  const { lifetime } = rotation;
  const old = lifetime
    ? held.filter((index) => isPast(index, lifetime.minDays, now))
    : held.slice(0, surplus(set, held.length));
  return retention === 'close' ? old.filter(({ isClosed }) => !isClosed) : old;
}

/** An index receives messages until it is sealed, so its retention age counts from then. */
function isPast({ sealedAt }: KeptIndex, minDays: number, now: number): boolean {
  return sealedAt !== undefined && now - sealedAt >= minDays * dayMs;
}

/** Number of complete indices, oldest first, beyond the allowed number. */
export function surplus({ maxIndices }: IndexSetDocument, sealed: number): number {
  return maxIndices === null ? 0 : Math.max(0, sealed - Math.max(0, maxIndices - 1));
}
