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
import { messagesPerPage } from '../view/search-types.js';
import { belongsTo, conditionsOf, type Conditions } from './belonging.js';
import { messageIdentity } from './message-identity.js';

export interface ExecutionRequest {
  readonly search: StoredSearch;
  /** Id of the query (page of a dashboard) to execute. */
  readonly queryId: string;
  /** Ids of the search types of each widget in this search, by widget id. */
  readonly widgetMapping: Readonly<Record<string, readonly string[]>>;
  /** Ids of the only widgets to execute while a widget is focused or edited; absent: all widgets are executed. */
  readonly widgets?: readonly string[] | undefined;
  readonly override?: Pick<GlobalOverride, 'timerange' | 'query'> | undefined;
  readonly bindings?: Readonly<Record<string, ParameterBinding>> | undefined;
  /**
   * Definitions of fields that the server computes during the search, as JSON texts by name. Absent: there are none.
   */
  readonly computed?: Readonly<Record<string, string>> | undefined;
  /** True when a timer started the execution and not the user. */
  readonly background?: boolean | undefined;
  /** True executes every widget separately once it is near the viewport (see parts.ts). */
  readonly apart?: boolean | undefined;
  /** True keeps the answers to unchanged questions; it only has an effect together with `apart`. */
  readonly reuse?: boolean | undefined;
}

/** The result on screen. It contains the widget mapping of its search, because the view may have changed since then. */
export interface ShownResult {
  readonly searchId: string;
  readonly queryId: string;
  readonly widgetMapping: ExecutionRequest['widgetMapping'];
  /** Conditions of the request that was answered. */
  readonly conditions: Conditions;
  readonly result: QueryResult | undefined;
  /** Errors of the whole job; after a fatal error there is no result (contract search S9). */
  readonly errors: readonly SearchError[];
}

/** Request for a page of a message table (contract search C6). */
export interface PageRequest {
  readonly searchTypeId: string;
  readonly offset: number;
  readonly limit: number;
  /** `append` adds the messages of the page to the loaded messages; `replace` shows them instead. */
  readonly mode: 'append' | 'replace';
  /** Range to use in place of the first page's range; needed beyond the result window (`nextMessages`). */
  readonly range?: AbsoluteRange | undefined;
}

/**
 * Returns the number of messages on one page of a message table. It is the limit of the table's search type, which may
 * be any number in views that were saved over the API. Further pages must have the size of the first page; otherwise
 * messages between the pages would be lost.
 */
export function pageSizeOf(request: Pick<ExecutionRequest, 'search'> | undefined, searchTypeId: string): number {
  const types = request?.search.queries.flatMap((query) => query.search_types ?? []) ?? [];
  const limit = types.find(({ id }) => id === searchTypeId)?.['limit'];
  return typeof limit === 'number' && Number.isSafeInteger(limit) && limit > 0 ? limit : messagesPerPage;
}

/**
 * Returns the definitions of computed fields as an additional parameter; a reference server ignores unknown parameters.
 */
const additional = ({ computed }: ExecutionRequest): ExecutionState =>
  computed ? { additional_parameters: { computed_fields: computed } } : {};

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
    ...additional(request),
  };
}

/** Returns the execution state for a page. Without its own range a page gets the first page's effective range. */
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
    ...additional(request),
  };
}

/**
 * Returns the result to show after a job. If the job executed only some widgets, its result is merged into the
 * displayed result, provided that the displayed result belongs to the same request.
 */
export function shownResult(before: ShownResult | undefined, request: ExecutionRequest, job: SearchJob): ShownResult {
  const { search, queryId, widgetMapping } = request;
  const result = job.results?.[queryId];
  const errors = job.errors ?? [];
  const conditions = conditionsOf(request);
  const shown: ShownResult = { searchId: search.id, queryId, widgetMapping, conditions, result, errors };
  if (!request.widgets || !result || !before?.result || !belongsTo(before, request)) return shown;
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

/** Merges a page into the displayed result. Returns the result unchanged if the job has no messages of the page. */
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

/** Number of the last loaded messages among which duplicates of a page's messages are looked for. */
const knownMessages = 10_000;

/**
 * Appends the messages of a page to the loaded messages. If the page has its own range, its total is not the total of
 * the whole search, and some of its messages may already be loaded.
 */
function appended(old: MessagesResult, fresh: MessagesResult, { range, limit }: PageRequest): MessagesResult {
  if (!range) return { ...fresh, messages: [...old.messages, ...fresh.messages] };
  const known = new Set(old.messages.slice(-knownMessages).map(messageIdentity));
  const further = fresh.messages.filter((message) => !known.has(messageIdentity(message)));
  return {
    ...old,
    // An answer with fewer messages than the limit, all of them known, is the end of the result.
    total_results: further.length === 0 && fresh.messages.length < limit ? old.messages.length : old.total_results,
    messages: [...old.messages, ...further],
  };
}

/**
 * Returns the error of a page. There is none if its search type was answered. Otherwise it is the first error of the
 * search type, of the query or of the job, or an error that says that there was no answer.
 */
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

/** Returns the results of a widget's search types in order: the chart or messages first, then trend and events. */
export function resultsOf(shown: ShownResult | undefined, widgetId: string): readonly SearchTypeResult[] {
  return searchTypesOf(shown, widgetId).flatMap((id) => shown?.result?.search_types?.[id] ?? []);
}

/**
 * Returns the errors to show in a widget. They are the errors of its search types and, if the widget has no result, the
 * errors of the whole query or job (contract search S11). An error that both query and job have is returned once.
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
