/** An emptied description is removed, or a message says that it stays. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { descriptionToSend, keepsDescription } from '../../../../elements/admin/streams/stream-changes.js';

test('a description that is to go is sent as a blank, and any other as it is written', () => {
  assert.equal(descriptionToSend('', 'old'), ' ');
  assert.equal(descriptionToSend('  ', 'old'), ' ');
  assert.equal(descriptionToSend('', null), '');
  assert.equal(descriptionToSend('', ' '), '');
  assert.equal(descriptionToSend('new', 'old'), 'new');
});

test('a server that keeps the old one is noticed', () => {
  assert.equal(keepsDescription(' ', { description: 'old' }), true);
  assert.equal(keepsDescription(' ', { description: ' ' }), false);
  assert.equal(keepsDescription('', { description: null }), false);
  assert.equal(keepsDescription('new', { description: 'new' }), false);
});
