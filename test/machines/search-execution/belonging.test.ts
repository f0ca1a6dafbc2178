import assert from 'node:assert/strict';
import { test } from 'node:test';
import { belongsTo, showsEarlier } from '../../../machines/search-execution/belonging.js';
import { shownResult, type ExecutionRequest } from '../../../machines/search-execution/results.js';
import { untyped } from '../../untyped.js';

const request: ExecutionRequest = {
  search: { id: 's', queries: [{ id: 'q' }] },
  queryId: 'q',
  widgetMapping: {},
  override: { timerange: { type: 'relative', from: 300 } },
  bindings: { host: { type: 'value', value: 'db-01' } },
  computed: { user: '{}' },
};
const shown = shownResult(undefined, request, untyped({ results: { q: { search_types: {} } } }));

test('a result belongs to requests with the same search, query, filter, values of variables and computed fields', () => {
  const table: [name: string, changed: Partial<ExecutionRequest>, expected: boolean][] = [
    ['the same request', {}, true],
    ['a refresh', { background: true, override: { ...request.override, query: null } }, true],
    ['another search', { search: { id: 't', queries: [{ id: 'q' }] } }, false],
    ['another page', { queryId: 'p' }, false],
    ['another range', { override: { timerange: { type: 'relative', from: 3600 } } }, false],
    ['no filter', { override: undefined }, false],
    ['another value of a variable', { bindings: { host: { type: 'value', value: 'db-02' } } }, false],
    ['another computed field', { computed: { user: '{"regex":"x"}' } }, false],
  ];
  for (const [name, changed, expected] of table) {
    const other = { ...request, ...changed };
    assert.deepEqual([belongsTo(shown, other), showsEarlier(shown, other)], [expected, !expected], name);
  }
  assert.equal(showsEarlier(undefined, request), false);
  assert.equal(belongsTo(shown, undefined), false);
});
