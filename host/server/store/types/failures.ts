/** Types of messages and values that could not be stored, and of the results of retrying them. */

/**
 * A failure to index a message or some of its values. Either the message is stored, but a value got no column, because
 * of its type, the name of the field or the limit of fields. Such a value is in the column `extra`, or is left out if
 * the name is reserved. Or the message could not be stored at all.
 */
export interface IndexingFailure {
  readonly index: string;
  readonly messageId: string;
  /** Name of the field, truncated to the allowed length; empty: the failure concerns the whole message. */
  readonly field: string;
  /** Reason of the last attempt's failure. */
  readonly reason: string;
  /** Time of the failure, epoch milliseconds. */
  readonly time: number;
  /** True: the message is not stored. */
  readonly isRefused: boolean;
  /** True: the refused message is kept completely, so that storing it can be retried. */
  readonly isKept: boolean;
  /** Number of attempts to store the message. */
  readonly tries: number;
  /** The refused message as JSON, truncated if it is long. */
  readonly document?: string;
}

/** A failure as it is listed in the index file. */
export interface ListedFailure extends Pick<IndexingFailure, 'messageId' | 'field' | 'reason' | 'time' | 'document'> {
  /** The refused message as a line of the journal. */
  readonly record?: string;
  /** For a refused copy: the index that contains the message. */
  readonly home?: string;
}

/** A refused message. */
export interface RefusedMessage {
  /** Name of the index that has refused the message. */
  readonly index: string;
  readonly messageId: string;
}

/** Selects failures. */
export interface FailureFilter {
  /**
   * Text to search in the names of index and field, in the id and in the reason, ignoring case. With an empty text, all
   * failures match.
   */
  readonly text?: string | undefined;
  /** True: the text is also searched in the document of a refused message. */
  readonly inDocuments?: boolean;
}

export interface FailurePage {
  /** Number of matching failures; without a filter, failures that are no longer listed are included. */
  readonly total: number;
  /** Number of matching messages that can be retried. */
  readonly kept: number;
  /** Number of listed, matching failures per index, in descending order. */
  readonly indices: readonly { readonly index: string; readonly failures: number }[];
  readonly failures: IndexingFailure[];
}

/** Results of a retry. */
export interface RetryOutcome {
  readonly stored: number;
  readonly refused: number;
  /** Number of messages that were stored already or are not kept, so that they were not retried. */
  readonly missing: number;
}
