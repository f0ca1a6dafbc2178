/** Runs long jobs that users may watch and cancel (contract administration SystemJob). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SystemJob } from '../../../api/contract/system-overview.schema.js';
import { newEntityId } from '../foundation/ids.js';
import { errorOf } from '../foundation/caught.js';
import type { JobHistory, KeptJob } from './job-history.js';

export interface JobKind {
  /** Name of the class of the job. */
  readonly name: string;
  readonly description: string;
  readonly isCancelable: boolean;
  /** False: the progress is unknown until the end. */
  readonly providesProgress: boolean;
  /** True: if the server stops before the job ends, the next start completes the job. */
  readonly endsAtStart?: boolean;
}

/** Aborts the signal of a job when a user cancels the job, as opposed to a stop of the server. */
export class JobCancelled extends Error {
  override name = 'JobCancelled';
}

/**
 * Does the work of a job.
 * @param progress must be called with the percentage of the work that is done
 * @param signal its reason is JobCancelled when a user cancels the job
 */
type Work = (progress: (percent: number) => void, signal: AbortSignal) => Promise<void>;

interface Job {
  readonly kind: JobKind;
  readonly info: string;
  readonly startedAt: number;
  readonly stop: AbortController;
  /** Time of the successful end, epoch milliseconds; undefined: the job has not ended successfully. */
  completedAt: number | undefined;
  percent: number;
  status: SystemJob['job_status'];
  /** Reason of the failure. */
  reason: string | undefined;
  ended: Promise<void>;
}

/**
 * Largest number of failed and cancelled jobs, and largest number of successful jobs, that `history()` returns; the
 * oldest are dropped.
 */
const mostKept = 50;
/** Milliseconds for which `history()` returns a successful job after its end. */
export const shownAfterEndMs = 3_600_000;

const killedReason = 'The server ended while it ran.';
const stoppedReason = 'The server was stopped while it ran.';

const maxReasonCharacters = 500;
const shortReason = (error: unknown): string =>
  (errorOf(error).message.split('\n')[0] ?? '').slice(0, maxReasonCharacters);

export class SystemJobs {
  readonly #nodeId: string;
  readonly #now: () => number;
  readonly #history: JobHistory | undefined;
  readonly #jobs = new Map<string, Job>();

  /**
   * @param now returns the present time in epoch milliseconds
   * @param history stores the jobs of earlier runs; absent: only jobs of this run are listed
   */
  constructor(nodeId: string, now: () => number = Date.now, history?: JobHistory) {
    this.#nodeId = nodeId;
    this.#now = now;
    this.#history = history;
    for (const kept of history?.read() ?? []) this.#jobs.set(kept.id, this.#restored(kept));
    if (this.#jobs.size > 0) this.#changed();
  }

  /**
   * Restores a stored job. A job that ran when the server died was successful if this start has completed it;
   * otherwise it has failed.
   */
  #restored({ id: _id, completedAt, reason, ...kept }: KeptJob): Job {
    const job = { ...kept, completedAt, reason, stop: new AbortController(), ended: Promise.resolve() };
    if (job.status !== 'running') return job;
    return kept.kind.endsAtStart === true
      ? { ...job, status: 'complete', percent: 100, completedAt: this.#now() }
      : { ...job, status: 'error', reason: killedReason };
  }

  #changed(): void {
    this.#forgetOld();
    this.#history?.write(
      Array.from(this.#jobs, ([id, { stop: _stop, ended: _ended, ...kept }]): KeptJob => ({ id, ...kept })),
    );
  }

  /**
   * Starts a job and returns its id. After success, `all()` omits the job at once; `history()` omits it after
   * `shownAfterEndMs`, or earlier when `mostKept` later jobs were successful.
   */
  start(kind: JobKind, info: string, work: Work): string {
    const id = newEntityId();
    const stop = new AbortController();
    const job: Job = {
      kind,
      info,
      startedAt: this.#now(),
      stop,
      completedAt: undefined,
      percent: 0,
      status: 'running',
      reason: undefined,
      ended: Promise.resolve(),
    };
    this.#jobs.set(id, job);
    job.ended = this.#run(id, job, work);
    this.#changed();
    return id;
  }

