import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import type { Client } from '../../api/client.js';
import { nextPingAfterMs, pingServer, pingTimeoutMs } from '../../api/queries/server-root.js';
import { pingIntervalMs, retryAfterMs, serverAvailabilityMachine } from '../../machines/server-availability.js';
import { walk } from './transitions.js';

test('on every path the last ping decides the availability, regardless of events in between', () => {
  const { paths, transitions } = walk(getShortestPaths, serverAvailabilityMachine, {
    events: [
      { type: 'ping.succeeded' },
      { type: 'ping.failed', failure: 'refused' },
      { type: 'hidden' },
      { type: 'shown' },
      { type: 'callFailed' },
    ],
  });
  assert.deepEqual(transitions, {
    '(pinging.asking, status.down)': {
      hidden: '(pinging.resting, status.down)',
      'ping.succeeded': '(pinging.asking, status.up)',
    },
    '(pinging.asking, status.unknown)': {
      hidden: '(pinging.resting, status.unknown)',
      'ping.failed': '(pinging.asking, status.down)',
      'ping.succeeded': '(pinging.asking, status.up)',
    },
    '(pinging.asking, status.up)': {
      hidden: '(pinging.resting, status.up)',
      'ping.failed': '(pinging.asking, status.down)',
    },
    '(pinging.resting, status.down)': {
      'ping.succeeded': '(pinging.resting, status.up)',
      shown: '(pinging.asking, status.down)',
    },
    '(pinging.resting, status.unknown)': {
      'ping.failed': '(pinging.resting, status.down)',
      'ping.succeeded': '(pinging.resting, status.up)',
      shown: '(pinging.asking, status.unknown)',
    },
    '(pinging.resting, status.up)': {
      'ping.failed': '(pinging.resting, status.down)',
      shown: '(pinging.asking, status.up)',
    },
  });
  assert.ok(paths.length >= 6);
  for (const { steps, state } of paths) {
    const last = steps.map(({ event }) => event.type as string).findLast((type) => type.startsWith('ping.'));
    const expected = last === undefined ? 'unknown' : last === 'ping.succeeded' ? 'up' : 'down';
    assert.equal(state.value.status, expected);
    assert.equal(state.context.failure, expected === 'down' ? 'refused' : undefined);
  }
});

test('the server is pinged at once, then 20 s after each response, and never in a hidden tab', async () => {
  let pings = 0;
  let fails = false;
  const clock = new SimulatedClock();
  const actor = createActor(
    serverAvailabilityMachine.provide({
      actors: {
        ping: fromPromise(() => ((pings += 1), fails ? Promise.reject(new Error('refused')) : Promise.resolve({}))),
      },
    }),
    { clock },
  ).start();
  const settled = () => waitFor(actor, (state) => !state.matches({ pinging: 'asking' }));
  await settled();
  assert.deepEqual([pings, actor.getSnapshot().value.status], [1, 'up']);
  fails = true;
  clock.increment(pingIntervalMs - 1);
  assert.equal(pings, 1);
  clock.increment(1);
  await settled();
  assert.deepEqual([pings, actor.getSnapshot().value.status], [2, 'down']);
  actor.send({ type: 'hidden' });
  clock.increment(10 * pingIntervalMs);
  assert.equal(pings, 2);
  fails = false;
  actor.send({ type: 'shown' });
  await settled();
  assert.deepEqual([pings, actor.getSnapshot().value.status], [3, 'up']);
});

test('a hidden tab sends one ping when it is opened and one for each retry', async () => {
  let pings = 0;
  const clock = new SimulatedClock();
  const actor = createActor(
    serverAvailabilityMachine.provide({ actors: { ping: fromPromise<unknown>(() => Promise.resolve((pings += 1))) } }),
    { clock, input: { isHidden: true } },
  ).start();
  const settled = async (): Promise<number> => {
    await waitFor(actor, (state) => !state.matches({ pinging: 'asking' }));
    clock.increment(pingIntervalMs);
    return pings;
  };
  assert.deepEqual([await settled(), actor.getSnapshot().value], [1, { status: 'up', pinging: 'resting' }]);
  actor.send({ type: 'retry.requested' });
  assert.deepEqual([await settled(), actor.getSnapshot().value.pinging], [2, 'resting']);
  actor.send({ type: 'retry.requested' });
  actor.send({ type: 'shown' });
  assert.equal(await settled(), 4, 'a shown tab is pinged after the interval');
  await waitFor(actor, (state) => state.matches({ pinging: 'waiting' }));
  actor.send({ type: 'hidden' });
  assert.equal(await settled(), 4);
  assert.equal(actor.getSnapshot().value.pinging, 'resting');
});

