/**
 * Keeps track of who is signed in (spec 1 §4 "Session").
 *
 * ```
 * validating ─ valid ──────▶ loggedIn ─ logout.requested ──▶ loggingOut ─▶ notLoggedIn
 *     │                          └─ unauthorized, signedOutElsewhere ─────▶ notLoggedIn
 *     ├─ not valid ────────▶ notLoggedIn ─ login.submitted ─▶ loggingIn ─▶ loggedIn | notLoggedIn (with loginFailure)
 *     └─ no (usable) answer ▶ unverified ─ validation.requested ──────────▶ validating
 * ```
 * - A stored user name only says that a session is likely; it is never trusted without a validation.
 * - A logout that fails with 401 was already done elsewhere; one that fails otherwise leaves the person signed in and tells why.
 * - Who lost a session without wanting to gets back what was on screen; who logged out, here or elsewhere, does not. A session that was not
 *   ended here leaves behind how it ended (`ended`), to be sent at the next sign-in.
 * - The password passes through the event to the actor and is kept nowhere.
 *
 * Tells (emits): `signedIn {username}` to store the name, `signedOut {lost}` to forget it, stop polling and empty the caches,
 * `logoutFailed {failure}`.
 */
import { assertEvent, assign, emit, setup } from 'xstate';
import { asked } from './actor.js';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}
/** `username` is null when nobody is signed in. */
export interface SessionFacts {
  readonly username: string | null;
}

/** Reason of the end of a session that was not ended here. */
export interface SessionEnd {
  /** `lost`: expired or ended by the server; `elsewhere`: the user logged out in another tab. */
  readonly how: 'lost' | 'elsewhere';
  /** Name of the user whose session it was. */
  readonly username: string;
}

export type SessionEvent =
  | ({ type: 'login.submitted' } & Credentials)
  | { type: 'logout.requested' }
  /** Any call was answered 401. */
  | { type: 'unauthorized' }
  /** Another tab signed in, or its owner logged out there. */
  | { type: 'signedInElsewhere' }
  | { type: 'signedOutElsewhere' }
  | { type: 'validation.requested' };

export type SessionEmitted =
  | { type: 'signedIn'; username: string }
  /** `lost`: nobody wanted it to end. */
  | { type: 'signedOut'; lost: boolean }
  | { type: 'logoutFailed'; failure: unknown };

export const sessionMachine = setup({
  types: {
    context: {} as {
      username: string | null;
      /** Kept until the next sign-in or sign-out. */
      ended: SessionEnd | null;
      loginFailure: unknown;
      /** Why the user is unknown, or why the last validation found no user; undefined after a sign-in. */
      failure: unknown;
    },
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
  },
  actors: {
    validate: asked<SessionFacts>('validate'),
    logIn: asked<SessionFacts, Credentials>('logIn'),
    logOut: asked<void>('logOut'),
  },
  actions: {
    takeUser: assign((_, facts: SessionFacts) => ({
      username: facts.username,
      ended: null,
      loginFailure: undefined,
      failure: undefined,
    })),
    loseUser: assign(({ context }) => ({ ended: endOf('lost', context.username) ?? context.ended })),
    /** After a loss, too: who logs out in another tab leaves nothing behind here. */
    letGo: assign(({ context }) => ({ ended: endOf('elsewhere', context.username ?? context.ended?.username) })),
    forgetUser: assign({ username: null }),
    tellSignedIn: emit(({ context }) => ({ type: 'signedIn' as const, username: context.username ?? '' })),
    tellSignedOut: emit(({ context }) => ({ type: 'signedOut' as const, lost: context.ended?.how === 'lost' })),
  },
  guards: {
    hasUser: (_, facts: SessionFacts) => facts.username !== null && facts.username !== '',
    /** Answered 401, or the page had no token to give, so that nothing was asked. */
    isUnauthorized: (_, { failure }: { failure: unknown }) => {
      const { status, code } = (failure ?? {}) as { status?: unknown; code?: unknown };
      return status === 401 || code === 'unauthorized';
    },
  },
}).createMachine({
  id: 'session',
  context: { username: null, ended: null, loginFailure: undefined, failure: undefined },
  initial: 'validating',
  states: {
    validating: {
      invoke: {
        src: 'validate',
        onDone: [
          {
            guard: { type: 'hasUser', params: ({ event }) => event.output },
            target: 'loggedIn',
            actions: { type: 'takeUser', params: ({ event }) => event.output },
          },
          { target: 'notLoggedIn', actions: 'loseUser' },
        ],
        onError: [
          {
            guard: { type: 'isUnauthorized', params: ({ event }) => ({ failure: event.error }) },
            target: 'notLoggedIn',
            actions: ['loseUser', assign({ failure: ({ event }) => event.error })],
          },
          { target: 'unverified', actions: assign({ failure: ({ event }) => event.error }) },
        ],
      },
    },
    /** The server did not answer, or not as it should; asked again once it is available. */
    unverified: { on: { 'validation.requested': 'validating', signedInElsewhere: 'validating' } },
    notLoggedIn: {
      entry: ['forgetUser', 'tellSignedOut'],
      on: {
        'login.submitted': 'loggingIn',
        'validation.requested': 'validating',
        signedInElsewhere: 'validating',
        signedOutElsewhere: { actions: 'letGo' },
      },
    },
    loggingIn: {
      invoke: {
        src: 'logIn',
        input: ({ event }) => {
          assertEvent(event, 'login.submitted');
          return { username: event.username, password: event.password };
        },
        onDone: [
          {
            guard: { type: 'hasUser', params: ({ event }) => event.output },
            target: 'loggedIn',
            actions: { type: 'takeUser', params: ({ event }) => event.output },
          },
          { target: 'notLoggedIn' },
        ],
        onError: { target: 'notLoggedIn', actions: assign({ loginFailure: ({ event }) => event.error }) },
      },
    },
    loggedIn: {
      entry: 'tellSignedIn',
      on: {
        'logout.requested': '.loggingOut',
        unauthorized: { target: 'notLoggedIn', actions: 'loseUser' },
        signedOutElsewhere: { target: 'notLoggedIn', actions: 'letGo' },
        signedInElsewhere: 'validating',
        'validation.requested': 'validating',
      },
      initial: 'present',
      states: {
        present: {},
        loggingOut: {
          invoke: {
            src: 'logOut',
            onDone: '#session.notLoggedIn',
            onError: [
              {
                guard: { type: 'isUnauthorized', params: ({ event }) => ({ failure: event.error }) },
                target: '#session.notLoggedIn',
              },
              {
                target: 'present',
                actions: emit(({ event }) => ({ type: 'logoutFailed' as const, failure: event.error })),
              },
            ],
          },
        },
      },
    },
  },
});

function endOf(how: SessionEnd['how'], username: string | null | undefined): SessionEnd | null {
  return username === null || username === undefined ? null : { how, username };
}
