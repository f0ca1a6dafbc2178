import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConfigField } from '../../../api/contract/inputs.js';
import { initialValues, missingFields, orderedFields, shownValue } from '../../../elements/kit/configuration.js';

const field = (part: Partial<ConfigField> = {}): ConfigField => ({
  type: 'text',
  human_name: 'Name',
  description: null,
  default_value: null,
  is_optional: false,
  is_encrypted: false,
  position: 100,
  attributes: [],
  additional_info: {},
  ...part,
});

test('fields stand by position, mandatory ones first', () => {
  const fields = {
    last: field({ position: 200 }),
    optional: field({ is_optional: true }),
    b: field(),
    a: field(),
    first: field({ position: 0, is_optional: true }),
  };
  assert.deepEqual(
    orderedFields(fields).map(([name]) => name),
    ['first', 'a', 'b', 'optional', 'last'],
  );
});

test('defaults are under what is configured; what is missing is told', () => {
  const fields = {
    text: field({ default_value: 'level' }),
    blank: field(),
    list: field({ type: 'list' }),
    port: field({ type: 'number', default_value: 0 }),
    flag: field({ type: 'boolean' }),
    note: field({ is_optional: true }),
  };
  assert.deepEqual(initialValues(fields), { text: 'level', port: 0 });
  assert.deepEqual(initialValues(fields, { text: '', unknown: 1 }), { text: '', port: 0, unknown: 1 });
  assert.deepEqual(missingFields(fields, initialValues(fields)), ['blank', 'list']);
  assert.deepEqual(missingFields(fields, { text: ' ', blank: 'x', list: ['y'], port: Number.NaN }), ['text', 'port']);
});

test('values are shown by their labels, secrets not at all', () => {
  const dropdown = field({ type: 'dropdown', additional_info: { values: { p1: 'Mask addresses' } } });
  assert.equal(shownValue(dropdown, 'p1'), 'Mask addresses');
  assert.equal(shownValue(dropdown, 'gone'), 'gone');
  assert.equal(shownValue(field({ type: 'list' }), ['a', 'b']), 'a, b');
  assert.equal(shownValue(field({ attributes: ['IS_PASSWORD'] }), 'x'), '••••••');
  assert.equal(shownValue(undefined, true), 'true');
  assert.equal(shownValue(undefined, undefined), '');
});
