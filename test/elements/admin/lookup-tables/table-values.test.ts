// Tests that the form of a lookup table neither loses nor changes a value of a stored table that is saved again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LookupTable } from '../../../../api/contract/lookup.js';
import {
  newTable,
  serverNames,
  tableBody,
  tableValues,
} from '../../../../elements/admin/lookup-tables/table-values.js';

const plain: LookupTable = {
  id: 't1',
  title: 'Departments',
  description: 'by host',
  name: 'departments',
  cache_id: 'c1',
  data_adapter_id: 'a1',
  default_single_value: '',
  default_single_value_type: 'NULL',
  default_multi_value: '',
  default_multi_value_type: 'NULL',
  content_pack: null,
  _scope: 'DEFAULT',
};
const defaults: readonly Partial<LookupTable>[] = [
  {},
  { default_single_value: 'none', default_single_value_type: 'STRING' },
  { default_single_value: '7', default_single_value_type: 'NUMBER' },
  { default_single_value: 'true', default_single_value_type: 'BOOLEAN' },
  { default_multi_value: '{"a":1}', default_multi_value_type: 'OBJECT' },
];

for (const more of defaults)
  test(`the form keeps the defaults ${JSON.stringify(more)} of a stored table`, () => {
    const { id: _id, content_pack: _pack, _scope, ...body } = { ...plain, ...more };
    assert.deepEqual(tableBody(tableValues({ ...plain, ...more })), body);
  });

test('a default that is switched off is sent as an empty text without a type', () => {
  const values = tableValues({ ...plain, default_single_value: 'none', default_single_value_type: 'STRING' });
  const { default_single_value, default_single_value_type } = tableBody({ ...values, hasSingle: false });
  assert.deepEqual([default_single_value, default_single_value_type], ['', 'NULL']);
});

test("the server's error about a property is shown at the field from which the request gets this property", () => {
  const values = { ...newTable, hasSingle: true, hasMulti: true };
  const before = new Map(Object.entries(tableBody(values)));
  for (const [property, field] of Object.entries(serverNames)) {
    const changed = Object.entries(tableBody({ ...values, [field]: 'changed' }));
    const differing = changed.filter(([name, value]) => value !== before.get(name));
    // The server's errors name the ids of the cache and the adapter in camel case too.
    const name = property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    assert.deepEqual(differing, [[name, 'changed']], property);
  }
});
