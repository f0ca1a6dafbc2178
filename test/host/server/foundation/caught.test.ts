import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf } from '../../../../host/server/foundation/caught.js';

test('a caught error is returned itself, so that its class, code and cause stay', () => {
  const error = Object.assign(new TypeError('missing'), { code: 'ENOENT' });
  assert.equal(errorOf(error), error);
});

test('any other thrown value is converted to an error with the value as its message and cause', () => {
  for (const [value, message] of [
    ['broken', 'broken'],
    [undefined, 'undefined'],
    [null, 'null'],
    [7, '7'],
  ] as const) {
    const error = errorOf(value);
    assert.ok(error instanceof Error);
    assert.equal(error.message, message);
    assert.equal(error.cause, value);
  }
});
