import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf, fieldErrorsOf } from '../../api/failures.js';

const refused = (body: unknown, status = 400) =>
  failureOf({ method: 'POST', url: '/x', status, body: typeof body === 'string' ? body : JSON.stringify(body) }, null);

for (const [what, body, expected] of [
  ['a validation of an entity', { validation_errors: { name: [{ error: 'a' }, { error: 'b' }] } }, { name: 'a b' }],
  [
    'the result of a configuration',
    { failed: true, errors: { servers: ['a', 'b'] }, error_context: {} },
    { servers: 'a b' },
  ],
  ['a result that has not failed', { failed: false, errors: { servers: ['a'] } }, undefined],
  ['errors that are a list', { type: 'ApiError', message: 'x', errors: ['a'] }, undefined],
  ['hostile errors', { failed: true, errors: { a: null, b: [null, 7, {}], c: 'x' } }, { a: '', b: '', c: '' }],
  ['no JSON', '<html>', undefined],
  ['nothing', 'null', undefined],
] as const) {
  test(`what is wrong by field: ${what}`, () => {
    assert.deepEqual(fieldErrorsOf(refused(body)), expected);
  });
}

test('reports no field errors for other statuses', () => {
  assert.equal(fieldErrorsOf(refused({ failed: true, errors: { a: ['b'] } }, 500)), undefined);
});
