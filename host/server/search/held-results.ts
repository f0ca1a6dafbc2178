/** Bounds the memory of the results of searches: for each search, for each user, and in total. */
import { SearchTypeError } from './errors.js';
import type { ResultMeter } from './result-size.js';
import type { SearchSettings } from './settings.js';
import { texts } from './texts.js';

/** Properties of a search job that decide whether the memory of its result can be released. */
export interface Holder {
  readonly owner: string;
  readonly done: boolean;
  /** Number of requests that wait for the result or are sending it. */
  readonly waiting: number;
  /** True once the owner has received the whole result. */
  readonly delivered: boolean;
}

export type ResultBounds = Pick<SearchSettings, 'resultBytes' | 'userResultBytes' | 'allResultBytes'>;

export class HeldResults<H extends Holder> {
  readonly #bounds: ResultBounds;
  readonly #forget: (holder: H) => void;
  /** Maps jobs, in the order of their start, to the bytes of their results. */
  readonly #bytes = new Map<H, number>();

  /** @param forget drops a result, whose bytes are released afterwards */
  constructor(bounds: ResultBounds, forget: (holder: H) => void) {
    this.#bounds = bounds;
    this.#forget = forget;
  }

  get bytes(): number {
    return this.#sum(() => true);
  }

  /** Registers a search that begins, and returns the meter that counts the bytes of its result. */
  meter(holder: H): ResultMeter {
    this.#bytes.set(holder, 0);
    const change = (bytes: number): void => {
      const taken = this.#bytes.get(holder);
      if (taken !== undefined) this.#bytes.set(holder, Math.max(0, taken + bytes));
    };
    let granted = 0;
    const refusals: SearchTypeError[] = [];
    const held = (): number => this.#bytes.get(holder) ?? 0;
    const refusal = (taken: number): SearchTypeError | undefined => {
      const { resultBytes } = this.#bounds;
      return taken > resultBytes ? tooMuch(texts.resultTooLarge(resultBytes)) : this.#makeRoom(holder);
    };
    return {
      get taken() {
        return held();
      },
      take: (bytes) => {
        change(bytes);
        const taken = held();
        // The total is computed only once per granted chunk of bytes, because it is expensive.
        if (taken <= granted) return;
        const refused = refusal(taken);
        if (refused) {
          refusals.push(refused);
          throw refused;
        }
        granted = taken + grantedAtOnce;
      },
      giveBack: (bytes) => change(-bytes),
      assertRoom: () => {
        const last = refusals.at(-1);
        if (last && refusals.length >= mostRefusals) throw last;
      },
    };
  }

  release(holder: H): void {
    this.#bytes.delete(holder);
  }

  /**
   * Drops results until the limits of the user and of the server are kept.
   * @returns the error if dropping results does not suffice
   */
  #makeRoom(holder: H): SearchTypeError | undefined {
    const { userResultBytes, allResultBytes } = this.#bounds;
    const own = ({ owner }: H): boolean => owner === holder.owner;
    if (!this.#shrink(own, userResultBytes)) return tooMuch(texts.heldTooLarge(userResultBytes));
    if (!this.#shrink(() => true, allResultBytes)) return tooMuch(texts.serverTooLarge(allResultBytes));
    return undefined;
  }

  /**
   * Drops finished results until the remaining results are within a limit: delivered results before undelivered
   * results, and older results before newer results.
   * @returns true if the remaining results are within the limit
   */
  #shrink(among: (holder: H) => boolean, limit: number): boolean {
    let left = this.#sum(among);
    if (left <= limit) return true;
    const finished = [...this.#bytes].filter(([holder]) => among(holder) && holder.done && holder.waiting === 0);
    const ordered = [
      ...finished.filter(([{ delivered }]) => delivered),
      ...finished.filter(([{ delivered }]) => !delivered),
    ];
    for (const [holder, bytes] of ordered) {
      this.#forget(holder);
      this.release(holder);
      left -= bytes;
      if (left <= limit) return true;
    }
    return false;
  }

  #sum(among: (holder: H) => boolean): number {
    let sum = 0;
    for (const [holder, bytes] of this.#bytes) if (among(holder)) sum += bytes;
    return sum;
  }
}

const grantedAtOnce = 64 * 1024;
/**
 * Number of parts of a search that may exceed the limit; after that, no further part is computed. A small part may
 * still fit after a large part, but hundreds of large parts must not be computed in vain.
 */
const mostRefusals = 5;

const tooMuch = (reason: string): SearchTypeError => new SearchTypeError(texts.unableToSearch(reason));
