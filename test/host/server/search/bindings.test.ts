import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bindQuery, resolveBindings } from '../../../../host/server/search/bindings.js';
import { SearchTypeError } from '../../../../host/server/search/errors.js';

const host = { type: 'value-parameter-v1', name: 'host', default_value: ['a', 'b'], optional: true };

test('a binding of a parameter of any kind takes the place of its default, except null', () => {
  const bound = (bindings: Record<string, unknown>) =>
    bindQuery('source:$host$', resolveBindings([host], Object.fromEntries(Object.entries(bindings))));
  assert.equal(bound({}), 'source:(a OR b)');
  assert.equal(bound({ host: { type: 'value', value: [] } }), '*');
  assert.equal(bound({ host: { type: 'value', value: ['c:d'] } }), 'source:c\\:d');
  assert.equal(bound({ host: { type: 'value', value: { to: 3 } } }), 'source:[* TO 3]');
  assert.equal(bound({ host: { type: 'value', value: null } }), 'source:(a OR b)');
  assert.equal(bound({ host: { type: 'value', value: { $ne: 1 } } }), 'source:"[object Object]"');
});

test('parameter values that would make a query too long are refused before it is built', () => {
  const values = Array.from({ length: 100 }, (_, index) => String(index).padStart(2_000, 'x'));
  const bindings = resolveBindings([], { host: { type: 'value', value: values } });
  assert.throws(() => bindQuery('source:$host$', bindings), SearchTypeError);
});
