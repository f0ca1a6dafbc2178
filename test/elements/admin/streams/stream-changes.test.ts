/** Tests that an emptied description is removed, or that a message says that the server keeps it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { descriptionToSend, keepsDescription } from '../../../../elements/admin/streams/stream-changes.js';

test('a removed description is sent as one space, and any other description unchanged', () => {
  assert.equal(descriptionToSend('', 'old'), ' ');
  assert.equal(descriptionToSend('  ', 'old'), ' ');
  assert.equal(descriptionToSend('', null), '');
  assert.equal(descriptionToSend('', ' '), '');
  assert.equal(descriptionToSend('new', 'old'), 'new');
});

test('the stream form detects a server that keeps the old description', () => {
  assert.equal(keepsDescription(' ', { description: 'old' }), true);
  assert.equal(keepsDescription(' ', { description: ' ' }), false);
  assert.equal(keepsDescription('', { description: null }), false);
  assert.equal(keepsDescription('new', { description: 'new' }), false);
});
