/**
 * Tests statistics of fields: the searches that request them, the reading of their answers, and the order of the
 * list.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldType, SearchJob } from '../../../api/contract/searches.js';
import type { StoredSearch } from '../../../machines/view/document.js';
import { groupedFields, presenceOf, presenceSearch, rankedFields } from '../../../machines/view/field-presence.js';
import { searchedDraft } from '../../../machines/view/draft-search.js';
import {
  binClause,
  binCounts,
  binsOf,
  figureKind,
  valuesOf,
  valuesSearch,
} from '../../../machines/view/field-values.js';
import { untyped } from '../../untyped.js';

const draft = { queryString: 'a', timeRange: { type: 'relative', range: 0 }, streams: [] } as const;
const type = (name: string, ...properties: FieldType['type']['properties']): FieldType['type'] => ({
  type: name,
  properties,
  index_names: [],
});
const field = (name: string, of = type('string', 'enumerable')): FieldType => ({ name, type: of });
const text = type('string', 'full-text-search');

test('one search counts the messages with each field, for text fields by existence', () => {
  const many = Array.from({ length: 5_000 }, (_item, index) => field(`f${index}`));
  const [query] = presenceSearch(draft, [field('message', text), field('full_message', text), ...many]).queries;
  const types = query?.search_types ?? [];
  assert.ok(types.every(({ series }) => (series?.length ?? 0) <= 200));
  assert.equal(types.flatMap(({ series }) => series ?? []).length, 1_998);
  assert.deepEqual(
    types.flatMap(({ query: own }) => own?.query_string ?? []),
    ['_exists_:full_message'],
  );
});

test('statistics of fields are requested with the filters of the query and the searched values of its parameters', () => {
  const parameter = { type: 'value-parameter-v1', name: 'user', optional: false };
  const bound = { ...parameter, binding: { type: 'value', value: 'alice' } };
  const text = { type: 'query_string', query: 'a' };
  const filters = [{ type: 'inlineQueryString', queryString: 'b' }];
  const query = { id: 'q', filter: { type: 'and', filters: [{ type: 'stream', id: 's' }, text] }, filters };
  const search = untyped<StoredSearch>({ id: 'x', queries: [query], parameters: [parameter] });
  const presence = presenceSearch(searchedDraft({ search }, 'q', { user: bound.binding, other: bound.binding }), []);
  assert.deepEqual(presence.parameters, [bound]);
  assert.deepEqual(presence.queries[0]?.filters, filters);
  assert.deepEqual(presence.queries[0]?.filter, {
    type: 'and',
    filters: [{ type: 'or', filters: [{ type: 'stream', id: 's' }] }, text],
  });
});

test('fields are ranked by their share of messages, and each field is listed once', () => {
  const pivot = (total: number, values: Record<string, number>) => ({
    type: 'pivot',
    total,
    rows: [{ key: [], source: 'leaf', values: Object.entries(values).map(([key, value]) => ({ key: [key], value })) }],
  });
  const job = untyped<SearchJob>({
    results: {
      presence: {
        errors: [],
        search_types: {
          total: pivot(10, {}),
          'counts-0': pivot(10, { 'count(a)': 2, 'count(b)': 25, 'count(c)': 0 }),
          'text-t': pivot(7, {}),
        },
      },
    },
  });
  const presence = presenceOf(job);
  assert.deepEqual(
    [...presence.counts],
    [
      ['message', 10],
      ['a', 2],
      ['b', 10],
      ['c', 0],
      ['t', 7],
    ],
  );
  const listed = ['a', 'b', 'c', 't', 'x'].map((name) => ({ ...field(name), inQuery: true }));
  const names = (fields: readonly { readonly name: string }[]) => fields.map(({ name }) => name).join('');
  assert.equal(names(rankedFields(listed, presence, false)), 'btax');
  assert.equal(names(rankedFields(listed, presence, true)), 'btacx');
  assert.equal(names(rankedFields(listed, presence, false, ['c'])), 'btacx');
  assert.equal(names(rankedFields(listed, undefined, false)), 'abctx');
  const none = { total: 0, counts: new Map(listed.map(({ name }) => [name, 0])), errors: [] };
  assert.equal(names(rankedFields(listed, none, false)), 'abctx', 'without hits the fields keep their order');
  const groups = groupedFields(rankedFields(listed, presence, false), ['x', 'gone'], ['t', 'x'], '');
  assert.deepEqual([groups.pinned, groups.recent, groups.others].map(names), ['x', 't', 'ba']);
});

for (const [min, max, count, first] of [
  [1, 8085, 9, 'n:[0 TO 1000}'],
  [0, 39, 8, 'n:[0 TO 5}'],
  [1, 3, 3, 'n:[1 TO 2}'],
  [0.0001, 0.33, 7, 'n:[0 TO 0.05}'],
  [-5, 5, 11, 'n:[-5 TO -4}'],
  [1_700_000_000_000, 1_700_000_000_060, 13, 'n:[1700000000000 TO 1700000000005}'],
  [1_234_567_890_123_456, 1_234_567_890_124_456, 11, 'n:[1234567890123400 TO 1234567890123500}'],
  [5, 5, 0, undefined],
  [null, 1, 0, undefined],
  [1n, 9_007_199_254_740_993n, 0, undefined],
] as const)
  test(`the range from ${min} to ${max} has ${count} parts`, () => {
    const bins = binsOf(min, max);
    assert.equal(bins.length, count);
    assert.equal(bins[0] && binClause('n', bins[0]), first);
    assert.equal(new Set(bins.map(({ from }) => from)).size, count);
    assert.ok(bins.every(({ to }, at) => to === (bins[at + 1]?.from ?? to)));
    assert.ok(bins.length === 0 || (Number(bins.at(-1)?.to) >= Number(max) && bins.at(-1)?.last));
  });

test('values of a field are requested according to its type, and long integers stay exact', () => {
  assert.equal(figureKind(text), 'text');
  assert.equal(figureKind(type('string', 'full-text-search', 'enumerable')), 'values');
  assert.equal(valuesSearch(draft, 'm', 'text'), undefined);
  assert.equal(valuesSearch(draft, 'm', 'dates')?.queries[0]?.search_types?.length, 1);
  const leaf = (key: string[], values: object[]) => ({ key, source: 'leaf', values });
  const job = untyped<SearchJob>({
    results: {
      values: {
        errors: [],
        search_types: {
          facts: { type: 'pivot', total: 4, rows: [leaf([], [{ key: ['max(n)'], value: 'Infinity' }])] },
          top: { type: 'pivot', total: 4, rows: [leaf(['9007199254740993'], [{ key: ['count()'], value: 3 }])] },
        },
      },
    },
  });
  const values = valuesOf(job, 'n');
  assert.deepEqual(values.top, [{ value: '9007199254740993', count: 3 }]);
  assert.equal(values.max, undefined);
});

test('a field without a result has no statistics', () => {
  const errors = [{ description: 'too slow' }];
  const parts = {
    total: { type: 'error' },
    'text-t': { type: 'pivot', total: 7 },
    'bin-1': { type: 'pivot', total: 0 },
  };
  const failed = untyped<SearchJob>({ results: { presence: { errors, search_types: parts } } });
  assert.deepEqual(presenceOf(failed), { total: undefined, counts: new Map(), errors });
  const answered = untyped<SearchJob>({ results: { values: { errors, search_types: parts } } });
  assert.deepEqual(binCounts(answered, binsOf(1, 3)), [undefined, 0, undefined]);
});
