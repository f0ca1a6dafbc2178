/**
 * A page with a query bar as a whole: the view, its execution, the validation of the query in the bar, the automatic
 * refresh, and the events between them. Searches and dashboards are the two kinds of pages (search-page.ts,
 * dashboard-page.ts).
 *
 * ```
 * opening ─ view.opened ─▶ ready ─ submitted ─┬ known to be invalid ─▶ ready (emits submitRejected)
 *                            ▲                ├ known to be valid ───▶ ready (the draft applies and is executed)
 *                            │                └ not known ─▶ submitting ─ validation.settled ─▶ ready
 *                            └─ typed on (emits submitDropped) ┘
 * ```
 * - Submitting never waits for the delay of the validation: a known verdict counts, otherwise `judgeQuery` decides at
 *   once (by the query language, once it is loaded). Only if `judgeQuery` is unsure does the page wait for the
 *   server.
 * - The references to child actors in the context never change: components render from them with `useSelector` and send
 *   edits directly to `view`.
 */
import { assign, emit, enqueueActions, sendTo, setup } from 'xstate';
import type { TimeRange } from '../api/contract/searches.js';
import { autoRefreshMachine } from './auto-refresh.js';
import {
  askPage,
  countMessages,
  isSettledForDraft,
  takeSettings,
  validationInput,
  verdictOf,
  type BarDraft,
  type Doer,
  type ExecutionManner,
  type Override,
  type PageContext,
  type PageEmitted,
  type PageEvent,
  type PageInput,
  type PageKind,
  type PageSettings,
} from './page-parts.js';
import { queryValidationMachine } from './query-validation.js';
import { searchExecutionMachine, type ExecutionOutcome } from './search-execution/machine.js';
import type { ExecutionRequest, PageRequest } from './search-execution/results.js';
import { defaultRange } from './time-range/ranges.js';
import { zoomTo, zoomedOut } from './time-range/zoom.js';
import type { AddressState } from './view/address.js';
import { draftOf, type QueryDraft } from './view/document.js';
import { viewMachine, type ViewReply } from './view/machine.js';

