/**
 * Tests how the console requests tokens from its host page, whose function may be replaced or may have no token yet.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor, fromPromise } from 'xstate';
import type { Token } from '../../../api/client.js';
import { TokenUnavailable } from '../../../api/failures.js';
import { askUntilGiven } from '../../../elements/element/ask-until-given.js';
import { PageTokens } from '../../../elements/element/page-tokens.js';
import { sessionMachine, type SessionFacts } from '../../../machines/session.js';

const token = (name: string): Token => ({ token: name, kind: 'access' });
const settle = () => new Promise((resolve) => setImmediate(resolve));
const noToken = (reason: string) =>
  new TokenUnavailable({ method: 'GET', url: '/api/system/sessions', cause: new Error(reason) });

test('a token function that never answers no longer delays the request once the page has replaced it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const tokens = new PageTokens(() => new Promise(() => undefined));
  const tokenRequest = tokens.ask();
  let calls = 0;
  for (let rendering = 0; rendering < 5; rendering++) {
    tokens.replace(() => {
      calls += 1;
      return Promise.resolve(token(`rendering ${rendering}`));
    });
  }
  await settle();
  assert.equal(calls, 0, 'the new function is not called while the replaced function may still answer');
  t.mock.timers.tick(1_000);
  assert.deepEqual(await tokenRequest, token('rendering 4'));
  assert.equal(calls, 1);
});

test('the token of a replaced function is used if it arrives first, and its rejection is ignored', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let answer: (given: Token) => void = () => undefined;
  const slow = new PageTokens(() => new Promise((resolve) => (answer = resolve)));
  const first = slow.ask();
  await settle();
  slow.replace(() => Promise.reject(new Error('never asked')));
  answer(token('first'));
  assert.deepEqual(await first, token('first'));

  let refuse: (reason: Error) => void = () => undefined;
  const refusing = new PageTokens(() => new Promise((_, reject) => (refuse = reject)));
  const second = refusing.ask();
  await settle();
  refusing.replace(() => Promise.resolve(token('second')));
  refuse(new Error('not yet'));
  await settle();
  t.mock.timers.tick(1_000);
  assert.deepEqual(await second, token('second'));
});

test('a token function that does not answer for ten seconds counts as having no token, is not called again, and its late answer is used', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let answer: (given: Token) => void = () => undefined;
  let calls = 0;
  const tokens = new PageTokens(() => {
    calls += 1;
    return new Promise((resolve) => (answer = resolve));
  });
  const late: unknown[] = [];
  tokens.onLate = (given) => late.push(given);
  const isOverdue = { message: 'getToken has not answered for 10 seconds' };
  const asked = assert.rejects(tokens.ask(), isOverdue);
  await settle();
  t.mock.timers.tick(10_000);
  await asked;
  await assert.rejects(tokens.ask(), isOverdue);
  assert.deepEqual([calls, tokens.isStale, late], [1, false, []]);
  answer(token('late'));
  await settle();
  assert.deepEqual([late, tokens.given], [[token('late')], token('late')]);
  const again = tokens.ask();
  await settle();
  answer(token('next'));
  assert.deepEqual([await again, calls], [token('next'), 2]);
});

test('a token function that replaces a slow one just before the ten seconds have passed is called by the next request', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const tokens = new PageTokens(() => new Promise(() => undefined));
  const asked = assert.rejects(tokens.ask(), { message: 'getToken has not answered for 10 seconds' });
  await settle();
  t.mock.timers.tick(9_500);
  tokens.replace(() => Promise.resolve(token('new')));
  t.mock.timers.tick(500);
  await asked;
  assert.equal(tokens.isStale, true, 'the new function has not been called yet');
  assert.deepEqual(await tokens.ask(), token('new'));
  assert.equal(tokens.isStale, false);
});

test('the late answer of a token function that the page has replaced meanwhile is ignored', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let answer: (given: Token) => void = () => undefined;
  const tokens = new PageTokens(() => new Promise((resolve) => (answer = resolve)));
  const asked = assert.rejects(tokens.ask());
  await settle();
  t.mock.timers.tick(10_000);
  await asked;
  tokens.replace(() => Promise.resolve(token('new')));
  answer(token('old'));
  await settle();
  assert.equal(tokens.given, undefined);
  assert.deepEqual(await tokens.ask(), token('new'));
});

test('a token function whose late answer came after its replacement is called when the page sets it again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let answer: (given: Token) => void = () => undefined;
  const slow = () => new Promise<Token>((resolve) => (answer = resolve));
  const tokens = new PageTokens(slow);
  const asked = assert.rejects(tokens.ask());
  await settle();
  t.mock.timers.tick(10_000);
  await asked;
  tokens.replace(() => Promise.resolve(token('other')));
  answer(token('old'));
  await settle();
  tokens.replace(slow);
  const again = tokens.ask();
  await settle();
  answer(token('again'));
  assert.deepEqual(await again, token('again'));
});

test('a page that had no token is asked again, without a change of the session until it has one', async () => {
  const states: unknown[] = [];
  let polled: (() => unknown) | undefined;
  let held: Token | undefined;
  let valid = false;
  let calls = 0;
  const tokens = new PageTokens(() => {
    calls += 1;
    return valid ? Promise.resolve(token('later')) : Promise.reject(new Error('the backend is away'));
  });
  const session = createActor(
    sessionMachine.provide({
      actors: {
        validate: fromPromise<SessionFacts>(() =>
          held ? Promise.resolve({ username: 'ada' }) : Promise.reject(noToken('the backend is away')),
        ),
      },
    }),
  );
  session.start();
  await settle();
  askUntilGiven(tokens, {
    session,
    client: { holdToken: (given) => (held = given) },
    polls: {
      every: (intervalMs, run) => {
        assert.equal(intervalMs, 10_000);
        polled = run;
        return () => (polled = undefined);
      },
    },
  });
  session.subscribe(({ value }) => states.push(value));
  const poll = () => Promise.resolve(polled?.()).catch(() => undefined);
  for (let seconds = 0; seconds < 180; seconds += 10) await poll();
  assert.equal(calls, 6 + 2, 'the page is asked every ten seconds in the first minute, and then every minute');
  assert.deepEqual(states, []);
  valid = true;
  for (let seconds = 0; seconds < 60; seconds += 10) await poll();
  await settle();
  assert.deepEqual(held, token('later'));
  assert.equal(session.getSnapshot().context.username, 'ada');
  assert.equal(session.getSnapshot().context.failure, undefined);
  assert.equal(polled, undefined, 'the page is not asked while a user is signed in');
});

test('the rejection of a token is reported in readable words', () => {
  assert.equal(
    noToken('nobody signed in yet').message,
    'This page could not provide an access token: nobody signed in yet',
  );
});

test('the session records that it was lost because no token was available', async () => {
  const session = createActor(
    sessionMachine.provide({
      actors: { validate: fromPromise<SessionFacts>(() => Promise.resolve({ username: 'ada' })) },
    }),
  );
  session.start();
  await settle();
  const failure = noToken('the backend is away');
  session.send({ type: 'unauthorized', failure });
  assert.equal(session.getSnapshot().context.failure, failure);
});
