/** Tests the number of concurrent calls of a data adapter. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Calls } from '../../../../host/server/lookup/calls.js';
import { errorResult, type LookupResult } from '../../../../host/server/lookup/result.js';

const tick = () => new Promise((resolve) => setImmediate(resolve));

test('sixteen calls of a data adapter run at a time, also when calls arrive in the moment in which another one ends', async () => {
  const calls = new Calls();
  const ends: ((result: LookupResult) => void)[] = [];
  let running = 0;
  let most = 0;
  const start = (): Promise<LookupResult> =>
    calls.run(async () => {
      running += 1;
      most = Math.max(most, running);
      const result = await new Promise<LookupResult>((resolve) => ends.push(resolve));
      running -= 1;
      return result;
    });
  const all = Array.from({ length: 20 }, start);
  await tick();
  assert.equal(running, 16);
  while (ends.length > 0) {
    ends.shift()?.(errorResult());
    // The next calls start in the microtasks in which the ended call hands its place to a waiting call.
    await Promise.resolve();
    if (all.length < 60) for (let more = 0; more < 4; more += 1) queueMicrotask(() => all.push(start()));
    await tick();
  }
  await Promise.all(all);
  assert.equal(most, 16);
  assert.equal(running, 0);
});
