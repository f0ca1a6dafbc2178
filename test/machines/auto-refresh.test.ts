import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import type { AutoRefreshEvent } from '../../machines/auto-refresh.js';
import { autoRefreshMachine } from '../../machines/auto-refresh.js';
import { walk } from './transitions.js';

test('on every path the next refresh is awaited only when enabled, not paused and no search is running', () => {
  const events: AutoRefreshEvent[] = [
    { type: 'started' },
    { type: 'stopped' },
    { type: 'interval.chosen', intervalMs: 2000 },
    { type: 'paused', reason: 'message' },
    { type: 'paused', reason: 'hidden' },
    { type: 'resumed', reason: 'message' },
    { type: 'resumed', reason: 'hidden' },
    { type: 'search.started' },
    { type: 'search.finished' },
  ];
  const { paths, transitions } = walk(getShortestPaths, autoRefreshMachine, {
    input: { intervalMs: 5000 },
    events,
    serializeState: ({ value, context }) =>
      JSON.stringify([value, [...context.reasons].sort(), context.searching, context.intervalMs]),
  });
  assert.deepEqual(transitions, {
    disabled: {
      'interval.chosen': 'enabled.paused | enabled.running | enabled.waiting',
      started: 'enabled.paused | enabled.running | enabled.waiting',
    },
    'enabled.paused': {
      resumed: 'enabled.paused | enabled.waiting',
      'search.started': 'enabled.running',
      stopped: 'disabled',
    },
    'enabled.running': { 'search.finished': 'enabled.paused | enabled.waiting', stopped: 'disabled' },
    'enabled.waiting': { paused: 'enabled.paused', 'search.started': 'enabled.running', stopped: 'disabled' },
  });
  assert.ok(paths.length >= 32);
  for (const { state } of paths) {
    const { reasons, searching } = state.context;
    if (state.matches('disabled')) continue;
    const expected = searching ? 'running' : reasons.length > 0 ? 'paused' : 'waiting';
    assert.deepEqual(state.value, { enabled: expected }, JSON.stringify(state.context));
  }
});

function start(input: { intervalMs?: number; enabled?: boolean } = {}) {
  const clock = new SimulatedClock();
  const due: number[] = [];
  const owner = createActor(
    fromCallback(({ receive }) => {
      receive(() => due.push(clock.now()));
    }),
  ).start();
  const actor = createActor(autoRefreshMachine, { clock, input: { ...input, replyTo: owner } });
  const reported: number[] = [];
  actor.on('intervalChosen', ({ intervalMs }) => reported.push(intervalMs));
  return { actor: actor.start(), clock, due, reported };
}

test('the next run is scheduled only after the previous one has finished', () => {
  const { actor, clock, due } = start({ intervalMs: 5000 });
  actor.send({ type: 'started' });
  clock.increment(4999);
  assert.ok(actor.getSnapshot().matches({ enabled: 'waiting' }));
  clock.increment(1);
  assert.ok(actor.getSnapshot().matches({ enabled: 'running' }));
  actor.send({ type: 'search.started' });
  clock.increment(60_000);
  assert.ok(actor.getSnapshot().matches({ enabled: 'running' }));
  actor.send({ type: 'search.finished' });
  clock.increment(4999);
  assert.deepEqual(due, [5000]);
  clock.increment(1);
  assert.deepEqual(due, [5000, 70_000]);
});

test('choosing an interval enables the refresh and is reported; until then the default applies', () => {
  const { actor, reported } = start();
  actor.send({ type: 'started' });
  assert.ok(actor.getSnapshot().matches('disabled'), 'the refresh is disabled while no interval is known');
  actor.send({ type: 'default.known', intervalMs: 5000 });
  actor.send({ type: 'started' });
  assert.deepEqual([actor.getSnapshot().matches('enabled'), actor.getSnapshot().context.intervalMs], [true, 5000]);
  actor.send({ type: 'stopped' });
  actor.send({ type: 'interval.chosen', intervalMs: 1000 });
  actor.send({ type: 'default.known', intervalMs: 9000 });
  actor.send({ type: 'interval.chosen', intervalMs: 0 });
  assert.deepEqual(
    [actor.getSnapshot().matches('enabled'), actor.getSnapshot().context.intervalMs, reported],
    [true, 1000, [1000]],
  );
});

test('the refresh can be enabled from the start', () => {
  assert.ok(start({ intervalMs: 1000, enabled: true }).actor.getSnapshot().matches('enabled'));
  assert.ok(start({ enabled: true }).actor.getSnapshot().matches('disabled'));
});
