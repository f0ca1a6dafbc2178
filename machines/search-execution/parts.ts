/**
 * State of widgets that are executed separately, so that a slow widget of a dashboard does not hold up the others. The
 * functions are pure. The existing API suffices: one stored search, and one execution with `keep_search_types` per
 * widget (contract search C6).
 */
import type { QueryResult, SearchError, SearchJob, SearchType } from '../../api/contract/searches.js';
import { queryOf } from '../view/document.js';
import { sameWire } from '../wire-equality.js';
import { belongsTo, conditionsOf, sameConditions, showsEarlier } from './belonging.js';
import type { ExecutionRequest, PageRequest, ShownResult } from './results.js';

/**
 * Status of a widget's execution. `waiting`: it starts once the widget is near the viewport or named by the request,
 * and the limits on simultaneous executions allow it. `running`: its call occupies a connection. `followed`: the server
 * computes the result, and the job is polled. `cancelled`: it starts only with the next execution, or when it is
 * requested again. A failed or cancelled part keeps its previous answer.
 */
type PartStatus = 'waiting' | 'running' | 'followed' | 'shown' | 'failed' | 'cancelled';

export interface Part {
  /** Id of the query (page of a dashboard) that contains the widget. */
  readonly queryId: string;
  readonly status: PartStatus;
  /** Latest answer, with the widget mapping of the search that was executed. */
  readonly shown: ShownResult | undefined;
  /** Time of the latest answer in epoch milliseconds. */
  readonly answeredAt: number | undefined;
  /** Failure of the latest call; undefined when it succeeded. */
  readonly failure: unknown;
  /** Time of the latest start in epoch milliseconds. */
  readonly startedAt?: number | undefined;
}
export type Parts = Readonly<Record<string, Part>>;

/** Tells whether the server executes the widget at present. */
export const isUnderWay = (part: Part | undefined): boolean =>
  part?.status === 'running' || part?.status === 'followed';

/**
 * Tells how the answer of a widget is displayed.
 * @param isStopped true if the execution of the page has failed, so that no widget of it is executed
 * @returns `executing`: the answer is marked as being replaced. This is not so during an automatic refresh, because the
 * user may be reading the answer, unless the answer belongs to a request before the latest one. `isEarlier`: the answer
 * belongs to such a request and is not about to be replaced, because the latest request failed or was cancelled.
 */
export function partDisplay(
  part: Part | undefined,
  request: ExecutionRequest | undefined,
  isStopped: boolean,
): { readonly executing: boolean; readonly isEarlier: boolean } {
  const hasResult = part?.shown?.result !== undefined;
  const earlier = hasResult && showsEarlier(part.shown, request);
  const pending = !isStopped && (isUnderWay(part) || part?.status === 'waiting');
  const executing = pending && !(request?.background && hasResult && !earlier);
  return { executing, isEarlier: earlier && !executing };
}

/**
 * Returns the parts with which an execution begins.
 * - Answers of other pages stay, so that they are shown when the user returns, while the widgets load again. Answers of
 *   removed pages and widgets are dropped.
 * - A part that is already executing the same question continues: a refresh does not restart a slow widget.
 * - With `request.reuse`, answers to unchanged questions stay valid and are not requested again.
 */
export function plannedParts(parts: Parts, before: ExecutionRequest | undefined, request: ExecutionRequest): Parts {
  const { search, queryId, widgetMapping } = request;
  const pages = new Set(search.queries.map(({ id }) => id));
  const elsewhere = Object.entries(parts).filter(([, part]) => part.queryId !== queryId && pages.has(part.queryId));
  const sameQuestion = before !== undefined && sameConditions(before, request);
  const own = Object.entries(widgetMapping).flatMap(([widgetId, types]): [string, Part][] => {
    if (types.length === 0) return [];
    const part = parts[widgetId];
    if (!part) return [[widgetId, waiting(queryId, undefined)]];
    const sameSearch = before?.search.id === search.id && before.queryId === queryId;
    if (sameQuestion && sameSearch && isUnderWay(part)) return [[widgetId, part]];
    const kept =
      request.reuse && sameQuestion && part.status === 'shown' && carriedOver(part, widgetId, before, request);
    return [[widgetId, kept || waiting(queryId, part)]];
  });
  return Object.fromEntries([
    // Jobs of other pages are stopped; they start again when the user returns to the page.
    ...elsewhere.map(([id, part]): [string, Part] => [id, isUnderWay(part) ? { ...part, status: 'waiting' } : part]),
    ...own,
  ]);
}

