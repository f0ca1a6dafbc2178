import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordProblem } from '../../../../host/server/auth/password-rules.js';

test('the password check refuses short, well-known and endless passwords, and accepts others', () => {
  const refused = [
    '',
    'short',
    '1234567',
    'password',
    'Password1',
    'ADMINADMIN',
    'aaaaaaaaaaaa',
    '😀😀😀😀',
    'x'.repeat(1025),
  ];
  for (const password of refused) assert.notEqual(passwordProblem(password), undefined, password);
  for (const password of [
    'a test password',
    'adminadmin1',
    'ÄÖÜäöü12',
    '😀😃😄😁😆😅😂🤣',
    'correct horse',
    'x1'.repeat(512),
  ])
    assert.equal(passwordProblem(password), undefined, password);
});
