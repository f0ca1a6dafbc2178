/**
 * Schedules event definitions: the windows of a definition run one after another, and restarts and failures leave none
 * out. A window whose run failed or was interrupted runs again. This module does not depend on searches.
 */
import type { SchedulerContext } from '../../../api/contract/event-definitions.schema.js';
import { instantText } from '../../../api/instant-text.js';
import type { Log } from '../log/log.js';
import type { Collection } from '../store/types.js';
import { Deadline } from './deadline.js';
import { caughtUp, emptyWindows, nextWindow, setBack, type Pace, type Window } from './windows.js';

/** Progress of a definition's schedule. */
export interface ScheduleRecord {
  /** Id of the event definition. */
  readonly id: string;
  /** End of the last examined window, epoch milliseconds. */
  readonly position: number;
  readonly pace: Pace;
  /** Start of the last successful run, epoch milliseconds; null: none has succeeded yet. */
  readonly triggeredAt: number | null;
}

/**
 * Processes one window.
 * @param position end of the preceding window, epoch milliseconds
 * @param onProgress must be called when a part of the window is done; it restarts the time limit
 * @returns number of events; undefined: the definition no longer exists or is no longer scheduled
 */
export type Work = (
  id: string,
  window: Window,
  signal: AbortSignal,
  position: number,
  onProgress: () => void,
) => Promise<number | undefined>;

export interface ScheduleOptions {
  readonly stored: Collection<ScheduleRecord>;
  readonly work: Work;
  /** Resolves when all messages accepted so far are searchable. */
  readonly settled: () => Promise<void>;
  /** Tells whether several overdue windows of a definition may be examined as one. */
  readonly mayCatchUp: (id: string) => boolean;
  /**
   * For a definition that lags far behind: returns the time (epoch milliseconds) of the next message that the
   * definition examines, or the end of the range if there is no such message. Undefined: windows without messages have
   * to run, too.
   */
  readonly nextMessage?: (id: string, time: Window, signal: AbortSignal) => Promise<number | undefined>;
  /** Returns the longest range of overdue windows that are examined as one, in milliseconds. */
  readonly catchUpMs: () => number;
  /** Returns the time limit in milliseconds for a window, or for one part of a window that runs in parts. */
  readonly timeoutMs: () => number;
  /**
   * Called when a run fails. Called with `undefined` when a failure that may have been reported before is over: at the
   * first success after a failure, after a start of the server or after a change of the windows, and when a definition
   * without such a success is unscheduled.
   */
  readonly onFailure?: (id: string, failure: Failure | undefined) => void;
  /**
   * Called when the system clock was set back, with the difference in milliseconds; definitions continue from the
   * present time.
   */
  readonly onClockSetBack?: (byMs: number) => void;
  readonly log: Log;
  /** Returns the present time in epoch milliseconds. */
  readonly now?: () => number;
}

export interface Failure {
  readonly message: string;
  /** Time of the first failure, epoch milliseconds. */
  readonly since: number;
  readonly attempts: number;
  /** Time of the next attempt, epoch milliseconds. */
  readonly retryAt: number;
}

interface Job {
  readonly id: string;
  pace: Pace;
  position: number;
  triggeredAt: number | null;
  /** Time before which all received messages are searchable, epoch milliseconds. */
  horizon: number;
  state: 'idle' | 'waiting' | 'running';
  failure: Failure | undefined;
  /**
   * True while the last report to `onFailure` may be a failure: a failure of this job, of the job that it replaced, or
   * of an earlier start.
   */
  mayBeReported: boolean;
  /** True while the position is not yet on disk. */
  isDirty: boolean;
  stop: AbortController;
}

const tickMs = 1_000;
const saveMs = 5_000;
const firstRetryMs = 5_000;
const longestRetryMs = 5 * 60_000;
/** Number of windows that run concurrently, so that a slow window does not delay other definitions. */
const workers = 4;

