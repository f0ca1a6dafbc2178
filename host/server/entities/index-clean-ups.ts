/**
 * Shows removals of index files as system jobs (contract administration SystemJob): one job for each index that
 * retention or a user removes, and one for all indices of a deleted index set. New searches no longer see a removed
 * index; its files are deleted when no running search reads them any more.
 */
import { indexNumber } from '../store/index.js';
import type { IndexRemoval, MessageStore } from '../store/types.js';
import { JobCancelled, type JobKind, type SystemJobs } from '../jobs/system-jobs.js';
import { errorOf } from '../foundation/caught.js';

const removalJob: JobKind = {
  name: 'IndexRemoval',
  description: 'Removes an index and its messages',
  isCancelable: false,
  providesProgress: false,
  endsAtStart: true,
};
const cleanUpJob: JobKind = {
  name: 'org.graylog2.indexer.indices.jobs.IndexSetCleanupJob',
  description: 'Removes the indices of an index set with their messages',
  isCancelable: true,
  providesProgress: true,
  endsAtStart: true,
};

export class IndexCleanUps {
  readonly #store: MessageStore;
  readonly #jobs: SystemJobs;
  /** Indices that are being removed, by the prefix of the index set that is being deleted. */
  readonly #ofSets = new Map<string, IndexRemoval[]>();

  constructor(store: MessageStore, jobs: SystemJobs) {
    this.#store = store;
    this.#jobs = jobs;
    for (const removal of store.removals()) this.#follow(removal);
    store.onRemoval((removal) => this.#follow(removal));
  }

  #follow(removal: IndexRemoval): void {
    const { index, withFiles, ended } = removal;
    // An index whose files stay needs no job.
    if (!withFiles) return;
    const ofSet = [...this.#ofSets].find(([prefix]) => indexNumber(index, prefix) !== undefined);
    if (ofSet) ofSet[1].push(removal);
    else this.#jobs.start(removalJob, `Removing ${index}`, (_progress, signal) => orAborted(ended, signal));
  }

  /** Deletes an index set. @param withIndices false: the files of its indices stay where they are */
  async ofSet({ id, prefix }: { readonly id: string; readonly prefix: string }, withIndices: boolean): Promise<void> {
    const removals: IndexRemoval[] = [];
    this.#ofSets.set(prefix, removals);
    try {
      await this.#store.removeIndexSet(id, withIndices);
    } finally {
      this.#ofSets.delete(prefix);
      if (removals.length > 0) this.#cleanUp(prefix, removals);
    }
  }

  /** Starts the job that waits for the removals of a set. Cancelling it keeps the files that are not yet deleted. */
  #cleanUp(prefix: string, removals: readonly IndexRemoval[]): void {
    this.#jobs.start(cleanUpJob, `Removing the indices of ${prefix}`, async (progress, signal) => {
      let gone = 0;
      const all = removals.map(async ({ ended }) => {
        await ended;
        progress((100 * ++gone) / removals.length);
      });
      try {
        await orAborted(Promise.all(all), signal);
      } catch (error) {
        if (error instanceof JobCancelled) await this.#store.keepFiles(removals.map(({ index }) => index));
        throw error;
      }
    });
  }
}

/** Waits for work, or rejects with the reason of the signal when the signal is aborted. */
function orAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(errorOf(signal.reason));
    signal.addEventListener('abort', () => reject(errorOf(signal.reason)), { once: true });
    work.then(() => resolve(), reject);
  });
}