test('a failed request is followed by a ping at once', async () => {
  let pings = 0;
  const actor = createActor(
    serverAvailabilityMachine.provide({ actors: { ping: fromPromise<unknown>(() => Promise.resolve((pings += 1))) } }),
    { clock: new SimulatedClock() },
  ).start();
  await waitFor(actor, (state) => state.matches({ pinging: 'waiting' }));
  actor.send({ type: 'callFailed' });
  await waitFor(actor, (state) => state.matches({ pinging: 'waiting' }));
  assert.equal(pings, 2);
});

test('an unavailable server is pinged after 1 s, 2 s and then every 3 s, an available one every 20 s', async () => {
  let pings = 0;
  let away = true;
  const clock = new SimulatedClock();
  const actor = createActor(
    serverAvailabilityMachine.provide({
      actors: {
        ping: fromPromise(() => ((pings += 1), away ? Promise.reject(new Error('refused')) : Promise.resolve({}))),
      },
    }),
    { clock },
  ).start();
  /** Advances the clock to the next ping, and returns the elapsed milliseconds. */
  const wait = async (): Promise<number> => {
    await waitFor(actor, (state) => state.matches({ pinging: 'waiting' }));
    const before = pings;
    let waited = 0;
    while (pings === before && waited < 60_000) {
      clock.increment(500);
      waited += 500;
    }
    return waited;
  };
  const waits = [];
  for (let count = 0; count < 6; count++) waits.push(await wait());
  const last = retryAfterMs.at(-1);
  assert.deepEqual(waits, [...retryAfterMs, last, last, last]);
  assert.ok(last !== undefined && last < 5_000, 'an available server is detected within 5 s');
  await waitFor(actor, (state) => state.matches({ pinging: 'waiting' }));
  away = false;
  actor.send({ type: 'retry.requested' });
  assert.deepEqual([await wait(), actor.getSnapshot().value.status], [pingIntervalMs, 'up']);
  away = true;
  await waitFor(actor, (state) => state.matches({ pinging: 'waiting' }));
  actor.send({ type: 'callFailed' });
  assert.equal(await wait(), retryAfterMs[0], 'the next outage starts with the first interval');
});

test('no two pings of an outage are more than 5 s apart, whether they are refused, lost or some of each', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  try {
    for (const outcomes of [['refused'], ['lost'], ['refused', 'lost'], ['lost', 'lost', 'refused']]) {
      const sent: number[] = [];
      let now = 0;
      const call = (_endpoint: unknown, { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number }) =>
        new Promise((_resolve, reject) => {
          const isLost = outcomes[sent.length % outcomes.length] === 'lost';
          sent.push(now);
          if (isLost) setTimeout(() => reject(new Error('no answer')), timeoutMs);
          else reject(new Error('refused'));
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        });
      // The test double has only the method that a ping calls.
      const client = { call } as unknown as Client;
      const actor = createActor(
        serverAvailabilityMachine.provide({
          actors: { ping: fromPromise(({ signal }) => pingServer(client, signal)) },
        }),
      ).start();
      for (; now < 120_000; now += 500) {
        mock.timers.tick(500);
        // Rejected pings reach the machine in later microtasks.
        for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      }
      actor.stop();
      const pauses = sent.slice(1).map((time, at) => time - (sent[at] ?? 0));
      assert.ok(Math.max(...pauses) <= 5_000, `${outcomes.join(', ')}: ${pauses.join(', ')}`);
      assert.ok(sent.length >= 120_000 / 5_000, outcomes.join());
    }
  } finally {
    mock.timers.reset();
  }
  assert.ok(nextPingAfterMs < pingTimeoutMs);
});

test('the first of two overlapping pings that succeeds decides, and ends the other', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  try {
    const signals: AbortSignal[] = [];
    const call = (_endpoint: unknown, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return signals.length === 1 ? new Promise(() => undefined) : Promise.resolve({ version: '5.1.8' });
    };
    // The test double has only the method that a ping calls.
    const answer = pingServer({ call } as unknown as Client, new AbortController().signal);
    mock.timers.tick(nextPingAfterMs);
    assert.deepEqual(await answer, { version: '5.1.8' });
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true, true],
    );
    mock.timers.tick(10 * nextPingAfterMs);
    assert.equal(signals.length, 2);
  } finally {
    mock.timers.reset();
  }
});
