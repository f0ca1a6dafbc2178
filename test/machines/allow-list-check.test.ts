import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { allowListCheckMachine, checkAfterMs, type AllowListCheckEvent } from '../../machines/allow-list-check.js';
import { done, failed, passed } from './internal-events.js';
import { walk } from './transitions.js';

const good = 'https://a.example/x';
const other = 'http://b.example/?ip=${key}';

test('on every path only a response allows or refuses an address, only web addresses are checked, and a change resets the result', () => {
  const events: AllowListCheckEvent[] = [
    ...[good, other, '', ' ', 'ftp://a.example/', 'a.example', 'javascript:alert(1)'].map(
      (url): AllowListCheckEvent => ({ type: 'url.changed', url }),
    ),
    { type: 'retry' },
    passed('checkDelay', 'allowListCheck.waiting'),
    ...['allowListCheck.checking', 'allowListCheck.refused.rechecking'].flatMap((state) => [
      done(state, true),
      done(state, false),
      failed(state, new Error('down')),
    ]),
  ];
  const { paths, transitions } = walk(getShortestPaths, allowListCheckMachine, {
    events,
    serializeState: ({ value, context }) => JSON.stringify([value, context.url, String(context.failure)]),
  });
  assert.deepEqual(transitions, {
    allowed: { 'url.changed': 'empty | waiting' },
    checking: {
      'done checking': 'allowed | refused.told',
      'error checking': 'unknown',
      'url.changed': 'empty | waiting',
    },
    empty: { 'url.changed': 'empty | waiting' },
    invalid: { 'url.changed': 'empty | waiting' },
    'refused.rechecking': {
      'done refused.rechecking': 'allowed | refused.told',
      'error refused.rechecking': 'refused.told',
      'url.changed': 'empty | waiting',
    },
    'refused.told': { retry: 'refused.rechecking', 'url.changed': 'empty | waiting' },
    unknown: { retry: 'checking', 'url.changed': 'empty | waiting' },
    waiting: { 'after checkDelay': 'checking | invalid', 'url.changed': 'empty | waiting' },
  });
  const reached = new Set<string>();
  for (const { state, steps } of paths) {
    const { url, failure } = state.context;
    const value = JSON.stringify(state.value);
    const last = steps.at(-1)?.event as { type: string; output?: boolean } | undefined;
    reached.add(value);
    assert.equal(state.matches('empty'), url.trim() === '', `the state ${value} is consistent with ${url}`);
    assert.equal(failure !== undefined, state.matches('unknown'), value);
    if (state.matches('checking') || state.matches('allowed') || state.matches('refused') || state.matches('unknown'))
      assert.ok(url === good || url === other, url);
    if (state.matches('invalid')) assert.ok(url !== good && url !== other, url);
    if (state.matches('allowed')) assert.deepEqual([last?.output, last?.type.startsWith('xstate.done')], [true, true]);
    if (state.matches('unknown')) assert.match(String(last?.type), /^xstate\.error/);
  }
  assert.deepEqual(
    [...reached].sort(),
    [
      '"allowed"',
      '"checking"',
      '"empty"',
      '"invalid"',
      '"unknown"',
      '"waiting"',
      '{"refused":"rechecking"}',
      '{"refused":"told"}',
    ].sort(),
  );
});

function start(check: (url: string, signal: AbortSignal) => Promise<boolean>) {
  const clock = new SimulatedClock();
  const requests: string[] = [];
  const actor = createActor(
    allowListCheckMachine.provide({
      actors: {
        check: fromPromise<boolean, string>(({ input, signal }) => {
          requests.push(input);
          return check(input, signal);
        }),
      },
    }),
    { clock },
  ).start();
  const write = (url: string) => actor.send({ type: 'url.changed', url });
  const is = (value: 'allowed' | 'refused' | 'unknown') => waitFor(actor, (state) => state.matches(value));
  return { actor, clock, requests, write, is };
}

test('only the last address is checked, 250 ms after the last change', async () => {
  const { clock, requests, write, is } = start(() => Promise.resolve(true));
  write('https://a.example/');
  clock.increment(checkAfterMs - 1);
  write(good);
  clock.increment(checkAfterMs - 1);
  assert.deepEqual(requests, []);
  clock.increment(1);
  await is('allowed');
  assert.deepEqual(requests, [good]);
});

test('the request for an address that has changed meanwhile is aborted', async () => {
  const answers = new Map<string, (allowed: boolean) => void>();
  const given: string[] = [];
  const { actor, clock, write, is } = start((url, signal) => {
    signal.addEventListener('abort', () => given.push(url));
    return new Promise((resolve) => answers.set(url, resolve));
  });
  write(good);
  clock.increment(checkAfterMs);
  write(other);
  assert.deepEqual(given, [good]);
  clock.increment(checkAfterMs);
  answers.get(good)?.(true);
  answers.get(other)?.(false);
  await is('refused');
  assert.equal(actor.getSnapshot().context.url, other);
});

test('a refused address is checked again while it stays refused, and a failed check is repeated', async () => {
  let answer: () => Promise<boolean> = () => Promise.reject(new Error('down'));
  const { actor, clock, requests, write, is } = start(() => answer());
  write(good);
  clock.increment(checkAfterMs);
  await is('unknown');
  assert.match(String(actor.getSnapshot().context.failure), /down/);
  answer = () => Promise.resolve(false);
  actor.send({ type: 'retry' });
  await is('refused');
  answer = () => Promise.reject(new Error('down'));
  actor.send({ type: 'retry' });
  assert.ok(actor.getSnapshot().matches('refused'));
  await waitFor(actor, (state) => state.matches({ refused: 'told' }));
  answer = () => Promise.resolve(true);
  actor.send({ type: 'retry' });
  await is('allowed');
  assert.equal(requests.length, 4);
});
