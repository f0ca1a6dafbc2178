/** Estimates the memory of results while they are read, so that none grows without bound. */

/** Counts what a result takes. */
export interface ResultMeter {
  /** Bytes so far. */
  readonly taken: number;
  /** @throws SearchTypeError when it is more than the result may take */
  readonly take: (bytes: number) => void;
  /** Returns memory that was used only for a while. */
  readonly giveBack: (bytes: number) => void;
  /** @throws SearchTypeError when so many parts did not fit that no further one is tried */
  readonly assertRoom: () => void;
}

/** A meter of one taker among several. */
export interface OwnMeter extends ResultMeter {
  /** Exactly what was taken through it. */
  readonly giveBackAll: () => void;
}

/** A meter for each of several concurrent users of a shared meter, so that each returns what it took. */
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
      // Counted although it is refused, as the shared one does.
      taken += bytes;
      shared.take(bytes);
    },
    giveBack,
    giveBackAll: () => giveBack(taken),
    assertRoom: () => shared.assertRoom(),
  };
}

const perObject = 40;
/** A property or element: its place and a small value. */
const perValue = 16;
const perText = 24;

/** Bytes; of text one per character. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return perText + value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let size = perObject;
  for (const inner of Object.values(value)) size += perValue + sizeOf(inner);
  return size;
}
