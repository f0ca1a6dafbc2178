import assert from 'node:assert/strict';
import { setImmediate as later } from 'node:timers/promises';
import { test } from 'node:test';
import { Turns } from '../../../../host/server/foundation/turns.js';

test('tasks in turns run one after another in the order of their calls, also after a task that failed', async () => {
  const turns = new Turns();
  const steps: string[] = [];
  const task = (name: string, failure?: Error) =>
    turns.take(async () => {
      steps.push(`${name} begins`);
      await later();
      steps.push(`${name} ends`);
      if (failure) throw failure;
      return name;
    });
  const failure = new Error('The disk is full.');
  const results = await Promise.allSettled([task('first'), task('second', failure), task('third')]);
  assert.deepEqual(results, [
    { status: 'fulfilled', value: 'first' },
    { status: 'rejected', reason: failure },
    { status: 'fulfilled', value: 'third' },
  ]);
  assert.deepEqual(steps, ['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
});

test('the turns are idle when all given tasks have ended', async () => {
  const turns = new Turns();
  let ended = false;
  const failed = assert.rejects(
    turns.take(async () => {
      await later();
      ended = true;
      throw new Error('The disk is full.');
    }),
  );
  await turns.idle();
  assert.equal(ended, true);
  await failed;
});
