/** Runs searches as jobs, and keeps finished jobs while clients poll them (contract search: search.status). */
import type { ExecutionState, QueryResult, SearchError, SearchJob } from '../../../api/contract/searches.js';
import { newEntityId } from '../foundation/ids.js';
import { TooManyRequestsError } from '../foundation/errors.js';
import type { Log } from '../log/log.js';
import type { MessageStore, Rank } from '../store/types.js';
import type { PatternOf } from '../grok/grok.js';
import { resolveBindings } from './bindings.js';
import { readComputedFields } from './computed-fields.js';
import type { Decorate } from './decorators.js';
import { SearchTypeError } from './errors.js';
import { executeQuery } from './execution.js';
import { HeldResults } from './held-results.js';
import { droppedJobs } from './job-retention.js';
import { planQuery, rangeViolation } from './query-plan.js';
import { ownMeter } from './result-size.js';
import { readerFor } from './reader.js';
import type { CompleteSearch, SearchCaller } from './search-document.js';
import { forcedQueries, restrictedPlan } from './restriction.js';
import { applyState } from './search-document.js';
import { builtInDecorators } from './decorators.js';
import type { SearchSettings } from './settings.js';
import { Semaphore } from '../foundation/semaphore.js';
import { errorOf } from '../foundation/caught.js';
import { texts } from './texts.js';

/** Milliseconds after which a running job that nobody waits for or polls is aborted. */
const abandonedMs = 30_000;

class SearchCancelled extends Error {
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
  readonly errors: SearchError[];
  readonly controller: AbortController;
  /** Resolves when the job is done; never rejects. */
  finished: Promise<void>;
  done: boolean;
  /** Epoch milliseconds at which the job began to wait for other jobs of its owner; undefined once the job runs. */
  queuedAt: number | undefined;
  /** Number of requests that wait for the job or are sending its result. */
  waiting: number;
  /** True if the job ended with errors. */
  exceptional: boolean;
  /** True once the owner has received the whole result. */
  delivered: boolean;
  /** Time of the last request for the job, epoch milliseconds. */
  lastAccess: number;
}

export interface JobsOptions {
  readonly store: MessageStore;
  readonly log: Log;
  readonly settings: SearchSettings;
  readonly decorators: ReadonlyMap<string, Decorate>;
  readonly now: () => number;
  readonly patternOf: PatternOf;
}

export interface SearchLoad {
  readonly running: number;
  readonly waiting: number;
  /** Waiting time of the job that has waited longest, in milliseconds. */
  readonly oldestMs: number;
  /** Approximate memory of all results in bytes. */
  readonly resultBytes: number;
}

export class SearchJobs {
  readonly #jobs = new Map<string, Job>();
  readonly #options: JobsOptions;
  readonly #sweeper: NodeJS.Timeout;
  readonly #semaphore: Semaphore;
  readonly #held: HeldResults<Job>;

  constructor(options: JobsOptions) {
    this.#options = options;
    this.#semaphore = new Semaphore(options.settings.runningSearches);
    this.#held = new HeldResults(options.settings, ({ id }) => this.#jobs.delete(id));
    this.#sweeper = setInterval(() => this.#sweep(), 10_000).unref();
  }

