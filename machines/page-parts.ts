/**
 * Types and pure functions of the page machine (page.ts): child actors, query bar, refresh, and the functions that
 * differ between searches and dashboards.
 */
import type { ActorRefFrom, AnyActorRef, AnyEventObject } from 'xstate';
import type { GlobalOverride, TimeRange } from '../api/contract/searches.js';
import { joinedQueries } from './joined-queries.js';
import type { autoRefreshMachine, RefreshReply } from './auto-refresh.js';
import type { Bindings } from './parameters.js';
import type { queryValidationMachine, ValidationInput, ValidationReply } from './query-validation.js';
import type { ExecutionOutcome, ExecutionReply, searchExecutionMachine } from './search-execution/machine.js';
import type { ExecutionRequest, PageRequest } from './search-execution/results.js';
import { rangeFault } from './time-range/fault.js';
import { exceedsLimit } from './time-range/limit.js';
import { sameRange } from './time-range/ranges.js';
import type { Zoom } from './time-range/zoom.js';
import type { AddressState } from './view/address.js';
import { stateOf, type QueryDraft, type ViewDocument } from './view/document.js';
import type { Ids } from './view/ids.js';
import type { viewMachine, ViewReply, ViewSource } from './view/machine.js';
import { computedKind } from './view/titles.js';
import type { ViewDraft } from './view/view-draft.js';
import { sameWire } from './wire-equality.js';

/** Judgement of a query: it is correct, it has an error, or only the server can decide. */
export type QueryVerdict = 'fine' | 'broken' | 'unsure';

export type Override = Pick<GlobalOverride, 'timerange' | 'query'>;

/** Values that the user has entered in the query bar, whether they were submitted or not. */
export interface BarDraft {
  readonly queryString: string;
  /** Time range in the bar; undefined: each widget has its own range. */
  readonly timeRange: TimeRange | undefined;
  readonly streams: readonly string[];
}

export interface PageInput {
  readonly source: ViewSource;
  /** State of a search that the page's address contains. */
  readonly address?: AddressState | undefined;
  /** Ids of the only widgets to execute, if some are focused or edited from the start. */
  readonly widgets?: readonly string[] | undefined;
  /** Unsaved changes of a search that were kept when the page was left. */
  readonly unsaved?: ViewDraft | undefined;
  /** Query and time range that apply to all widgets of a dashboard. */
  readonly override?: Override | undefined;
  /** Query that the host page of an embedded element adds to all queries. */
  readonly hostQuery?: string | undefined;
  /** Values of parameters with which the page begins. */
  readonly bindings?: Bindings | undefined;
  /** Id of the dashboard page to show first. */
  readonly activeQuery?: string | undefined;
  /** Value of the setting `query_time_range_limit`, if it is already known. */
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
  /** Ids of the only widgets to execute while a widget is focused or edited; undefined: all are executed. */
  readonly widgets: readonly string[] | undefined;
  /**
   * Query and range that apply to all widgets, such as those of a dashboard's bar; `appliedOverride` adds the query of
   * the host page.
   */
  readonly override: Override | undefined;
  /** Query that the host page adds to all queries; empty: the host page adds no query. */
  readonly hostQuery: string;
  readonly bindings: Bindings;
  readonly openMessages: number;
  /** State of the search that the page's address contains; undefined before the first search. */
  readonly addressed: QueryDraft | undefined;
  /**
   * Zooms by dragging over a chart, oldest first. Undoing a zoom removes it and all later zooms. Going back in the
   * browser leaves them in the list, so `zoomTo` finds the zoom that led to the range of the bar.
   */
  readonly zooms: readonly Zoom[];
  /** Id of the dashboard page for which `pageShown` was emitted last. */
  readonly reportedPage: string | undefined;
}

