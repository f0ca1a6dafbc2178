/** Tests the display names of field types. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldTypeText } from '../../../elements/sidebar/fields/field-type-text.js';

test('the field list lists several types of one field in words, each once', () => {
  assert.deepEqual(
    ['long', 'string', 'compound(long,string)', 'compound(float,long)', 'compound(boolean,string)', 'compound()'].map(
      fieldTypeText,
    ),
    ['long', 'string', 'number and text', 'number', 'boolean and text', 'compound()'],
  );
});
