/** The search engine over stored messages, for routes and for background work such as alerts and exports. */
import type {
  ExecutionState,
  FieldType,
  Parameter,
  SearchJob,
  Suggestions,
  TimeRange,
  ValidationAnswer,
} from '../../../api/contract/searches.js';
import type { DifferencesAnswer, DifferencesRequest } from '../../../api/contract/differences.js';
import type { PatternsAnswer } from '../../../api/contract/patterns.js';
import type { Log } from '../log/log.js';
import { TooManyRequestsError } from '../foundation/errors.js';
import type { MessageStore, Rank } from '../store/types.js';
import { asOptional, hasLookups, withLookups, type LookUp } from './lookup-parameters.js';
import { resolveBindings } from './bindings.js';
import { readComputedFields } from './computed-fields.js';
import { previewComputed } from './computed-preview.js';
import type { ComputedPreview, ComputedPreviewBody } from '../../../api/contract/computed-fields.js';
import type { PatternOf } from '../grok/grok.js';
import { readQuery } from './compile.js';
import type { Decorate } from './decorators.js';
import { builtInDecorators } from './decorators.js';
import { SearchTypeError } from './errors.js';
import type { ExportRequest } from './export.js';
import { exportText } from './export.js';
import { listFields } from './field-list.js';
import { SearchJobs, type SearchLoad } from './jobs.js';
import type { FoundMessage } from './found-message.js';
import { isAmong } from './message-rows.js';
import { readMessage } from './read-message.js';
import { checkTimezone, parseNaturalDate } from './natural-date.js';
import type { PlannedSearchType } from './query-plan.js';
import { matchOf, planQuery, rangeViolation } from './query-plan.js';
import { findDifferences } from './differences.js';
import { findPatterns } from './patterns.js';
import { readerFor } from './reader.js';
import type { SearchRestriction } from './restriction.js';
import { forcedQueries, restrictedPlan, restrictedRange } from './restriction.js';
import type { CompleteSearch, SearchCaller } from './search-document.js';
import { applyState } from './search-document.js';
import type { SearchSettings } from './settings.js';
import { settingsOf } from './settings.js';
import { Semaphore } from '../foundation/semaphore.js';
import { suggestValues } from './suggest.js';
import { texts } from './texts.js';
import type { ResolvedRange } from './time-range.js';
import { defaultRange, resolveRange } from './time-range.js';
import { validateQueries } from './validate.js';
import { WarmUp, type WarmUpFigures } from './warm-up.js';

/** Milliseconds after which `execute` returns the unfinished job. */
const executionWaitMs = 60_000;

/**
 * Milliseconds by which the clocks of senders may be fast. A guest may open a message by its id if its timestamp is at
 * most this far in the future.
 */
const lateMs = 24 * 60 * 60_000;

export interface SearchEngineOptions {
  readonly store: MessageStore;
  readonly log: Log;
  readonly settings?: Partial<SearchSettings>;
  /**
   * Tells whether a word of a query may begin with a wildcard. It is called for every search. If it is absent,
   * `settings` decides.
   */
  readonly allowLeadingWildcard?: () => boolean;
  /** Looks up parameter values in lookup tables; if absent, no lookup tables exist. */
  readonly lookUp?: LookUp;
  /** Returns the grok pattern with a name, for computed fields; if absent, no grok patterns exist. */
  readonly patternOf?: PatternOf;
  /** Returns the present time in epoch milliseconds; replaced in tests. */
  readonly now?: () => number;
}

export interface ExportSource {
  readonly search: CompleteSearch;
  readonly state: ExecutionState;
  /**
   * Id of the search type to export with its decorators; if absent, the messages of the search's only query are
   * exported.
   */
  readonly searchTypeId?: string;
  readonly caller: SearchCaller;
  /** Replaces the time ranges of the search. */
  readonly timerange?: TimeRange;
}

/** A search whose messages are examined; without a state it is executed as it is stored. */
type ExaminedSource = Pick<ExportSource, 'search' | 'caller'> & Partial<Pick<ExportSource, 'state'>>;

/** The parts of an export request that follow from its search: the user, the match and the decorators. */
type PlannedExport = Pick<ExportRequest, 'username' | 'match' | 'decorators'>;

