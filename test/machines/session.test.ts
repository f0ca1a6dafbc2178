import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor, fromPromise, waitFor } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import type { Credentials, SessionEmitted, SessionFacts } from '../../machines/session.js';
import { sessionMachine } from '../../machines/session.js';
import { done, failed } from './internal-events.js';
import { walk } from './transitions.js';

test('on every path a signed-in session has a username, a signed-out one has none, and the password is never kept', () => {
  const { paths, transitions } = walk(getShortestPaths, sessionMachine, {
    events: [
      done('session.validating', { username: 'jane' }),
      done('session.validating', { username: null }),
      failed('session.validating', new Error('no answer')),
      done('session.loggingIn', { username: 'jane' }),
      failed('session.loggingIn', { status: 401 }),
      done('session.loggedIn.loggingOut'),
      failed('session.loggedIn.loggingOut', { status: 500 }),
      { type: 'login.submitted', username: 'jane', password: 'secret' },
      { type: 'logout.requested' },
      { type: 'unauthorized' },
      { type: 'signedInElsewhere' },
      { type: 'signedOutElsewhere' },
      { type: 'validation.requested' },
    ],
    serializeState: ({ value, context }) =>
      JSON.stringify([value, context.username, context.loginFailure !== undefined]),
  });
  assert.deepEqual(transitions, {
    'loggedIn.loggingOut': {
      'done loggedIn.loggingOut': 'notLoggedIn',
      'error loggedIn.loggingOut': 'loggedIn.present',
      signedInElsewhere: 'validating',
      signedOutElsewhere: 'notLoggedIn',
      unauthorized: 'notLoggedIn',
      'validation.requested': 'validating',
    },
    'loggedIn.present': {
      'logout.requested': 'loggedIn.loggingOut',
      signedInElsewhere: 'validating',
      signedOutElsewhere: 'notLoggedIn',
      unauthorized: 'notLoggedIn',
      'validation.requested': 'validating',
    },
    loggingIn: { 'done loggingIn': 'loggedIn.present', 'error loggingIn': 'notLoggedIn' },
    notLoggedIn: {
      'login.submitted': 'loggingIn',
      signedInElsewhere: 'validating',
      'validation.requested': 'validating',
    },
    unverified: {
      'login.submitted': 'loggingIn',
      signedInElsewhere: 'validating',
      'validation.requested': 'validating',
    },
    validating: {
      'done validating': 'loggedIn.present | notLoggedIn',
      'error validating': 'unverified',
      'login.submitted': 'loggingIn',
    },
  });
  const reached = new Set(paths.map(({ state }) => JSON.stringify(state.value)));
  assert.deepEqual(
    reached,
    new Set(
      ['validating', 'unverified', 'notLoggedIn', 'loggingIn', { loggedIn: 'present' }, { loggedIn: 'loggingOut' }].map(
        (value) => JSON.stringify(value),
      ),
    ),
  );
  for (const { state } of paths) {
    if (state.matches('loggedIn')) assert.equal(state.context.username, 'jane');
    if (state.matches('notLoggedIn') || state.matches('loggingIn')) assert.equal(state.context.username, null);
    assert.doesNotMatch(JSON.stringify(state.context), /secret/);
  }
});

function start(implementations: {
  validate?: () => Promise<SessionFacts>;
  logIn?: (credentials: unknown) => Promise<SessionFacts>;
  logOut?: () => Promise<void>;
}) {
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        validate: fromPromise(implementations.validate ?? (() => Promise.resolve({ username: null }))),
        logIn: fromPromise(({ input }) => implementations.logIn?.(input) ?? Promise.resolve({ username: 'jane' })),
        logOut: fromPromise(implementations.logOut ?? (() => Promise.resolve())),
      },
    }),
  );
  const emitted: SessionEmitted[] = [];
  actor.on('*', (event) => emitted.push(event));
  return { actor: actor.start(), emitted };
}

test('a session that is still valid needs no login', async () => {
  const { actor, emitted } = start({ validate: () => Promise.resolve({ username: 'jane' }) });
  await waitFor(actor, (state) => state.matches({ loggedIn: 'present' }));
  assert.deepEqual(emitted, [{ type: 'signedIn', username: 'jane' }]);
});

test('a validation without a signed-in user clears the stored username', async () => {
  const { actor, emitted } = start({});
  await waitFor(actor, (state) => state.matches('notLoggedIn'));
  assert.deepEqual(emitted, [{ type: 'signedOut', lost: false }]);
});

