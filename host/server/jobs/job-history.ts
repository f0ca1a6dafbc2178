/** Jobs of the system over a restart: one document, written behind what happens, the newest state only. */
import type { SystemJob } from '../../../api/contract/system-overview.schema.js';
import type { Log } from '../log/log.js';
import type { Collection, Documents } from '../store/types.js';
import type { JobKind } from './system-jobs.js';

/** A job as it was last written. */
export interface KeptJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly info: string;
  /** Epoch ms. */
  readonly startedAt: number;
  /** Time of the successful end, epoch ms. */
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
/** More than the list of jobs keeps of those that are over; of more that run at once the newest are kept. */
const mostKept = 200;

/** Keeps running and unfinished jobs before finished ones. */
function newestOf(jobs: readonly KeptJob[]): readonly KeptJob[] {
  const goesOn = jobs.filter(({ kind, status }) => status === 'running' && !kind.endsAtStart).slice(-mostKept);
  const others = jobs.filter((job) => !goesOn.includes(job));
  const kept = new Set([...goesOn, ...others.slice(others.length - (mostKept - goesOn.length))]);
  return jobs.filter((job) => kept.has(job));
}

export class JobHistory {
  readonly #stored: Collection<JobsRecord>;
  readonly #log: Pick<Log, 'error'>;
  /** State to be written next. */
  #next: readonly KeptJob[] | undefined;
  #writing: Promise<void> | undefined;

  constructor(documents: Documents, log: Pick<Log, 'error'>) {
    this.#stored = documents.collection<JobsRecord>('system_jobs');
    this.#log = log;
  }

  /** Jobs of the previous run of the server, in their order. */
  read(): readonly KeptJob[] {
    return this.#stored.get(recordId)?.jobs ?? [];
  }

  /** Writes in the background: changes during a write are written after it, once. */
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

  /** Resolves when all is written. */
  async settled(): Promise<void> {
    await this.#writing;
  }
}
