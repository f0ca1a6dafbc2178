/** Tests the data of the sidebar: fields by set, statistics of a field. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldType, SearchJob } from '../../../api/contract/searches.js';
import { statisticsFor, statisticsOf, statisticsSearch } from '../../../machines/view/field-statistics.js';
import { fieldsOfSet, isReservedField, matchingFields, type FieldSet } from '../../../machines/view/listed-fields.js';
import { untyped } from '../../untyped.js';

const type = (name: string, ...properties: FieldType['type']['properties']): FieldType['type'] => ({
  type: name,
  properties,
  index_names: [],
});
const field = (name: string): FieldType => ({ name, type: type('string', 'enumerable') });
const current = ['source', 'Message', 'gl2_source_input', '_id'].map(field);
const all = ['source', 'zone', 'streams', 'gl2_message_id'].map(field);

for (const [set, expected] of [
  ['current', ['Message', 'source']],
  ['all', ['Message', 'source', 'zone']],
  ['reserved', ['Message', '_id', 'gl2_message_id', 'gl2_source_input', 'source', 'streams', 'zone']],
] as const satisfies readonly [FieldSet, readonly string[]][]) {
  test(`the sidebar lists the fields of the set "${set}" by name`, () =>
    assert.deepEqual(
      fieldsOfSet(set, current, all).map(({ name }) => name),
      expected,
    ));
}

test('fields that are not current are marked as outside the query; while not all fields are known, the current ones are listed', () => {
  const outside = fieldsOfSet('all', current, all).filter(({ inQuery }) => !inQuery);
  assert.deepEqual(
    outside.map(({ name }) => name),
    ['zone'],
  );
  assert.equal(fieldsOfSet('all', current, undefined).length, 2);
});

test('the filter finds fields that contain the text in any letter case', () => {
  const listed = fieldsOfSet('all', current, all);
  assert.deepEqual(
    matchingFields(listed, ' S ').map(({ name }) => name),
    ['Message', 'source'],
  );
  assert.equal(matchingFields(listed, '').length, 3);
  assert.equal(matchingFields(listed, '.*').length, 0);
});

test('names of reserved fields are recognised', () => {
  for (const name of ['_id', '_source', '_index', 'streams', 'gl2_x']) assert.ok(isReservedField(name), name);
  for (const name of ['stream', 'agl2_x', '_id2', 'message']) assert.ok(!isReservedField(name), name);
});

test('numeric fields get nine statistics, others two', () => {
  assert.deepEqual(
    statisticsFor('took_ms', type('long', 'numeric', 'enumerable')).map((one) => one.function),
    [
      ...['count(took_ms)', 'sum(took_ms)', 'avg(took_ms)', 'min(took_ms)', 'max(took_ms)', 'stddev(took_ms)'],
      ...['variance(took_ms)', 'card(took_ms)', 'percentile(took_ms,95)'],
    ],
  );
  assert.deepEqual(
    statisticsFor('source', type('string', 'enumerable')).map((one) => one.function),
    ['count(source)', 'card(source)'],
  );
  assert.equal(statisticsFor('source', undefined).length, 2);
});

test('equal statistics requests give equal searches, and the result is read per function', () => {
  const draft = { queryString: 'a', timeRange: { type: 'relative', from: 300 } as const, streams: ['s1'] };
  const statistics = statisticsFor('n', type('long', 'numeric'));
  const search = statisticsSearch(draft, statistics);
  assert.deepEqual(search, statisticsSearch({ ...draft }, statisticsFor('n', type('long', 'numeric'))));
  const [query] = search.queries;
  assert.deepEqual(query?.filter, { type: 'or', filters: [{ type: 'stream', id: 's1' }] });
  const job = untyped<SearchJob>({
    errors: [{ type: 'query', description: 'slow' }],
    results: {
      [query?.id ?? '']: {
        errors: [],
        search_types: {
          [query?.search_types?.[0]?.id ?? '']: {
            type: 'pivot',
            rows: [
              {
                key: [],
                source: 'leaf',
                values: [
                  { key: ['avg(n)'], value: 2.5, rollup: true, source: 'row-leaf' },
                  { key: ['max(n)'], value: null, rollup: true, source: 'row-leaf' },
                  { key: ['stddev(n)'], value: 'NaN', rollup: true, source: 'row-leaf' },
                  { key: ['sum(n)'], value: 'Infinity', rollup: true, source: 'row-leaf' },
                ],
              },
            ],
          },
        },
      },
    },
  });
  const { values, errors } = statisticsOf(job);
  const copied = { ...job, results: { statistics: { ...job.results?.['statistics'], errors: job.errors } } };
  assert.equal(
    statisticsOf(untyped<SearchJob>(copied)).errors.length,
    1,
    'an error of both the query and the job is reported once',
  );
  assert.deepEqual([values.get('avg(n)'), values.get('max(n)'), values.get('min(n)')], [2.5, null, undefined]);
  assert.deepEqual([values.get('stddev(n)'), values.get('sum(n)')], [null, null], 'a statistic without values is null');
  assert.equal(errors.length, 1);
  assert.equal(statisticsOf(untyped<SearchJob>({ results: {} })).values.size, 0);
});