export type PageEvent =
  | { type: 'draft.changed'; draft: Partial<BarDraft> }
  /** Changes the draft and submits it in one step. Examples are choosing a preset, and adding a value to the query. */
  | { type: 'draft.submitted'; draft: Partial<BarDraft> }
  /** The user selected a time span in a chart. It becomes the range of the search, or of all widgets of a dashboard. */
  | { type: 'range.zoomed'; timeRange: TimeRange }
  | { type: 'zoom.undone' }
  /** The address of a search changed, because the user followed a link or went back or forward in the browser. */
  | { type: 'address.changed'; address: AddressState }
  | { type: 'submitted' }
  /** Executes the displayed search again. */
  | { type: 'searchAgain' }
  | { type: 'searchCancelled' }
  /** Limits executions to the given widgets, or ends the limit (undefined); widgets skipped meanwhile are executed. */
  | { type: 'widgets.limited'; widgetIds: readonly string[] | undefined }
  /** The override was set by something other than the bar; it applies immediately. */
  | { type: 'override.changed'; override: Override | undefined }
  /** The host page of an embedded element changed the query that it adds to all queries. */
  | { type: 'hostQuery.changed'; query: string }
  | { type: 'bindings.changed'; bindings: Bindings }
  | { type: 'message.opened' }
  | { type: 'message.closed' }
  | ({ type: 'page.requested' } & PageRequest)
  | { type: 'visibility.changed'; hidden: boolean }
  /** The settings for searches were loaded from the server. */
  | ({ type: 'settings.known' } & PageSettings)
  | ViewReply
  | ExecutionReply
  | ValidationReply
  | RefreshReply
  /** The live tail of a message table has received messages. */
  | { type: 'tail.moved' };

export type PageEmitted =
  | { type: 'addressChanged'; draft: QueryDraft; history: 'push' | 'replace' }
  /** The query in the bar was run. Refreshes, opened addresses and edited widgets do not run it. */
  | { type: 'queryRun'; draft: QueryDraft }
  | { type: 'searchStarted'; draft: QueryDraft }
  | { type: 'searchFinished'; outcome: ExecutionOutcome }
  | { type: 'submitRejected' }
  /** The user changed the query while its validation was awaited, so that it is not executed. */
  | { type: 'submitDropped' }
  /** The page of a dashboard that is shown has changed, or a page is shown for the first time. */
  | { type: 'pageShown'; queryId: string };

export interface PageSettings {
  readonly limit: string;
  readonly defaultIntervalMs: number;
}

export function validationInput(
  { view, bindings }: Pick<PageContext, 'view' | 'bindings'>,
  { queryString, timeRange, streams }: BarDraft,
): ValidationInput {
  const { document, activeQuery } = view.getSnapshot().context;
  const declared = document?.search.parameters ?? [];
  const computed = document && stateOf(document, activeQuery).titles?.[computedKind];
  return {
    queryString,
    timeRange,
    streams,
    ...(declared.length > 0 && { parameters: declared }),
    ...(Object.keys(bindings).length > 0 && { bindings }),
    ...(computed && { computed }),
  };
}

/** Returns the judgement of the values in the bar. The server's validation counts if it is about the same values. */
export function verdictOf(context: PageContext): QueryVerdict {
  const { draft, limit, clock, validation, judgeQuery } = context;
  const { timeRange } = draft;
  if (rangeFault(timeRange) !== undefined || (timeRange && exceedsLimit(timeRange, limit, clock()))) return 'broken';
  if (draft.queryString.trim() === '') return 'fine';
  const state = validation.getSnapshot();
  const requested = state.context.input;
  const current =
    requested.queryString === draft.queryString &&
    sameRange(requested.timeRange, timeRange) &&
    sameWire(requested.streams, draft.streams) &&
    sameWire(requested.bindings ?? {}, context.bindings);
  if (current && state.matches('settled')) return state.matches({ settled: 'rejected' }) ? 'broken' : 'fine';
  return judgeQuery(draft.queryString);
}

/** Tells whether the result of the validation is about the query in the draft. */
export const isSettledForDraft = ({ validation, draft }: Pick<PageContext, 'validation' | 'draft'>): boolean =>
  validation.getSnapshot().context.input.queryString === draft.queryString;

/** Returns the override that searches use: the override of the page, combined with the query of the host page. */
export function appliedOverride({
  override,
  hostQuery,
}: Pick<PageContext, 'override' | 'hostQuery'>): Override | undefined {
  if (hostQuery === '') return override;
  const queryString = joinedQueries([override?.query?.query_string ?? '', hostQuery]);
  return { ...override, query: { type: 'elasticsearch', query_string: queryString } };
}

