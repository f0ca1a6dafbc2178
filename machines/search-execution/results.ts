/** Selects and merges search results widget by widget (contract search C6, S11). The functions are pure. */
import type {
  AbsoluteRange,
  ExecutionState,
  GlobalOverride,
  MessagesResult,
  ParameterBinding,
  QueryResult,
  SearchError,
  SearchJob,
  SearchTypeResult,
} from '../../api/contract/searches.js';
import type { StoredSearch } from '../view/document.js';
import { messageIdentity } from './message-identity.js';

export interface ExecutionRequest {
  readonly search: StoredSearch;
  /** Id of the query (dashboard page) to execute. */
  readonly queryId: string;
  /** Maps widget ids to their search type ids in this search. */
  readonly widgetMapping: Readonly<Record<string, readonly string[]>>;
  /** Widgets to execute when one is focused or edited; absent: all widgets. */
  readonly widgets?: readonly string[] | undefined;
  readonly override?: Pick<GlobalOverride, 'timerange' | 'query'> | undefined;
  readonly bindings?: Readonly<Record<string, ParameterBinding>> | undefined;
  /** True when a timer started the execution. */
  readonly background?: boolean | undefined;
  /** Executes every widget separately, once it is near the viewport (see parts.ts). */
  readonly apart?: boolean | undefined;
  /** Keeps answers to unchanged questions; only with `apart`. */
  readonly reuse?: boolean | undefined;
}

/** The result on screen with the mapping of its search, because the view may have changed since. */
export interface ShownResult {
  readonly searchId: string;
  readonly queryId: string;
  readonly widgetMapping: ExecutionRequest['widgetMapping'];
  readonly result: QueryResult | undefined;
  /** Errors of the whole job: with a fatal error there is no result (S9). */
  readonly errors: readonly SearchError[];
}

/** A requested page of a message table (C6). */
export interface PageRequest {
  readonly searchTypeId: string;
  readonly offset: number;
  readonly limit: number;
  /** `append` adds the messages to the loaded ones; `replace` shows them instead. */
  readonly mode: 'append' | 'replace';
  /** Replaces the range of the first page: used beyond the result window (`nextMessages`). */
  readonly range?: AbsoluteRange | undefined;
}

export function executionState(request: ExecutionRequest): ExecutionState {
  const { queryId, widgets, widgetMapping, override, bindings } = request;
  const kept = widgets?.flatMap((id) => widgetMapping[id] ?? []);
  return {
    global_override: {
      ...override,
      keep_queries: [queryId],
      ...(kept && kept.length > 0 ? { keep_search_types: kept } : {}),
    },
    parameter_bindings: { ...bindings },
  };
}

/** Builds the state for a page request. It uses the effective range of the first page, so that pages are stable. */
export function pageState(
  request: ExecutionRequest,
  page: PageRequest,
  range: AbsoluteRange | undefined,
): ExecutionState {
  const { searchTypeId, limit, offset } = page;
  const timerange = page.range ?? range;
  return {
    global_override: {
      ...request.override,
      ...(timerange ? { timerange } : {}),
      keep_queries: [request.queryId],
      keep_search_types: [searchTypeId],
      search_types: { [searchTypeId]: { limit, offset } },
    },
    parameter_bindings: { ...request.bindings },
  };
}

/** Applies a job's answer; an answer for only some widgets is merged into the displayed result of the same search. */
export function shownResult(before: ShownResult | undefined, request: ExecutionRequest, job: SearchJob): ShownResult {
  const { search, queryId, widgetMapping } = request;
  const result = job.results?.[queryId];
  const shown: ShownResult = { searchId: search.id, queryId, widgetMapping, result, errors: job.errors ?? [] };
  const mergeable = request.widgets && before?.searchId === search.id && before.queryId === queryId;
  if (!mergeable || !result || !before.result) return shown;
  return {
    ...shown,
    result: mergeResults(
      before.result,
      result,
      request.widgets.flatMap((id) => widgetMapping[id] ?? []),
    ),
  };
}

