/**
 * Runs the queries of a job, one search type after another; search types fail independently (contract search S8–S13).
 */
import type {
  AbsoluteRange,
  Decorator,
  EventsResult,
  MessageSort,
  MessagesResult,
  PivotResult,
  QueryResult,
  ResultMessage,
  SearchError,
  SearchType,
  SearchTypeResult,
} from '../../../api/contract/searches.js';
import type { QueryNode } from '../../../api/language/index.js';
import { instantText } from '../../../api/instant-text.js';
import type { Log } from '../log/log.js';
import { Yielder } from '../foundation/yielding.js';
import type { MessageReader } from '../store/types.js';
import type { Binding } from './bindings.js';
import type { ComputedField } from './computed-fields.js';
import type { Decorate } from './decorators.js';
import { decorate } from './decorators.js';
import { SearchTypeError } from './errors.js';
import { findEvents } from './events.js';
import { createHighlighter } from './highlight.js';
import type { Match } from './match.js';
import { matchKey } from './match.js';
import { countMatches, readPage } from './message-rows.js';
import { executePivot } from './pivot.js';
import type { PlannedQuery, PlannedSearchType } from './query-plan.js';
import { matchOf } from './query-plan.js';
import type { ResultMeter } from './result-size.js';
import { ownMeter, sizeOf } from './result-size.js';
import type { SearchSettings } from './settings.js';
import { texts } from './texts.js';
import { wireRange } from './time-range.js';

const defaultMessageLimit = 150;

/** Largest number of decorators of one search type. */
const mostDecorators = 50;
/** Number of messages that are decorated without yielding to the event loop. */
const decoratedAtOnce = 50;

export interface ExecutionContext {
  readonly store: MessageReader;
  readonly log: Log;
  readonly settings: SearchSettings;
  readonly decorators: ReadonlyMap<string, Decorate>;
  readonly bindings: ReadonlyMap<string, Binding>;
  readonly now: number;
  readonly signal: AbortSignal;
  readonly meter: ResultMeter;
  readonly forced: readonly QueryNode[];
  /** True when events may be searched. */
  readonly events: boolean;
  /** Fields that are computed while the search runs. */
  readonly computed?: readonly ComputedField[] | undefined;
}

/** Caches the numbers of matching messages, because several search types of a job often need the same number. */
type Totals = Map<string, number>;

/**
 * Executes the search types of a query. A search type that fails is reported in the result.
 * @param totals cache of the numbers of matching messages, shared by the queries of a job
 * @throws the reason of the signal when the job is aborted
 */
export async function executeQuery(
  planned: PlannedQuery,
  context: ExecutionContext,
  totals: Totals,
): Promise<QueryResult> {
  const started = performance.now();
  const startedAt = Date.now();
  const { query } = planned;
  const results: Record<string, SearchTypeResult> = {};
  const errors: SearchError[] = [];
  for (const one of planned.searchTypes) {
    context.signal.throwIfAborted();
    const { id, name } = one.searchType;
    const meter = ownMeter(context.meter);
    try {
      const result = await executeSearchType(planned, one, { ...context, meter }, totals);
      results[id] = { id, ...nameOf(result, name), ...result } as SearchTypeResult;
    } catch (error) {
      meter.giveBackAll();
      context.signal.throwIfAborted();
      errors.push(errorOf(error, query.id, id, context.log));
    }
  }
  const failed = errors.length > 0 && Object.keys(results).length === 0;
  return {
    query,
    execution_stats: {
      duration: Math.round(performance.now() - started),
      timestamp: instantText(startedAt),
      effective_timerange: rangeOfQuery(planned, results),
    },
    search_types: results,
    errors,
    state: failed ? 'FAILED' : 'COMPLETED',
  };
}

/** Returns the name of a result: null for event searches; otherwise the name in the request, if there is one. */
function nameOf(result: Unnamed<SearchTypeResult>, name: string | null | undefined): { name?: string | null } {
  if (result.type === 'events') return { name: null };
  return name == null ? {} : { name };
}

/**
 * Returns the effective time range of a query. For "all time" with pivots, this is the span from the first to the last
 * message of the pivots (contract search S10).
 */
function rangeOfQuery(
  { range, allTime }: PlannedQuery,
  results: Readonly<Record<string, SearchTypeResult>>,
): AbsoluteRange {
  const pivots = Object.values(results).filter((result): result is PivotResult => result.type === 'pivot');
  if (!allTime || pivots.length === 0) return wireRange(range);
  const ranges = pivots.map((pivot) => pivot.effective_timerange);
  return {
    type: 'absolute',
    from: ranges.map(({ from }) => from).sort()[0] ?? '',
    to:
      ranges
        .map(({ to }) => to)
        .sort()
        .at(-1) ?? '',
  };
}

