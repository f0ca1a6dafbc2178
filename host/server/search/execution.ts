/** Runs the queries of a job, one search type after the other; each fails on its own (contract search S8–S13). */
import type {
  AbsoluteRange,
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
import type { Log } from '../log.js';
import type { MessageStore } from '../store/types.js';
import type { Binding } from './bindings.js';
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
import type { SearchSettings } from './settings.js';
import { texts } from './texts.js';
import { instantText, wireRange } from './time-range.js';

export const defaultMessageLimit = 150;

export interface ExecutionContext {
  readonly store: MessageStore;
  readonly log: Log;
  readonly settings: SearchSettings;
  readonly decorators: ReadonlyMap<string, Decorate>;
  readonly bindings: ReadonlyMap<string, Binding>;
  readonly now: number;
  readonly signal: AbortSignal;
}

/** Totals of matches that several search types of a job share. */
type Totals = Map<string, number>;

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
    try {
      const result = await executeSearchType(planned, one, context, totals);
      results[id] = { id, ...(name != null && { name }), ...result } as SearchTypeResult;
    } catch (error) {
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

/** For all time: from the first to the last message of its pivots (contract search S10). */
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
  const match = matchOf(planned.query, one, context);
  if (type === 'messages') return executeMessages(searchType, match, context, totals);
  if (type === 'pivot') {
    const result = await executePivot(context.store, searchType, match, one.allTime, context.settings, context.signal);
    totals.set(matchKey(match), result.total);
    return result;
  }
  const events = await findEvents(context.store, match, context.signal);
  return { type: 'events', events } satisfies Unnamed<EventsResult>;
}

async function executeMessages(
  searchType: SearchType,
  match: Match,
  context: ExecutionContext,
  totals: Totals,
): Promise<Omit<MessagesResult, 'id' | 'name'>> {
  const { store, settings, signal } = context;
  const limit = searchType.limit ?? defaultMessageLimit;
  const offset = searchType.offset ?? 0;
  if (limit + offset > settings.resultWindow) {
    throw new SearchTypeError(texts.unableToSearch(texts.resultWindow(settings.resultWindow, limit + offset)), {
      type: 'result_window_limit',
      result_window_limit: settings.resultWindow,
    });
  }
  const decorators = searchType.decorators ?? [];
  const key = matchKey(match);
  const total = totals.get(key) ?? (await countMatches(store, match, signal)).total;
  totals.set(key, total);
  const sort = (searchType.sort ?? []).filter((entry): entry is MessageSort => 'order' in entry);
  const fields = decorators.length > 0 ? [] : (searchType.fields ?? []);
  const found = offset < total ? await readPage(store, { match, sort, offset, limit, fields }, signal) : [];
  const highlight = settings.allowHighlighting ? createHighlighter(match.queries) : undefined;
  const messages = found.map(({ message, index }): ResultMessage => ({
    highlight_ranges: highlight ? highlight(message, index) : null,
    message,
    index: index.name,
    decoration_stats: null,
  }));
  const decorated = await decorate(messages, decorators, context.decorators, (error) =>
    context.log.warn('Decorators failed; the messages are shown undecorated', { error: String(error) }),
  );
  return { type: 'messages', messages: decorated, effective_timerange: wireRange(match.range), total_results: total };
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
