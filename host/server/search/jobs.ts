/** Running and finished searches, until nobody asks for them any more (contract search: search.status). */
import type { ExecutionState, QueryResult, SearchError, SearchJob } from '../../../api/contract/searches.js';
import { newEntityId } from '../auth/ids.js';
import { TooManyRequestsError } from '../errors.js';
import type { Log } from '../log.js';
import type { MessageStore } from '../store/types.js';
import { resolveBindings } from './bindings.js';
import type { Decorate } from './decorators.js';
import { SearchTypeError } from './errors.js';
import { executeQuery } from './execution.js';
import { planQuery, rangeViolation } from './query-plan.js';
import type { CompleteSearch, SearchCaller } from './search-document.js';
import { applyState } from './search-document.js';
import type { SearchSettings } from './settings.js';
import { texts } from './texts.js';

const keptMs = 5 * 60_000;
const keptJobs = 1000;
/** A running job that nobody waits for or has asked about for this long is abandoned. */
const abandonedMs = 30_000;

/** A message of more fields counts as several. */
const usualFields = 50;

export class SearchCancelled extends Error {
  constructor() {
    super('The search was cancelled.');
    this.name = 'SearchCancelled';
  }
}

interface Job {
  readonly id: string;
  readonly searchId: string;
  readonly owner: string;
  readonly results: Record<string, QueryResult>;
  /** Of the results, once it is done. */
  size: number;
  readonly errors: SearchError[];
  readonly controller: AbortController;
  /** Resolves when it is done, never rejects. */
  finished: Promise<void>;
  done: boolean;
  waiting: number;
  exceptional: boolean;
  /** Its owner has received the whole result. */
  delivered: boolean;
  /** Epoch milliseconds. */
  lastAccess: number;
}

export interface JobsOptions {
  readonly store: MessageStore;
  readonly log: Log;
  readonly settings: SearchSettings;
  readonly decorators: ReadonlyMap<string, Decorate>;
  readonly now: () => number;
}

/** Messages, each as many as its fields make it, and values of pivots. */
function sizeOf(results: Readonly<Record<string, QueryResult>>): number {
  let size = 0;
  for (const { search_types } of Object.values(results)) {
    for (const result of Object.values(search_types)) {
      if (result.type === 'messages')
        for (const { message } of result.messages) size += Math.ceil(Object.keys(message).length / usualFields);
      if (result.type === 'pivot') for (const { values } of result.rows) size += 1 + values.length;
    }
  }
  return size;
}

export class SearchJobs {
  readonly #jobs = new Map<string, Job>();
  readonly #options: JobsOptions;
  readonly #sweeper: NodeJS.Timeout;

  constructor(options: JobsOptions) {
    this.#options = options;
    this.#sweeper = setInterval(() => this.#sweep(), 10_000).unref();
  }

  /**
   * Starts a job. All ranges are resolved at the same instant.
   * @throws MissingStreamPermissionError, TimeRangeError, SearchTypeError, TooManyRequestsError before anything runs
   */
  start(search: CompleteSearch, state: ExecutionState, caller: SearchCaller): string {
    const now = this.#options.now();
    const { runningSearches, searchTypes } = this.#options.settings;
    if (this.#of(caller.username, ({ done }) => !done).length >= runningSearches) {
      throw new TooManyRequestsError(texts.tooManySearches(runningSearches), 1);
    }
    const applied = applyState(search, state, caller);
    const wanted = applied.queries.reduce((sum, { search_types: types }) => sum + (types?.length ?? 0), 0);
    if (wanted > searchTypes) throw new SearchTypeError(texts.tooManySearchTypes(searchTypes, wanted));
    const planned = applied.queries.map((query) => planQuery(query, now));
    const job: Job = {
      id: newEntityId(),
      searchId: search.id,
      owner: caller.username,
      results: {},
      size: 0,
      errors: [],
      controller: new AbortController(),
      finished: Promise.resolve(),
      done: false,
      waiting: 0,
      exceptional: false,
      delivered: false,
      lastAccess: Date.now(),
    };
    this.#jobs.set(job.id, job);
    const limit = this.#options.settings.queryTimeRangeLimit();
    for (const query of planned) {
      const violation = rangeViolation(query, limit);
      if (!violation) continue;
      job.errors.push({
        type: violation.searchTypeId === undefined ? 'query' : 'search_type',
        description: violation.message,
        query_id: query.query.id,
        ...(violation.searchTypeId !== undefined && { search_type_id: violation.searchTypeId }),
      });
    }
    if (job.errors.length > 0) {
      job.done = true;
      job.exceptional = true;
      return job.id;
    }
    const bindings = resolveBindings(search.parameters, state.parameter_bindings);
    const totals = new Map<string, number>();
    const run = async (): Promise<void> => {
      for (const query of planned) {
        const { store, log, settings, decorators } = this.#options;
        const context = { store, log, settings, decorators, bindings, now, signal: job.controller.signal };
        const result = await executeQuery(query, context, totals);
        job.results[query.query.id] = result;
        job.errors.push(...result.errors);
      }
    };
    job.finished = run()
      .catch((error: unknown) => {
        if (job.controller.signal.aborted) return;
        this.#options.log.error('A search failed', { error: String(error) });
        job.errors.push({ type: 'query', description: error instanceof Error ? error.message : String(error) });
      })
      .finally(() => {
        job.done = true;
        job.exceptional = job.errors.length > 0;
        job.size = sizeOf(job.results);
        this.#forgetUncollected(job);
      });
    return job.id;
  }

