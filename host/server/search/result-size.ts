/** Estimates the memory of results while they are built, so that no result grows without bound. */

/** Accounts for the memory of a result. */
export interface ResultMeter {
  /** Number of bytes accounted for so far. */
  readonly taken: number;
  /** Accounts for bytes. @throws SearchTypeError when the result exceeds its limit */
  readonly take: (bytes: number) => void;
  /** Subtracts bytes that are no longer used. */
  readonly giveBack: (bytes: number) => void;
  /**
   * Checks whether a further part may be computed.
   * @throws SearchTypeError when too many parts have exceeded the limit
   */
  readonly assertRoom: () => void;
}

/**
 * Meter for one part of the work. It counts the bytes of this part, and passes them on to the meter of the whole work.
 */
export interface OwnMeter extends ResultMeter {
  /** Releases all memory that was accounted for by this meter. */
  readonly giveBackAll: () => void;
}

/**
 * Returns a meter that passes all bytes on to a shared meter. It can release all the bytes that were taken through it.
 */
export function ownMeter(shared: ResultMeter): OwnMeter {
  let taken = 0;
  const giveBack = (bytes: number): void => {
    taken -= bytes;
    shared.giveBack(bytes);
  };
  return {
    get taken() {
      return taken;
    },
    take: (bytes) => {
      // The bytes are counted even if they are refused, because the shared meter counts refused bytes, too.
      taken += bytes;
      shared.take(bytes);
    },
    giveBack,
    giveBackAll: () => giveBack(taken),
    assertRoom: () => shared.assertRoom(),
  };
}

/** Estimated number of bytes of an object or a list without its values. */
const perObject = 40;
/** Number of bytes of a property or list element: its slot and a small value. */
const perValue = 16;
/** Estimated number of bytes of a text without its characters. */
const perText = 24;

/** Estimates the size of a value in bytes; a text counts one byte per character. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return perText + value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let size = perObject;
  // Cast: the type of an object does not name its properties. `Object.values` would create a list for each row.
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) size += perValue + sizeOf(members[name]);
  return size;
}
