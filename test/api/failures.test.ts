import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf, isOutage } from '../../api/failures.js';
import { fieldErrorsOf } from '../../api/field-errors.js';

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
  test(`field errors are read from a response with ${what}`, () => {
    assert.deepEqual(fieldErrorsOf(refused(body)), expected);
  });
}

test('responses with other statuses have no field errors', () => {
  assert.equal(fieldErrorsOf(refused({ failed: true, errors: { a: ['b'] } }, 500)), undefined);
});

for (const [what, status, body, expected] of [
  ['a lost session', 401, { type: 'ApiError', message: 'x' }, true],
  ['a page of a proxy', 502, '<h1>Bad gateway</h1>', true],
  ['an empty answer of a proxy', 503, '', true],
  ['a JSON answer of a proxy', 504, { message: 'The upstream server is timing out' }, true],
  ['problem details of a proxy', 503, { type: 'about:blank', title: 'x', status: 503 }, true],
  ['an answer of the server that its storage is away', 503, { type: 'ApiError', message: 'x' }, false],
  ['a failure of the server', 500, '', false],
  ['a refusal', 403, { type: 'ApiError', message: 'x' }, false],
  ['an absence', 404, '', false],
] as const) {
  test(`${what} is ${expected ? 'an' : 'no'} outage`, () => {
    assert.equal(isOutage(refused(body, status)), expected);
  });
}
