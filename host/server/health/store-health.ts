/** State of the message store as far as the server knows it (contract administration indexer.health). */
import type { IndexerHealth } from '../../../api/contract/system.js';
import type { MessageStore } from '../store/types.js';

export interface HealthRooms {
  readonly store: Pick<MessageStore, 'failure' | 'pressure' | 'indices'>;
  /** Files that could not be opened when the server started. */
  readonly unreadable: readonly unknown[];
}

/** Red: nothing can be stored. Yellow: something is missing, or nothing more is taken in. */
export function indexerHealth({ store, unreadable }: HealthRooms): IndexerHealth {
  const isDegraded = unreadable.length > 0 || store.pressure === 'full';
  return {
    status: store.failure ? 'red' : isDegraded ? 'yellow' : 'green',
    shards: { active: store.indices().length, initializing: 0, relocating: 0, unassigned: unreadable.length },
  };
}
