import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faceAfter, isStaying, keptAfter, nobody, type KeptFacts } from '../../../elements/console/gate.js';

const after = (...facts: readonly KeptFacts[]) => facts.reduce(keptAfter, nobody);
const begins: KeptFacts = { gate: 'preparing', username: 'jane', lost: null };
const open: KeptFacts = { gate: 'open', username: 'jane', lost: null };
const expired: KeptFacts = { gate: 'login', username: null, lost: 'jane' };

test('the console keeps pages while the server or the session is unavailable, and returns them to the same user', () => {
  const shown = after(begins, open);
  assert.deepEqual([shown.open, shown.username], [true, 'jane']);
  assert.equal(keptAfter(shown, { gate: 'unavailable', username: 'jane', lost: null }), shown);
  assert.deepEqual(after(begins, open, expired, begins, open), shown);
});

test('the console gives another user, or a user after a logout, new pages', () => {
  const shown = after(begins, open);
  const other = after(begins, open, expired, { gate: 'preparing', username: 'bob', lost: null });
  assert.deepEqual([other.open, other.turn], [false, shown.turn + 1]);
  assert.equal(after(begins, open, { gate: 'login', username: null, lost: null }).open, false);
});

test('the console keeps an open page visible in an outage and while the session is validated, but not after the session has ended', () => {
  const shown = after(begins, open);
  for (const gate of ['unavailable', 'waiting', 'failed', 'preparing'] as const)
    assert.equal(isStaying(shown, { ...open, gate }), true, gate);
  assert.equal(
    isStaying(after(begins, open, expired), { ...expired, gate: 'waiting' }),
    false,
    'an ended session that is validated again shows no page',
  );
  assert.equal(
    isStaying(nobody, { gate: 'unavailable', username: null, lost: null }),
    false,
    'no page is shown at the start',
  );
});

test('an outage and the validation after it leave the sign-in form, and nothing else', () => {
  assert.equal(faceAfter('login', 'unavailable', null), 'login');
  assert.equal(faceAfter('login', 'waiting', null), 'login');
  assert.equal(faceAfter('login', 'preparing', 'ada'), 'preparing');
  assert.equal(faceAfter('login', 'unavailable', 'ada'), 'unavailable');
  assert.equal(faceAfter('login', 'failed', null), 'failed');
  assert.equal(faceAfter(undefined, 'unavailable', null), 'unavailable');
  assert.equal(faceAfter('unavailable', 'waiting', null), 'waiting');
});
