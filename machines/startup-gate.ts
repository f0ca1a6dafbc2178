/**
 * Decides what the page shows while it starts (spec 1 §2 "Startup gate"). The first condition that is true decides:
 * - the server is down → unavailable
 * - nobody is signed in → login
 * - the signed-in user is not loaded yet → preparing
 * - otherwise → open
 *
 * The machine receives facts about the session, the server's availability and the query of the signed-in user, and
 * makes no calls. Until the session is known it is `waiting`, so that nothing flickers. If the session or the user
 * cannot be loaded, it is `failed`. When the server goes down later, it is `unavailable` until the server answers
 * again; the console keeps an open page visible meanwhile.
 */
import { assign, setup } from 'xstate';

export interface StartupFacts {
  /** State of the server; absent: like `unknown`. */
  readonly server?: 'unknown' | 'up' | 'down' | undefined;
  /** State of the session; `failed`: the server is available but does not answer the question who is signed in. */
  readonly session?: 'in' | 'out' | 'failed' | undefined;
  readonly user?: 'loaded' | 'failed' | undefined;
}
export type StartupGateEvent = { type: 'facts.changed'; facts: StartupFacts };

export const startupGateMachine = setup({
  types: { context: {} as StartupFacts, events: {} as StartupGateEvent },
  guards: {
    isDown: ({ context }) => context.server === 'down',
    isSignedOut: ({ context }) => context.session === 'out',
    isUnknown: ({ context }) => context.session === undefined,
    isUserMissing: ({ context }) => context.user === undefined,
    isSessionFailed: ({ context }) => context.session === 'failed',
    isUserFailed: ({ context }) => context.user === 'failed',
  },
}).createMachine({
  id: 'startupGate',
  context: {},
  initial: 'deciding',
  on: {
    'facts.changed': {
      target: '.deciding',
      actions: assign(({ context, event }) => ({ ...context, ...event.facts })),
    },
  },
  states: {
    deciding: {
      always: [
        { guard: 'isDown', target: 'unavailable' },
        { guard: 'isUnknown', target: 'waiting' },
        { guard: 'isSignedOut', target: 'login' },
        { guard: 'isSessionFailed', target: 'failed' },
        { guard: 'isUserFailed', target: 'failed' },
        { guard: 'isUserMissing', target: 'preparing' },
        { target: 'open' },
      ],
    },
    unavailable: {},
    waiting: {},
    login: {},
    preparing: {},
    failed: {},
    open: {},
  },
});
