/**
 * Executes a search and keeps its result (spec 2 §4 "Search execution state"; contract search C6; screens/search.md §16).
 *
 * ```
 * run:      idle ─ execute ─▶ running: storing ─▶ executing (a search job) ─▶ finished | failed
 *                                (execute again: the running one is abandoned)   cancel ─▶ cancelled
 * metadata: unknown ─ execute of another search ─▶ asking ─▶ known
 * ```
 * - What does not depend on each other is asked at once: the metadata beside storing and executing.
 * - The result before stays while the next one is on its way, and after a cancellation or failure.
 * - `page.requested` executes one message table's search type again with another offset; every table pages on its own.
 *   A new execution forgets all pages.
 * - A search the server has forgotten (404) is stored and executed once more.
 * - `request.apart`: every widget is executed on its own (`parts`), those that are near the viewport at once, the others
 *   when `widgets.near` names them. The run is finished when those near are answered, or after `patience`: a slow widget
 *   keeps its answer coming, but holds up no refresh.
 *
 * ```
 * running: storing ─ apart ─▶ spreading ─ all near answered, or patience is over ─▶ finished
 * ```
 *
 * Tells its owner (`replyTo`): `execution.started`, `execution.settled {outcome}`.
 */
import type { AnyActorRef } from 'xstate';
import { assign, enqueueActions, setup, stopChild } from 'xstate';
import type { Search, SearchMetadata } from '../../api/contract/searches.js';
import { asked } from '../actor.js';
import type { StoredSearch } from '../view/document.js';
import type { JobOutcome, JobSettled } from './job.js';
import { searchJobMachine } from './job.js';
import type { ExecutionRequest, PageRequest } from './results.js';
import { errorsOfPage, executionState, pageState, shownResult, withPage } from './results.js';
import type {
  ExecutionOutcome,
  ExecutionReply,
  PageState,
  SearchExecutionContext,
  SearchExecutionEvent,
} from './machine-types.js';
import type { Part } from './parts.js';
import {
  answeredPart,
  dueParts,
  isRunning,
  joinedResult,
  partKey,
  plannedParts,
  renamedPages,
  widgetOfKey,
  widgetOfPage,
} from './parts.js';

/** How long a refresh waits for a slow widget. */
export const patienceMs = 5_000;

export type * from './machine-types.js';

const statusOf = (failure: unknown): unknown =>
  typeof failure === 'object' && failure !== null ? (failure as { status?: unknown }).status : undefined;

