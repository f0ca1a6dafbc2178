import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newFields } from '../../../../../host/server/intake/decode/decoded.js';
import { setField } from '../../../../../host/server/intake/decode/field-names.js';

const fieldsOf = (names: readonly string[]): Record<string, unknown> => {
  const fields = newFields();
  for (const name of names) setField(fields, name, 1);
  return { ...fields };
};

test('a field name gets the same stored form each time, whatever names came before it', () => {
  const names = ['user name', '__proto__', 'constructor', 'toString', 'gl2_x', 'source', '', ' ', 'a.b-c@d'];
  const first = fieldsOf(names);
  assert.deepEqual(Object.keys(first), ['user_name', '__proto__', 'constructor', 'toString', 'a.b-c@d']);
  assert.deepEqual(fieldsOf(names), first);
  for (let number = 0; number < 10_000; number += 1) fieldsOf([`name ${number}`]);
  assert.deepEqual(fieldsOf(names), first);
});

test('a text without visible characters becomes no field, but a text that begins with a space does', () => {
  const fields = newFields();
  for (const [name, text] of Object.entries({ a: '', b: ' ', c: '\u00a0\t', d: ' x', e: '\u00e4', f: '!' }))
    setField(fields, name, text);
  assert.deepEqual({ ...fields }, { d: ' x', e: '\u00e4', f: '!' });
});