  /** Waits until the job is done or the time is over. Aborting the signal cancels the job: nobody waits for it any more. */
  async wait(id: string, milliseconds: number, signal?: AbortSignal): Promise<void> {
    const job = this.#jobs.get(id);
    if (!job || job.done) return;
    const cancel = (): void => this.#abort(job);
    signal?.addEventListener('abort', cancel);
    if (signal?.aborted) cancel();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
    job.waiting += 1;
    await Promise.race([job.finished, timeout]);
    job.waiting -= 1;
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    job.lastAccess = Date.now();
  }

  /** @returns undefined when there is no such job of this user */
  status(id: string, username: string): SearchJob | undefined {
    const job = this.#own(id, username);
    if (!job) return undefined;
    job.lastAccess = Date.now();
    if (job.done && !job.delivered) {
      job.delivered = true;
      this.#forgetDelivered(job);
    }
    return {
      id: job.id,
      search_id: job.searchId,
      owner: job.owner,
      ...(job.errors.length > 0 && { errors: job.errors }),
      results: job.results,
      execution: {
        done: job.done,
        cancelled: job.controller.signal.aborted,
        completed_exceptionally: job.exceptional,
      },
    };
  }

  /** Stops what is computed for it. False: there is no such job of this user. */
  cancel(id: string, username: string): boolean {
    const job = this.#own(id, username);
    if (!job) return false;
    this.#abort(job);
    return true;
  }

  /** Stops everything that runs and forgets everything. */
  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    const jobs = [...this.#jobs.values()];
    this.#jobs.clear();
    for (const job of jobs) this.#abort(job);
    await Promise.all(jobs.map((job) => job.finished));
  }

  #own(id: string, username: string): Job | undefined {
    const job = this.#jobs.get(id);
    return job?.owner === username ? job : undefined;
  }

  #abort(job: Job): void {
    if (!job.done) job.controller.abort(new SearchCancelled());
  }

  #of(username: string, matches: (job: Job) => boolean): Job[] {
    return [...this.#jobs.values()].filter((job) => job.owner === username && matches(job));
  }

  /** Results that were delivered are kept for whoever asks again. */
  #forgetDelivered(latest: Job): void {
    const delivered = [...this.#jobs.values()].filter((job) => job.delivered && job !== latest);
    this.#forget(delivered, this.#options.settings.keptResults - latest.size);
  }

  /** Results that nobody waits for and nobody has asked for. */
  #forgetUncollected(latest: Job): void {
    if (latest.waiting > 0) return;
    const left = this.#of(latest.owner, (job) => job.done && !job.delivered && job.waiting === 0 && job !== latest);
    this.#forget(left, this.#options.settings.uncollectedResults - latest.size);
  }

  /** Oldest first, until the others fit. */
  #forget(jobs: readonly Job[], room: number): void {
    let kept = jobs.reduce((sum, { size }) => sum + size, 0);
    for (const job of jobs) {
      if (kept <= room) return;
      this.#jobs.delete(job.id);
      kept -= job.size;
    }
  }

  #sweep(): void {
    const now = Date.now();
    for (const job of this.#jobs.values()) {
      if (!job.done && job.waiting === 0 && now - job.lastAccess > abandonedMs) this.#abort(job);
      if (job.done && now - job.lastAccess > keptMs) this.#jobs.delete(job.id);
    }
    const done = [...this.#jobs.values()].filter((job) => job.done).sort((a, b) => a.lastAccess - b.lastAccess);
    for (const job of done.slice(0, Math.max(0, this.#jobs.size - keptJobs))) this.#jobs.delete(job.id);
  }
}
