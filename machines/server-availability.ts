/**
 * Checks whether the server answers (spec 1 §4 "Server availability"), with a ping every 20 s: a successful ping means
 * `up`, a failed ping `down` with its error. There is one machine per connection.
 *
 * ```
 * status: unknown ─ ping succeeded ▶ up ◀──▶ down ◀ ping failed ─ unknown
 * pinging: asking ─ answered ▶ waiting ─ 20 s ▶ asking        (either) ─ hidden ▶ resting ─ shown ▶ asking
 *          asking in a hidden tab ─ answered ▶ resting
 * ```
 * - While the server does not answer, pings are more frequent (`retryAfterMs`), so that its return is noticed soon.
 * - `callFailed`: another call got no answer. An immediate ping tells whether the server is unavailable, or whether
 *   only this call failed.
 * - `retry.requested`: the user retries, or the browser is online again.
 * - A hidden tab sends no pings, except one when it is opened, and one upon `retry.requested`.
 */
import { assign, raise, setup } from 'xstate';
import { requested } from './actor.js';

export const pingIntervalMs = 20_000;
/**
 * Delays in ms after the first failed ping, after the second, and so on. The last delay also follows all later
 * failures, so that elements recover within 5 s.
 */
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
      /** Number of pings that have failed in a row. */
      failures: number;
      /**
       * Time of the first failed ping since the last successful one, in epoch milliseconds; undefined while the server
       * answers.
       */
      downSince: number | undefined;
      clock: () => number;
      isHidden: boolean;
    },
    events: {} as ServerAvailabilityEvent,
    // Cast: XState reads only the type of this value.
    input: {} as { readonly clock?: () => number; readonly isHidden?: boolean } | undefined,
  },
  actors: { ping: requested<unknown>('ping') },
  delays: {
    pingInterval: ({ context: { failures } }) =>
      failures === 0 ? pingIntervalMs : (retryAfterMs[failures - 1] ?? retryAfterMs[2]),
  },
}).createMachine({
  id: 'serverAvailability',
  context: ({ input }) => ({
    failure: undefined,
    failures: 0,
    downSince: undefined,
    clock: input?.clock ?? Date.now,
    isHidden: input?.isHidden ?? false,
  }),
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
      on: {
        hidden: { target: '.resting', actions: assign({ isHidden: true }) },
        shown: { actions: assign({ isHidden: false }) },
      },
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
          always: { guard: ({ context }) => context.isHidden, target: 'resting' },
          after: { pingInterval: 'asking' },
          on: { callFailed: 'asking', 'retry.requested': 'asking' },
        },
        resting: {
          on: {
            shown: { target: 'asking', actions: assign({ isHidden: false }) },
            'retry.requested': 'asking',
          },
        },
      },
    },
  },
});
