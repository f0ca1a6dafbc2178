/**
 * Executes a search and keeps its result (spec 2 §4 "Search execution state"; contract search C6; screens/search.md
 * §16).
 *
 * ```
 * run:      idle ─ execute ─▶ running: storing ─▶ executing (a search job) ─▶ finished | failed
 *                                (execute again: abandons the running search)    cancel ─▶ cancelled
 * metadata: unknown ─ execute of another search ─▶ asking ─▶ known
 * ```
 * - Independent calls run in parallel: the metadata is requested while the search is stored and executed.
 * - The previous result stays until the next one arrives, and also after a cancellation or failure.
 * - `page.requested` executes the search type of one message table again with another offset; every table has its own
 *   page. A new execution forgets all pages, except those of widgets that it does not execute again (`request.apart`).
 * - A search that the server has forgotten (404) is stored and executed once more.
 * - With `request.apart` every widget is executed separately (`parts`): widgets near the viewport first, other widgets
 *   when `widgets.near` names them, with a limit on simultaneous calls. A job that is not done yet is polled, and its
 *   place becomes free for another widget. The run is finished when all near widgets are answered, or after `patience`:
 *   a slow widget still gets its answer, but delays neither the refresh nor another widget.
 *
 * ```
 * running: storing ─ apart ─▶ spreading ─ all near answered, or `patience` passed ─▶ finished
 * ```
 *
 * Sends its owner (`replyTo`): `execution.started`, `execution.settled {outcome}`.
 */
import type { AnyActorRef } from 'xstate';
import { assign, enqueueActions, setup, stopChild } from 'xstate';
import type { Search, SearchMetadata } from '../../api/contract/searches.js';
import { requested } from '../actor.js';
import type { StoredSearch } from '../view/document.js';
import type { JobFollowed, JobOutcome, JobSettled } from './job.js';
import { searchJobMachine } from './job.js';
import type { ExecutionRequest, PageRequest } from './results.js';
import { executionState, shownResult } from './results.js';
import type {
  ExecutionOutcome,
  ExecutionReply,
  SearchExecutionContext,
  SearchExecutionEvent,
} from './machine-types.js';
import { runKey } from './jobs.js';
import { begunPage, pageKey, settledPage } from './pages.js';
import type { Part } from './parts.js';
import {
  answeredPart,
  dueParts,
  isRunning,
  isUnderWay,
  joinedResult,
  partKey,
  plannedParts,
  renamedPages,
  slowMs,
  widgetOfKey,
} from './parts.js';
import { statusOf } from '../status-of.js';

/** Longest time in milliseconds that a run, and so the next refresh, waits for slow widgets. */
export const patienceMs = 5_000;

export type * from './machine-types.js';