test('the sign-in form, which stays while the session is validated again, signs in at once', async () => {
  let validations = 0;
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        // The first validation finds nobody; the second one, after an outage, is not answered.
        validate: fromPromise<SessionFacts>(() =>
          validations++ === 0 ? Promise.resolve({ username: null }) : new Promise(() => {}),
        ),
        logIn: fromPromise<SessionFacts, Credentials>(() => Promise.resolve({ username: 'jane' })),
      },
    }),
  ).start();
  await waitFor(actor, (state) => state.matches('notLoggedIn'));
  actor.send({ type: 'validation.requested' });
  assert.equal(actor.getSnapshot().value, 'validating');
  actor.send({ type: 'login.submitted', username: 'jane', password: 'secret' });
  const { context } = await waitFor(actor, (state) => state.matches('loggedIn'), { timeout: 1000 });
  assert.equal(context.username, 'jane');
});

test('wrong credentials show the reason at the login, and correct ones sign in', async () => {
  const reason = Object.assign(new Error('Invalid credentials.'), { status: 401 });
  const answers: (() => Promise<SessionFacts>)[] = [
    () => Promise.reject(reason),
    () => Promise.resolve({ username: 'jane' }),
  ];
  const { actor } = start({ logIn: () => answers.shift()?.() ?? assert.fail() });
  await waitFor(actor, (state) => state.matches('notLoggedIn'));
  actor.send({ type: 'login.submitted', username: 'jane', password: 'x' });
  await waitFor(actor, (state) => state.matches('notLoggedIn'));
  assert.equal(actor.getSnapshot().context.loginFailure, reason);
  actor.send({ type: 'login.submitted', username: 'jane', password: 'y' });
  const { context } = await waitFor(actor, (state) => state.matches('loggedIn'));
  assert.deepEqual(context, { username: 'jane', ended: null, loginFailure: undefined, failure: undefined });
});

test('a logout that is refused with 401 counts as done; another failure keeps the session and is reported', async () => {
  for (const [status, state] of [
    [401, 'notLoggedIn'],
    [500, 'loggedIn'],
  ] as const) {
    const failure = Object.assign(new Error('no'), { status });
    const { actor, emitted } = start({
      validate: () => Promise.resolve({ username: 'jane' }),
      logOut: () => Promise.reject(failure),
    });
    await waitFor(actor, (snapshot) => snapshot.matches('loggedIn'));
    actor.send({ type: 'logout.requested' });
    await waitFor(actor, (snapshot) => !snapshot.matches({ loggedIn: 'loggingOut' }));
    assert.ok(actor.getSnapshot().matches(state));
    assert.equal(
      emitted.some(({ type }) => type === 'logoutFailed'),
      status === 500,
    );
  }
});

test('after a session has ended without a logout on this page, its user and the way it ended are known', async () => {
  const { actor, emitted } = start({
    validate: () => Promise.resolve({ username: 'jane' }),
    logIn: () => Promise.resolve({ username: 'jane' }),
    logOut: () => Promise.resolve(),
  });
  const ended = () => actor.getSnapshot().context.ended;
  const signIn = async () => {
    actor.send({ type: 'login.submitted', username: 'jane', password: 'x' });
    await waitFor(actor, (state) => state.matches('loggedIn'));
    assert.equal(ended(), null);
  };
  await waitFor(actor, (state) => state.matches('loggedIn'));
  actor.send({ type: 'unauthorized' });
  assert.deepEqual(ended(), { how: 'lost', username: 'jane' });
  await signIn();
  actor.send({ type: 'logout.requested' });
  await waitFor(actor, (state) => state.matches('notLoggedIn'));
  assert.equal(ended(), null);
  await signIn();
  actor.send({ type: 'unauthorized' });
  actor.send({ type: 'signedOutElsewhere' });
  assert.deepEqual(
    ended(),
    { how: 'elsewhere', username: 'jane' },
    'logging out in another tab ends the session in this tab',
  );
  await signIn();
  actor.send({ type: 'signedOutElsewhere' });
  assert.deepEqual(ended(), { how: 'elsewhere', username: 'jane' });
  assert.deepEqual(
    emitted.flatMap((one) => (one.type === 'signedOut' ? [one.lost] : [])),
    [true, false, true, false],
  );
});