type Unnamed<T> = T extends unknown ? Omit<T, 'id' | 'name'> : never;

async function executeSearchType(
  planned: PlannedQuery,
  one: PlannedSearchType,
  context: ExecutionContext,
  totals: Totals,
): Promise<Unnamed<SearchTypeResult>> {
  const { searchType } = one;
  const { type } = searchType;
  if (type !== 'messages' && type !== 'pivot' && type !== 'events')
    throw new SearchTypeError(texts.unknownSearchType(type));
  const { meter, signal } = context;
  meter.assertRoom();
  const match = matchOf(planned.query, one, context);
  if (type === 'messages') return executeMessages(searchType, match, context, totals);
  if (type === 'pivot') {
    const result = await executePivot(context.store, searchType, match, one.allTime, context.settings, meter, signal);
    totals.set(matchKey(match), result.total);
    return result;
  }
  if (!context.events) throw new SearchTypeError(texts.eventsNotForGuests);
  const events = await findEvents(context.store, match, meter, signal);
  return { type: 'events', events } satisfies Unnamed<EventsResult>;
}

async function executeMessages(
  searchType: SearchType,
  match: Match,
  context: ExecutionContext,
  totals: Totals,
): Promise<Omit<MessagesResult, 'id' | 'name'>> {
  const { store, settings, signal, meter } = context;
  const limit = searchType.limit ?? defaultMessageLimit;
  const offset = searchType.offset ?? 0;
  if (limit + offset > settings.resultWindow) {
    throw new SearchTypeError(texts.unableToSearch(texts.resultWindow(settings.resultWindow, limit + offset)), {
      type: 'result_window_limit',
      result_window_limit: settings.resultWindow,
    });
  }
  const decorators = searchType.decorators ?? [];
  if (decorators.length > mostDecorators)
    throw new SearchTypeError(texts.tooManyDecorators(mostDecorators, decorators.length));
  const key = matchKey(match);
  const total = totals.get(key) ?? (await countMatches(store, match, signal)).total;
  totals.set(key, total);
  const sort = (searchType.sort ?? []).filter((entry): entry is MessageSort => 'order' in entry);
  const fields = decorators.length > 0 ? [] : (searchType.fields ?? []);
  const found = offset < total ? await readPage(store, { match, sort, offset, limit, fields }, meter, signal) : [];
  // A guest must not learn which filter an embed token forces, so words of the forced filter are not highlighted.
  const searched = match.queries.filter((query) => !context.forced.includes(query));
  const highlight = settings.allowHighlighting ? createHighlighter(searched) : undefined;
  const yielder = new Yielder();
  const messages: ResultMessage[] = [];
  for (const { message, index } of found) {
    const ranges = highlight ? highlight(message, index) : null;
    meter.take(sizeOf(ranges));
    messages.push({ highlight_ranges: ranges, message, index: index.name, decoration_stats: null });
    if (yielder.isOver) await yielder.pause();
    signal.throwIfAborted();
  }
  const answer = decorators.length > 0 ? await decorated(messages, decorators, context) : messages;
  return { type: 'messages', messages: answer, effective_timerange: wireRange(match.range), total_results: total };
}

/** Decorates the messages of a page in parts; each part passes through the whole chain of decorators. */
async function decorated(
  messages: readonly ResultMessage[],
  decorators: readonly Decorator[],
  { decorators: known, log, meter, signal }: ExecutionContext,
): Promise<ResultMessage[]> {
  const failed = (error: unknown): void =>
    log.warn('Decorators failed; the messages are shown undecorated', { error: String(error) });
  const yielder = new Yielder();
  const answer: ResultMessage[] = [];
  for (let from = 0; from < messages.length; from += decoratedAtOnce) {
    for (const message of await decorate(messages.slice(from, from + decoratedAtOnce), decorators, known, failed)) {
      meter.take(sizeOf(message.decoration_stats));
      answer.push(message);
    }
    if (yielder.isOver) await yielder.pause();
    signal.throwIfAborted();
  }
  return answer;
}

function errorOf(error: unknown, queryId: string, searchTypeId: string, log: Log): SearchError {
  if (error instanceof SearchTypeError) {
    return {
      type: 'search_type',
      description: error.message,
      query_id: queryId,
      search_type_id: searchTypeId,
      ...error.details,
    };
  }
  log.error('A search type failed', { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  return {
    type: 'search_type',
    description: texts.unableToSearch(reason),
    query_id: queryId,
    search_type_id: searchTypeId,
  };
}