export interface SearchEngine {
  /**
   * Starts a search, waits for it up to `waitMs` (a minute by default), and returns its job. Aborting the signal
   * cancels the search. All errors are thrown before anything runs.
   * @throws MissingStreamPermissionError for a stream that the caller may not read, TimeRangeError for an invalid
   * range, SearchTypeError for an invalid search, BadRequestError for too many streams or invalid computed fields,
   * TooManyRequestsError for too many waiting searches
   */
  execute(
    search: CompleteSearch,
    state: ExecutionState,
    caller: SearchCaller,
    options?: { signal?: AbortSignal; waitMs?: number; rank?: Rank },
  ): Promise<SearchJob>;
  /** Returns the present state of a job, or undefined if the user has no such job. */
  status(jobId: string, username: string): SearchJob | undefined;
  cancel(jobId: string, username: string): boolean;
  /**
   * Keeps the result of a job while it is being sent: until the returned function is called, the result is not dropped
   * to make room for other results.
   */
  keep(jobId: string): () => void;
  /** Validates queries. @param request `streams` names the streams whose fields count as known */
  validate(request: {
    readonly streams: readonly string[];
    readonly queries: readonly string[];
    readonly timerange?: TimeRange;
    readonly parameters?: readonly Parameter[];
    readonly bindings?: Readonly<Record<string, unknown>>;
  }): ValidationAnswer;
  /** Returns the fields with a column that messages in the streams have, in the given time range or of all time. */
  fields(streams: readonly string[], timerange?: TimeRange): FieldType[];
  suggest(
    request: {
      field: string;
      input: string;
      size: number;
      timerange?: TimeRange;
      streams: readonly string[];
      username: string;
      restriction?: SearchRestriction;
      /** Definitions of computed fields as JSON texts by name, from the client. */
      computed?: unknown;
    },
    signal?: AbortSignal,
  ): Promise<Suggestions>;
  /**
   * Returns a message by index and id, whatever its streams; undefined if the message does not exist or its index is
   * not open.
   */
  message(index: string, id: string, username: string, signal?: AbortSignal): Promise<FoundMessage | undefined>;
  /** Tells whether the caller's restriction permits a message that was found. */
  admits(found: FoundMessage, caller: SearchCaller, signal?: AbortSignal): Promise<boolean>;
  /**
   * Prepares an export of messages.
   * @throws SearchTypeError for a search that cannot be exported, TimeRangeError for an invalid range,
   * MissingStreamPermissionError for a stream that the caller may not read
   */
  planExport(source: ExportSource): PlannedExport;
  /**
   * Finds the templates of the messages that a search finds; aborting the signal ends the work.
   * @throws the errors of `planExport`, and TooManyRequestsError when too many such requests of the user wait
   */
  patterns(source: ExaminedSource, signal: AbortSignal): Promise<PatternsAnswer>;
  /**
   * Compares a selection of the messages that a search finds with its other messages; aborting the signal ends the
   * work.
   * @throws the errors of `patterns`, and SearchTypeError for an invalid selection
   */
  differences(
    source: ExaminedSource,
    selection: DifferencesRequest['selection'],
    signal: AbortSignal,
  ): Promise<DifferencesAnswer>;
  /**
   * Computes the values of a computed field in sample texts.
   * @throws BadRequestError for an invalid pattern
   */
  previewComputed(body: ComputedPreviewBody, username: string, signal: AbortSignal): Promise<ComputedPreview>;
  /** Yields the text of an export in parts. @throws TooManyRequestsError when too many exports of the user wait */
  exportText(request: ExportRequest, signal: AbortSignal): AsyncGenerator<string>;
  readonly load: SearchLoad;
  /** Duration, number of searches and bytes of the warm-up so far. */
  readonly warmed: WarmUpFigures;
  /** Resolves a natural-language time range. @throws TimeRangeError when the text or the time zone is invalid */
  naturalDate(text: string, timezone: string): ResolvedRange;
  /** Checks a query. @throws SearchTypeError when it is invalid */
  checkQuery(text: string): void;
  /** Checks the name of a time zone. @throws TimeRangeError when it is unknown */
  checkTimezone(name: string): void;
  /**
   * Registers the implementation of a decorator type that other parts of the server provide (pipelines, lookup tables).
   */
  registerDecorator(type: string, decorate: Decorate): void;
  /**
   * Runs the preparations that the first search would otherwise wait for.
   * @returns a promise that resolves when they are done; it never rejects
   */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

export function createSearchEngine(options: SearchEngineOptions): SearchEngine {
  const { store, log } = options;
  const settings = settingsOf(options.settings, options.allowLeadingWildcard);
  const patternOf = options.patternOf ?? (() => undefined);
  const now = options.now ?? Date.now;
  const decorators = new Map(builtInDecorators);
  const exports = new Semaphore(settings.runningExports);
  const patterns = new Semaphore(1);
  /**
   * Limits the running examinations (`examine`) of all users, because each of them occupies the event loop most of the
   * time.
   */
  const allPatterns = new Semaphore(2);
  const jobs = new SearchJobs({ store, log, settings, decorators, now, patternOf });
  const isRequested = (): boolean => jobs.load.running > 0 || jobs.load.waiting > 0;
  const warming = new WarmUp({ store, log, settings, now, isAsked: isRequested });
  const planMessages = ({ search, state, searchTypeId, caller, timerange }: ExportSource) => {
    const at = now();
    const applied = applyState(search, state, caller);
    const queries =
      searchTypeId === undefined
        ? applied.queries
        : applied.queries.filter((query) => query.search_types?.some(({ id }) => id === searchTypeId));
    const [query] = queries;
    if (!query || queries.length > 1) {
      throw new SearchTypeError(searchTypeId === undefined ? texts.exportOneQuery : texts.noSearchType(searchTypeId));
    }
    const bindings = resolveBindings(search.parameters, state.parameter_bindings);
    const { restriction } = caller;
    const planned = restrictedPlan(planQuery(query, at), restriction, at);
    const whole: PlannedSearchType = {
      searchType: { id: '', type: 'messages' },
      range: planned.range,
      allTime: planned.allTime,
    };
    const found =
      searchTypeId === undefined ? whole : planned.searchTypes.find(({ searchType }) => searchType.id === searchTypeId);
    if (found?.searchType.type !== 'messages') throw new SearchTypeError(texts.exportMessages);
    const own = timerange && restrictedRange(resolveRange(timerange, at), restriction, at);
    const one = own ? { ...found, range: own } : found;
    const request: PlannedExport = {
      username: caller.username,
      match: matchOf(query, one, {
        now: at,
        bindings,
        settings,
        forced: forcedQueries(restriction, settings),
        computed: readComputedFields(state.additional_parameters?.['computed_fields'], patternOf),
      }),
      decorators: restriction
        ? (found.searchType.decorators ?? []).filter(({ type }) => builtInDecorators.has(type))
        : (found.searchType.decorators ?? []),
    };
    return { planned, request };
  };
  /**
   * Passes all messages that a search finds to `look`. Each user may run one such examination at a time, and all users
   * together may run two.
   * @throws TooManyRequestsError when too many examinations of the user are waiting; SearchTypeError unless the search
   * has one query with one search type and an allowed range; the errors of `planMessages`
   */
  const examine = <T>(
    { search, state = {}, caller }: ExaminedSource,
    signal: AbortSignal,
    look: (reader: ReturnType<typeof readerFor>, match: PlannedExport['match']) => Promise<T>,
  ): Promise<T> => {
    const { username } = caller;
    const { waitingExports } = settings;
    if (patterns.waitingOf(username) >= waitingExports)
      throw new TooManyRequestsError(texts.tooManyPatterns(waitingExports), 10);
    const [query] = search.queries;
    if (!query || search.queries.length > 1) throw new SearchTypeError(texts.exportOneQuery);
    if (query.search_types?.length !== 1) throw new SearchTypeError(texts.exportMessages);
    const searchTypeId = query.search_types[0]?.id ?? '';
    const { planned, request } = planMessages({ search, state, caller, searchTypeId });
    const tooLong = rangeViolation(planned, settings.queryTimeRangeLimit());
    if (tooLong) throw new SearchTypeError(tooLong.message);
    const reader = readerFor(store, { username, rank: 'export' });
    return patterns.within(username, signal, () => allPatterns.within('', signal, () => look(reader, request.match)));
  };
  return {
    async execute(search, state, caller, { signal, waitMs = executionWaitMs, rank } = {}) {
      // A search without lookup parameters is queued synchronously, in the order of its request.
      const requested =
        options.lookUp && hasLookups(search.parameters)
          ? { ...search, parameters: [...(await withLookups(search.parameters, options.lookUp))] }
          : search;
      const id = jobs.start(requested, state, caller, rank);
      // The warm-up pauses, because it would delay the search.
      if (rank === undefined || rank === 'interactive') warming.giveWay();
      return jobs.wait(id, waitMs, signal);
    },
    status: (jobId, username) => jobs.status(jobId, username),
    cancel: (jobId, username) => jobs.cancel(jobId, username),
    keep: (jobId) => jobs.keep(jobId),
    validate({ streams, queries, timerange, parameters, bindings }) {
      const at = now();
      return validateQueries(queries, {
        fields: listFields(store, streams, resolveRange(timerange ?? defaultRange, at)),
        bindings: resolveBindings(asOptional(parameters ?? []), { ...bindings }),
        settings,
        now: at,
      });
    },
    previewComputed: (body, username, signal) =>
      previewComputed(readerFor(store, { username, rank: 'interactive' }), body, patternOf, signal),
    fields: (streams, timerange) => listFields(store, streams, timerange && resolveRange(timerange, now())),
    suggest({ field, input, size, timerange, streams, username, restriction, computed }, signal) {
      const at = now();
      const forced = forcedQueries(restriction, settings);
      const match = {
        range: restrictedRange(resolveRange(timerange ?? defaultRange, at), restriction, at),
        streams,
        queries: forced,
        forced,
        now: at,
        computed: readComputedFields(computed, patternOf),
      };
      return suggestValues(readerFor(store, { username, rank: 'interactive' }), { field, input, size, match }, signal);
    },
    message: (index, id, username, signal) =>
      readMessage(readerFor(store, { username, rank: 'interactive' }), index, id, signal),
    async admits({ message }, { username, restriction, mayReadStream }, signal) {
      if (!restriction) return true;
      const at = now();
      const range = restrictedRange({ from: 0, to: at + lateMs }, restriction, at);
      const streams = (Array.isArray(message['streams']) ? message['streams'].map(String) : []).filter(mayReadStream);
      const queries = forcedQueries(restriction, settings);
      const reader = readerFor(store, { username, rank: 'interactive' });
      return isAmong(reader, { range, streams, queries, now: at }, String(message['_id']), signal);
    },
    planExport: (wanted) => planMessages(wanted).request,
    patterns: (source, signal) => examine(source, signal, (reader, match) => findPatterns(reader, match, signal)),
    differences(source, { timerange, query }, signal) {
      const selection = {
        range: timerange && resolveRange(timerange, now()),
        query: query === undefined ? undefined : readQuery(query, settings),
      };
      if (!selection.range && !selection.query) throw new SearchTypeError(texts.noSelection);
      return examine(source, signal, (reader, match) => findDifferences(reader, match, selection, signal));
    },
    exportText(request, signal) {
      const { username } = request;
      if (exports.waitingOf(username) >= settings.waitingExports)
        throw new TooManyRequestsError(texts.tooManyExports(settings.waitingExports), 10);
      const reader = readerFor(store, { username, rank: 'export' });
      const failed = (error: unknown): void =>
        log.warn('Decorators failed; the messages are exported undecorated', { error: String(error) });
      return inTurn(exports, username, signal, () =>
        exportText(request, { store: reader, decorators, signal, failed }),
      );
    },
    get load() {
      return jobs.load;
    },
    get warmed() {
      return warming.figures;
    },
    naturalDate: (text, timezone) => parseNaturalDate(text, timezone, now()),
    checkQuery: (text) => void readQuery(text, settings),
    checkTimezone: (name) => void checkTimezone(name),
    registerDecorator: (type, decorate) => void decorators.set(type, decorate),
    warmUp: () => warming.run(),
    async close() {
      await warming.close();
      await jobs.close();
    },
  };
}

/** Yields the text of an export, which begins as soon as the limit of the user's running exports permits it. */
async function* inTurn(
  semaphore: Semaphore,
  username: string,
  signal: AbortSignal,
  text: () => AsyncGenerator<string>,
): AsyncGenerator<string> {
  await semaphore.enter(username, signal);
  try {
    yield* text();
  } finally {
    semaphore.leave(username);
  }
}