export const searchExecutionMachine = setup({
  types: {
    context: {} as SearchExecutionContext,
    events: {} as SearchExecutionEvent,
    input: {} as { replyTo?: AnyActorRef; clock?: (() => number) | undefined },
  },
  actors: {
    /** Stores a search unless it is already stored; with `again` it is stored in any case. */
    storeSearch: requested<unknown, { search: StoredSearch; again: boolean }>('storeSearch'),
    askMetadata: requested<SearchMetadata, { search: Search }>('askMetadata'),
    job: searchJobMachine,
  },
  actions: {
    takeRequest: enqueueActions(({ context, enqueue }, { request }: { request: ExecutionRequest }) => {
      const { request: before, parts: known, pages } = context;
      for (const id of Object.keys(pages)) enqueue(stopChild(pageKey(id)));
      const parts = request.apart ? plannedParts(known, before, request) : {};
      for (const [id, part] of Object.entries(known))
        if (isUnderWay(part) && !isUnderWay(parts[id])) enqueue(stopChild(partKey(id)));
      const turned = Object.fromEntries(Object.entries(pages).filter(([, { status }]) => status !== 'loading'));
      const kept = before && request.apart ? renamedPages(turned, parts, before, request) : {};
      enqueue.assign({
        request,
        pages: kept,
        storedAgain: false,
        parts,
        ...(request.apart && { shown: joinedResult(parts, request), failure: undefined }),
      });
    }),
    /** Starts the widgets that may start, and checks again after `slowMs` whether others may start. */
    startParts: enqueueActions(({ context: { request, parts, near, pages, clock }, enqueue, self }) => {
      if (!request?.apart) return;
      const due = dueParts(parts, near ?? [], request, clock());
      if (due.length === 0) return;
      enqueue.raise({ type: 'widgets.due' }, { delay: slowMs });
      for (const id of due) {
        enqueue(stopChild(partKey(id)));
        enqueue.spawnChild('job', {
          id: partKey(id),
          input: {
            searchId: request.search.id,
            state: executionState({ ...request, widgets: [id] }),
            background: request.background ?? false,
            replyTo: self,
            key: partKey(id),
          },
        });
      }
      const begun = due.flatMap((id): [string, Part][] => {
        const part = parts[id];
        return part ? [[id, { ...part, status: 'running', startedAt: clock() }]] : [];
      });
      // The message tables of the widgets that start now return to their first pages.
      const gone = new Set(due.flatMap((id) => parts[id]?.shown?.widgetMapping[id] ?? []));
      for (const id of Object.keys(pages)) if (gone.has(id)) enqueue(stopChild(pageKey(id)));
      enqueue.assign({
        parts: { ...parts, ...Object.fromEntries(begun) },
        pages: Object.fromEntries(Object.entries(pages).filter(([id]) => !gone.has(id))),
      });
    }),
    /** The job of a widget is now polled and occupies no connection, so that another widget may start. */
    followPart: enqueueActions(({ context: { parts }, enqueue }, { key }: JobFollowed) => {
      const widgetId = widgetOfKey(key) ?? '';
      const part = parts[widgetId];
      if (part?.status !== 'running') return;
      enqueue.assign({ parts: { ...parts, [widgetId]: { ...part, status: 'followed' } } });
      enqueue.raise({ type: 'widgets.due' });
    }),
    takePart: enqueueActions(({ context: { request, parts, clock }, enqueue }, { key, outcome }: JobSettled) => {
      const widgetId = widgetOfKey(key) ?? '';
      const part = parts[widgetId];
      if (!part || !request) return;
      const settled: Part =
        outcome.kind === 'done'
          ? answeredPart(part, widgetId, request, outcome.job, clock())
          : { ...part, status: 'failed', failure: outcome.failure };
      const after = { ...parts, [widgetId]: settled };
      enqueue.assign({ parts: after, shown: joinedResult(after, request) });
      enqueue.raise({ type: 'widgets.due' });
    }),
    /**
     * Stops the running jobs. With the status `waiting` they start again later. With `cancelled`, neither these jobs
     * nor the waiting ones start before the next execution, unless they are requested again.
     */
    stopParts: enqueueActions(({ context: { parts }, enqueue }, { status }: { status: 'waiting' | 'cancelled' }) => {
      const stopped = Object.entries(parts).filter(([, part]) => isUnderWay(part) || part.status === 'waiting');
      for (const [id, part] of stopped) if (isUnderWay(part)) enqueue(stopChild(partKey(id)));
      enqueue.assign({
        parts: { ...parts, ...Object.fromEntries(stopped.map(([id, part]) => [id, { ...part, status }])) },
      });
    }),
    askAgain: enqueueActions(({ context: { parts }, enqueue }, { widgetIds }: { widgetIds: readonly string[] }) => {
      const again = Object.entries(parts).filter(([id, part]) => widgetIds.includes(id) && !isUnderWay(part));
      const waiting = again.map(([id, part]): [string, Part] => [id, { ...part, status: 'waiting' }]);
      enqueue.assign({ parts: { ...parts, ...Object.fromEntries(waiting) } });
      enqueue.raise({ type: 'widgets.due' });
    }),
    tellSpread: enqueueActions(({ context: { replyTo, request }, enqueue }) => {
      if (!replyTo || !request) return;
      const execution = { done: true, cancelled: false, completed_exceptionally: false };
      const job = { id: '', search_id: request.search.id, owner: '', results: {}, execution };
      enqueue.sendTo(replyTo, {
        type: 'execution.settled',
        outcome: { kind: 'done', job },
      } satisfies ExecutionReply);
    }),
    takeResult: assign(({ context }, { outcome }: { outcome: JobOutcome }) =>
      context.request && outcome.kind === 'done'
        ? { shown: shownResult(context.shown, context.request, outcome.job), failure: undefined }
        : {},
    ),
    takeFailure: assign((_, { failure }: { failure: unknown }) => ({ failure })),
    tellStarted: enqueueActions(({ context: { replyTo, request }, enqueue }) => {
      if (replyTo && request) enqueue.sendTo(replyTo, { type: 'execution.started', request } satisfies ExecutionReply);
    }),
    tellSettled: enqueueActions(({ context: { replyTo }, enqueue }, { outcome }: { outcome: ExecutionOutcome }) => {
      if (replyTo) enqueue.sendTo(replyTo, { type: 'execution.settled', outcome } satisfies ExecutionReply);
    }),
    startPage: enqueueActions(({ context, enqueue, self }, pending: PageRequest) => {
      const begun = begunPage(context, pending);
      if (!begun) return;
      const { searchId, state, page } = begun;
      const id = pageKey(page.searchTypeId);
      enqueue(stopChild(id));
      enqueue.spawnChild('job', {
        id,
        input: { searchId, state, background: false, replyTo: self, key: page.searchTypeId },
      });
      enqueue.assign({ pages: { ...context.pages, [page.searchTypeId]: page } });
    }),
    takePage: assign(({ context }, settled: JobSettled) => settledPage(context, settled)),
  },
  guards: {
    isForgotten: ({ context }, { outcome }: { outcome: JobOutcome }) =>
      outcome.kind === 'failed' && statusOf(outcome.failure) === 404 && !context.storedAgain,
    isFailed: (_, { outcome }: { outcome: JobOutcome }) => outcome.kind === 'failed',
    isOtherSearch: ({ context }, { request }: { request: ExecutionRequest }) =>
      request.search.id !== context.request?.search.id,
    isApart: ({ context }) => context.request?.apart === true,
    isPart: (_, { key }: JobSettled) => widgetOfKey(key) !== undefined,
    isForgottenPart: ({ context }, { key, outcome }: JobSettled) =>
      widgetOfKey(key) !== undefined &&
      outcome.kind === 'failed' &&
      statusOf(outcome.failure) === 404 &&
      !context.storedAgain,
    areNearSettled: ({ context: { parts, near, request } }) =>
      (near !== undefined || request?.widgets !== undefined) && !isRunning(parts, near ?? [], request),
  },
  delays: { patience: patienceMs },
}).createMachine({
  id: 'execution',
  type: 'parallel',
  context: ({ input }) => ({
    replyTo: input.replyTo,
    request: undefined,
    shown: undefined,
    failure: undefined,
    pages: {},
    metadata: undefined,
    storedAgain: false,
    parts: {},
    near: undefined,
    clock: input.clock ?? Date.now,
  }),
  on: {
    'page.requested': { actions: { type: 'startPage', params: ({ event }) => event } },
    'job.followed': { actions: { type: 'followPart', params: ({ event }) => event } },
    'job.settled': [
      {
        guard: { type: 'isForgottenPart', params: ({ event }) => event },
        target: '.run.running.storing',
        actions: [{ type: 'stopParts', params: { status: 'waiting' } }, assign({ storedAgain: true })],
      },
      {
        guard: { type: 'isPart', params: ({ event }) => event },
        actions: { type: 'takePart', params: ({ event }) => event },
      },
      { actions: { type: 'takePage', params: ({ event }) => event } },
    ],
    'widgets.near': { actions: assign({ near: ({ event }) => event.widgetIds }) },
  },
  states: {
    metadata: {
      initial: 'unknown',
      on: {
        execute: {
          guard: { type: 'isOtherSearch', params: ({ event }) => ({ request: event.request }) },
          target: '.asking',
        },
      },
      states: {
        unknown: {},
        asking: {
          invoke: {
            src: 'askMetadata',
            input: ({ context, event }) => ({
              search: (event as { request?: ExecutionRequest }).request?.search ??
                context.request?.search ?? { queries: [] },
            }),
            onDone: { target: 'known', actions: assign({ metadata: ({ event }) => event.output }) },
            // If the call fails the metadata stays unknown (spec 2 §7).
            onError: { target: 'unknown', actions: assign({ metadata: undefined }) },
          },
        },
        known: {},
      },
    },
    run: {
      initial: 'idle',
      on: {
        execute: {
          target: '.running',
          actions: [{ type: 'takeRequest', params: ({ event }) => ({ request: event.request }) }, 'tellStarted'],
        },
      },
      states: {
        idle: {},
        running: {
          initial: 'storing',
          on: {
            cancel: {
              target: 'cancelled',
              actions: [
                { type: 'stopParts', params: { status: 'cancelled' } },
                { type: 'tellSettled', params: { outcome: { kind: 'cancelled' } } },
              ],
            },
          },
          states: {
            storing: {
              invoke: {
                src: 'storeSearch',
                // There is always a request, because this state is entered only with a request.
                input: ({ context }) => ({
                  search: context.request?.search ?? { id: '', queries: [] },
                  again: context.storedAgain,
                }),
                onDone: [{ guard: 'isApart', target: 'spreading' }, { target: 'executing' }],
                onError: {
                  target: '#execution.run.failed',
                  actions: [
                    { type: 'takeFailure', params: ({ event }) => ({ failure: event.error }) },
                    {
                      type: 'tellSettled',
                      params: ({ event }) => ({ outcome: { kind: 'failed', failure: event.error } }),
                    },
                  ],
                },
              },
            },
            spreading: {
              entry: 'startParts',
              on: {
                'widgets.near': {
                  actions: [assign({ near: ({ event }) => event.widgetIds }), 'startParts'],
                },
                'widgets.again': {
                  actions: { type: 'askAgain', params: ({ event }) => ({ widgetIds: event.widgetIds }) },
                },
                'widgets.due': { actions: 'startParts' },
              },
              always: { guard: 'areNearSettled', target: '#execution.run.finished', actions: 'tellSpread' },
              after: { patience: { target: '#execution.run.finished', actions: 'tellSpread' } },
            },
            executing: {
              invoke: {
                id: runKey,
                src: 'job',
                input: ({ context: { request } }) => ({
                  searchId: request?.search.id ?? '',
                  state: request ? executionState(request) : {},
                  background: request?.background ?? false,
                }),
                onDone: [
                  {
                    guard: { type: 'isForgotten', params: ({ event }) => ({ outcome: event.output }) },
                    target: 'storing',
                    actions: assign({ storedAgain: true }),
                  },
                  {
                    guard: { type: 'isFailed', params: ({ event }) => ({ outcome: event.output }) },
                    target: '#execution.run.failed',
                    actions: [
                      {
                        type: 'takeFailure',
                        params: ({ event }) => ({
                          failure: event.output.kind === 'failed' ? event.output.failure : undefined,
                        }),
                      },
                      { type: 'tellSettled', params: ({ event }) => ({ outcome: event.output }) },
                    ],
                  },
                  {
                    target: '#execution.run.finished',
                    actions: [
                      { type: 'takeResult', params: ({ event }) => ({ outcome: event.output }) },
                      { type: 'tellSettled', params: ({ event }) => ({ outcome: event.output }) },
                    ],
                  },
                ],
                onError: {
                  target: '#execution.run.failed',
                  actions: [
                    { type: 'takeFailure', params: ({ event }) => ({ failure: event.error }) },
                    {
                      type: 'tellSettled',
                      params: ({ event }) => ({ outcome: { kind: 'failed', failure: event.error } }),
                    },
                  ],
                },
              },
            },
          },
        },
        /** Widgets that come near the viewport, or are requested again, are executed without starting another run. */
        finished: {
          on: {
            'widgets.near': {
              actions: [assign({ near: ({ event }) => event.widgetIds }), 'startParts'],
            },
            'widgets.again': { actions: { type: 'askAgain', params: ({ event }) => ({ widgetIds: event.widgetIds }) } },
            'widgets.due': { actions: 'startParts' },
          },
        },
        failed: {},
        /** A widget that is requested again is executed as after a finished run; the others stay cancelled. */
        cancelled: {
          on: {
            'widgets.again': {
              target: 'finished',
              actions: { type: 'askAgain', params: ({ event }) => ({ widgetIds: event.widgetIds }) },
            },
          },
        },
      },
    },
  },
});
