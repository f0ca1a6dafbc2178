/** Types and pure functions of the page machine (page.ts): child actors, query bar, refresh, and what searches and dashboards decide. */
import type { ActorRefFrom, AnyActorRef, EventObject } from 'xstate';
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
import type { ViewDraft } from './view/view-draft.js';
import { sameWire } from './wire-equality.js';

/** Verdict about a query, made without the server. */
export type QueryVerdict = 'fine' | 'broken' | 'unsure';

export type Override = Pick<GlobalOverride, 'timerange' | 'query'>;

/** Draft values of the query bar. */
export interface BarDraft {
  readonly queryString: string;
  /** Time range; undefined: each widget has its own. */
  readonly timeRange: TimeRange | undefined;
  readonly streams: readonly string[];
}

export interface PageInput {
  readonly source: ViewSource;
  /** State of the address of a search. */
  readonly address?: AddressState | undefined;
  /** The only widgets to execute, when known already. */
  readonly widgets?: readonly string[] | undefined;
  /** Unsaved changes of a search that were kept when the page was left. */
  readonly unsaved?: ViewDraft | undefined;
  /** Override of all widgets of a dashboard. */
  readonly override?: Override | undefined;
  /** Query of the host page, added to all others. */
  readonly hostQuery?: string | undefined;
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
  /** State of a search in the address; undefined before the first search. */
  readonly addressed: QueryDraft | undefined;
  /** Zooms into the histogram, oldest first; those after the range in the bar are spent. */
  readonly zooms: readonly Zoom[];
  /** Id of the last announced page of a dashboard. */
  readonly reportedPage: string | undefined;
}

export type PageEvent =
  | { type: 'draft.changed'; draft: Partial<BarDraft> }
  /** Changes and submits in one step: a preset, a value added to the query, an attribute of the element. */
  | { type: 'draft.submitted'; draft: Partial<BarDraft> }
  /** The user selected a span in a chart; it becomes the range of the search, or of all widgets. */
  | { type: 'range.zoomed'; timeRange: TimeRange }
  | { type: 'zoom.undone' }
  /** The address of a search changed: back or forward in the browser, or a link. */
  | { type: 'address.changed'; address: AddressState }
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
  | RefreshReply
  /** The live tail of a message table has received messages. */
  | { type: 'tail.moved' };

export type PageEmitted =
  | { type: 'addressChanged'; draft: QueryDraft; history: 'push' | 'replace' }
  | { type: 'searchStarted'; draft: QueryDraft }
  | { type: 'searchFinished'; outcome: ExecutionOutcome }
  | { type: 'submitRejected' }
  /** Another page of a dashboard is shown. */
  | { type: 'pageShown'; queryId: string };

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
  const requested = state.context.input;
  const current =
    requested.queryString === draft.queryString &&
    sameRange(requested.timeRange, timeRange) &&
    sameWire(requested.streams, draft.streams) &&
    sameWire(requested.bindings ?? {}, context.bindings);
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

/** Operations that a page's decisions may use; `enqueue` of an action has them. */
export interface Doer {
  assign(changed: Partial<PageContext>): void;
  sendTo(actor: AnyActorRef, event: EventObject): void;
  emit(event: PageEmitted): void;
}

/** Options for the execution of a view document. */
export interface ExecutionManner {
  /** The search was not asked for by a person. */
  readonly background?: boolean;
  /** Results of widgets that did not change stay. */
  readonly reuse?: boolean;
}

/** Decisions in which the pages of searches and dashboards differ. */
export interface PageKind {
  readonly id: string;
  /** State of the bar that a page begins with. */
  readonly initial: (input: PageInput) => Pick<PageContext, 'draft' | 'override'>;
  readonly draftAfter: (draft: BarDraft, change: Partial<BarDraft>) => BarDraft;
  readonly zoomedTo: (context: PageContext, timeRange: TimeRange) => Partial<PageContext>;
  /** The bar holds an override of all widgets; it is validated once the view is open, and when it is set from outside. */
  readonly holdsOverride: boolean;
  /** Validates the query of the bar again when values of parameters change. */
  readonly validatesBindings: boolean;
  readonly requestFor: (
    context: PageContext,
    document: ViewDocument,
    queryId: string,
    manner: ExecutionManner,
  ) => ExecutionRequest;
  /** Applies a submitted draft. @returns true: the caller executes the document again */
  readonly apply: (context: PageContext, doer: Doer) => boolean;
  /** Updates bar, address or page after the view has asked for an execution. */
  readonly follow: (context: PageContext, doer: Doer, want: ExecutionWanted) => void;
  /** Manner of executing the widgets that a new limit needs; undefined: nothing is executed. */
  readonly limited: (context: PageContext, widgetIds: readonly string[] | undefined) => ExecutionManner | undefined;
  /** State of the bar after the override was set from outside. */
  readonly overridden: (override: Override | undefined) => Partial<PageContext>;
  /** The page searches again while a live tail receives messages. */
  readonly followsTail: boolean;
  /** Announces a started execution. */
  readonly announces: boolean;
}

type ExecutionWanted = Extract<ViewReply, { type: 'view.executionWanted' }>;

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
