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
  /** Called when the file of an index could not be read and was put aside; the store starts without it. */
  readonly onUnreadable?: (index: UnreadableIndex) => void;
  /**
   * Called after writes and loads, successful or not. It receives the reason why messages cannot be written to disk or
   * loaded at present; undefined: there is none.
   */
  readonly onFailure?: (failure: Error | undefined) => void;
  readonly onIndexChange?: (change: IndexChange) => void;
  /** Called with the wide messages of a batch (see `WideMessage`) that was loaded into an index. */
  readonly onWide?: (index: string, messages: readonly WideMessage[]) => void;
  /**
   * True: a reader follows the journal. Until `journalReading.keep` registers its position, no part of the journal is
   * deleted.
   */
  readonly isJournalRead?: boolean;
  /** Returns the id of the index set of a stream; undefined: messages of the stream go into the first set. */
  readonly setOf?: (stream: string) => string | undefined;
}
