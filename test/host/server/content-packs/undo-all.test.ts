import assert from 'node:assert/strict';
import { test } from 'node:test';
import { undoAll } from '../../../../host/server/content-packs/undo-all.js';
import { NotFoundError } from '../../../../host/server/foundation/errors.js';
import { TakeBackLaterError } from '../../../../host/server/store/errors.js';

test('changes are undone in reverse order, and each change that cannot be undone is reported, also if an entity is missing', async () => {
  const done: string[] = [];
  const errors: unknown[] = [];
  const failures = [new Error('The port is taken.'), new NotFoundError('There is no such stream.')];
  const failing = (name: string, error: Error | undefined) => () => {
    done.push(name);
    return Promise.reject(error ?? new Error('no error is given'));
  };
  const actions = [
    () => Promise.resolve(done.push('first')),
    failing('pipeline of a missing stream', failures[1]),
    failing('input', failures[0]),
  ];
  assert.equal(await undoAll(new Error('refused'), actions, (error) => errors.push(error)), 2);
  assert.deepEqual(done, ['input', 'pipeline of a missing stream', 'first']);
  assert.deepEqual(errors, failures);
  const half = new TakeBackLaterError('A half of an entity is left.', 1);
  assert.equal(await undoAll(half, actions, () => undefined), 3, 'the cause counts a change that is left');
});
