/** Messages and values that could not be stored, and the results of retrying them. */

/**
 * A value that could not be stored as its field's type: the message is kept, and the value with it (column `extra`). Or a message that
 * could not be stored at all.
 */
export interface IndexingFailure {
  readonly index: string;
  readonly messageId: string;
  /** Name of the field, cut to the allowed length; empty: it is the message as a whole. */
  readonly field: string;
  /** Reason of the last attempt's failure. */
  readonly reason: string;
  /** Epoch milliseconds. */
  readonly time: number;
  /** The message is not stored. */
  readonly isRefused: boolean;
  /** The refused message is kept whole, so that storing it can be tried again. */
  readonly isKept: boolean;
  /** Number of attempts to store the message. */
  readonly tries: number;
  /** The message that is not stored, as JSON; its beginning, where it is long. */
  readonly document?: string;
}

/** A failure as an index lists it. */
export interface ListedFailure extends Pick<IndexingFailure, 'messageId' | 'field' | 'reason' | 'time' | 'document'> {
  /** The message that is not stored, as the journal has it. */
  readonly record?: string;
  /** For a copy that is not stored: the index that also holds the message. */
  readonly home?: string;
}

/** A message that is not stored. */
export interface RefusedMessage {
  readonly index: string;
  readonly messageId: string;
}

/** Selects failures. */
export interface FailureFilter {
  /** Text to find in the names of index and field, in the id or in the reason, whatever the case; empty: all failures. */
  readonly text?: string | undefined;
  /** Looks for the text in the shown document of a refused message too. */
  readonly inDocuments?: boolean;
}

export interface FailurePage {
  /** Number of matching failures; without a filter including those no longer listed. */
  readonly total: number;
  /** Messages among them that can be tried again. */
  readonly kept: number;
  /** Listed, matching failures per index, the most first. */
  readonly indices: readonly { readonly index: string; readonly failures: number }[];
  readonly failures: IndexingFailure[];
}

/** Results of a retry. */
export interface RetryOutcome {
  readonly stored: number;
  readonly refused: number;
  /** Messages that were stored already or were not kept, so that nothing was tried. */
  readonly missing: number;
}