export class Schedule {
  readonly #options: ScheduleOptions;
  readonly #now: () => number;
  readonly #jobs = new Map<string, Job>();
  #waiting: Job[] = [];
  readonly #running = new Set<Promise<void>>();
  #ticking: Promise<void> | undefined;
  #isHeldUp = false;
  #timer: NodeJS.Timeout | undefined;
  #saver: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: ScheduleOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    for (const { id, position, pace, triggeredAt } of options.stored.all()) this.#add(id, pace, position, triggeredAt);
  }

  #add(id: string, pace: Pace, position: number, triggeredAt: number | null): Job {
    const job: Job = {
      id,
      pace,
      position,
      triggeredAt,
      horizon: -Infinity,
      state: 'idle',
      failure: undefined,
      mayBeReported: true,
      isDirty: false,
      stop: new AbortController(),
    };
    this.#jobs.set(id, job);
    return job;
  }

  /** Returns the ids of all scheduled definitions. */
  ids(): string[] {
    return [...this.#jobs.keys()];
  }

  start(): void {
    const again = (): void => {
      this.#timer = setTimeout(() => void this.tick().finally(() => this.#stopped || again()), tickMs).unref();
    };
    again();
    this.#saver = setInterval(() => void this.#save(), saveMs).unref();
  }

  /** Stops the schedule, and resolves when no run is active. Interrupted runs are repeated after the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#saver);
    for (const { stop } of this.#jobs.values()) stop.abort(new Error('The server is shutting down.'));
    await this.#ticking;
    await Promise.all(this.#running);
    await this.#save();
  }

  /**
   * Schedules a definition. A definition that is scheduled already continues at its position unless its windows have
   * changed. Resolves when the schedule is durable.
   */
  async schedule(id: string, pace: Pace): Promise<void> {
    const job = this.#jobs.get(id);
    if (job && job.pace.everyMs === pace.everyMs && job.pace.withinMs === pace.withinMs) {
      // The cause of the failure may be removed by now, so the job is tried again at the next tick.
      if (job.failure) job.failure = { ...job.failure, retryAt: this.#now() };
      return;
    }
    job?.stop.abort(new Error('The definition was changed.'));
    // The position is one interval in the past, so that the first window ends now.
    const begun = this.#add(id, pace, this.#now() - pace.everyMs, job?.triggeredAt ?? null);
    await this.#options.stored.put(recordOf(begun));
  }

  async unschedule(id: string): Promise<void> {
    const job = this.#jobs.get(id);
    this.#jobs.delete(id);
    job?.stop.abort(new Error('The definition was disabled.'));
    if (job?.mayBeReported) this.#options.onFailure?.(id, undefined);
    await this.#options.stored.delete(id);
  }

  context(id: string, queuedNotifications: number): SchedulerContext {
    const job = this.#jobs.get(id);
    if (!job) {
      const none = { status: null, next_time: null, triggered_at: null, data: null };
      return { is_scheduled: false, queued_notifications: queuedNotifications, ...none };
    }
    const { failure, triggeredAt, state } = job;
    const { from, to } = this.#windowOf(job);
    return {
      is_scheduled: true,
      status: state === 'running' ? 'running' : failure ? 'error' : 'runnable',
      next_time: instantText(failure ? Math.max(failure.retryAt, to) : to),
      triggered_at: triggeredAt === null ? null : instantText(triggeredAt),
      queued_notifications: queuedNotifications,
      data: { type: 'event-processor-execution-v1', timerange_from: instantText(from), timerange_to: instantText(to) },
      ...(failure && {
        error: { message: failure.message, since: instantText(failure.since), attempts: failure.attempts },
      }),
    };
  }

  #windowOf({ position, pace }: Job): Window {
    return nextWindow(position, pace, this.#now());
  }

  /** Queues the runs that are due, and resolves before they are done. */
  tick(): Promise<void> {
    return (this.#ticking ??= this.#tick().finally(() => (this.#ticking = undefined)));
  }

  async #tick(): Promise<void> {
    if (this.#stopped) return;
    const now = this.#now();
    this.#followClock(now);
    const due = [...this.#jobs.values()].filter(
      (job) => job.state === 'idle' && this.#windowOf(job).to <= now && (job.failure?.retryAt ?? now) <= now,
    );
    if (due.length === 0) return;
    try {
      await this.#options.settled();
    } catch (error) {
      // The wait is logged only once, because it may last as long as processing is paused, and each line of the log
      // becomes a message, too.
      if (!this.#stopped && !this.#isHeldUp)
        this.#options.log.warn('Event definitions wait: messages cannot be searched yet', { error });
      this.#isHeldUp = true;
      return;
    }
    this.#isHeldUp = false;
    for (const job of due) {
      if (job.state !== 'idle') continue;
      job.horizon = now;
      job.state = 'waiting';
      this.#waiting.push(job);
    }
    this.#next();
  }

  /** Handles a clock that was set back: definitions must not wait until the clock shows their last position again. */
  #followClock(now: number): void {
    let furthest = 0;
    for (const job of this.#jobs.values()) {
      if (job.state !== 'idle') continue;
      if (job.failure && job.failure.retryAt - now > longestRetryMs) job.failure = { ...job.failure, retryAt: now };
      const position = setBack(job.position, job.pace, now);
      if (position === undefined) continue;
      furthest = Math.max(furthest, job.position - now);
      job.position = position;
      job.horizon = -Infinity;
      job.isDirty = true;
    }
    if (furthest > 0) this.#options.onClockSetBack?.(furthest);
  }

  /** Resolves when no run is active or waiting; only tests use this method. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #next(): void {
    while (!this.#stopped && this.#running.size < workers) {
      const job = this.#waiting.shift();
      if (!job) return;
      const run: Promise<void> = this.#run(job).finally(() => {
        this.#running.delete(run);
        this.#next();
      });
      this.#running.add(run);
    }
  }

  /**
   * Tells whether a job is still scheduled: false after its definition was changed or disabled, and after the schedule
   * was stopped.
   */
  #isCurrent(job: Job): boolean {
    return this.#jobs.get(job.id) === job && !this.#stopped;
  }

  /** Runs one window of a definition, or several overdue windows as one; then other definitions get their turn. */
  async #run(job: Job): Promise<void> {
    if (!this.#isCurrent(job)) return;
    const { timeoutMs, catchUpMs, mayCatchUp, nextMessage, work, log } = this.#options;
    job.state = 'running';
    const next = this.#windowOf(job);
    const window = mayCatchUp(job.id) ? caughtUp(next, job.pace, job.horizon, catchUpMs()) : next;
    const startedAt = this.#now();
    const timeout = new Deadline(timeoutMs());
    try {
      const isBehind = nextMessage && job.horizon - window.to > catchUpMs();
      if (isBehind && !mayCatchUp(job.id)) {
        const time = { from: next.from, to: job.horizon };
        const first = await nextMessage(job.id, time, AbortSignal.any([job.stop.signal, timeout.signal]));
        const empty = first === undefined ? 0 : emptyWindows(next, job.pace, job.horizon, first);
        if (!this.#isCurrent(job)) return;
        if (empty > 0) {
          job.position += empty * job.pace.everyMs;
          job.isDirty = true;
          return;
        }
      }
      const signal = AbortSignal.any([job.stop.signal, timeout.signal]);
      const events = await work(job.id, window, signal, job.position, () => timeout.renew());
      if (!this.#isCurrent(job)) return;
      job.position = window.to;
      job.triggeredAt = startedAt;
      job.isDirty = true;
      if (job.mayBeReported) {
        job.failure = undefined;
        job.mayBeReported = false;
        this.#options.onFailure?.(job.id, undefined);
      }
      if (events !== undefined && events > 0) await this.#put(job);
    } catch (error) {
      if (!this.#isCurrent(job)) return;
      const message = timeout.signal.aborted
        ? `The search took longer than ${timeoutMs() / 1000} seconds.`
        : error instanceof Error
          ? error.message
          : String(error);
      this.#fail(job, message);
      log.warn('An event definition could not be run', { definition: job.id, attempts: job.failure?.attempts, error });
    } finally {
      timeout.end();
      this.#goOn(job);
    }
  }

  #fail(job: Job, message: string): void {
    const attempts = (job.failure?.attempts ?? 0) + 1;
    const now = this.#now();
    const waitMs = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(attempts - 1, 10));
    job.failure = { message, since: job.failure?.since ?? now, attempts, retryAt: now + waitMs };
    job.mayBeReported = true;
    this.#options.onFailure?.(job.id, job.failure);
  }

  /**
   * Queues the next window of a definition immediately if it is overdue. A window that ends in the future, which is
   * possible if the clock was set back during the run, has to wait, because it does not contain all messages yet.
   */
  #goOn(job: Job): void {
    job.state = 'idle';
    if (!this.#isCurrent(job) || job.failure || this.#windowOf(job).to > Math.min(job.horizon, this.#now())) return;
    job.state = 'waiting';
    this.#waiting.push(job);
  }

  async #put(job: Job): Promise<void> {
    job.isDirty = false;
    try {
      await this.#options.stored.put(recordOf(job));
    } catch (error) {
      job.isDirty = true;
      this.#options.log.warn('The progress of an event definition could not be stored', { error });
    }
  }

  /**
   * Stores changed positions of definitions. After windows without events, positions are stored only every `saveMs`
   * milliseconds, because examining such windows again has no effect.
   */
  async #save(): Promise<void> {
    const dirty = [...this.#jobs.values()].filter(({ isDirty }) => isDirty);
    await Promise.all(dirty.map((job) => this.#put(job)));
  }
}

const recordOf = ({ id, position, pace, triggeredAt }: Job): ScheduleRecord => ({ id, position, pace, triggeredAt });
