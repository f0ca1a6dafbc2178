/** Tests the names of field types that people read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldTypeText } from '../../../elements/sidebar/fields/field-type-text.js';

test('several types of one field are named in words, each once', () => {
  assert.deepEqual(
    ['long', 'string', 'compound(long,string)', 'compound(float,long)', 'compound(boolean,string)', 'compound()'].map(
      fieldTypeText,
    ),
    ['long', 'string', 'number and text', 'number', 'boolean and text', 'compound()'],
  );
});
