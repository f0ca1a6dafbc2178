/**
 * The dashboard page as a whole: the view, its execution widget by widget, the override over all widgets, the
 * validation of typed queries, and the automatic refresh (screens/dashboards-sharing-alerts.md §6.3; screens/search.md
 * §13).
 *
 * ```
 * opening ─ view.opened ─▶ ready ─ submitted ─┬ known to be invalid ─▶ ready (emits submitRejected)
 *                            ▲                ├ known to be valid ───▶ ready (override applies, widgets are executed)
 *                            │                └ not known ─▶ submitting ─ validation.settled ─▶ ready
 *                            └──────────────── typed on ───────┘
 * ```
 * - The bar holds an override: it stands in the console's address, is not stored with the dashboard, and never makes it
 *   changed. Without a time range there is none ("No Override"), and validation has none either.
 * - Every widget is executed separately, those near the viewport first (search-execution). An edit executes only the
 *   affected widgets; a submit, another page and a refresh execute all near widgets.
 * - Children are steady references in the context: render from them with `useSelector`, send edits straight to `view`.
 *
 * Emits `pageShown {queryId}` whenever another page is shown, `searchFinished`, `submitRejected`.
 */
import { assign, emit, enqueueActions, sendTo, setup } from 'xstate';
import type { TimeRange } from '../api/contract/searches.js';
import { autoRefreshMachine } from './auto-refresh.js';
import {
  askPage,
  countMessages,
  isSettledForDraft,
  requestOf,
  takeSettings,
  validationInput,
  verdictOf,
  type Override,
  type PageContext,
  type PageEvent,
  type PageInput,
  type PageSettings,
} from './page-parts.js';
import { queryValidationMachine } from './query-validation.js';
import { searchExecutionMachine, type ExecutionOutcome } from './search-execution/machine.js';
import type { ExecutionRequest, PageRequest } from './search-execution/results.js';
import type { ViewDocument } from './view/document.js';
import { viewMachine, type ViewReply } from './view/machine.js';
import { sameWire } from './wire-equality.js';

/** Draft values of the override bar. */
export interface OverrideDraft {
  readonly queryString: string;
  /** Undefined: no override; every widget keeps its range. */
  readonly timeRange: TimeRange | undefined;
  /** Always empty: streams are set per widget. */
  readonly streams: readonly string[];
}

export interface DashboardPageInput extends PageInput {
  readonly override?: Override | undefined;
  /** Query of the host page, added to all others. */
  readonly hostQuery?: string | undefined;
}

export interface DashboardPageContext extends PageContext {
  readonly draft: OverrideDraft;
  /** Id of the last announced page. */
  readonly told: string | undefined;
}

export type DashboardPageEvent =
  | { type: 'draft.changed'; draft: Partial<OverrideDraft> }
  /** Changes and submits in one step: a preset, a value added to the query, an attribute of the element. */
  | { type: 'draft.submitted'; draft: Partial<OverrideDraft> }
  /** The user selected a span in a chart: it becomes the range of all widgets. */
  | { type: 'range.zoomed'; timeRange: TimeRange }
  | PageEvent;

export type DashboardPageEmitted =
  | { type: 'pageShown'; queryId: string }
  | { type: 'searchFinished'; outcome: ExecutionOutcome }
  | { type: 'submitRejected' };

export function draftOfOverride(override: Override | undefined): OverrideDraft {
  return {
    queryString: override?.query?.query_string ?? '',
    timeRange: override?.timerange ?? undefined,
    streams: [],
  };
}

/** Builds the override; empty parts override nothing. */
export function overrideOf({ queryString, timeRange }: OverrideDraft): Override | undefined {
  if (queryString.trim() === '' && !timeRange) return undefined;
  return {
    ...(timeRange && { timerange: timeRange }),
    ...(queryString.trim() !== '' && { query: { type: 'elasticsearch', query_string: queryString } }),
  };
}

/** Tells whether the bar differs from the applied override. */
export function isOverrideChanged({ draft, override }: Pick<DashboardPageContext, 'draft' | 'override'>): boolean {
  return !sameWire(overrideOf(draft) ?? {}, override ?? {});
}