export const searchExecutionMachine = setup({
  types: {
    context: {} as SearchExecutionContext,
    events: {} as SearchExecutionEvent,
    input: {} as { replyTo?: AnyActorRef; clock?: (() => number) | undefined },
  },
  actors: {
    /** Stores a search unless that was done; `again`: although it was. */
    storeSearch: asked<unknown, { search: StoredSearch; again: boolean }>('storeSearch'),
    askMetadata: asked<SearchMetadata, { search: Search }>('askMetadata'),
    job: searchJobMachine,
  },
  actions: {
    takeRequest: enqueueActions(({ context, enqueue }, { request }: { request: ExecutionRequest }) => {
      const { request: before, parts: known, pages } = context;
      for (const id of Object.keys(pages)) enqueue(stopChild(`page ${id}`));
      const parts = request.apart ? plannedParts(known, before, request) : {};
      for (const [id, part] of Object.entries(known))
        if (part.status === 'running' && parts[id]?.status !== 'running') enqueue(stopChild(partKey(id)));
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
    /** Begins with what is due. */
    startParts: enqueueActions(({ context: { request, parts, near, pages }, enqueue, self }) => {
      if (!request?.apart) return;
      const due = dueParts(parts, near ?? [], request);
      if (due.length === 0) return;
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
        return part ? [[id, { ...part, status: 'running' }]] : [];
      });
      // Their tables are on the first page again.
      const gone = new Set(due.flatMap((id) => parts[id]?.shown?.widgetMapping[id] ?? []));
      for (const id of Object.keys(pages)) if (gone.has(id)) enqueue(stopChild(`page ${id}`));
      enqueue.assign({
        parts: { ...parts, ...Object.fromEntries(begun) },
        pages: Object.fromEntries(Object.entries(pages).filter(([id]) => !gone.has(id))),
      });
    }),
    takePart: assign(({ context: { request, parts, clock } }, { key, outcome }: JobSettled) => {
      const widgetId = widgetOfKey(key) ?? '';
      const part = parts[widgetId];
      if (!part || !request) return {};
      const settled: Part =
        outcome.kind === 'done'
          ? answeredPart(part, widgetId, request, outcome.job, clock())
          : { ...part, status: 'failed', failure: outcome.failure };
      const after = { ...parts, [widgetId]: settled };
      return { parts: after, shown: joinedResult(after, request) };
    }),
    /** What runs stops; it begins anew (`waiting`) or not (`cancelled`). */
    stopParts: enqueueActions(({ context: { parts }, enqueue }, { status }: { status: 'waiting' | 'cancelled' }) => {
      const stopped = Object.entries(parts).filter(([, part]) => part.status === 'running');
      for (const [id] of stopped) enqueue(stopChild(partKey(id)));
      enqueue.assign({
        parts: { ...parts, ...Object.fromEntries(stopped.map(([id, part]) => [id, { ...part, status }])) },
      });
    }),
    askAgain: assign(({ context: { parts } }, { widgetIds }: { widgetIds: readonly string[] }) => ({
      parts: Object.fromEntries(
        Object.entries(parts).map(([id, part]): [string, Part] => [
          id,
          widgetIds.includes(id) && part.status !== 'running' ? { ...part, status: 'waiting' } : part,
        ]),
      ),
    })),
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
    startPage: enqueueActions(({ context, enqueue, self }, page: PageRequest) => {
      const { request, pages, parts } = context;
      const shown = request?.apart ? parts[widgetOfPage(parts, page) ?? '']?.shown : context.shown;
      if (!request || !shown || shown.searchId !== request.search.id) return;
      const { searchTypeId, offset, limit, mode, range: own } = page;
      const range = shown.result?.search_types[searchTypeId];
      const effective = range && 'effective_timerange' in range ? range.effective_timerange : undefined;
      const id = `page ${searchTypeId}`;
      enqueue(stopChild(id));
      enqueue.spawnChild('job', {
        id,
        input: {
          searchId: request.search.id,
          state: pageState(request, page, effective),
          background: false,
          replyTo: self,
          key: searchTypeId,
        },
      });
      enqueue.assign({
        pages: {
          ...pages,
          [searchTypeId]: {
            ...{ searchTypeId, offset, limit, mode, range: own },
            status: 'loading',
            errors: [],
            failure: undefined,
          },
        },
      });
    }),
    takePage: assign(({ context: { pages, parts, request, shown: whole } }, { key, outcome }: JobSettled) => {
      const page = pages[key];
      const widgetId = page && request?.apart ? widgetOfPage(parts, page) : undefined;
      const part = widgetId === undefined ? undefined : parts[widgetId];
      const shown = part ? part.shown : whole;
      if (!page || !shown) return {};
      const errors = outcome.kind === 'done' ? errorsOfPage(page, shown.queryId, outcome.job) : [];
      const status: PageState['status'] = outcome.kind === 'done' && errors.length === 0 ? 'shown' : 'failed';
      const failure = outcome.kind === 'failed' ? outcome.failure : undefined;
      const paged = { pages: { ...pages, [key]: { ...page, status, errors, failure } } };
      if (outcome.kind !== 'done' || errors.length > 0) return paged;
      const turned = withPage(shown, page, outcome.job);
      if (!part || widgetId === undefined || !request) return { ...paged, shown: turned };
      const after = { ...parts, [widgetId]: { ...part, shown: turned } };
      return { ...paged, parts: after, shown: joinedResult(after, request) };
    }),
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
            // A failure gives nothing (spec 2 §7).
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
                // The machine only runs once a request was taken.
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
                  actions: [
                    { type: 'askAgain', params: ({ event }) => ({ widgetIds: event.widgetIds }) },
                    'startParts',
                  ],
                },
              },
              always: { guard: 'areNearSettled', target: '#execution.run.finished', actions: 'tellSpread' },
              after: { patience: { target: '#execution.run.finished', actions: 'tellSpread' } },
            },
            executing: {
              invoke: {
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
        /** Widgets that come near, or that are wanted again, are executed without another run. */
        finished: {
          on: {
            'widgets.near': {
              actions: [assign({ near: ({ event }) => event.widgetIds }), 'startParts'],
            },
            'widgets.again': {
              actions: [{ type: 'askAgain', params: ({ event }) => ({ widgetIds: event.widgetIds }) }, 'startParts'],
            },
          },
        },
        failed: {},
        cancelled: {},
      },
    },
  },
});
