/**
 * Repeats the search (spec 2 §4 "Auto refresh"; screens/search.md "Refresh control").
 *
 * ```
 * disabled ─ started | interval.chosen ─▶ enabled ─ stopped ─▶ disabled
 * enabled:  waiting ─ interval ─▶ running ─ search.finished ─▶ waiting
 *           (waiting) ─ pause reasons ─▶ paused ─ none left ─▶ waiting
 * ```
 * - The next run is scheduled only when the previous run has finished, even if the user started it.
 * - Reasons for a pause: `message` (a message is open), `page` (a message table is not on its first page), `hidden`
 *   (the browser's tab is hidden).
 * - If the user has never chosen an interval, starting uses the configured default.
 *
 * The machine sends its owner (`replyTo`) `refresh.due` and emits `intervalChosen {intervalMs}`, so that the owner can
 * remember the interval.
 */
import type { AnyActorRef } from 'xstate';
import { assign, emit, enqueueActions, setup } from 'xstate';

export type PauseReason = 'message' | 'page' | 'hidden';

export interface AutoRefreshContext {
  readonly replyTo: AnyActorRef | undefined;
  /** Interval that was chosen or remembered, otherwise the configured default; undefined while neither is known. */
  readonly intervalMs: number | undefined;
  readonly chosen: boolean;
  readonly reasons: readonly PauseReason[];
  readonly searching: boolean;
  /** True when an embedding page or the address starts the refresh from the beginning. */
  readonly wanted: boolean;
}

export type AutoRefreshEvent =
  | { type: 'started' }
  | { type: 'stopped' }
  | { type: 'interval.chosen'; intervalMs: number }
  | { type: 'default.known'; intervalMs: number }
  | { type: 'paused'; reason: PauseReason }
  | { type: 'resumed'; reason: PauseReason }
  | { type: 'search.started' }
  | { type: 'search.finished' };

export interface RefreshReply {
  readonly type: 'refresh.due';
}

export const autoRefreshMachine = setup({
  types: {
    context: {} as AutoRefreshContext,
    events: {} as AutoRefreshEvent,
    input: {} as { replyTo?: AnyActorRef; intervalMs?: number | undefined; enabled?: boolean | undefined },
    emitted: {} as { type: 'intervalChosen'; intervalMs: number },
  },
  actions: {
    addReason: assign(({ context }, { reason }: { reason: PauseReason }) => ({
      reasons: context.reasons.includes(reason) ? context.reasons : [...context.reasons, reason],
    })),
    removeReason: assign(({ context }, { reason }: { reason: PauseReason }) => ({
      reasons: context.reasons.filter((other) => other !== reason),
    })),
    tellDue: enqueueActions(({ context: { replyTo }, enqueue }) => {
      if (replyTo) enqueue.sendTo(replyTo, { type: 'refresh.due' } satisfies RefreshReply);
    }),
  },
  guards: {
    isWanted: ({ context }) => context.wanted && (context.intervalMs ?? 0) > 0,
    isPaused: ({ context }) => context.reasons.length > 0,
    isSearching: ({ context }) => context.searching,
    hasInterval: ({ context }) => context.intervalMs !== undefined && context.intervalMs > 0,
    /** Tells whether a default interval applies: only as long as the user has chosen no interval. */
    isNews: ({ context }, { intervalMs }: { intervalMs: number }) => !context.chosen && intervalMs > 0,
    isUsable: (_, { intervalMs }: { intervalMs: number }) => Number.isFinite(intervalMs) && intervalMs > 0,
  },
  delays: { interval: ({ context }) => context.intervalMs ?? Number.MAX_SAFE_INTEGER },
}).createMachine({
  id: 'autoRefresh',
  context: ({ input }) => ({
    replyTo: input.replyTo,
    intervalMs: input.intervalMs,
    chosen: input.intervalMs !== undefined,
    reasons: [],
    searching: false,
    wanted: input.enabled ?? false,
  }),
  initial: 'deciding',
  on: {
    paused: { actions: { type: 'addReason', params: ({ event }) => ({ reason: event.reason }) } },
    resumed: { actions: { type: 'removeReason', params: ({ event }) => ({ reason: event.reason }) } },
    'search.started': { actions: assign({ searching: true }) },
    'search.finished': { actions: assign({ searching: false }) },
    'default.known': {
      guard: { type: 'isNews', params: ({ event }) => ({ intervalMs: event.intervalMs }) },
      actions: assign({ intervalMs: ({ event }) => event.intervalMs }),
    },
    'interval.chosen': {
      guard: { type: 'isUsable', params: ({ event }) => ({ intervalMs: event.intervalMs }) },
      target: '.enabled',
      reenter: true,
      actions: [
        assign({ intervalMs: ({ event }) => event.intervalMs, chosen: true }),
        emit(({ event }) => ({ type: 'intervalChosen' as const, intervalMs: event.intervalMs })),
      ],
    },
  },
  states: {
    deciding: { always: [{ guard: 'isWanted', target: 'enabled' }, { target: 'disabled' }] },
    disabled: { on: { started: { guard: 'hasInterval', target: 'enabled' } } },
    enabled: {
      on: { stopped: 'disabled' },
      initial: 'deciding',
      states: {
        deciding: {
          always: [
            { guard: 'isSearching', target: 'running' },
            { guard: 'isPaused', target: 'paused' },
            { target: 'waiting' },
          ],
        },
        waiting: {
          after: { interval: { target: 'running', actions: 'tellDue' } },
          on: {
            paused: {
              target: 'deciding',
              actions: { type: 'addReason', params: ({ event }) => ({ reason: event.reason }) },
            },
            'search.started': { target: 'running', actions: assign({ searching: true }) },
          },
        },
        running: {
          on: { 'search.finished': { target: 'deciding', actions: assign({ searching: false }) } },
        },
        paused: {
          on: {
            resumed: {
              target: 'deciding',
              actions: { type: 'removeReason', params: ({ event }) => ({ reason: event.reason }) },
            },
            'search.started': { target: 'running', actions: assign({ searching: true }) },
          },
        },
      },
    },
  },
});