/** Builds the request that executes the dashboard. */
function dashboardRequest(
  context: DashboardPageContext,
  document: ViewDocument,
  queryId: string,
  how: { readonly background?: boolean; readonly reuse?: boolean },
): ExecutionRequest {
  return { ...requestOf(context, document, queryId, how.background), apart: true, reuse: how.reuse };
}

export const dashboardPageMachine = setup({
  types: {
    context: {} as DashboardPageContext,
    events: {} as DashboardPageEvent,
    input: {} as DashboardPageInput,
    emitted: {} as DashboardPageEmitted,
  },
  actors: {
    view: viewMachine,
    execution: searchExecutionMachine,
    validation: queryValidationMachine,
    refresh: autoRefreshMachine,
  },
  actions: {
    changeDraft: enqueueActions(({ context, enqueue }, { draft }: { draft: Partial<OverrideDraft> }) => {
      const changed = { ...context.draft, ...draft, streams: [] };
      enqueue.assign({ draft: changed });
      enqueue.sendTo(context.validation, { type: 'input.changed', input: validationInput(context, changed) });
    }),
    takeOverride: enqueueActions(({ context, enqueue }, { override }: { override: Override | undefined }) => {
      const draft = draftOfOverride(override);
      enqueue.assign({ override: overrideOf(draft), draft });
      enqueue.sendTo(context.validation, { type: 'input.changed', input: validationInput(context, draft) });
    }),
    applyDraft: assign(({ context: { draft } }) => ({ override: overrideOf(draft) })),
    tellRejected: emit({ type: 'submitRejected' }),
    askNow: sendTo(({ context }) => context.validation, { type: 'flush' }),
    /** Executes the searches that the view requests. */
    followView: enqueueActions(({ context, enqueue }, { want }: { want: ViewReply }) => {
      if (want.type !== 'view.executionWanted') return;
      const { cause, document, activeQuery } = want;
      const request = dashboardRequest(context, document, activeQuery, { reuse: cause === 'edited' });
      enqueue.sendTo(context.execution, { type: 'execute', request });
      if (activeQuery === context.told) return;
      enqueue.assign({ told: activeQuery });
      enqueue.emit({ type: 'pageShown', queryId: activeQuery });
    }),
    executeAgain: enqueueActions(
      ({ context, enqueue }, how: { readonly background?: boolean; readonly reuse?: boolean }) => {
        const { document, activeQuery } = context.view.getSnapshot().context;
        if (!document) return void enqueue.sendTo(context.refresh, { type: 'search.finished' });
        const request = dashboardRequest(context, document, activeQuery, how);
        enqueue.sendTo(context.execution, { type: 'execute', request });
      },
    ),
    tellStarted: enqueueActions(({ context, enqueue }) => {
      enqueue.sendTo(context.refresh, { type: 'resumed', reason: 'page' });
      enqueue.sendTo(context.refresh, { type: 'search.started' });
    }),
    tellFinished: enqueueActions(({ context, enqueue }, { outcome }: { outcome: ExecutionOutcome }) => {
      enqueue.sendTo(context.refresh, { type: 'search.finished' });
      enqueue.emit({ type: 'searchFinished', outcome });
    }),
    countMessages: enqueueActions(({ context, enqueue }, { by }: { by: 1 | -1 }) =>
      countMessages(context, enqueue, by),
    ),
    askPage: enqueueActions(({ context, enqueue }, { page }: { page: PageRequest }) => askPage(context, enqueue, page)),
    takeSettings: enqueueActions(({ context, enqueue }, settings: PageSettings) =>
      takeSettings(context, enqueue, settings),
    ),
  },
  guards: {
    isBroken: ({ context }) => verdictOf(context) === 'broken',
    isFine: ({ context }) => verdictOf(context) === 'fine',
    isSettledForDraft: ({ context }) => isSettledForDraft(context),
  },
}).createMachine({
  id: 'dashboardPage',
  context: ({ input, spawn, self }) => ({
    execution: spawn('execution', { id: 'execution', input: { replyTo: self, clock: input.clock } }),
    validation: spawn('validation', {
      id: 'validation',
      input: { replyTo: self, limit: input.limit, ...(input.clock ? { now: input.clock } : {}) },
    }),
    refresh: spawn('refresh', { id: 'refresh', input: { replyTo: self, ...input.refresh } }),
    view: spawn('view', {
      id: 'view',
      input: {
        source: input.source,
        replyTo: self,
        activeQuery: input.activeQuery,
        ...(input.ids ? { ids: input.ids } : {}),
        ...(input.clock ? { clock: input.clock } : {}),
      },
    }),
    draft: draftOfOverride(input.override),
    override: overrideOf(draftOfOverride(input.override)),
    hostQuery: input.hostQuery ?? '',
    limit: input.limit,
    judgeQuery: input.judgeQuery ?? (() => 'unsure'),
    clock: input.clock ?? Date.now,
    widgets: undefined,
    bindings: {},
    openMessages: 0,
    told: undefined,
  }),
  initial: 'opening',
  on: {
    'draft.changed': { actions: { type: 'changeDraft', params: ({ event }) => ({ draft: event.draft }) } },
    'view.executionWanted': { actions: { type: 'followView', params: ({ event }) => ({ want: event }) } },
    'execution.started': { actions: 'tellStarted' },
    'execution.settled': { actions: { type: 'tellFinished', params: ({ event }) => ({ outcome: event.outcome }) } },
    'refresh.due': { actions: { type: 'executeAgain', params: { background: true } } },
    searchAgain: { actions: { type: 'executeAgain', params: {} } },
    searchCancelled: { actions: sendTo(({ context }) => context.execution, { type: 'cancel' }) },
    'widgets.limited': {
      guard: ({ context, event }) => !sameWire(context.widgets, event.widgetIds),
      actions: [assign({ widgets: ({ event }) => event.widgetIds }), { type: 'executeAgain', params: { reuse: true } }],
    },
    'override.changed': {
      actions: [
        { type: 'takeOverride', params: ({ event }) => ({ override: event.override }) },
        { type: 'executeAgain', params: {} },
      ],
    },
    'hostQuery.changed': {
      guard: ({ context, event }) => context.hostQuery !== event.query,
      actions: [assign({ hostQuery: ({ event }) => event.query }), { type: 'executeAgain', params: {} }],
    },
    'bindings.changed': { actions: assign({ bindings: ({ event }) => event.bindings }) },
    'message.opened': { actions: { type: 'countMessages', params: { by: 1 } } },
    'message.closed': { actions: { type: 'countMessages', params: { by: -1 } } },
    'page.requested': { actions: { type: 'askPage', params: ({ event }) => ({ page: event }) } },
    'visibility.changed': {
      actions: sendTo(
        ({ context }) => context.refresh,
        ({ event }) => ({ type: event.hidden ? 'paused' : 'resumed', reason: 'hidden' as const }),
      ),
    },
    'settings.known': { actions: { type: 'takeSettings', params: ({ event }) => event } },
  },
  states: {
    opening: {
      on: {
        // The query from the address is validated like a typed one.
        'view.opened': { target: 'ready', actions: { type: 'changeDraft', params: { draft: {} } } },
      },
    },
    ready: {
      on: {
        submitted: 'deciding',
        'draft.submitted': {
          target: 'deciding',
          actions: { type: 'changeDraft', params: ({ event }) => ({ draft: event.draft }) },
        },
        'range.zoomed': {
          target: 'deciding',
          actions: { type: 'changeDraft', params: ({ event }) => ({ draft: { timeRange: event.timeRange } }) },
        },
      },
    },
    deciding: {
      always: [
        { guard: 'isBroken', target: 'ready', actions: 'tellRejected' },
        { guard: 'isFine', target: 'ready', actions: ['applyDraft', { type: 'executeAgain', params: {} }] },
        { target: 'submitting' },
      ],
    },
    submitting: {
      entry: 'askNow',
      on: {
        'validation.settled': [
          { guard: 'isBroken', target: 'ready', actions: 'tellRejected' },
          {
            guard: 'isSettledForDraft',
            target: 'ready',
            actions: ['applyDraft', { type: 'executeAgain', params: {} }],
          },
        ],
        'draft.changed': {
          target: 'ready',
          actions: { type: 'changeDraft', params: ({ event }) => ({ draft: event.draft }) },
        },
        'draft.submitted': {
          target: 'deciding',
          actions: { type: 'changeDraft', params: ({ event }) => ({ draft: event.draft }) },
        },
        'range.zoomed': {
          target: 'deciding',
          actions: { type: 'changeDraft', params: ({ event }) => ({ draft: { timeRange: event.timeRange } }) },
        },
      },
    },
  },
});
