/** Tests filters of the host page: their query, and how they are combined with the queries of users. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuery } from '../../api/language/index.js';
import { filterQuery, filtersQuery, type HostFilter } from '../../machines/host-filters.js';
import { appliedOverride } from '../../machines/page-parts.js';

const cases: readonly [string, HostFilter, string][] = [
  ['one value', { field: 'tenant', value: 'alpha', mode: 'locked' }, 'tenant:alpha'],
  ['several values', { field: 'tenant', value: ['alpha', 'beta'], mode: 'locked' }, 'tenant:(alpha OR beta)'],
  ['a number and a boolean', { field: 'x', value: [0, false], mode: 'locked' }, 'x:(0 OR false)'],
  ['search syntax', { query: ' level:<4 ', mode: 'hidden' }, 'level:<4'],
  ['an editable filter without a value', { field: 'tenant', mode: 'editable' }, ''],
  [
    'a locked filter without a value',
    { field: 'a b', value: '', mode: 'locked' },
    String.raw`_exists_:a\ b AND NOT _exists_:a\ b`,
  ],
];
for (const [name, filter, query] of cases)
  test(`${name} yields ${query ? `the query ${query}` : 'no query'}`, () => assert.equal(filterQuery(filter), query));

test('a value cannot escape from its filter', () => {
  for (const value of ['a" OR *:*', 'a) OR (b', '*', 'x OR y', 'a\\', 'a\nb', 'NOT', '/.*/', '[1 TO 2]']) {
    const query = filtersQuery([{ field: 'tenant', value, mode: 'locked' }]);
    const { ast, errors } = parseQuery(`(${query}) AND (level:3)`);
    assert.deepEqual(errors, [], query);
    assert.equal(ast?.kind, 'boolean', query);
    assert.doesNotMatch(query, /^tenant:\*$/);
  }
});

test('filters are added to the query of users, who cannot widen them', () => {
  const hostQuery = filtersQuery([
    { field: 'tenant', value: 'alpha', mode: 'hidden' },
    { field: 'service', value: 'shop', mode: 'editable' },
  ]);
  const range = { type: 'relative', from: 60 } as const;
  const override = { timerange: range, query: { type: 'elasticsearch', query_string: 'a OR b' } } as const;
  assert.equal(
    appliedOverride({ override, hostQuery })?.query?.query_string,
    '(a OR b) AND ((tenant:alpha) AND (service:shop))',
  );
  assert.deepEqual(appliedOverride({ override, hostQuery })?.timerange, range);
  assert.equal(
    appliedOverride({ override: undefined, hostQuery: 'tenant:alpha' })?.query?.query_string,
    'tenant:alpha',
  );
  assert.equal(appliedOverride({ override, hostQuery: '' }), override);
});
