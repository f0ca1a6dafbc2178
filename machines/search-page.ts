/**
 * The search page as a whole: the view, its execution, the validation of typed queries, the automatic refresh, and the
 * messages between them (architecture.md "A search, from key press to pixels").
 *
 * ```
 * opening ─ view.opened ─▶ ready ─ submitted ─┬ known to be invalid ─▶ ready (emits submitRejected)
 *                            ▲                ├ known to be valid ───▶ ready (view gets the draft, search is executed)
 *                            │                └ not known ─▶ submitting ─ validation.settled ─▶ ready
 *                            └──────────────── typed on ───────┘
 * ```
 * - The draft is the content of the bar; the view's query is the last executed one. Submitting never waits for the
 *   validation's delay: a known verdict applies; otherwise `judgeQuery` (the query language, once loaded) decides
 *   immediately; only if it is unsure, submitting waits for the server.
 * - `range.zoomed` remembers the previous range; `zoom.undone` restores it, one zoom at a time.
 * - Values of `$name$` parameters apply from the next execution on.
 * - Children are steady references in the context: render from them with `useSelector`, send edits straight to `view`.
 *
 * Emits `addressChanged {draft, history}` (first replace, then push), `searchStarted`, `searchFinished`,
 * `submitRejected`.
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
  type PageContext,
  type PageEvent,
  type PageInput,
  type PageSettings,
} from './page-parts.js';
import { queryValidationMachine } from './query-validation.js';
import { searchExecutionMachine, type ExecutionOutcome } from './search-execution/machine.js';
import type { ExecutionRequest, PageRequest } from './search-execution/results.js';
import { rangeFault } from './time-range/fault.js';
import { defaultRange } from './time-range/ranges.js';
import { zoomTo, zoomedIn, zoomedOut, type Zoom } from './time-range/zoom.js';
import type { AddressState } from './view/address.js';
import { draftOf, sameDraft, type QueryDraft, type ViewDocument } from './view/document.js';
import { viewMachine, type ViewReply } from './view/machine.js';
import type { ViewDraft } from './view/view-draft.js';

export interface SearchPageInput extends PageInput {
  readonly address?: AddressState | undefined;
  /** Ids of the only widgets to execute, if already known. */
  readonly widgets?: readonly string[] | undefined;
  /** Unsaved changes from when the page was last left. */
  readonly unsaved?: ViewDraft | undefined;
}

export interface SearchPageContext extends PageContext {
  /** Values of the search bar. */
  readonly draft: QueryDraft;
  /** State in the address; undefined before the first search. */
  readonly addressed: QueryDraft | undefined;
  /** Zooms into the histogram, oldest first; those that lead beyond the range in the bar no longer apply. */
  readonly zooms: readonly Zoom[];
}

export type SearchPageEvent =
  | { type: 'draft.changed'; draft: Partial<QueryDraft> }
  /** Changes and submits in one step: a preset, a value added to the query, an attribute of the element. */
  | { type: 'draft.submitted'; draft: Partial<QueryDraft> }
  /** The user selected a span in the histogram. */
  | { type: 'range.zoomed'; timeRange: TimeRange }
  | { type: 'zoom.undone' }
  /** The user navigated back or forward, or followed a link. */
  | { type: 'address.changed'; address: AddressState }
  | PageEvent;

export type SearchPageEmitted =
  | { type: 'addressChanged'; draft: QueryDraft; history: 'push' | 'replace' }
  | { type: 'searchStarted'; draft: QueryDraft }
  | { type: 'searchFinished'; outcome: ExecutionOutcome }
  | { type: 'submitRejected' };

/** Tells whether the bar differs from the executed search. */
export function isDraftChanged(draft: QueryDraft, document: ViewDocument | undefined, activeQuery: string): boolean {
  return document !== undefined && !sameDraft(draft, draftOf(document, activeQuery));
}

