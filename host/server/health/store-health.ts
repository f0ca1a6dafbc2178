/** Computes the health of the message store (contract administration indexer.health). */
import type { IndexerHealth } from '../../../api/contract/system.js';
import type { MessageStore } from '../store/types.js';

export interface HealthRooms {
  readonly store: Pick<MessageStore, 'failure' | 'pressure' | 'indices'>;
  /** Files that could not be opened when the server started. */
  readonly unreadable: readonly unknown[];
}

/**
 * Returns the health:
 *
 * - red: messages cannot be written or loaded.
 * - yellow: an index file was unreadable at the start, or no message is accepted.
 * - green: none of these problems exists.
 */
export function indexerHealth({ store, unreadable }: HealthRooms): IndexerHealth {
  const isDegraded = unreadable.length > 0 || store.pressure === 'full';
  return {
    status: store.failure ? 'red' : isDegraded ? 'yellow' : 'green',
    shards: { active: store.indices().length, initializing: 0, relocating: 0, unassigned: unreadable.length },
  };
}