const waiting = (queryId: string, before: Part | undefined): Part => ({
  queryId,
  status: 'waiting',
  shown: before?.shown,
  answeredAt: before?.answeredAt,
  failure: undefined,
});

/**
 * Returns a part whose answer has the ids of the new search. Returns undefined when the widget's question has changed,
 * or when the part has no answer to the search before.
 */
function carriedOver(
  part: Part,
  widgetId: string,
  before: ExecutionRequest,
  request: ExecutionRequest,
): Part | undefined {
  const { shown } = part;
  const oldIds = before.widgetMapping[widgetId] ?? [];
  const newIds = request.widgetMapping[widgetId] ?? [];
  if (!shown || !belongsTo(shown, { ...before, queryId: request.queryId })) return undefined;
  if (before.search.id === request.search.id) return part;
  if (!sameWire(questionOf(before, oldIds), questionOf(request, newIds))) return undefined;
  const renamed = new Map(oldIds.map((id, index) => [id, newIds[index] ?? id]));
  const idOf = (id: string): string => renamed.get(id) ?? id;
  const result = shown.result && {
    ...shown.result,
    search_types: Object.fromEntries(
      Object.entries(shown.result.search_types).map(([id, answer]) => [idOf(id), { ...answer, id: idOf(id) }]),
    ),
    errors: (shown.result.errors ?? []).map((error) => withType(error, idOf)),
  };
  const errors = shown.errors.map((error) => withType(error, idOf));
  const mapping = { [widgetId]: newIds };
  return { ...part, shown: { ...shown, searchId: request.search.id, widgetMapping: mapping, result, errors } };
}

const withType = (error: SearchError, idOf: (id: string) => string): SearchError =>
  error.search_type_id === undefined ? error : { ...error, search_type_id: idOf(error.search_type_id) };

/**
 * Returns the query of a page and the search types of a widget, without the ids of the search types. Widgets for which
 * it returns equal values get equal answers.
 */
function questionOf({ search, queryId }: ExecutionRequest, ids: readonly string[]): object {
  const { search_types: types = [], ...query } = queryOf({ search }, queryId);
  const own = ids.map((id) => types.find((type) => type.id === id));
  return { query, types: own.map((type) => type && withoutIds(type, ids)) };
}

function withoutIds({ id: _id, ...type }: SearchType, ids: readonly string[]): object {
  const { timerange } = type;
  if (timerange?.type !== 'offset') return type;
  return { ...type, timerange: { ...timerange, id: ids.indexOf(timerange.id ?? '') } };
}

/** Maximum number of fast executions at once: browsers have six connections per server, and other calls need some. */
const mostAtOnce = 4;
/** Maximum number of executions at once if some are slow; one connection stays free for other calls. */
const mostWithSlow = 5;
/** Maximum number of executions including polled ones, each of which causes up to four calls a second. */
const mostFollowed = 16;
/** Milliseconds after which an execution counts as slow, so that another one may start. */
export const slowMs = 2_000;
/** Tolerance in milliseconds, because the timers and clocks of browsers differ slightly. */
const timerSlackMs = 50;

/**
 * Returns the waiting widgets that may start. They are the widgets that the request names, otherwise the widgets near
 * the viewport. Widgets without an answer come first, then the widgets with the oldest answers.
 */
function waitingParts(parts: Parts, near: readonly string[], request: ExecutionRequest): readonly string[] {
  const answeredAt = (id: string): number => parts[id]?.answeredAt ?? Number.NEGATIVE_INFINITY;
  return (request.widgets ?? near)
    .filter((id) => parts[id]?.status === 'waiting' && parts[id].queryId === request.queryId)
    .sort((one, other) => (answeredAt(one) < answeredAt(other) ? -1 : answeredAt(one) > answeredAt(other) ? 1 : 0));
}

/**
 * Returns the widgets to start next, as many as the limits on simultaneous executions allow.
 * @param now epoch milliseconds
 */
export function dueParts(
  parts: Parts,
  near: readonly string[],
  request: ExecutionRequest,
  now: number,
): readonly string[] {
  const running = Object.values(parts).filter(({ status }) => status === 'running');
  const slow = running.filter(({ startedAt = now }) => now - startedAt >= slowMs - timerSlackMs).length;
  const followed = Object.values(parts).filter(({ status }) => status === 'followed').length;
  const room = Math.min(
    mostAtOnce - (running.length - slow),
    mostWithSlow - running.length,
    mostFollowed - followed - running.length,
  );
  return waitingParts(parts, near, request).slice(0, Math.max(0, room));
}

