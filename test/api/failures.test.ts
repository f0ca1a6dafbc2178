import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf, isOutage, reasonOf } from '../../api/failures.js';
import { fieldErrorsOf } from '../../api/field-errors.js';

const refused = (body: unknown, status = 400) =>
  failureOf({ method: 'POST', url: '/x', status, body: typeof body === 'string' ? body : JSON.stringify(body) }, null);

for (const [what, body, expected] of [
  [
    'the validation errors of an entity',
    { validation_errors: { name: [{ error: 'a' }, { error: 'b' }] } },
    { name: 'a b' },
  ],
  [
    'the errors of a configuration that was tested',
    { failed: true, errors: { servers: ['a', 'b'] }, error_context: {} },
    { servers: 'a b' },
  ],
  ['errors although nothing failed', { failed: false, errors: { servers: ['a'] } }, undefined],
  ['a list of errors', { type: 'ApiError', message: 'x', errors: ['a'] }, undefined],
  ['errors of wrong types', { failed: true, errors: { a: null, b: [null, 7, {}], c: 'x' } }, { a: '', b: '', c: '' }],
  ['a body that is not JSON', '<html>', undefined],
  ['the value null', 'null', undefined],
] as const) {
  test(`${expected ? 'field errors' : 'no field errors'} are read from a response with ${what}`, () => {
    assert.deepEqual(fieldErrorsOf(refused(body)), expected);
  });
}

test('no field errors are read from a response with the status 500', () => {
  assert.equal(fieldErrorsOf(refused({ failed: true, errors: { a: ['b'] } }, 500)), undefined);
});

for (const [what, status, body, expected] of [
  ['the answer to a call without a session', 401, { type: 'ApiError', message: 'x' }, true],
  ['an HTML page of a proxy', 502, '<h1>Bad gateway</h1>', true],
  ['an empty answer of a proxy', 503, '', true],
  ['a JSON answer of a proxy', 504, { message: 'The upstream server is timing out' }, true],
  ['problem details of a proxy', 503, { type: 'about:blank', title: 'x', status: 503 }, true],
  ['an error of the server about its storage', 503, { type: 'ApiError', message: 'x' }, false],
  ['an internal error of the server', 500, '', false],
  ['an answer about a missing permission', 403, { type: 'ApiError', message: 'x' }, false],
  ['an answer about a missing entity', 404, '', false],
] as const) {
  test(`${what} is ${expected ? 'an' : 'no'} outage`, () => {
    assert.equal(isOutage(refused(body, status)), expected);
  });
}

for (const [what, body, expected] of [
  [
    'names what to check',
    '<h1>404</h1>',
    'Not found on the server (404). Was it deleted, or is the address of the server wrong?',
  ],
  ['is the message of the server if there is one', { message: 'No view 7.' }, 'No view 7.'],
] as const)
  test(`the reason of a 404 ${what}`, () => {
    const failure = refused(body, 404);
    assert.deepEqual([failure.code, reasonOf(failure)], ['not-found', expected]);
  });
