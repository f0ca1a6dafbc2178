/**
 * Provides the time range of the messages of each index (contract data-intake IndexRange). The store always knows the
 * range; a rebuild computes it from the rows.
 */
import type { IndexRange } from '../../../api/contract/indices.schema.js';
import type { IndexFacts, MessageStore } from '../store/types.js';
import type { JobKind, SystemJobs } from '../jobs/system-jobs.js';
import { quotedIndex } from '../store/index.js';

interface Measured {
  /** Creation time of the index, because a later index may have the same name. */
  readonly createdAt: number;
  /** Time of the first message; `end` is the time of the last message. All times are in epoch milliseconds. */
  readonly begin: number;
  readonly end: number;
  readonly calculatedAt: number;
  readonly tookMs: number;
}

export const rebuildJob: JobKind = {
  name: 'org.graylog2.indexer.ranges.RebuildIndexRangesJob',
  description: 'Rebuilds index range information',
  isCancelable: true,
  providesProgress: true,
};
export const singleRangeJob: JobKind = {
  name: 'org.graylog2.indexer.ranges.CreateNewSingleIndexRangeJob',
  description: 'Rebuilds the range of one index',
  isCancelable: false,
  providesProgress: false,
};

export class IndexRanges {
  readonly #store: MessageStore;
  readonly #jobs: SystemJobs;
  /** Ranges found by rebuilds, by index name. */
  readonly #measured = new Map<string, Measured>();

  constructor(store: MessageStore, jobs: SystemJobs) {
    this.#store = store;
    this.#jobs = jobs;
  }

  of({ name, isWritten, minTimestamp, maxTimestamp, sealedAt, createdAt }: IndexFacts): IndexRange {
    const known = this.#measured.get(name);
    const measured = known?.createdAt === createdAt ? known : undefined;
    const iso = (time: number): string => new Date(time).toISOString();
    return {
      index_name: name,
      begin: iso(isWritten ? 0 : (measured?.begin ?? minTimestamp ?? 0)),
      end: iso(isWritten ? 0 : (measured?.end ?? maxTimestamp ?? 0)),
      calculated_at: iso(measured?.calculatedAt ?? sealedAt ?? createdAt),
      took_ms: measured?.tookMs ?? 0,
    };
  }

  /**
   * Starts a job that rebuilds the ranges of indices one after another.
   * @param info description of the job; jobs of equal kind and description do not run concurrently
   * @returns the id of the job; undefined: a job of this kind and description is running
   */
  rebuild(kind: JobKind, info: string, indices: readonly IndexFacts[]): string | undefined {
    if (this.#jobs.isRunning(kind, info)) return undefined;
    return this.#jobs.start(kind, info, async (progress, signal) => {
      for (const [at, index] of indices.entries()) {
        signal.throwIfAborted();
        await this.#measure(index, signal);
        progress((100 * (at + 1)) / indices.length);
      }
      this.#forget();
    });
  }

  #now(name: string): IndexFacts | undefined {
    return this.#store.facts().find((one) => one.name === name);
  }

  async #measure({ name }: IndexFacts, signal: AbortSignal): Promise<void> {
    // The index may have been deleted since the job began; the range of an index that is written to is not final.
    const index = this.#now(name);
    if (!index || index.isWritten) return;
    const begun = performance.now();
    const sql = `SELECT epoch_ms(min(ts)) AS first, epoch_ms(max(ts)) AS last FROM ${quotedIndex(name)}.messages`;
    const [row] = await this.#store.query(sql, [], signal).catch((error: unknown) => {
      if (this.#now(name)) throw error;
      return [];
    });
    if (!row) return;
    this.#measured.set(name, {
      createdAt: index.createdAt,
      begin: Number(row['first'] ?? 0),
      end: Number(row['last'] ?? 0),
      calculatedAt: Date.now(),
      tookMs: Math.round(performance.now() - begun),
    });
  }

  /** Forgets the ranges of deleted indices. */
  #forget(): void {
    const names = new Set(this.#store.facts().map(({ name }) => name));
    for (const name of this.#measured.keys()) if (!names.has(name)) this.#measured.delete(name);
  }
}
