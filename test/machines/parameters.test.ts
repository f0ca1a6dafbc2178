import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Parameter } from '../../api/contract/searches.js';
import { parametersOf, undeclaredNames, withBinding } from '../../machines/parameters.js';

const host: Parameter = { type: 'value-parameter-v1', name: 'host', title: 'Host', default_value: 'web-01' };

test('declared parameters are listed first, then undeclared ones in order of occurrence; a binding overrides a default', () => {
  const found = parametersOf({
    queries: ['source:$host$ AND user:$user$ AND x:$host$ AND NOT \\$no$'],
    declared: [host, { type: 'value-parameter-v1', name: 'spare', binding: { type: 'value', value: 3 } }],
    bindings: { user: { type: 'value', value: 'jane' } },
  });
  assert.deepEqual(
    found.map(({ name, declared, used, value, filled }) => [name, declared !== undefined, used, value, filled]),
    [
      ['host', true, true, 'web-01', false],
      ['spare', true, false, '3', false],
      ['user', false, true, 'jane', true],
    ],
  );
  const [bound] = parametersOf({ queries: [], declared: [host], bindings: withBinding({}, 'host', 'db-01') });
  assert.deepEqual([bound?.value, bound?.filled], ['db-01', true]);
});

test('a parameter that is declared on the server counts as declared although the shown search lacks it', () => {
  const metadata = { query_metadata: {}, declared_parameters: { host } };
  const [found] = parametersOf({ queries: ['$host$'], declared: [], metadata, bindings: {} });
  assert.equal(found?.declared?.title, 'Host');
});

test('undeclared names are the used names without a declaration', () => {
  const metadata = {
    query_metadata: { a: { used_parameters_names: ['host', 'user'] }, b: { used_parameters_names: ['user'] } },
    declared_parameters: { host },
  };
  assert.deepEqual(undeclaredNames(metadata), ['user']);
  assert.deepEqual(undeclaredNames(undefined), []);
});

test('an emptied value of a parameter is removed', () => {
  const filled = withBinding({}, 'host', 'db-01');
  assert.deepEqual(filled, { host: { type: 'value', value: 'db-01' } });
  assert.deepEqual(withBinding(filled, 'host', ''), {});
  assert.deepEqual(withBinding(filled, 'host', ' '), { host: { type: 'value', value: ' ' } });
});
