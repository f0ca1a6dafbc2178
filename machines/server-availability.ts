/**
 * Checks whether the server answers (spec 1 §4 "Server availability"), with a ping every 20 s: a successful ping means
 * `up`, a failed ping `down` with its error. There is one machine per connection.
 *
 * ```
 * status: unknown ─ ping succeeded ▶ up ◀──▶ down ◀ ping failed ─ unknown
 * pinging: asking ─ answered ▶ waiting ─ 20 s ▶ asking        (either) ─ hidden ▶ resting ─ shown ▶ asking
 * ```
 * - While the server does not answer, pings are more frequent (`retryAfterMs`), so that its return is noticed soon.
 * - `callFailed`: another call got no answer. An immediate ping tells whether the server is unavailable, or whether
 *   only this call failed.
 * - `retry.requested`: the user retries, or the browser is online again.
 * - A hidden tab sends no pings, unless `retry.requested` starts them again.
 */
import { assign, raise, setup } from 'xstate';
import { requested } from './actor.js';

export const pingIntervalMs = 20_000;
/**
 * Delays in ms after the first failed ping, after the second, and so on; the last delay also follows all later
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
       * Time of the first of the pings that have failed in a row, in epoch milliseconds; undefined while the server
       * answers.
       */
      downSince: number | undefined;
      clock: () => number;
    },
    events: {} as ServerAvailabilityEvent,
    input: {} as { readonly clock?: () => number } | undefined,
  },
  actors: { ping: requested<unknown>('ping') },
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
