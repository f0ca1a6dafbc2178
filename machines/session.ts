/**
 * Keeps track of who is signed in (spec 1 §4 "Session").
 *
 * ```
 * validating ─ valid ──────▶ loggedIn ─ logout.requested ──▶ loggingOut ─▶ notLoggedIn
 *     │                          └─ unauthorized, signedOutElsewhere ─────▶ notLoggedIn
 *     ├─ not valid ────────▶ notLoggedIn ─ login.submitted ─▶ loggingIn ─▶ loggedIn | notLoggedIn (with loginFailure)
 *     └─ no (usable) answer ▶ unverified ─ validation.requested ──────────▶ validating
 * ```
 * - A stored username only says that a session is likely; it is never trusted without a validation.
 * - A logout that fails with 401 means that the session had already ended; any other failure leaves the user signed in
 *   and is reported.
 * - After a lost session the user returns to the previous screen, but not after a logout on this page or in another
 *   tab. The member `ended` contains for the sign-in form how the session ended, unless the user ended it on this page.
 * - The password is passed from the event to the actor and is stored nowhere. The machine emits `signedIn {username}`
 *   to store the name, `signedOut {lost}` to forget it, to stop polling and to empty the caches, and
 *   `logoutFailed {failure}`.
 */
import { assertEvent, assign, emit, setup } from 'xstate';
import { requested } from './actor.js';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}
/** Returns whether a username belongs to a guest of an embed token. Only the names of guests start with `embed:`. */
export const isGuest = (username: string | null): boolean => username?.startsWith('embed:') === true;

/** Facts about the session; `username` is null when nobody is signed in. */
export interface SessionFacts {
  readonly username: string | null;
}

/** Describes how a session ended, if the user did not end it on this page. */
export interface SessionEnd {
  /** `lost`: it expired, or the server ended it; `elsewhere`: the user logged out in another tab. */
  readonly how: 'lost' | 'elsewhere';
  /** Username of the user whose session ended. */
  readonly username: string;
}

export type SessionEvent =
  | ({ type: 'login.submitted' } & Credentials)
  | { type: 'logout.requested' }
  /** A call was answered with 401, or the page had no token for it; `failure` is the failure of this call if known. */
  | { type: 'unauthorized'; failure?: unknown }
  /** A user signed in in another tab. */
  | { type: 'signedInElsewhere' }
  /** The user logged out in another tab. */
  | { type: 'signedOutElsewhere' }
  | { type: 'validation.requested' };

export type SessionEmitted =
  | { type: 'signedIn'; username: string }
  /** `lost` is true if the session ended without a logout by the user. */
  | { type: 'signedOut'; lost: boolean }
  | { type: 'logoutFailed'; failure: unknown };

export const sessionMachine = setup({
  types: {
    context: {} as {
      username: string | null;
      /** Describes how the last session ended; the value is kept until the next sign-in or sign-out. */
      ended: SessionEnd | null;
      loginFailure: unknown;
      /** Failure because of which the user is unknown or the session has ended; undefined after signing in. */
      failure: unknown;
    },
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
  },
  actors: {
    validate: requested<SessionFacts>('validate'),
    logIn: requested<SessionFacts, Credentials>('logIn'),
    logOut: requested<void>('logOut'),
  },
  actions: {
    takeUser: assign((_, facts: SessionFacts) => ({
      username: facts.username,
      ended: null,
      loginFailure: undefined,
      failure: undefined,
    })),
    loseUser: assign(({ context }) => ({ ended: endOf('lost', context.username) ?? context.ended })),
    /** Records a logout in another tab, also after a lost session: the page then discards the content that it kept. */
    letGo: assign(({ context }) => ({ ended: endOf('elsewhere', context.username ?? context.ended?.username) })),
    forgetUser: assign({ username: null }),
    tellSignedIn: emit(({ context }) => ({ type: 'signedIn' as const, username: context.username ?? '' })),
    tellSignedOut: emit(({ context }) => ({ type: 'signedOut' as const, lost: context.ended?.how === 'lost' })),
  },
  guards: {
    hasUser: (_, facts: SessionFacts) => facts.username !== null && facts.username !== '',
    /** Tells whether a call was answered with 401, or was not made because the page had no token. */
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
      // The sign-in form stays while a session is validated again after an outage, so that it may be submitted here, too.
      on: { 'login.submitted': { target: 'loggingIn', actions: 'forgetUser' } },
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
    /** The server did not answer, or not usably; the session is validated again once the server is available. */
    unverified: {
      on: {
        'login.submitted': { target: 'loggingIn', actions: 'forgetUser' },
        'validation.requested': 'validating',
        signedInElsewhere: 'validating',
      },
    },
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
        unauthorized: {
          target: 'notLoggedIn',
          actions: ['loseUser', assign({ failure: ({ event }) => event.failure })],
        },
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
