/** Options of a message store. */
import type { Log } from '../log/log.js';
import type { UnreadableIndex } from './put-index-aside.js';
import type { WideMessage } from './load-plan.js';
import type { StoreLimits } from './store-limits.js';
import type { Documents, IndexChange } from './types.js';

export interface StoreOptions {
  /** Path of the data directory; it is created when missing. */
  readonly directory: string;
  readonly documents: Documents;
  /** Id of the node, stored as `gl2_source_node`. */
  readonly nodeId: string;
  readonly log: Log;
  readonly limits?: Partial<StoreLimits>;
  /** Called when an index could not be read; the store has started without it. */
  readonly onUnreadable?: (index: UnreadableIndex) => void;
  /** Called when messages cannot be written to disk, and with `undefined` when writing succeeds again. */
  readonly onFailure?: (failure: Error | undefined) => void;
  readonly onIndexChange?: (change: IndexChange) => void;
  /** Called when messages have fields that get no column in the index. */
  readonly onWide?: (index: string, messages: readonly WideMessage[]) => void;
  /**
   * True: a reader follows the journal. Until `journalReading.keep` registers its position, no part of the journal is
   * deleted.
   */
  readonly isJournalRead?: boolean;
  /** Returns the id of the index set of a stream; undefined: messages of the stream go into the first set. */
  readonly setOf?: (stream: string) => string | undefined;
}
