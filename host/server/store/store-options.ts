/** Options of a message store. */
import type { Log } from '../log/log.js';
import type { UnreadableIndex } from './index-family.js';
import type { WideMessage } from './load-plan.js';
import type { StoreLimits } from './store-limits.js';
import type { Documents, IndexChange } from './types.js';

export interface StoreOptions {
  /** The data directory; made when missing. */
  readonly directory: string;
  readonly documents: Documents;
  /** Becomes `gl2_source_node`. */
  readonly nodeId: string;
  readonly log: Log;
  readonly limits?: Partial<StoreLimits>;
  /** An index could not be read; the store has started without it. */
  readonly onUnreadable?: (index: UnreadableIndex) => void;
  /** Messages cannot be written to the disk, or can again. */
  readonly onFailure?: (failure: Error | undefined) => void;
  readonly onIndexChange?: (change: IndexChange) => void;
  /** Messages brought fields that get no column of the index. */
  readonly onWide?: (index: string, messages: readonly WideMessage[]) => void;
  /** Somebody reads the journal behind what is loaded: until `journalReading.keep` says from where on, nothing of it is forgotten. */
  readonly isJournalRead?: boolean;
  /** Id of the index set of a stream; undefined: the first one. */
  readonly setOf?: (stream: string) => string | undefined;
}
