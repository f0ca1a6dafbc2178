/** Rules of an index set: when the index that is written to is sealed, and which indices are retained. */
import { parseDuration } from '../../../api/duration.js';
import type { DynamicType } from './columns.js';
import type { DynamicField } from './load-plan.js';
import type { Collection, Documents } from './types.js';

export const defaultIndexSetId = '000000000000000000000101';

/** Index sets of events, which no stream of ordinary messages uses. */
export const eventIndexSetIds = { events: '000000000000000000000102', system: '000000000000000000000103' } as const;
export const isEventIndexSet = (id: string): boolean => Object.values<string>(eventIndexSetIds).includes(id);

/**
 * Members of the documents in `index_sets` that the store reads. The documents have further members, which other parts
 * of the server read.
 */
export interface IndexSetDocument {
  id: string;
  /** Indices are named `<prefix>_<number>`; lower-case letters, digits, `_`, `-` and `+`. */
  prefix: string;
  /**
   * The index is sealed when one of the limits is met; a `period` or a `lifetime` replaces the limits. Null: there is
   * no such limit.
   */
  rotation: {
    maxMessages: number | null;
    /** Largest size of the index file in bytes. */
    maxBytes: number | null;
    maxAgeMs: number | null;
    /** ISO 8601 duration: the index is sealed at the end of each period of this length, by the UTC calendar. */
    period?: string;
    /** True: the end of a `period` seals an empty index, too. */
    rotateEmpty?: boolean;
    /** Rotates so that messages are retained for at least `minDays` and at most `maxDays`. */
    lifetime?: { minDays: number; maxDays: number };
  };
  /**
   * Largest number of indices, including the index that is written to; null: unlimited. Older indices are deleted or
   * closed. Reopened indices do not count. A `lifetime` replaces this limit.
   */
  maxIndices: number | null;
  /** Action for indices that are too many or too old; `delete` by default. */
  retention?: 'delete' | 'close' | 'none';
  /** False: the set is neither rotated nor cleaned up, and streams cannot use it. */
  writable?: boolean;
  /**
   * Field types of indices that are created from now on. The type of a field without an entry is determined by its
   * first value.
   */
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

/** Returns the dynamic fields that a new index of a set begins with. */
export function fieldsOfNew({ fieldTypes = {} }: IndexSetDocument): DynamicField[] {
  return Object.entries(fieldTypes).map(([name, type], at) => ({ name, column: `f${at}`, type }));
}

const prefixRule = /^[a-z0-9][a-z0-9_+-]{0,100}$/;

/** Creates the built-in index set if there is no index set. */
export async function ensureIndexSet(documents: Documents): Promise<void> {
  const sets = indexSets(documents);
  if (sets.all().length === 0) await sets.put(defaultIndexSet);
}

/**
 * Reads the present index set. A prefix that cannot be a file name is replaced by the default prefix.
 * @param before last known state, which is returned for a deleted set until its indices are abandoned or removed
 */
export function readIndexSet(
  documents: Documents,
  id = defaultIndexSetId,
  before: IndexSetDocument = { ...defaultIndexSet, id },
): IndexSetDocument {
  const set = indexSets(documents).get(id) ?? { ...before, writable: false };
  return prefixRule.test(set.prefix) ? set : { ...set, prefix: defaultIndexSet.prefix };
}

/**
 * Returns the ids of all index sets in ascending order. In this order, the first of a message's sets that accepts it
 * determines its home index (see index-families.ts).
 */
export const indexSetIds = (documents: Documents): string[] =>
  indexSets(documents)
    .all()
    .map(({ id }) => id)
    .sort();

/**
 * Parses the number of an index.
 * @returns undefined: the name does not belong to the prefix
 */
export function indexNumber(name: string, prefix: string): number | undefined {
  const rest = name.startsWith(`${prefix}_`) ? name.slice(prefix.length + 1) : '';
  return /^(0|[1-9]\d{0,8})$/.test(rest) ? Number(rest) : undefined;
}

export interface IndexFigures {
  readonly messages: number;
  /** Size of the index on disk in bytes. */
  readonly fileBytes: number;
  /** Age of the index in milliseconds. */
  readonly ageMs: number;
  /** Number of consecutive empty indices directly before the index. */
  readonly emptyBefore: number;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const GiB = 1024 ** 3;
/**
 * Size in bytes at which an index is rotated at any age if its messages are retained by days. An index of at least
 * `largeBytes` is rotated once it is a day old.
 */
const largestBytes = 50 * GiB;
const largeBytes = 20 * GiB;
/** Largest number of consecutive empty indices that are sealed in a set without `maxIndices`. */
const mostEmpty = 20;
/** Largest number of consecutive empty indices that are sealed in any set. */
const mostEmptyEver = 1000;
/** Shortest rotation period of empty indices; shorter periods apply only to indices with messages. */
const shortestEmptyPeriod = 'PT1H';

/**
 * Tells whether the index that is written to has to be rotated. An empty index is rotated only if a period requires it.
 * @param now epoch milliseconds
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
 * Tells whether an empty index has to be rotated. The rotation lets retention delete the oldest index, so it is useless
 * when all retained indices are empty. Without a limit of indices, the number of empty indices would grow for ever.
 */
function isEmptyDue({ rotation, maxIndices }: IndexSetDocument, figures: IndexFigures, now: number): boolean {
  const { period, rotateEmpty } = rotation;
  if (period === undefined || !rotateEmpty) return false;
  if (figures.emptyBefore >= Math.min(maxIndices ?? mostEmpty, mostEmptyEver)) return false;
  const made = now - figures.ageMs;
  return now >= Math.max(endOfPeriod(period, made), endOfPeriod(shortestEmptyPeriod, made));
}

/**
 * Returns the end of the period that contains an instant. Periods are aligned to their largest unit in the UTC
 * calendar: days to midnight, weeks to Mondays, months to the first.
 * @param period ISO 8601 duration; the result for an invalid duration is Infinity
 * @param instant epoch milliseconds
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
  // 1 January 1970 was a Thursday, four days before a Monday.
  const offset = inWeeks ? 4 * dayMs : 0;
  return Math.floor((instant - offset) / grid) * grid + offset + length;
}

/** Properties of a sealed index that retention reads. Times are epoch milliseconds. */
export interface KeptIndex {
  /** Time when the index was sealed; undefined while it is being sealed. */
  readonly sealedAt: number | undefined;
  readonly isClosed: boolean;
  /** True: a user has reopened the index, so it stays until it is deleted by hand. */
  readonly isReopened: boolean;
}

/**
 * Returns the sealed indices that retention deletes or closes.
 * @param sealed oldest first
 * @param now epoch milliseconds
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

/**
 * Tells whether an index is older than the retention time. Age counts from the time of sealing, because an index
 * receives messages until it is sealed.
 */
function isPast({ sealedAt }: KeptIndex, minDays: number, now: number): boolean {
  return sealedAt !== undefined && now - sealedAt >= minDays * dayMs;
}

/**
 * Returns the number of sealed indices that are too many. One of the allowed indices is the index that is written to.
 */
export function surplus({ maxIndices }: IndexSetDocument, sealed: number): number {
  return maxIndices === null ? 0 : Math.max(0, sealed - Math.max(0, maxIndices - 1));
}
