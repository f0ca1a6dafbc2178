import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantText } from '../../api/instant-text.js';

test('instants of any year are sent with a four-digit year', () => {
  for (const [instant, text] of [
    [0, '1970-01-01T00:00:00.000Z'],
    [1_795_200_291_902, '2026-11-20T18:44:51.902Z'],
    [8.64e15, '9999-12-31T23:59:59.999Z'],
    [-8.64e15, '0000-01-01T00:00:00.000Z'],
    [Infinity, '9999-12-31T23:59:59.999Z'],
  ] as const) {
    assert.equal(instantText(instant), text);
  }
});
