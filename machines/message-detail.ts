/**
 * Loads and shows the details of one message (spec 2 §2 "Message detail panel", §4; screens/search.md §8).
 *
 * ```
 * loading ─ answered ─▶ shown: result ◀─ changes.toggled ─▶ changes     (only for decorated messages)
 *    └─ 404 ▶ missing   └─ 403 ▶ denied   └─ else ▶ failed ─ returned ▶ loading
 * missing, denied, failed ─ retry ▶ loading
 * ```
 * A message that is already loaded (a row of a table) starts in `shown`; `message.replaced` shows another message.
 */
import { assign, setup } from 'xstate';
import type { ResultMessage } from '../api/contract/searches.js';
import { requested } from './actor.js';
import { statusOf } from './status-of.js';

export interface MessageId {
  readonly index: string;
  readonly id: string;
}
export type MessageDetailInput = { readonly message: ResultMessage } | MessageId;
export type MessageDetailEvent =
  | { type: 'changes.toggled' }
  | { type: 'retry' }
  /** Server and session are available again after an outage. */
  | { type: 'returned' }
  | { type: 'message.replaced'; message: ResultMessage };

export const messageDetailMachine = setup({
  types: {
    context: {} as { wanted: MessageId | undefined; message: ResultMessage | undefined; failure: unknown },
    events: {} as MessageDetailEvent,
    input: {} as MessageDetailInput,
  },
  actors: { load: requested<ResultMessage, MessageId>('load') },
  guards: {
    isKnown: ({ context }) => context.message !== undefined,
    isDecorated: ({ context }) => context.message?.decoration_stats != null,
    isMissing: (_, { failure }: { failure: unknown }) => statusOf(failure) === 404,
    isDenied: (_, { failure }: { failure: unknown }) => statusOf(failure) === 403,
  },
}).createMachine({
  id: 'messageDetail',
  context: ({ input }) => ({
    wanted: 'message' in input ? undefined : input,
    message: 'message' in input ? input.message : undefined,
    failure: undefined,
  }),
  initial: 'deciding',
  on: {
    'message.replaced': {
      target: '.shown',
      actions: assign({ message: ({ event }) => event.message, failure: undefined }),
    },
  },
  states: {
    deciding: { always: [{ guard: 'isKnown', target: 'shown' }, { target: 'loading' }] },
    loading: {
      invoke: {
        src: 'load',
        // `wanted` is always set in this state: a machine without it starts with a message and never loads one.
        input: ({ context }) => context.wanted ?? { index: '', id: '' },
        onDone: { target: 'shown', actions: assign({ message: ({ event }) => event.output, failure: undefined }) },
        onError: [
          {
            guard: { type: 'isMissing', params: ({ event }) => ({ failure: event.error }) },
            target: 'missing',
            actions: assign({ failure: ({ event }) => event.error }),
          },
          {
            guard: { type: 'isDenied', params: ({ event }) => ({ failure: event.error }) },
            target: 'denied',
            actions: assign({ failure: ({ event }) => event.error }),
          },
          { target: 'failed', actions: assign({ failure: ({ event }) => event.error }) },
        ],
      },
    },
    shown: {
      initial: 'result',
      states: {
        result: { on: { 'changes.toggled': { guard: 'isDecorated', target: 'changes' } } },
        changes: { on: { 'changes.toggled': 'result' } },
      },
    },
    missing: { on: { retry: 'loading' } },
    denied: { on: { retry: 'loading' } },
    failed: { on: { retry: 'loading', returned: 'loading' } },
  },
});
