/**
 * Checks whether the server may call an address (spec 1 §4 "URL allow-list helper", §5). The check takes place 250 ms
 * after the last change, and only for http(s) addresses.
 *
 * ```
 * (any) ─ url.changed ─▶ deciding ─ empty address ─▶ empty
 *                           └─ else ─▶ waiting ─ 250 ms ─┬─ no http(s) address ─▶ invalid
 *                                                         └─ else ─▶ checking ─▶ allowed | refused | unknown
 * refused ─ retry ─▶ refused.rechecking ─▶ allowed | refused        unknown ─ retry ─▶ checking
 * ```
 * A change of the address drops the pending request, so that an answer always belongs to the present address. A failed
 * check does not refuse the address. A refused address stays refused while it is checked again.
 */
import { assign, setup } from 'xstate';
import { isWebAddress } from '../api/web-address.js';
import { requested } from './actor.js';

export const checkAfterMs = 250;

export type AllowListCheckEvent = { type: 'url.changed'; url: string } | { type: 'retry' };

export interface AllowListCheckContext {
  readonly url: string;
  /** Reason for the state `unknown`; undefined in all other states. */
  readonly failure: unknown;
}

export const allowListCheckMachine = setup({
  types: {
    context: {} as AllowListCheckContext,
    events: {} as AllowListCheckEvent,
  },
  actors: { check: requested<boolean, string>('check') },
  actions: { forget: assign({ failure: undefined }) },
  guards: {
    isEmpty: ({ context: { url } }) => url.trim() === '',
    isAddress: ({ context: { url } }) => isWebAddress(url),
    isAllowed: (_, { allowed }: { allowed: boolean }) => allowed,
  },
  delays: { checkDelay: checkAfterMs },
}).createMachine({
  id: 'allowListCheck',
  context: { url: '', failure: undefined },
  initial: 'empty',
  on: {
    'url.changed': { target: '.deciding', actions: assign({ url: ({ event }) => event.url }) },
  },
  states: {
    deciding: {
      entry: 'forget',
      always: [{ guard: 'isEmpty', target: 'empty' }, { target: 'waiting' }],
    },
    empty: {},
    waiting: {
      after: { checkDelay: [{ guard: 'isAddress', target: 'checking' }, { target: 'invalid' }] },
    },
    invalid: {},
    checking: {
      entry: 'forget',
      invoke: {
        src: 'check',
        input: ({ context }) => context.url,
        onDone: [
          { guard: { type: 'isAllowed', params: ({ event }) => ({ allowed: event.output }) }, target: 'allowed' },
          { target: 'refused' },
        ],
        onError: { target: 'unknown', actions: assign({ failure: ({ event }) => event.error }) },
      },
    },
    allowed: {},
    refused: {
      initial: 'told',
      states: {
        told: { on: { retry: 'rechecking' } },
        rechecking: {
          invoke: {
            src: 'check',
            input: ({ context }) => context.url,
            onDone: [
              {
                guard: { type: 'isAllowed', params: ({ event }) => ({ allowed: event.output }) },
                target: '#allowListCheck.allowed',
              },
              { target: 'told' },
            ],
            onError: 'told',
          },
        },
      },
    },
    unknown: { on: { retry: 'checking' } },
  },
});