/** Tells whether a requested widget, or one near the viewport, is waiting for its answer. */
export function isRunning(parts: Parts, near: readonly string[], request: ExecutionRequest | undefined): boolean {
  const running = (request?.widgets ?? near).some((id) => isUnderWay(parts[id]));
  return running || (request !== undefined && waitingParts(parts, near, request).length > 0);
}

/**
 * Returns a part with the answer to its execution. Errors that name no search type belong to the widget, because the
 * call executed only the search types of this widget.
 */
export function answeredPart(
  part: Part,
  widgetId: string,
  request: ExecutionRequest,
  job: SearchJob,
  now: number,
): Part {
  const { search, queryId } = request;
  const types = request.widgetMapping[widgetId] ?? [];
  const [first] = types;
  const owned = (error: SearchError): SearchError =>
    error.search_type_id === undefined && first !== undefined ? { ...error, search_type_id: first } : error;
  const answer: QueryResult | undefined = job.results?.[queryId];
  const result = answer && { ...answer, errors: (answer.errors ?? []).map(owned) };
  return {
    ...part,
    status: 'shown',
    shown: {
      searchId: search.id,
      queryId,
      widgetMapping: { [widgetId]: types },
      conditions: conditionsOf(request),
      result,
      errors: (job.errors ?? []).map(owned),
    },
    answeredAt: now,
    failure: undefined,
  };
}

/**
 * Merges the answers of all widgets of a page, for functions that need the whole page: export, fields, totals. The
 * merged result counts as a result of the request, although widgets without a new answer have their earlier one.
 * @returns undefined: no widget of the page has an answer
 */
export function joinedResult(parts: Parts, request: ExecutionRequest): ShownResult | undefined {
  const { search, queryId } = request;
  const found = Object.values(parts).flatMap((part) =>
    part.queryId === queryId && part.shown?.result ? [{ ...part.shown, result: part.shown.result }] : [],
  );
  const latest = found.reduce<QueryResult | undefined>(
    (last, { result }) => (last && last.execution_stats.timestamp > result.execution_stats.timestamp ? last : result),
    undefined,
  );
  if (!latest) return undefined;
  const duration = Math.max(...found.map(({ result }) => result.execution_stats.duration));
  return {
    searchId: search.id,
    queryId,
    widgetMapping: Object.assign(
      {},
      ...found.map(({ widgetMapping }) => widgetMapping),
    ) as ShownResult['widgetMapping'],
    conditions: conditionsOf(request),
    result: {
      ...latest,
      execution_stats: { ...latest.execution_stats, duration },
      search_types: Object.assign({}, ...found.map(({ result }) => result.search_types)) as QueryResult['search_types'],
      errors: found.flatMap(({ result }) => result.errors ?? []),
    },
    errors: [],
  };
}

/**
 * Returns the requested pages of those message tables that are not executed again. The pages get the ids that the
 * search types have in the new search.
 */
export function renamedPages<Page extends PageRequest>(
  pages: Readonly<Record<string, Page>>,
  parts: Parts,
  before: ExecutionRequest,
  request: ExecutionRequest,
): Readonly<Record<string, Page>> {
  const kept = Object.entries(before.widgetMapping).filter(
    ([widgetId]) => parts[widgetId]?.status === 'shown' && parts[widgetId].queryId === request.queryId,
  );
  const renamed = new Map(
    kept.flatMap(([widgetId, ids]) => ids.map((id, index) => [id, request.widgetMapping[widgetId]?.[index]] as const)),
  );
  return Object.fromEntries(
    Object.entries(pages).flatMap(([id, page]) => {
      const searchTypeId = renamed.get(id);
      return searchTypeId === undefined ? [] : [[searchTypeId, { ...page, searchTypeId }]];
    }),
  );
}

/** Returns the id of the widget whose message table has the given page. */
export function widgetOfPage(parts: Parts, { searchTypeId }: Pick<PageRequest, 'searchTypeId'>): string | undefined {
  return Object.keys(parts).find((id) => parts[id]?.shown?.widgetMapping[id]?.includes(searchTypeId));
}

/** Returns the id of the child actor that executes a widget; `widgetOfKey` returns the widget's id from it. */
export const partKey = (widgetId: string): string => `widget ${widgetId}`;
export const widgetOfKey = (key: string): string | undefined =>
  key.startsWith('widget ') ? key.slice('widget '.length) : undefined;