  /**
   * Starts a job and returns its id. All time ranges are resolved at the time of the call. All errors are thrown before
   * anything runs.
   * @throws MissingStreamPermissionError for a stream that the caller may not read, or when the caller may read none
   * @throws BadRequestError for too many streams or invalid computed fields
   * @throws TimeRangeError for an invalid range
   * @throws SearchTypeError for an invalid or too large search
   * @throws TooManyRequestsError for too many waiting searches of the caller
   */
  start(search: CompleteSearch, state: ExecutionState, caller: SearchCaller, rank: Rank = 'interactive'): string {
    const now = this.#options.now();
    const { runningSearches, waitingSearches, queries, searchTypes } = this.#options.settings;
    const unfinished = [...this.#jobs.values()].filter(({ owner, done }) => owner === caller.username && !done);
    if (unfinished.length >= runningSearches + waitingSearches)
      throw new TooManyRequestsError(texts.tooManySearches(waitingSearches), 1);
    if (search.queries.length > queries)
      throw new SearchTypeError(texts.tooManyQueries(queries, search.queries.length));
    const applied = applyState(search, state, caller);
    const computed = readComputedFields(state.additional_parameters?.['computed_fields'], this.#options.patternOf);
    const wanted = applied.queries.reduce((sum, { search_types: types }) => sum + (types?.length ?? 0), 0);
    if (wanted > searchTypes) throw new SearchTypeError(texts.tooManySearchTypes(searchTypes, wanted));
    const { restriction } = caller;
    const forced = forcedQueries(restriction, this.#options.settings);
    const planned = applied.queries.map((query) => restrictedPlan(planQuery(query, now), restriction, now));
    const job: Job = {
      id: newEntityId(),
      searchId: search.id,
      owner: caller.username,
      results: {},
      errors: [],
      controller: new AbortController(),
      finished: Promise.resolve(),
      done: false,
      queuedAt: Date.now(),
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
    const { log, settings } = this.#options;
    // A guest gets only the built-in decorators: others could read data that the token does not permit, for instance in
    // lookup tables.
    const decorators = restriction ? builtInDecorators : this.#options.decorators;
    const events = restriction?.events ?? true;
    const { signal } = job.controller;
    const meter = this.#held.meter(job);
    const store = readerFor(this.#options.store, { username: job.owner, rank });
    const requested = state.additional_parameters?.['timezone'];
    const timezone = typeof requested === 'string' ? requested : caller.timezone;
    const context = { store, log, settings, decorators, bindings, now, signal, forced, events, timezone, computed };
    const run = async (): Promise<void> => {
      job.queuedAt = undefined;
      for (const query of planned) {
        const own = ownMeter(meter);
        const result = await executeQuery(query, { ...context, meter: own }, totals).catch((error: unknown) => {
          own.giveBackAll();
          throw error;
        });
        job.results[query.query.id] = result;
        job.errors.push(...result.errors);
      }
    };
    job.finished = this.#semaphore
      .within(job.owner, signal, run)
      .catch((error: unknown) => {
        if (job.controller.signal.aborted) return;
        this.#options.log.error('A search failed', { error: String(error) });
        job.errors.push({ type: 'query', description: errorOf(error).message });
      })
      .finally(() => {
        job.done = true;
        job.exceptional = job.errors.length > 0;
      });
    return job.id;
  }

  /**
   * Waits until the job is done or the given time has passed, and returns the present state of the job. Aborting the
   * signal cancels the job.
   * @throws Error when there is no job with the id
   */
  async wait(id: string, milliseconds: number, signal?: AbortSignal): Promise<SearchJob> {
    const job = this.#jobs.get(id);
    if (!job) throw new Error(`Search job ${id} was lost`);
    if (job.done) return answerOf(job);
    const cancel = (): void => this.#abort(job);
    signal?.addEventListener('abort', cancel);
    if (signal?.aborted) cancel();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
    job.waiting += 1;
    await Promise.race([job.finished, timeout]);
    // The answer is built before the number of waiting requests decreases, because afterwards the result may be dropped
    // at any time.
    const answer = answerOf(job);
    job.waiting -= 1;
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    return answer;
  }

  /**
   * Keeps a result while it is being sent: it is not dropped until the returned function is called.
   */
  keep(id: string): () => void {
    const job = this.#jobs.get(id);
    if (!job) return () => {};
    job.waiting += 1;
    return () => {
      job.waiting -= 1;
      job.lastAccess = Date.now();
    };
  }

  /** Returns the present state of a job, or undefined if the user has no such job. */
  status(id: string, username: string): SearchJob | undefined {
    const job = this.#own(id, username);
    return job && answerOf(job);
  }

  /**
   * Aborts a job if it still runs.
   * @returns false if the user has no such job
   */
  cancel(id: string, username: string): boolean {
    const job = this.#own(id, username);
    if (!job) return false;
    this.#abort(job);
    return true;
  }

  /** Returns the numbers of running and waiting searches, and the memory of their results. */
  get load(): SearchLoad {
    const { taken, waiting, oldest } = this.#semaphore;
    const oldestMs = oldest === undefined ? 0 : Math.max(0, Date.now() - oldest);
    return { running: taken, waiting, oldestMs, resultBytes: this.#held.bytes };
  }

  /** Stops all jobs and drops all results. */
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

  #drop(job: Job): void {
    this.#jobs.delete(job.id);
    this.#held.release(job);
  }

  #sweep(): void {
    const now = Date.now();
    for (const job of this.#jobs.values())
      if (!job.done && job.waiting === 0 && now - job.lastAccess > abandonedMs) this.#abort(job);
    for (const job of droppedJobs([...this.#jobs.values()], now)) this.#drop(job);
  }
}

/** Builds the answer for the owner, and marks the result as delivered. */
function answerOf(job: Job): SearchJob {
  job.lastAccess = Date.now();
  if (job.done) job.delivered = true;
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
      ...(!job.done && job.queuedAt !== undefined && { queued_ms: Math.max(0, Date.now() - job.queuedAt) }),
    },
  };
}
