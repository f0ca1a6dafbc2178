/** Common parts of the machines of search and dashboard pages: child actors, query bar, refresh. */
import type { ActorRefFrom, AnyActorRef, EventObject } from 'xstate';
import type { GlobalOverride, TimeRange } from '../api/contract/searches.js';
import { joinedQueries } from './joined-queries.js';
import type { autoRefreshMachine, RefreshReply } from './auto-refresh.js';
import type { Bindings } from './parameters.js';
import type { queryValidationMachine, ValidationInput, ValidationReply } from './query-validation.js';
import type { ExecutionReply, searchExecutionMachine } from './search-execution/machine.js';
import type { ExecutionRequest, PageRequest } from './search-execution/results.js';
import { rangeFault } from './time-range/fault.js';
import { exceedsLimit } from './time-range/limit.js';
import { sameRange } from './time-range/ranges.js';
import { stateOf, type ViewDocument } from './view/document.js';
import type { Ids } from './view/ids.js';
import type { viewMachine, ViewReply, ViewSource } from './view/machine.js';
import { sameWire } from './wire-equality.js';

/** Verdict about a query, made without the server. */
export type QueryVerdict = 'fine' | 'broken' | 'unsure';

export type Override = Pick<GlobalOverride, 'timerange' | 'query'>;

/** Draft values of the query bar. */
interface BarDraft {
  readonly queryString: string;
  /** Time range; undefined: each widget has its own. */
  readonly timeRange: TimeRange | undefined;
  readonly streams: readonly string[];
}

export interface PageInput {
  readonly source: ViewSource;
  /** Page of a dashboard to show first. */
  readonly activeQuery?: string | undefined;
  /** Value of `query_time_range_limit`, if already known. */
  readonly limit?: string | undefined;
  readonly refresh?: { readonly intervalMs?: number | undefined; readonly enabled?: boolean | undefined } | undefined;
  readonly judgeQuery?: ((queryString: string) => QueryVerdict) | undefined;
  readonly ids?: Ids | undefined;
  readonly clock?: (() => number) | undefined;
}

export interface PageContext {
  readonly view: ActorRefFrom<typeof viewMachine>;
  readonly execution: ActorRefFrom<typeof searchExecutionMachine>;
  readonly validation: ActorRefFrom<typeof queryValidationMachine>;
  readonly refresh: ActorRefFrom<typeof autoRefreshMachine>;
  readonly draft: BarDraft;
  readonly limit: string | undefined;
  readonly judgeQuery: (queryString: string) => QueryVerdict;
  readonly clock: () => number;
  /** Ids of the only widgets to execute, while one is focused or edited. */
  readonly widgets: readonly string[] | undefined;
  /** Override of all widgets as in the bar. `appliedOverride` is what searches use. */
  readonly override: Override | undefined;
  /** Query of the host page, added to all others; empty: none. */
  readonly hostQuery: string;
  readonly bindings: Bindings;
  readonly openMessages: number;
}

export type PageEvent =
  | { type: 'submitted' }
  /** Executes the displayed search again. */
  | { type: 'searchAgain' }
  | { type: 'searchCancelled' }
  /** A widget was focused or edited, or this has ended. Executes only the widgets that were skipped meanwhile. */
  | { type: 'widgets.limited'; widgetIds: readonly string[] | undefined }
  /** The override was set from outside the bar; it applies immediately. */
  | { type: 'override.changed'; override: Override | undefined }
  /** The host page adds another query to all others. */
  | { type: 'hostQuery.changed'; query: string }
  | { type: 'bindings.changed'; bindings: Bindings }
  | { type: 'message.opened' }
  | { type: 'message.closed' }
  | ({ type: 'page.requested' } & PageRequest)
  | { type: 'visibility.changed'; hidden: boolean }
  /** The searches configuration was loaded. */
  | ({ type: 'settings.known' } & PageSettings)
  | ViewReply
  | ExecutionReply
  | ValidationReply
  | RefreshReply;

export interface PageSettings {
  readonly limit: string;
  readonly defaultIntervalMs: number;
}

