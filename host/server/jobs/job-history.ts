/**
 * Stores system jobs across restarts in one document, which is written in the background with only the newest state.
 */
import type { SystemJob } from '../../../api/contract/system-overview.schema.js';
import type { Log } from '../log/log.js';
import type { Collection, Documents } from '../store/types.js';
import type { JobKind } from './system-jobs.js';

/** Describes a job in its stored form. */
export interface KeptJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly info: string;
  /** Start of the job, epoch milliseconds. */
  readonly startedAt: number;
  /** Time of the successful end, epoch milliseconds. */
  readonly completedAt?: number | undefined;
  readonly percent: number;
  readonly status: SystemJob['job_status'];
  readonly reason?: string | undefined;
}

interface JobsRecord {
  id: string;
  jobs: readonly KeptJob[];
}

const recordId = 'jobs';
/** Largest number of stored jobs. It is larger than the number of ended jobs that the list shows. */
const mostKept = 200;

/**
 * Returns the jobs to store: running jobs that a restart interrupts take precedence, because they are reported
 * afterwards.
 */
function newestOf(jobs: readonly KeptJob[]): readonly KeptJob[] {
  const interrupted = jobs.filter(({ kind, status }) => status === 'running' && !kind.endsAtStart).slice(-mostKept);
  const others = jobs.filter((job) => !interrupted.includes(job));
  const room = mostKept - interrupted.length;
  const newest = room === 0 ? [] : others.slice(-room);
  const kept = new Set([...interrupted, ...newest]);
  return jobs.filter((job) => kept.has(job));
}

export class JobHistory {
  readonly #stored: Collection<JobsRecord>;
  readonly #log: Pick<Log, 'error'>;
  /** Jobs that are written next; undefined: every change is written or is being written. */
  #next: readonly KeptJob[] | undefined;
  #writing: Promise<void> | undefined;

  constructor(documents: Documents, log: Pick<Log, 'error'>) {
    this.#stored = documents.collection<JobsRecord>('system_jobs');
    this.#log = log;
  }

  /** Returns the jobs of the previous run of the server, in their order. */
  read(): readonly KeptJob[] {
    return this.#stored.get(recordId)?.jobs ?? [];
  }

  /** Writes jobs in the background; changes during a write are combined into one further write. */
  write(jobs: readonly KeptJob[]): void {
    this.#next = jobs.length <= mostKept ? jobs : newestOf(jobs);
    this.#writing ??= this.#write();
  }

  async #write(): Promise<void> {
    while (this.#next) {
      const jobs = this.#next;
      this.#next = undefined;
      await this.#stored
        .put({ id: recordId, jobs })
        .catch((error: unknown) => this.#log.error('The jobs of the system could not be stored', { error }));
    }
    this.#writing = undefined;
  }

  /** Resolves when all changes are written. */
  async settled(): Promise<void> {
    await this.#writing;
  }
}
