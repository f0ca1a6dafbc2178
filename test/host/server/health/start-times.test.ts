import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTimes } from '../../../../host/server/health/start-times.js';

test('the time of each part of the start is counted from the end of the part before, in whole milliseconds', (context) => {
  let now = 1_000;
  context.mock.method(performance, 'now', () => now);
  const { startedIn, ready } = startTimes();
  for (const [part, at] of [
    ['documents', 1_040],
    ['messages', 1_100.4],
    ['http', 1_107],
  ] as const) {
    now = at;
    ready(part);
  }
  assert.deepEqual(startedIn, { documents: 40, messages: 60, http: 7 });
});
