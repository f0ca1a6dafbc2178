import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getShortestPaths } from 'xstate/graph';
import type { StartupFacts } from '../../machines/startup-gate.js';
import { startupGateMachine } from '../../machines/startup-gate.js';
import { walk } from './transitions.js';

function expected({ server, session, user }: StartupFacts) {
  if (server === 'down') return 'unavailable';
  if (session === undefined) return 'waiting';
  if (session === 'out') return 'login';
  if (session === 'failed' || user === 'failed') return 'failed';
  return user === 'loaded' ? 'open' : 'preparing';
}

test('on every path the facts about server, session and user determine the page, as spec 1 §2 requires', () => {
  const facts: StartupFacts[] = [
    { server: 'up' },
    { server: 'down' },
    { session: 'in' },
    { session: 'out' },
    { session: 'failed' },
    { user: 'loaded' },
    { user: 'failed' },
    { user: undefined },
  ];
  const { paths, transitions } = walk(getShortestPaths, startupGateMachine, {
    events: facts.map((changed) => ({ type: 'facts.changed' as const, facts: changed })),
    serializeState: ({ context: { server, session, user } }) => JSON.stringify([server, session, user]),
  });
  assert.deepEqual(transitions, {
    failed: { 'facts.changed': 'failed | login | open | preparing | unavailable' },
    login: { 'facts.changed': 'failed | login | open | preparing | unavailable' },
    open: { 'facts.changed': 'failed | login | open | preparing | unavailable' },
    preparing: { 'facts.changed': 'failed | login | open | preparing | unavailable' },
    unavailable: { 'facts.changed': 'failed | login | open | preparing | unavailable | waiting' },
    waiting: { 'facts.changed': 'failed | login | open | preparing | unavailable | waiting' },
  });
  assert.equal(paths.length, 3 * 4 * 3);
  for (const { state } of paths) assert.equal(state.value, expected(state.context));
});
