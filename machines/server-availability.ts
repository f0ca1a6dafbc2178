/**
 * Checks whether the server answers (spec 1 §4 "Server availability"): a ping every 20 s; a success sets up, a failure sets
 * down with the error. One per connection.
 *
 * ```
 * status: unknown ─ ping succeeded ▶ up ◀──▶ down ◀ ping failed ─ unknown
 * pinging: asking ─ answered ▶ waiting ─ 20 s ▶ asking        (either) ─ hidden ▶ resting ─ shown ▶ asking
 * ```
 * - While the server is away it is asked more often (`retryAfterMs`), so that it is soon seen to be back.
 * - `callFailed`: some other call got no answer; a ping tells at once whether the server is gone or only that call.
 * - `retry.requested`: the person asks now, or the browser has a network again.
 * - In a hidden tab nothing is asked.
 */
import { assign, raise, setup } from 'xstate';
import { asked } from './actor.js';

export const pingIntervalMs = 20_000;
/** Pause after the first failed ping and the second one; the last value holds for all later ones, so that elements are back within 5 s of the server. */
export const retryAfterMs = [1_000, 2_000, 3_000] as const;

export type ServerAvailabilityEvent =
  | { type: 'callFailed' }
  | { type: 'retry.requested' }
  | { type: 'hidden' }
  | { type: 'shown' }
  | { type: 'ping.succeeded' }
  | { type: 'ping.failed'; failure: unknown };

export const serverAvailabilityMachine = setup({
  types: {
    context: {} as {
      failure: unknown;
      /** Failed pings since the last that succeeded. */
      failures: number;
      /** Time of the first failed ping since the last that succeeded (ms since the epoch); undefined while the server answers. */
      downSince: number | undefined;
      clock: () => number;
    },
    events: {} as ServerAvailabilityEvent,
    input: {} as { readonly clock?: () => number } | undefined,
  },
  actors: { ping: asked<unknown>('ping') },
  delays: {
    pingInterval: ({ context: { failures } }) =>
      failures === 0 ? pingIntervalMs : (retryAfterMs[failures - 1] ?? retryAfterMs.at(-1) ?? pingIntervalMs),
  },
}).createMachine({
  id: 'serverAvailability',
  context: ({ input }) => ({ failure: undefined, failures: 0, downSince: undefined, clock: input?.clock ?? Date.now }),
  type: 'parallel',
  states: {
    status: {
      initial: 'unknown',
      on: {
        'ping.succeeded': { target: '.up', actions: assign({ failure: undefined, downSince: undefined }) },
        'ping.failed': {
          target: '.down',
          actions: assign({
            failure: ({ event }) => event.failure,
            downSince: ({ context }) => context.downSince ?? context.clock(),
          }),
        },
      },
      states: { unknown: {}, up: {}, down: {} },
    },
    pinging: {
      initial: 'asking',
      on: { hidden: '.resting' },
      states: {
        asking: {
          invoke: {
            src: 'ping',
            onDone: { target: 'waiting', actions: [assign({ failures: 0 }), raise({ type: 'ping.succeeded' })] },
            onError: {
              target: 'waiting',
              actions: [
                assign({ failures: ({ context }) => context.failures + 1 }),
                raise(({ event }) => ({ type: 'ping.failed' as const, failure: event.error })),
              ],
            },
          },
        },
        waiting: {
          after: { pingInterval: 'asking' },
          on: { callFailed: 'asking', 'retry.requested': 'asking' },
        },
        resting: { on: { shown: 'asking', 'retry.requested': 'asking' } },
      },
    },
  },
});