/** Returns the request that executes a query of a document. */
export function requestOf(
  context: Pick<PageContext, 'widgets' | 'override' | 'hostQuery' | 'bindings'>,
  document: ViewDocument,
  queryId: string,
  background = false,
): ExecutionRequest {
  const { widgets, bindings } = context;
  const override = appliedOverride(context);
  const { widget_mapping: widgetMapping, widgets: existing, titles } = stateOf(document, queryId);
  // The address may name a widget that no longer exists. If none of the widgets that it names exists, all are executed.
  const wanted = widgets?.filter((id) => existing.some((widget) => widget.id === id));
  const limited = wanted && wanted.length > 0 ? wanted : undefined;
  const computed = titles?.[computedKind];
  return {
    search: document.search,
    queryId,
    widgetMapping,
    widgets: limited,
    override,
    bindings,
    computed,
    background,
  };
}

/** Operations that the functions of a page kind may use; the `enqueue` of an XState action has them. */
export interface Doer {
  assign(changed: Partial<PageContext>): void;
  sendTo(actor: AnyActorRef, event: AnyEventObject): void;
  emit(event: PageEmitted): void;
}

/** Contains the choices with which a view document is executed. */
export interface ExecutionManner {
  /** True if a timer started the execution and not a person. */
  readonly background?: boolean;
  /** True keeps the results of widgets whose questions have not changed. */
  readonly reuse?: boolean;
}

/** Functions in which the pages of searches and dashboards differ. */
export interface PageKind {
  readonly id: string;
  /** Returns the state of the bar with which a page begins. */
  readonly initial: (input: PageInput) => Pick<PageContext, 'draft' | 'override'>;
  readonly draftAfter: (draft: BarDraft, change: Partial<BarDraft>) => BarDraft;
  readonly zoomedTo: (context: PageContext, timeRange: TimeRange) => Partial<PageContext>;
  /** True if the bar contains an override of all widgets. It is validated when the view opens and when it is set. */
  readonly holdsOverride: boolean;
  readonly requestFor: (
    context: PageContext,
    document: ViewDocument,
    queryId: string,
    manner: ExecutionManner,
  ) => ExecutionRequest;
  /** Applies a submitted draft. @returns true if the caller must execute the document again */
  readonly apply: (context: PageContext, doer: Doer) => boolean;
  /** Updates the bar, the address or the page when the view has requested an execution. */
  readonly follow: (context: PageContext, doer: Doer, want: ExecutionWanted) => void;
  /** Returns how to execute the widgets when the limit on widgets changes; undefined: nothing needs to be executed. */
  readonly limited: (context: PageContext, widgetIds: readonly string[] | undefined) => ExecutionManner | undefined;
  /** Returns the state of the bar after the override was set from outside. */
  readonly overridden: (override: Override | undefined) => Partial<PageContext>;
  /** True if the page searches again while a live tail receives messages. */
  readonly followsTail: boolean;
  /** True if the page emits `searchStarted` for an execution. */
  readonly announces: boolean;
}

type ExecutionWanted = Extract<ViewReply, { type: 'view.executionWanted' }>;

/** Counts open messages. While a message is open, the refresh is paused, so that the message stays in place. */
export function countMessages(context: Pick<PageContext, 'openMessages' | 'refresh'>, doer: Doer, by: 1 | -1): void {
  const openMessages = Math.max(0, context.openMessages + by);
  doer.assign({ openMessages });
  doer.sendTo(context.refresh, { type: openMessages > 0 ? 'paused' : 'resumed', reason: 'message' });
}

/** Requests a page of a message table. The automatic refresh is paused until the table shows its first page again. */
export function askPage(
  { execution, refresh }: Pick<PageContext, 'execution' | 'refresh'>,
  doer: Doer,
  page: PageRequest,
): void {
  doer.sendTo(execution, { ...page, type: 'page.requested' });
  doer.sendTo(refresh, { type: page.offset > 0 ? 'paused' : 'resumed', reason: 'page' });
}

export function takeSettings(
  { validation, refresh }: Pick<PageContext, 'validation' | 'refresh'>,
  doer: Doer,
  { limit, defaultIntervalMs }: PageSettings,
): void {
  doer.assign({ limit });
  doer.sendTo(validation, { type: 'limit.known', limit });
  doer.sendTo(refresh, { type: 'default.known', intervalMs: defaultIntervalMs });
}
