/** Tests the property `filters`: it accepts the values of host pages, and reports invalid ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filtersProperty } from '../../../elements/dashboard/filters/filters-property.js';

test('filters are locked by default, and unknown members are dropped', () => {
  const given = [
    { field: 'tenant', value: 'alpha', colour: 'red' },
    { query: 'level:3', mode: 'hidden', label: 'Errors' },
  ];
  assert.deepEqual(filtersProperty.accept(given), [
    { mode: 'locked', field: 'tenant', value: 'alpha' },
    { mode: 'hidden', query: 'level:3', label: 'Errors' },
  ]);
  assert.deepEqual(filtersProperty.accept(undefined), []);
});

const refused: readonly [unknown, RegExp][] = [
  ['tenant:alpha', /a list of at most 50 filters/],
  [[null], /filter 1: an object/],
  [[{ field: 'a', value: 1 }, {}], /filter 2: either field or query/],
  [[{ field: 'a', query: 'b' }], /either field or query/],
  [[{ field: 'a', value: {} }], /value: a text/],
  [[{ field: 'a', value: Number.NaN }], /value: a text/],
  [[{ field: 'a', value: ['x', null] }], /value: at most 200/],
  [[{ field: 'a', value: 'x', mode: 'fixed' }], /mode: locked, hidden or editable.*"fixed"/],
  [[{ query: '  ' }], /a query, as it is locked/],
  [[{ field: 'a', value: 'x'.repeat(2_001) }], /value: a text/],
  [Array.from({ length: 51 }, () => ({ field: 'a', value: 1 })), /at most 50/],
];
for (const [value, message] of refused)
  test(`the property filters refuses ${JSON.stringify(value).slice(0, 60)}`, () =>
    assert.throws(() => filtersProperty.accept(value), message));