export function validationInput(
  { view, bindings }: Pick<PageContext, 'view' | 'bindings'>,
  { queryString, timeRange, streams }: BarDraft,
): ValidationInput {
  const declared = view.getSnapshot().context.document?.search.parameters ?? [];
  return {
    queryString,
    timeRange,
    streams,
    ...(declared.length > 0 && { parameters: declared }),
    ...(Object.keys(bindings).length > 0 && { bindings }),
  };
}

/** Returns the current verdict about the bar. */
export function verdictOf(context: PageContext): QueryVerdict {
  const { draft, limit, clock, validation, judgeQuery } = context;
  const { timeRange } = draft;
  if (rangeFault(timeRange) !== undefined || (timeRange && exceedsLimit(timeRange, limit, clock()))) return 'broken';
  if (draft.queryString.trim() === '') return 'fine';
  const state = validation.getSnapshot();
  const asked = state.context.input;
  const current =
    asked.queryString === draft.queryString &&
    sameRange(asked.timeRange, timeRange) &&
    sameWire(asked.streams, draft.streams) &&
    sameWire(asked.bindings ?? {}, context.bindings);
  if (current && state.matches('settled')) return state.matches({ settled: 'rejected' }) ? 'broken' : 'fine';
  return judgeQuery(draft.queryString);
}

/** Tells whether the validation result belongs to the current draft. */
export const isSettledForDraft = ({ validation, draft }: Pick<PageContext, 'validation' | 'draft'>): boolean =>
  validation.getSnapshot().context.input.queryString === draft.queryString;

/** Returns the override of all widgets, combined with the query of the host page. */
export function appliedOverride({
  override,
  hostQuery,
}: Pick<PageContext, 'override' | 'hostQuery'>): Override | undefined {
  if (hostQuery === '') return override;
  const queryString = joinedQueries([override?.query?.query_string ?? '', hostQuery]);
  return { ...override, query: { type: 'elasticsearch', query_string: queryString } };
}

/** Builds the request that executes a document. */
export function requestOf(
  context: Pick<PageContext, 'widgets' | 'override' | 'hostQuery' | 'bindings'>,
  document: ViewDocument,
  queryId: string,
  background = false,
): ExecutionRequest {
  const { widgets, bindings } = context;
  const override = appliedOverride(context);
  const { widget_mapping: widgetMapping, widgets: existing } = stateOf(document, queryId);
  // The address may name a widget that no longer exists: then everything is executed.
  const wanted = widgets?.filter((id) => existing.some((widget) => widget.id === id));
  const limited = wanted && wanted.length > 0 ? wanted : undefined;
  return { search: document.search, queryId, widgetMapping, widgets: limited, override, bindings, background };
}

/** Subset of XState's action arguments used by both machines. */
interface Doer {
  assign(changed: Partial<Pick<PageContext, 'openMessages' | 'limit'>>): void;
  sendTo(actor: AnyActorRef, event: EventObject): void;
}

/** Pauses the refresh while a message is open, so that the message stays in place. */
export function countMessages(context: Pick<PageContext, 'openMessages' | 'refresh'>, doer: Doer, by: 1 | -1): void {
  const openMessages = Math.max(0, context.openMessages + by);
  doer.assign({ openMessages });
  doer.sendTo(context.refresh, { type: openMessages > 0 ? 'paused' : 'resumed', reason: 'message' } as EventObject);
}

/** Requests a table page; the refresh is paused until the first page is shown again. */
export function askPage(
  { execution, refresh }: Pick<PageContext, 'execution' | 'refresh'>,
  doer: Doer,
  page: PageRequest,
): void {
  doer.sendTo(execution, { ...page, type: 'page.requested' } as EventObject);
  doer.sendTo(refresh, { type: page.offset > 0 ? 'paused' : 'resumed', reason: 'page' } as EventObject);
}

export function takeSettings(
  { validation, refresh }: Pick<PageContext, 'validation' | 'refresh'>,
  doer: Doer,
  { limit, defaultIntervalMs }: PageSettings,
): void {
  doer.assign({ limit });
  doer.sendTo(validation, { type: 'limit.known', limit } as EventObject);
  doer.sendTo(refresh, { type: 'default.known', intervalMs: defaultIntervalMs } as EventObject);
}
