/** Counts the messages that are accepted, and reports how many of them are searchable. */
import type { Backlog } from './backlog.js';
import type { Journal } from './journal.js';
import type { Loader } from './loader.js';
import type { StoreLimits } from './store-limits.js';
import type { JournalState } from './types.js';

/** Number of accepted bytes that are not yet on disk from which on no message is accepted. */
export const fullPendingBytes = 96 * 1024 * 1024;

export interface JournalRooms {
  readonly journalDirectory: string;
  readonly journal: Journal;
  readonly backlog: Backlog;
  readonly loader: Loader;
  readonly limits: StoreLimits;
}

/** Counts that the store itself keeps since its start. */
export type JournalCounts = Pick<
  JournalState,
  'appended' | 'appendedBytes' | 'refused' | 'underway' | 'newestAppended'
>;

export function journalState(
  { journalDirectory, journal, backlog, loader, limits }: JournalRooms,
  counts: JournalCounts,
): JournalState {
  const { batch } = loader;
  return {
    ...counts,
    waiting: backlog.messages,
    waitingBytes: backlog.bytes,
    loaded: loader.loaded,
    loadedBytes: loader.loadedBytes,
    newestLoaded: loader.newest,
    oldestWaiting: batch?.messages[0]?.receivedAt ?? backlog.oldest,
    underwayBytes: journal.pendingBytes,
    underwayLimit: fullPendingBytes,
    loading: batch?.messages.length ?? 0,
    loadingFirst: batch?.messages[0]?.message,
    loadingLimit: limits.batchMessages,
    files: {
      directory: journalDirectory,
      ...journal.files,
      segmentBytes: limits.segmentBytes,
      limitBytes: limits.fullBytes,
    },
  };
}
