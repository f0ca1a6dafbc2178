/** Types that describe changes of indices. */

/**
 * An index that new searches no longer see. Its files are deleted after the last running search has finished, unless
 * `withFiles` is false.
 */
export interface IndexRemoval {
  readonly index: string;
  /** Start of the removal, epoch milliseconds. */
  readonly startedAt: number;
  /** False: the files of the index are kept. */
  readonly withFiles: boolean;
  /** Resolves when the removal is complete; rejects when it has failed. */
  readonly ended: Promise<void>;
}

export interface OptimiseOptions {
  /** Restricts the work to one index set. */
  readonly set?: string | undefined;
  /** Restricts the work to one index; absent: all indices that are written to. */
  readonly index?: string | undefined;
  /**
   * Called with the progress.
   * @param percent from 0 to 100
   */
  readonly progress?: (percent: number) => void;
  readonly signal?: AbortSignal;
}

/** A new index was begun in place of a sealed one, or an index is being removed. */
export type IndexChange =
  | { readonly kind: 'begun'; readonly index: string; readonly sealed: string }
  | { readonly kind: 'removed'; readonly index: string };
