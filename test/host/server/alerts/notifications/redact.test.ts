/**
 * Tests that secrets of a notification are removed from the answers of receivers. A receiver may repeat a secret in
 * different forms; all of them are removed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactor } from '../../../../../host/server/alerts/notifications/redact.js';

const basic = 'user:pass word&"1"';
const redact = redactor([basic, 'X-Secret: of header\nX-Other: second', 'ab']);

for (const [form, secret] of [
  ['plain', basic],
  ['only the password', 'pass word&"1"'],
  ['in base64, as a header of basic authentication has it', Buffer.from(basic).toString('base64')],
  ['encoded for a path', encodeURIComponent(basic)],
  ['encoded for a form', new URLSearchParams([['', basic]]).toString().slice(1)],
  ['within JSON', JSON.stringify(basic).slice(1, -1)],
  ['the value of a header', 'of header'],
  ['the second line', 'X-Other: second'],
] as const)
  test(`a secret of a notification is removed from an answer: ${form}`, () =>
    assert.equal(redact(`<${secret}>`), '<***>'));

test('a secret of two letters is not redacted, because any text may contain it', () =>
  assert.equal(redact('about'), 'about'));
