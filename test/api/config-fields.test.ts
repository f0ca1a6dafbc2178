import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boundsOf,
  coercedValues,
  configProblem,
  initialValues,
  isStoredSecret,
  maskedValues,
  mergedValues,
  missingFields,
  orderedFields,
  shownValue,
  type ConfigField,
} from '../../api/contract/config-fields.js';

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

test('fields of a configuration are sorted by position, mandatory fields first', () => {
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

test('a configuration form applies defaults below configured values and reports missing mandatory fields', () => {
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

test('a configuration form keeps a stored secret by default, and sends no secret that is not set', () => {
  const secret = field({ is_encrypted: true });
  const secrets = { a: secret, b: secret, plain: field() };
  const read = { a: { is_set: true }, b: { is_set: false }, plain: { is_set: true } };
  const first = initialValues(secrets, read);
  assert.deepEqual(first, { a: { keep_value: true }, plain: { is_set: true } });
  assert.deepEqual(missingFields(secrets, first), ['b']);
  const written = { a: { delete_value: true }, b: { set_value: 'x' } };
  assert.deepEqual(initialValues(secrets, written), written);
  assert.deepEqual(
    [
      { is_set: true },
      { keep_value: true },
      { delete_value: true },
      { is_set: false },
      { set_value: 'x' },
      'x',
      null,
    ].map(isStoredSecret),
    [true, true, true, false, false, false, false],
  );
});

test('values of a configuration are shown by their labels, and secrets are not shown', () => {
  const dropdown = field({ type: 'dropdown', additional_info: { values: { p1: 'Mask addresses' } } });
  assert.equal(shownValue(dropdown, 'p1'), 'Mask addresses');
  assert.equal(shownValue(dropdown, 'gone'), 'gone');
  assert.equal(shownValue(field({ type: 'list' }), ['a', 'b']), 'a, b');
  assert.equal(shownValue(field({ attributes: ['IS_PASSWORD'] }), 'x'), '••••••');
  assert.equal(shownValue(undefined, true), 'true');
  assert.equal(shownValue(undefined, undefined), '');
});

test('numbers in a configuration must be within the bounds of their fields', () => {
  const of = (...attributes: string[]) => field({ type: 'number', attributes });
  assert.deepEqual(boundsOf(of('ONLY_NEGATIVE')), { min: Number.MIN_SAFE_INTEGER, max: -1 });
  assert.deepEqual(boundsOf(of('only_positive')), { min: 0, max: Number.MAX_SAFE_INTEGER });
  assert.deepEqual(boundsOf(of('IS_PORT_NUMBER')), { min: 0, max: 65_535 });
  const problem = (attribute: string, value: unknown) => configProblem({ n: of(attribute) }, { n: value });
  for (const [attribute, value] of [
    ['ONLY_NEGATIVE', -1],
    ['ONLY_POSITIVE', 0],
    ['IS_PORT_NUMBER', 0],
    ['IS_PORT_NUMBER', 65_535],
    ['', -5],
  ] as const)
    assert.equal(
      problem(attribute, value),
      undefined,
      `${value} is valid for a field with the attribute "${attribute}"`,
    );
  for (const [attribute, value, problemText] of [
    ['ONLY_NEGATIVE', 0, /^"n" must be negative, got 0$/],
    ['ONLY_POSITIVE', -1, /^"n" must not be negative, got -1$/],
    ['IS_PORT_NUMBER', 65_536, /port number/],
    ['IS_PORT_NUMBER', 1.5, /port number/],
    ['', 1.5, /whole number/],
    ['', 2 ** 53, /whole number/],
    ['', '1', /must be a number/],
    ['', null, /is mandatory/],
  ] as const)
    assert.match(
      problem(attribute, value) ?? '',
      problemText,
      `${String(value)} is invalid for a field with the attribute "${attribute}"`,
    );
});

test('a configured value must have the type of its field; values of optional fields may be unset', () => {
  for (const [type, right, wrong] of [
    ['text', 'x', 1],
    ['dropdown', 'x', true],
    ['inline_binary', 'eA==', []],
    ['boolean', false, 'false'],
    ['list', ['x'], ['x', 1]],
  ] as const) {
    assert.equal(configProblem({ f: field({ type }) }, { f: right }), undefined, type);
    assert.match(configProblem({ f: field({ type }) }, { f: wrong }) ?? '', /^"f" must be a /, type);
    const optional = { f: field({ type, is_optional: true }) };
    for (const unset of [{}, { f: null }, { f: '' }]) assert.equal(configProblem(optional, unset), undefined, type);
  }
  // Names of inherited properties such as `constructor` count as missing values.
  assert.match(configProblem({ constructor: field() }, {}) ?? '', /mandatory/);
});

test('a configuration form converts a configured value to the type of its field', () => {
  const fields = {
    text: field({ default_value: 'level' }),
    number: field({ type: 'number', default_value: 3 }),
    flag: field({ type: 'boolean', default_value: false }),
    list: field({ type: 'list', default_value: [] }),
  };
  assert.deepEqual(coercedValues(fields, { text: null, number: '12', flag: 'true', list: ['a', 1, null] }), {
    values: { text: '', number: 12, flag: true, list: ['a'] },
  });
  assert.deepEqual(coercedValues(fields, {}).values, { text: 'level', number: 3, flag: false, list: [] });
  assert.deepEqual(coercedValues(fields, { number: '', flag: 1 }).values['number'], null);
  assert.deepEqual(coercedValues(fields, { number: 'a lot' }).values['number'], 'a lot');
  assert.equal(coercedValues(fields, { text: 'x', other: 1 }).undeclared, 'other');
  assert.equal(coercedValues(fields, { constructor: 1 }).undeclared, 'constructor');
});

test('secrets of a configuration are masked for readers, and encrypted values for all users; sending back a mask keeps the secret', () => {
  const fields = {
    password: field({ attributes: ['IS_PASSWORD'] }),
    address: field({ attributes: ['is_sensitive'] }),
    key: field({ is_encrypted: true }),
    port: field({ type: 'number' }),
  };
  const stored = { password: 'p', address: 'a', key: 'k', port: 1 };
  const reader = maskedValues(fields, stored);
  assert.deepEqual(reader, { password: '<password set>', address: '<value hidden>', key: { is_set: true }, port: 1 });
  assert.deepEqual(maskedValues(fields, stored, true), { ...stored, key: { is_set: true } });
  assert.deepEqual(maskedValues(fields, { password: '', port: 1 }), { password: '', port: 1, key: { is_set: false } });
  assert.deepEqual(mergedValues(fields, stored, { ...reader, port: 2 }), { values: { ...stored, port: 2 } });
  const mergedWith = (key: unknown) => mergedValues(fields, stored, { key });
  assert.equal(mergedWith({ keep_value: true }).values['key'], 'k');
  assert.equal(mergedWith({ set_value: 'new' }).values['key'], 'new');
  assert.equal(mergedWith('new').values['key'], 'new');
  assert.equal(mergedWith({ delete_value: true }).values['key'], null);
  assert.equal(mergedWith('').values['key'], null);
  assert.equal(mergedWith({ set_value: 'new', keep_value: true }).contradictory, 'key');
});

test('a mandatory secret of a configuration is present if it is stored or sent, and missing once it is deleted', () => {
  const fields = { key: field({ is_encrypted: true }) };
  for (const key of [{ is_set: true }, { keep_value: true }, { set_value: 'x' }, 'x'])
    assert.deepEqual(missingFields(fields, { key }), [], JSON.stringify(key));
  for (const key of [undefined, null, '', {}, { is_set: false }, { delete_value: true }, { set_value: ' ' }])
    assert.deepEqual(missingFields(fields, { key }), ['key'], JSON.stringify(key));
});
