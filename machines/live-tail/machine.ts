/**
 * The live tail: shows new messages as they arrive, by small searches (samples) one after the other.
 *
 * ```
 * sampling ─ answered / failed ▶ waiting ─ interval ▶ sampling
 *                                   └─ hidden, paused, or full ▶ resting ─ none of these any more ▶ sampling
 * ```
 * - New messages are appended, and above `mostMessages` messages the oldest are dropped. While the user reads older
 *   messages (`reading`), none is dropped: with `mostMessages` messages the tail rests until the user is at its end.
 * - A failed search is reported and repeated after a delay, which doubles with every failure up to 30 s.
 */
import { assign, not, setup } from 'xstate';
import type { MessagesResult } from '../../api/contract/searches.js';
import { requested } from '../actor.js';
import { emptyTail, tailRequest, trimmed, withSample, type Tail, type TailRequest } from './sample.js';

export const sampleIntervalMs = 2000;
const longestPauseMs = 30_000;
export const mostMessages = 10_000;

export interface LiveTailContext {
  readonly tail: Tail;
  /** Failure of the last search; undefined after an answer. */
  readonly failure: unknown;
  readonly failures: number;
  readonly hidden: boolean;
  readonly paused: boolean;
  /** True while the user reads older messages, so that no message is dropped. */
  readonly reading: boolean;
  readonly clock: () => number;
}
export type LiveTailEvent =
  | { type: 'visibility.changed'; hidden: boolean }
  | { type: 'paused' }
  | { type: 'resumed' }
  | { type: 'reading.changed'; reading: boolean };

const mayAsk = ({ hidden, paused, reading, tail }: LiveTailContext): boolean =>
  !hidden && !paused && !(reading && tail.messages.length >= mostMessages);

export const liveTailMachine = setup({
  types: {
    context: {} as LiveTailContext,
    events: {} as LiveTailEvent,
    input: {} as { clock?: () => number; hidden?: boolean },
  },
  actors: { sample: requested<MessagesResult, TailRequest>('sample') },
  guards: {
    mayAsk: ({ context }) => mayAsk(context),
  },
  delays: {
    interval: ({ context: { failures } }) => Math.min(longestPauseMs, sampleIntervalMs * 2 ** failures),
  },
}).createMachine({
  id: 'liveTail',
  context: ({ input }) => ({
    tail: emptyTail,
    failure: undefined,
    failures: 0,
    hidden: input.hidden ?? false,
    paused: false,
    reading: false,
    clock: input.clock ?? Date.now,
  }),
  initial: 'sampling',
  on: {
    'visibility.changed': { actions: assign({ hidden: ({ event }) => event.hidden }) },
    paused: { actions: assign({ paused: true }) },
    resumed: { actions: assign({ paused: false }) },
    'reading.changed': {
      actions: assign(({ context: { tail }, event: { reading } }) => ({
        reading,
        tail: reading ? tail : trimmed(tail, mostMessages),
      })),
    },
  },
  states: {
    sampling: {
      invoke: {
        src: 'sample',
        input: ({ context: { tail, clock } }) => tailRequest(tail, clock()),
        onDone: {
          target: 'waiting',
          actions: assign(({ context: { tail, clock, reading }, event }) => {
            const next = withSample(tail, event.output, clock());
            return { tail: reading ? next : trimmed(next, mostMessages), failure: undefined, failures: 0 };
          }),
        },
        onError: {
          target: 'waiting',
          actions: assign(({ context, event }) => ({ failure: event.error, failures: context.failures + 1 })),
        },
      },
    },
    waiting: { always: { guard: not('mayAsk'), target: 'resting' }, after: { interval: 'sampling' } },
    resting: { always: { guard: 'mayAsk', target: 'sampling' } },
  },
});