/** Returns the machine for one kind of page. */
export const pageMachine = (kind: PageKind) =>
  setup({
    types: {
      context: {} as PageContext,
      events: {} as PageEvent,
      input: {} as PageInput,
      emitted: {} as PageEmitted,
    },
    actors: {
      view: viewMachine,
      execution: searchExecutionMachine,
      validation: queryValidationMachine,
      refresh: autoRefreshMachine,
    },
    actions: {
      changeDraft: enqueueActions(({ context, enqueue }, { draft }: { draft: Partial<BarDraft> }) => {
        const changed = kind.draftAfter(context.draft, draft);
        enqueue.assign({ draft: changed });
        enqueue.sendTo(context.validation, { type: 'input.changed', input: validationInput(context, changed) });
      }),
      zoomIn: assign(({ context }, { timeRange }: { timeRange: TimeRange }) => kind.zoomedTo(context, timeRange)),
      zoomOut: assign(({ context: { zooms, draft } }) => {
        const out = draft.timeRange && zoomedOut(zooms, draft.timeRange);
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
      takeOverride: assign((_, { override }: { override: Override | undefined }) => kind.overridden(override)),
      limitWidgets: enqueueActions(({ context, enqueue }, limit: { widgetIds: readonly string[] | undefined }) => {
        const manner = kind.limited(context, limit.widgetIds);
        enqueue.assign({ widgets: limit.widgetIds });
        if (manner) execute(kind, { ...context, widgets: limit.widgetIds }, enqueue, manner);
      }),
      applyDraft: enqueueActions(({ context, enqueue }) => {
        let applied = context;
        const assigning = (changed: Partial<PageContext>): void => {
          applied = { ...applied, ...changed };
          enqueue.assign(changed);
        };
        const doer = { ...doerOf(enqueue), assign: assigning };
        if (kind.apply(context, doer)) execute(kind, applied, enqueue, {});
      }),
      tellRejected: emit({ type: 'submitRejected' }),
      tellDropped: emit({ type: 'submitDropped' }),
      askNow: sendTo(({ context }) => context.validation, { type: 'flush' }),
      /** Executes a search when the view requests it. */
      followView: enqueueActions(({ context, enqueue }, { want }: { want: ViewReply }) => {
        if (want.type !== 'view.executionWanted') return;
        const { cause, document, activeQuery } = want;
        const request = kind.requestFor(context, document, activeQuery, { reuse: cause === 'edited' });
        enqueue.sendTo(context.execution, { type: 'execute', request });
        kind.follow(context, doerOf(enqueue), want);
      }),
      executeAgain: enqueueActions(({ context, enqueue }, manner: ExecutionManner) =>
        execute(kind, context, enqueue, manner),
      ),
      tellStarted: enqueueActions(({ context, enqueue }, { request }: { request: ExecutionRequest }) => {
        // A new search shows the first page of each message table, so that the pause reason `page` no longer applies.
        enqueue.sendTo(context.refresh, { type: 'resumed', reason: 'page' });
        enqueue.sendTo(context.refresh, { type: 'search.started' });
        if (kind.announces) enqueue.emit({ type: 'searchStarted', draft: draftOf(request, request.queryId) });
      }),
      tellFinished: enqueueActions(({ context, enqueue }, { outcome }: { outcome: ExecutionOutcome }) => {
        enqueue.sendTo(context.refresh, { type: 'search.finished' });
        enqueue.emit({ type: 'searchFinished', outcome });
      }),
      countMessages: enqueueActions(({ context, enqueue }, { by }: { by: 1 | -1 }) =>
        countMessages(context, doerOf(enqueue), by),
      ),
      askPage: enqueueActions(({ context, enqueue }, { page }: { page: PageRequest }) =>
        askPage(context, doerOf(enqueue), page),
      ),
      takeSettings: enqueueActions(({ context, enqueue }, settings: PageSettings) =>
        takeSettings(context, doerOf(enqueue), settings),
      ),
    },
    guards: {
      isBroken: ({ context }) => verdictOf(context) === 'broken',
      isFine: ({ context }) => verdictOf(context) === 'fine',
      hasZoom: ({ context: { zooms, draft } }) =>
        draft.timeRange !== undefined && zoomTo(zooms, draft.timeRange) !== undefined,
      isSettledForDraft: ({ context }) => isSettledForDraft(context),
      mayFollowTail: ({ context }) => kind.followsTail && !context.execution.getSnapshot().matches({ run: 'running' }),
      isOtherHostQuery: ({ context }, { query }: { query: string }) => context.hostQuery !== query,
    },
  }).createMachine({
    id: kind.id,
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
          address: input.address ?? {},
          activeQuery: input.activeQuery,
          draft: input.unsaved,
          ...(input.ids ? { ids: input.ids } : {}),
          ...(input.clock ? { clock: input.clock } : {}),
        },
      }),
      ...kind.initial(input),
      addressed: undefined,
      limit: input.limit,
      judgeQuery: input.judgeQuery ?? (() => 'unsure'),
      clock: input.clock ?? Date.now,
      widgets: input.widgets,
      hostQuery: input.hostQuery ?? '',
      bindings: input.bindings ?? {},
      openMessages: 0,
      zooms: [],
      reportedPage: undefined,
    }),
    initial: 'opening',
    on: {
      'draft.changed': { actions: { type: 'changeDraft', params: ({ event }) => ({ draft: event.draft }) } },
      'view.executionWanted': { actions: { type: 'followView', params: ({ event }) => ({ want: event }) } },
      'execution.started': { actions: { type: 'tellStarted', params: ({ event }) => ({ request: event.request }) } },
      'execution.settled': { actions: { type: 'tellFinished', params: ({ event }) => ({ outcome: event.outcome }) } },
      'refresh.due': { actions: { type: 'executeAgain', params: { background: true } } },
      'tail.moved': { guard: 'mayFollowTail', actions: { type: 'executeAgain', params: { background: true } } },
      searchAgain: { actions: { type: 'executeAgain', params: {} } },
      searchCancelled: { actions: sendTo(({ context }) => context.execution, { type: 'cancel' }) },
      'widgets.limited': { actions: { type: 'limitWidgets', params: ({ event }) => ({ widgetIds: event.widgetIds }) } },
      'override.changed': {
        actions: [
          { type: 'takeOverride', params: ({ event }) => ({ override: event.override }) },
          ...(kind.holdsOverride ? (['validateDraft'] as const) : []),
          { type: 'executeAgain', params: {} },
        ],
      },
      'hostQuery.changed': {
        guard: { type: 'isOtherHostQuery', params: ({ event }) => ({ query: event.query }) },
        actions: [assign({ hostQuery: ({ event }) => event.query }), { type: 'executeAgain', params: {} }],
      },
      'bindings.changed': {
        actions: [
          assign({ bindings: ({ event }) => event.bindings }),
          'validateDraft',
          ...(kind.holdsOverride ? [{ type: 'executeAgain' as const, params: {} }] : []),
        ],
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
      opening: {
        on: { 'view.opened': { target: 'ready', ...(kind.holdsOverride && { actions: 'validateDraft' as const }) } },
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
            actions: [{ type: 'changeDraft', params: ({ event }) => ({ draft: event.draft }) }, 'tellDropped'],
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

/** Adapts the `enqueue` of an XState action to the operations that the functions of a page kind use. */
function doerOf(enqueue: Doer): Doer {
  return {
    assign: (changed) => enqueue.assign(changed),
    sendTo: (actor, event) => enqueue.sendTo(actor, event),
    emit: (event) => enqueue.emit(event),
  };
}

/** Executes the displayed document. Without a document the search counts as finished, so that the refresh continues. */
function execute(kind: PageKind, context: PageContext, doer: Pick<Doer, 'sendTo'>, manner: ExecutionManner): void {
  const { document, activeQuery } = context.view.getSnapshot().context;
  if (!document) return doer.sendTo(context.refresh, { type: 'search.finished' });
  const request = kind.requestFor(context, document, activeQuery, manner);
  doer.sendTo(context.execution, { type: 'execute', request });
}
