import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterOptions } from '../../../elements/kit/multi-select-options.js';

const options = ['Payment gateway', 'Checkout', 'Gateway', 'gate'].map((label) => ({ value: label, label }));
const found = (text: string) => filterOptions(options, text).map((option) => option.label);

test('options of a multi-select that start with the typed text come first, and the other options keep their order', () => {
  assert.deepEqual(found('gate'), ['Gateway', 'gate', 'Payment gateway']);
  assert.deepEqual(found('  CHECK '), ['Checkout']);
  assert.deepEqual(found('nothing'), []);
  assert.equal(filterOptions(options, '  '), options);
});