export const searchPageMachine = setup({
  types: {
    context: {} as SearchPageContext,
    events: {} as SearchPageEvent,
    input: {} as SearchPageInput,
    emitted: {} as SearchPageEmitted,
  },
  actors: {
    view: viewMachine,
    execution: searchExecutionMachine,
    validation: queryValidationMachine,
    refresh: autoRefreshMachine,
  },
  actions: {
    changeDraft: enqueueActions(({ context, enqueue }, { draft }: { draft: Partial<QueryDraft> }) => {
      const changed = { ...context.draft, ...draft };
      enqueue.assign({ draft: changed });
      enqueue.sendTo(context.validation, { type: 'input.changed', input: validationInput(context, changed) });
    }),
    zoomIn: assign(({ context }, { timeRange }: { timeRange: TimeRange }) => {
      const { document, activeQuery } = context.view.getSnapshot().context;
      const from = document ? draftOf(document, activeQuery).timeRange : context.draft.timeRange;
      return { zooms: zoomedIn(context.zooms, { from, to: timeRange }), draft: { ...context.draft, timeRange } };
    }),
    zoomOut: assign(({ context: { zooms, draft } }) => {
      const out = zoomedOut(zooms, draft.timeRange);
      return out ? { zooms: out.zooms, draft: { ...draft, timeRange: out.range } } : {};
    }),
    validateDraft: sendTo(
      ({ context }) => context.validation,
      ({ context }) => ({ type: 'input.changed', input: validationInput(context, context.draft) }),
    ),
    takeAddress: enqueueActions(({ context, enqueue }, { address }: { address: AddressState }) => {
      const draft: QueryDraft = {
        queryString: address.queryString ?? '',
        timeRange: address.timeRange ?? defaultRange,
        streams: address.streams ?? [],
      };
      enqueue.assign({ draft, addressed: draft });
      enqueue.sendTo(context.validation, { type: 'input.changed', input: validationInput(context, draft) });
      enqueue.sendTo(context.view, { type: 'draft.submitted', draft });
    }),
    applyDraft: sendTo(
      ({ context }) => context.view,
      ({ context }) => ({ type: 'draft.submitted', draft: context.draft }),
    ),
    tellRejected: emit({ type: 'submitRejected' }),
    askNow: sendTo(({ context }) => context.validation, { type: 'flush' }),
    /** Executes the searches that the view requests, and updates bar and address. */
    followView: enqueueActions(({ context, enqueue }, { want }: { want: ViewReply }) => {
      if (want.type !== 'view.executionWanted') return;
      const { cause, document, activeQuery } = want;
      const executed = draftOf(document, activeQuery);
      const takesBar = cause === 'opened' || cause === 'page';
      if (takesBar) {
        enqueue.assign({ draft: executed });
        enqueue.sendTo(context.validation, { type: 'input.changed', input: validationInput(context, executed) });
      }
      enqueue.sendTo(context.execution, { type: 'execute', request: requestOf(context, document, activeQuery) });
      if (document.view.type !== 'SEARCH' || (context.addressed && sameDraft(context.addressed, executed))) return;
      // The range came from the address, or cannot be written into one.
      if (rangeFault(executed.timeRange) !== undefined) return;
      enqueue.assign({ addressed: executed });
      enqueue.emit({ type: 'addressChanged', draft: executed, history: context.addressed ? 'push' : 'replace' });
    }),
    executeAgain: enqueueActions(({ context, enqueue }, { background }: { background: boolean }) => {
      const { document, activeQuery } = context.view.getSnapshot().context;
      if (!document) return void enqueue.sendTo(context.refresh, { type: 'search.finished' });
      enqueue.sendTo(context.execution, {
        type: 'execute',
        request: requestOf(context, document, activeQuery, background),
      });
    }),
    tellStarted: enqueueActions(({ context, enqueue }, { request }: { request: ExecutionRequest }) => {
      // A new search shows the first page again, so the refresh resumes.
      enqueue.sendTo(context.refresh, { type: 'resumed', reason: 'page' });
      enqueue.sendTo(context.refresh, { type: 'search.started' });
      enqueue.emit({ type: 'searchStarted', draft: draftOf(request, request.queryId) });
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
    /** True when only some widgets were executed last, and others are now needed. */
    lacksResults: ({ context }, { widgetIds }: { widgetIds: readonly string[] | undefined }) => {
      const executed = context.execution.getSnapshot().context.request?.widgets;
      return executed !== undefined && !(widgetIds?.every((id) => executed.includes(id)) ?? false);
    },
    isFine: ({ context }) => verdictOf(context) === 'fine',
    hasZoom: ({ context: { zooms, draft } }) => zoomTo(zooms, draft.timeRange) !== undefined,
    isSettledForDraft: ({ context }) => isSettledForDraft(context),
  },
}).createMachine({
  id: 'searchPage',
  context: ({ input, spawn, self }) => ({
    execution: spawn('execution', { id: 'execution', input: { replyTo: self } }),
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
        address: input.address ?? {},
        activeQuery: input.activeQuery,
        draft: input.unsaved,
        ...(input.ids ? { ids: input.ids } : {}),
        ...(input.clock ? { clock: input.clock } : {}),
      },
    }),
    draft: {
      queryString: input.address?.queryString ?? '',
      timeRange: input.address?.timeRange ?? defaultRange,
      streams: input.address?.streams ?? [],
    },
    addressed: undefined,
    limit: input.limit,
    judgeQuery: input.judgeQuery ?? (() => 'unsure'),
    clock: input.clock ?? Date.now,
    widgets: input.widgets,
    override: undefined,
    hostQuery: '',
    bindings: {},
    openMessages: 0,
    zooms: [],
  }),
  initial: 'opening',
  on: {
    'draft.changed': { actions: { type: 'changeDraft', params: ({ event }) => ({ draft: event.draft }) } },
    'view.executionWanted': { actions: { type: 'followView', params: ({ event }) => ({ want: event }) } },
    'execution.started': { actions: { type: 'tellStarted', params: ({ event }) => ({ request: event.request }) } },
    'execution.settled': { actions: { type: 'tellFinished', params: ({ event }) => ({ outcome: event.outcome }) } },
    'refresh.due': { actions: { type: 'executeAgain', params: { background: true } } },
    searchAgain: { actions: { type: 'executeAgain', params: { background: false } } },
    searchCancelled: { actions: sendTo(({ context }) => context.execution, { type: 'cancel' }) },
    'widgets.limited': [
      {
        guard: { type: 'lacksResults', params: ({ event }) => ({ widgetIds: event.widgetIds }) },
        actions: [
          assign({ widgets: ({ event }) => event.widgetIds }),
          { type: 'executeAgain', params: { background: false } },
        ],
      },
      { actions: assign({ widgets: ({ event }) => event.widgetIds }) },
    ],
    'override.changed': {
      actions: [
        assign({ override: ({ event }) => event.override }),
        { type: 'executeAgain', params: { background: false } },
      ],
    },
    'bindings.changed': {
      actions: [assign({ bindings: ({ event }) => event.bindings }), 'validateDraft'],
    },
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
    opening: { on: { 'view.opened': 'ready' } },
    ready: {
      on: {
        submitted: 'deciding',
        'draft.submitted': {
          target: 'deciding',
          actions: { type: 'changeDraft', params: ({ event }) => ({ draft: event.draft }) },
        },
        'range.zoomed': {
          target: 'deciding',
          actions: [{ type: 'zoomIn', params: ({ event }) => ({ timeRange: event.timeRange }) }, 'validateDraft'],
        },
        'zoom.undone': { guard: 'hasZoom', target: 'deciding', actions: ['zoomOut', 'validateDraft'] },
        'address.changed': { actions: { type: 'takeAddress', params: ({ event }) => ({ address: event.address }) } },
      },
    },
    deciding: {
      always: [
        { guard: 'isBroken', target: 'ready', actions: 'tellRejected' },
        { guard: 'isFine', target: 'ready', actions: 'applyDraft' },
        { target: 'submitting' },
      ],
    },
    submitting: {
      entry: 'askNow',
      on: {
        'validation.settled': [
          { guard: 'isBroken', target: 'ready', actions: 'tellRejected' },
          { guard: 'isSettledForDraft', target: 'ready', actions: 'applyDraft' },
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
          actions: [{ type: 'zoomIn', params: ({ event }) => ({ timeRange: event.timeRange }) }, 'validateDraft'],
        },
        'zoom.undone': { guard: 'hasZoom', target: 'deciding', actions: ['zoomOut', 'validateDraft'] },
        'address.changed': {
          target: 'ready',
          actions: { type: 'takeAddress', params: ({ event }) => ({ address: event.address }) },
        },
      },
    },
  },
});