function mergeResults(before: QueryResult, fresh: QueryResult, replaced: readonly string[]): QueryResult {
  const kept = (before.errors ?? []).filter(({ search_type_id: id }) => id !== undefined && !replaced.includes(id));
  return {
    ...fresh,
    search_types: { ...before.search_types, ...fresh.search_types },
    errors: [...kept, ...(fresh.errors ?? [])],
  };
}

/** Merges a page into the displayed result; returns the same result if the page belongs to another search. */
export function withPage(shown: ShownResult, page: PageRequest, job: SearchJob): ShownResult {
  const fresh = job.results?.[shown.queryId]?.search_types?.[page.searchTypeId];
  const old = shown.result?.search_types[page.searchTypeId];
  if (!shown.result || !isMessages(fresh)) return shown;
  const merged = page.mode === 'append' && isMessages(old) ? appended(old, fresh, page) : fresh;
  return {
    ...shown,
    result: { ...shown.result, search_types: { ...shown.result.search_types, [page.searchTypeId]: merged } },
  };
}

/** Number of loaded messages that a page with its own range is checked against for duplicates. */
const knownMessages = 10_000;

/**
 * Appends the messages of a page. A page with its own range has no total for the whole search, and its messages may
 * overlap with the loaded ones.
 */
function appended(old: MessagesResult, fresh: MessagesResult, { range, limit }: PageRequest): MessagesResult {
  if (!range) return { ...fresh, messages: [...old.messages, ...fresh.messages] };
  const known = new Set(old.messages.slice(-knownMessages).map(messageIdentity));
  const further = fresh.messages.filter((message) => !known.has(messageIdentity(message)));
  return {
    ...old,
    // An answer with fewer messages than the limit and no new one is the last page.
    total_results: further.length === 0 && fresh.messages.length < limit ? old.messages.length : old.total_results,
    messages: [...old.messages, ...further],
  };
}

/** Errors of one search type in a job's answer, or of the whole query when the search type is missing. */
export function errorsOfPage(page: PageRequest, queryId: string, job: SearchJob): readonly SearchError[] {
  const answered = job.results?.[queryId];
  if (answered?.search_types?.[page.searchTypeId]) return [];
  const errors = [...(answered?.errors ?? []), ...(job.errors ?? [])];
  const own = errors.filter(({ search_type_id: id }) => id === undefined || id === page.searchTypeId);
  return own.length > 0
    ? [own[0] as SearchError]
    : [{ type: 'search_type', description: 'The page was not answered.' }];
}

export function isMessages(result: SearchTypeResult | undefined): result is MessagesResult {
  return result?.type === 'messages';
}

export function searchTypesOf(shown: ShownResult | undefined, widgetId: string): readonly string[] {
  return shown?.widgetMapping[widgetId] ?? [];
}

/** Results of a widget's search types in order: the chart or the messages first, then trend and events. */
export function resultsOf(shown: ShownResult | undefined, widgetId: string): readonly SearchTypeResult[] {
  return searchTypesOf(shown, widgetId).flatMap((id) => shown?.result?.search_types?.[id] ?? []);
}

/**
 * Errors to show in a widget: the errors of its search types and, if it has no result, the errors of the whole query or
 * job (S11). An error that occurs at both levels is shown once.
 */
export function errorsOf(shown: ShownResult | undefined, widgetId: string): readonly SearchError[] {
  if (!shown) return [];
  const own = new Set(searchTypesOf(shown, widgetId));
  const missing = resultsOf(shown, widgetId).length === 0;
  const seen = new Set<string>();
  return [...(shown.result?.errors ?? []), ...shown.errors].filter((error) => {
    const { search_type_id: id, query_id: queryId, type, description } = error;
    const concerned = id === undefined ? missing && (queryId === undefined || queryId === shown.queryId) : own.has(id);
    const key = JSON.stringify([type, description, id]);
    if (!concerned || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
