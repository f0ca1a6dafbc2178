/** Selects the finished search jobs that are dropped. */

interface KeptJob {
  readonly done: boolean;
  /** Number of requests that wait for the job or are sending its result. */
  readonly waiting: number;
  /** Time of the last request for the job, epoch milliseconds. */
  readonly lastAccess: number;
}

/** Milliseconds after the last request for a finished job until the job is dropped. */
export const keptMs = 5 * 60_000;
/** Largest number of kept jobs; of more jobs, finished jobs are dropped, beginning with the longest unused job. */
export const keptJobs = 1000;

/**
 * Returns the jobs to drop. A job whose result is being sent stays, because its memory would no longer be counted
 * although the response still holds it.
 */
export function droppedJobs<J extends KeptJob>(jobs: readonly J[], now: number): readonly J[] {
  const idle = jobs
    .filter(({ done, waiting }) => done && waiting === 0)
    .sort((one, other) => one.lastAccess - other.lastAccess);
  const over = Math.max(0, jobs.length - keptJobs);
  return idle.filter(({ lastAccess }, at) => at < over || now - lastAccess > keptMs);
}
