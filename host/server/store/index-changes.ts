/** Changes of indices and their effects. */

/** An index that is out of the searches' sight, and whose file goes when none reads it any more. */
export interface IndexRemoval {
  readonly index: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** False: the files stay where they are, although nobody reads them any more. */
  readonly withFiles: boolean;
  /** Resolves when nothing of it is left to be done; rejects when it could not be removed. */
  readonly ended: Promise<void>;
}

export interface OptimiseOptions {
  /** Restricts the change to one index set. */
  readonly set?: string | undefined;
  /** One index alone; without it those that are written to. */
  readonly index?: string | undefined;
  /** @param percent of 100 */
  readonly progress?: (percent: number) => void;
  readonly signal?: AbortSignal;
}

/** An index was begun (in place of another, which is sealed), or is removed. */
export type IndexChange =
  | { readonly kind: 'begun'; readonly index: string; readonly sealed: string }
  | { readonly kind: 'removed'; readonly index: string };
