/** Tests how input and node are read from an address of extractors, in both orders. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inputPlaceOf } from '../../../elements/kit/extractor-routes.js';

const inputId = '64b5f0a1c2d3e4f5a6b7c8d9';
const nodeId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

test('input and node are read from the address of an extractor page in both orders', () => {
  const place = { inputId, nodeId };
  assert.deepEqual(inputPlaceOf({ nodeId, inputId }), place);
  assert.deepEqual(inputPlaceOf({ nodeId: inputId, inputId: nodeId }), place);
  assert.deepEqual(inputPlaceOf({ inputId }), { inputId, nodeId: undefined });
  assert.deepEqual(inputPlaceOf({ nodeId: 'any', inputId: 'server-log' }), { inputId: 'server-log', nodeId: 'any' });
});
