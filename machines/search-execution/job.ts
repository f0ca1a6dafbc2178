/**
 * One execution of a stored search on the server (spec 2 §4, §7; contract search C6).
 *
 * ```
 * executing ─ answered, done ─────────────▶ done
 *     └─ answered, not done ─▶ following: waiting ─ 250 ms ─▶ asking ─ not done ─▶ waiting
 *                                                               └──── done ─────▶ released ─▶ done
 * (any call fails) ─▶ failed
 * ```
 * Stopping this actor early abandons the search: the pending call is aborted, and a job that is being followed is
 * cancelled on the server, so that the server does not continue a search for which nobody waits. (The actor `hold`
 * cancels the job when it is stopped before it is released.)
 */
import type { AnyActorRef } from 'xstate';
import { assign, enqueueActions, fromCallback, sendTo, setup } from 'xstate';
import type { ExecutionState, SearchJob } from '../../api/contract/searches.js';
import { requested } from '../actor.js';

export const pollIntervalMs = 250;

export interface JobInput {
  readonly searchId: string;
  readonly state: ExecutionState;
  /** True when a timer started the search and not the user, so that it must not prolong the session. */
  readonly background: boolean;
  /**
   * Actor that receives `job.followed` once the server has answered with an unfinished job, which is then polled. At
   * the end it receives `job.settled`. Both events contain `key`.
   */
  readonly replyTo?: AnyActorRef | undefined;
  readonly key?: string | undefined;
}
export type JobOutcome =
  { readonly kind: 'done'; readonly job: SearchJob } | { readonly kind: 'failed'; readonly failure: unknown };
/** Sent when the server answered before the search was done: the job is polled now and occupies no connection. */
export interface JobFollowed {
  readonly type: 'job.followed';
  readonly key: string;
}
export interface JobSettled {
  readonly type: 'job.settled';
  readonly key: string;
  readonly outcome: JobOutcome;
}
/**
 * Returns for how many milliseconds a job has been queued so far. Returns undefined if the job is not queued, or if the
 * server is a reference server, which does not report it.
 */
function queuedMs({ execution: { done, queued_ms: queued } }: SearchJob): number | undefined {
  return !done && typeof queued === 'number' && queued >= 0 ? queued : undefined;
}

export type ExecuteInput = Pick<JobInput, 'searchId' | 'state' | 'background'>;

export const searchJobMachine = setup({
  types: {
    context: {} as {
      input: JobInput;
      jobId: string;
      outcome: JobOutcome | undefined;
      /**
       * Milliseconds for which the server has queued the search behind other searches of the same user. undefined: the
       * search is not queued, or the server does not report it.
       */
      queuedMs: number | undefined;
    },
    input: {} as JobInput,
    output: {} as JobOutcome,
  },
  actors: {
    execute: requested<SearchJob, ExecuteInput>('execute'),
    askStatus: requested<SearchJob, { jobId: string }>('askStatus'),
    /** Cancels the job on the server when the actor is stopped, unless it has received `release` before. */
    hold: fromCallback<{ type: 'release' }, { jobId: string }>(() => undefined),
  },
  actions: {
    takeJob: assign((_, { job }: { job: SearchJob }) => ({
      jobId: job.id,
      outcome: job.execution.done ? { kind: 'done' as const, job } : undefined,
      queuedMs: queuedMs(job),
    })),
    takeFailure: assign((_, { failure }: { failure: unknown }) => ({ outcome: { kind: 'failed' as const, failure } })),
    tellFollowed: enqueueActions(({ context: { input }, enqueue }) => {
      if (!input.replyTo) return;
      enqueue.sendTo(input.replyTo, { type: 'job.followed', key: input.key ?? '' } satisfies JobFollowed);
    }),
    reply: enqueueActions(({ context: { input, outcome }, enqueue }) => {
      if (!input.replyTo || !outcome) return;
      enqueue.sendTo(input.replyTo, { type: 'job.settled', key: input.key ?? '', outcome } satisfies JobSettled);
    }),
  },
  guards: { isDone: (_, { job }: { job: SearchJob }) => job.execution.done },
  delays: { pollInterval: pollIntervalMs },
}).createMachine({
  id: 'job',
  context: ({ input }) => ({ input, jobId: '', outcome: undefined, queuedMs: undefined }),
  output: ({ context }) =>
    context.outcome ?? { kind: 'failed', failure: new Error('The search ended without an answer') },
  initial: 'executing',
  states: {
    executing: {
      invoke: {
        src: 'execute',
        input: ({ context: { input } }) => ({
          searchId: input.searchId,
          state: input.state,
          background: input.background,
        }),
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => ({ job: event.output }) },
            target: 'done',
            actions: { type: 'takeJob', params: ({ event }) => ({ job: event.output }) },
          },
          { target: 'following', actions: { type: 'takeJob', params: ({ event }) => ({ job: event.output }) } },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'takeFailure', params: ({ event }) => ({ failure: event.error }) },
        },
      },
    },
    following: {
      entry: 'tellFollowed',
      invoke: { src: 'hold', id: 'hold', input: ({ context }) => ({ jobId: context.jobId }) },
      initial: 'waiting',
      states: {
        waiting: { after: { pollInterval: 'asking' } },
        asking: {
          invoke: {
            src: 'askStatus',
            input: ({ context }) => ({ jobId: context.jobId }),
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => ({ job: event.output }) },
                target: 'released',
                actions: { type: 'takeJob', params: ({ event }) => ({ job: event.output }) },
              },
              { target: 'waiting', actions: { type: 'takeJob', params: ({ event }) => ({ job: event.output }) } },
            ],
            onError: {
              target: '#job.failed',
              actions: { type: 'takeFailure', params: ({ event }) => ({ failure: event.error }) },
            },
          },
        },
        released: { entry: sendTo('hold', { type: 'release' }), always: '#job.done' },
      },
    },
    done: { type: 'final', entry: 'reply' },
    failed: { type: 'final', entry: 'reply' },
  },
});
