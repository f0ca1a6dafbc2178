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
 *
 * Tells its owner (`replyTo`): `execution.started`, `execution.settled {outcome}`.
 */
import type { AnyActorRef } from 'xstate';
import { assign, enqueueActions, setup, stopChild } from 'xstate';
import type { Search, SearchError, SearchMetadata } from '../../api/contract/searches.js';
import { asked } from '../actor.js';
import type { StoredSearch } from '../view/document.js';
import type { JobOutcome, JobSettled } from './job.js';
import { searchJobMachine } from './job.js';
import type { ExecutionRequest, PageRequest, ShownResult } from './results.js';
import { errorsOfPage, executionState, pageState, shownResult, withPage } from './results.js';

export interface PageState extends PageRequest {
  readonly status: 'loading' | 'shown' | 'failed';
  /** Of the page; shown in place of the table. */
  readonly errors: readonly SearchError[];
  /** The call itself failed. */
  readonly failure: unknown;
}

export interface SearchExecutionContext {
  readonly replyTo: AnyActorRef | undefined;
  /** The last one asked for. */
  readonly request: ExecutionRequest | undefined;
  readonly shown: ShownResult | undefined;
  readonly failure: unknown;
  /** By search type id. */
  readonly pages: Readonly<Record<string, PageState>>;
  readonly metadata: SearchMetadata | undefined;
  /** Whether the search was stored again after the server had forgotten it. */
  readonly storedAgain: boolean;
}

export type SearchExecutionEvent =
  | { type: 'execute'; request: ExecutionRequest }
  | { type: 'cancel' }
  | ({ type: 'page.requested' } & PageRequest)
  | JobSettled;

export type ExecutionOutcome = JobOutcome | { readonly kind: 'cancelled' };
export type ExecutionReply =
  { type: 'execution.started'; request: ExecutionRequest } | { type: 'execution.settled'; outcome: ExecutionOutcome };

const statusOf = (failure: unknown): unknown =>
  typeof failure === 'object' && failure !== null ? (failure as { status?: unknown }).status : undefined;

export const searchExecutionMachine = setup({
  types: {
    context: {} as SearchExecutionContext,
    events: {} as SearchExecutionEvent,
    input: {} as { replyTo?: AnyActorRef },
  },
  actors: {
    /** Stores a search unless that was done; `again`: although it was. */
    storeSearch: asked<unknown, { search: StoredSearch; again: boolean }>('storeSearch'),
    askMetadata: asked<SearchMetadata, { search: Search }>('askMetadata'),
    job: searchJobMachine,
  },
  actions: {
    takeRequest: assign((_, { request }: { request: ExecutionRequest }) => ({
      request,
      pages: {},
      storedAgain: false,
    })),
    stopPages: enqueueActions(({ context, enqueue }) => {
      for (const id of Object.keys(context.pages)) enqueue(stopChild(`page ${id}`));
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
    startPage: enqueueActions(({ context: { request, shown, pages }, enqueue, self }, page: PageRequest) => {
      if (!request || !shown || shown.searchId !== request.search.id) return;
      const { searchTypeId, offset, limit, mode } = page;
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
          [searchTypeId]: { searchTypeId, offset, limit, mode, status: 'loading', errors: [], failure: undefined },
        },
      });
    }),
    takePage: assign(({ context: { pages, shown } }, { key, outcome }: JobSettled) => {
      const page = pages[key];
      if (!page || !shown) return {};
      const errors = outcome.kind === 'done' ? errorsOfPage(page, shown.queryId, outcome.job) : [];
      const status: PageState['status'] = outcome.kind === 'done' && errors.length === 0 ? 'shown' : 'failed';
      const failure = outcome.kind === 'failed' ? outcome.failure : undefined;
      return {
        pages: { ...pages, [key]: { ...page, status, errors, failure } },
        ...(outcome.kind === 'done' && errors.length === 0 ? { shown: withPage(shown, page, outcome.job) } : {}),
      };
    }),
  },
  guards: {
    isForgotten: ({ context }, { outcome }: { outcome: JobOutcome }) =>
      outcome.kind === 'failed' && statusOf(outcome.failure) === 404 && !context.storedAgain,
    isFailed: (_, { outcome }: { outcome: JobOutcome }) => outcome.kind === 'failed',
    isOtherSearch: ({ context }, { request }: { request: ExecutionRequest }) =>
      request.search.id !== context.request?.search.id,
  },
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
  }),
  on: {
    'page.requested': { actions: { type: 'startPage', params: ({ event }) => event } },
    'job.settled': { actions: { type: 'takePage', params: ({ event }) => event } },
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
          actions: [
            'stopPages',
            { type: 'takeRequest', params: ({ event }) => ({ request: event.request }) },
            'tellStarted',
          ],
        },
      },
      states: {
        idle: {},
        running: {
          initial: 'storing',
          on: {
            cancel: {
              target: 'cancelled',
              actions: { type: 'tellSettled', params: { outcome: { kind: 'cancelled' } } },
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
                onDone: 'executing',
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
        finished: {},
        failed: {},
        cancelled: {},
      },
    },
  },
});