  /** Runs a job and waits for it. @throws the error of the job, which then is listed as failed */
  wait<T>(kind: JobKind, info: string, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.start(kind, info, async () => {
        const outcome = work();
        outcome.then(resolve, reject);
        await outcome;
      });
    });
  }

  async #run(id: string, job: Job, work: Work): Promise<void> {
    const progress = (percent: number): void => {
      job.percent = Math.max(0, Math.min(100, Math.floor(percent)));
    };
    try {
      // The caller receives the job's id before the work begins.
      await nextTurn();
      await work(progress, job.stop.signal);
      job.stop.signal.throwIfAborted();
      job.status = 'complete';
      job.percent = 100;
      job.completedAt = this.#now();
      // The job is inserted again as the last one, so that the successful jobs that ended first are dropped first.
      this.#jobs.delete(id);
      this.#jobs.set(id, job);
    } catch (error) {
      const { aborted, reason } = job.stop.signal as { readonly aborted: boolean; readonly reason: unknown };
      const isStopped = aborted && !(reason instanceof JobCancelled);
      // The next start decides the outcome of the job.
      if (isStopped && job.kind.endsAtStart === true) return;
      job.status = aborted ? 'cancelled' : 'error';
      if (isStopped) job.reason = stoppedReason;
      else if (!aborted) job.reason = shortReason(error);
    }
    this.#changed();
  }

  #forgetOld(): void {
    const over = [...this.#jobs].filter(([, { status }]) => status !== 'running');
    for (const isComplete of [true, false]) {
      const alike = over.filter(([, { status }]) => (status === 'complete') === isComplete);
      for (const [id] of alike.slice(0, Math.max(0, alike.length - mostKept))) this.#jobs.delete(id);
    }
    for (const [id, { completedAt }] of over)
      if (completedAt !== undefined && this.#now() - completedAt >= shownAfterEndMs) this.#jobs.delete(id);
  }

  /** Tells whether a job of this kind is running. @param info description of the objects; undefined: any objects */
  isRunning({ name }: JobKind, info?: string): boolean {
    return [...this.#jobs.values()].some(
      (job) => job.status === 'running' && job.kind.name === name && (info === undefined || job.info === info),
    );
  }

  /** Returns the running jobs, and the failed and cancelled jobs that are not acknowledged. */
  all(): SystemJob[] {
    return this.history().filter(({ job_status }) => job_status !== 'complete');
  }

  /**
   * Returns running jobs, failed and cancelled jobs, and jobs that ended successfully within `shownAfterEndMs`, all
   * without acknowledged jobs.
   */
  history(): SystemJob[] {
    this.#forgetOld();
    return Array.from(this.#jobs, ([id, job]) => this.#answer(id, job));
  }

  #answer(id: string, { kind, info, startedAt, percent, status, reason }: Job): SystemJob {
    return {
      id,
      description: kind.description,
      name: kind.name,
      // The contract has no other member for the reason.
      info: reason === undefined ? info : `${info}: ${reason}`,
      node_id: this.#nodeId,
      started_at: new Date(startedAt).toISOString(),
      percent_complete: percent,
      is_cancelable: kind.isCancelable,
      provides_progress: kind.providesProgress,
      job_status: status,
    };
  }

  /** Cancels a job and waits for its end. @returns undefined: the job does not exist */
  async cancel(id: string): Promise<SystemJob | undefined> {
    const job = this.#jobs.get(id);
    if (!job) return undefined;
    job.stop.abort(new JobCancelled());
    await job.ended;
    return this.#answer(id, job);
  }

  /** Removes an ended job from the list. @returns false: the job does not exist or runs */
  acknowledge(id: string): boolean {
    const job = this.#jobs.get(id);
    if (!job || job.status === 'running') return false;
    this.#jobs.delete(id);
    this.#changed();
    return true;
  }

  async close(): Promise<void> {
    const jobs = [...this.#jobs.values()];
    for (const { stop } of jobs) stop.abort();
    await Promise.all(jobs.map(({ ended }) => ended));
    await this.#history?.settled();
  }
}
