import assert from 'node:assert/strict';
import { test } from 'node:test';
import { undoAll } from '../../../../host/server/content-packs/undo-all.js';
import { NotFoundError } from '../../../../host/server/foundation/errors.js';

test('changes are undone in reverse, and an entity that is already gone does not count as left', async () => {
  const done: string[] = [];
  const errors: unknown[] = [];
  const failure = new Error('The port is taken.');
  const failing = (name: string, error: Error) => () => {
    done.push(name);
    return Promise.reject(error);
  };
  const actions = [
    () => Promise.resolve(done.push('first')),
    failing('gone', new NotFoundError('There is no such stream.')),
    failing('failing', failure),
  ];
  assert.equal(await undoAll(actions, (error) => errors.push(error)), 1);
  assert.deepEqual(done, ['failing', 'gone', 'first']);
  assert.deepEqual(errors, [failure]);
});
