import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PivotRow } from '../../../api/contract/searches.js';
import type { AggregationConfig } from '../../../api/contract/views.schema.js';
import {
  dataTable,
  isSortable,
  pinnedColumns,
  sortOf,
  withNextSort,
  withPinToggled,
  type TableColumn,
} from '../../../machines/pivot/data-table.js';
import { aggregation, byTime, byValues, leaf, metrics, pivot, totals } from './results.js';

type Expected = { readonly heads?: unknown[]; readonly columns: string[]; readonly rows: unknown[][] };

const twoFields = aggregation({ row_pivots: [byValues('host', 'method')] });
const split = aggregation({ column_pivots: [byValues('code')], series: metrics('count()', 'avg(took)') });

const cases: [name: string, AggregationConfig, PivotRow[], Expected][] = [
  ['a result without rows yields a table of heads only', aggregation(), [], { columns: ['host', 'count()'], rows: [] }],
  [
    'a table without groups is one row of metrics',
    aggregation({ row_pivots: [], series: metrics('count()', 'avg(took)') }),
    [leaf([], [['count()'], 4], [['avg(took)'], null])],
    { columns: ['count()', 'avg(took)'], rows: [[4, null]] },
  ],
  [
    'a table without metrics has only keys',
    aggregation({ series: [] }),
    [leaf(['a']), leaf(['b'])],
    { columns: ['host'], rows: [['a'], ['b']] },
  ],
  [
    'the totals of all rows are not a row of the table',
    aggregation(),
    [leaf(['a'], [['count()'], 1]), totals('count()', 1)],
    { columns: ['host', 'count()'], rows: [['a', 1]] },
  ],
  [
    'a metric is found under its custom name',
    aggregation({ series: [{ function: 'percentile(took,95)', config: { name: 'p95' } }] }),
    [leaf(['a'], [['p95'], 1.5])],
    { columns: ['host', 'p95'], rows: [['a', 1.5]] },
  ],
  [
    'an "(Empty Value)" key fills the columns of all fields of its group',
    twoFields,
    [leaf(['(Empty Value)'], [['count()'], 2])],
    { columns: ['host', 'method', 'count()'], rows: [['(Empty Value)', '(Empty Value)', 2]] },
  ],
  [
    'an "(Empty Value)" key fills the columns of its own group, and the groups below stay empty',
    aggregation({
      row_pivots: [
        { fields: ['host'], type: 'values', config: {} },
        { fields: ['method', 'code'], type: 'values', config: {} },
      ],
    }),
    [leaf(['a', '(Empty Value)'], [['count()'], 2]), leaf(['(Empty Value)'], [['count()'], 1])],
    {
      columns: ['host', 'method', 'code', 'count()'],
      rows: [
        ['a', '(Empty Value)', '(Empty Value)', 2],
        ['(Empty Value)', '', '', 1],
      ],
    },
  ],
  [
    'text, huge, negative and missing values are unchanged',
    aggregation({ series: metrics('latest(a)', 'max(b)', 'min(c)') }),
    [leaf(['x'], [['latest(a)'], 'GET'], [['max(b)'], 9007199254740993n]), leaf(['y'], [['min(c)'], -1e300])],
    {
      columns: ['host', 'latest(a)', 'max(b)', 'min(c)'],
      rows: [
        ['x', 'GET', 9007199254740993n, undefined],
        ['y', undefined, undefined, -1e300],
      ],
    },
  ],
  [
    'an infinite result of a metric over no values counts as missing',
    aggregation({ series: [{ function: 'max(took)', config: { name: 'slowest' } }, ...metrics('latest(text)')] }),
    [leaf(['a'], [['slowest'], '-Infinity'], [['latest(text)'], 'Infinity']), leaf(['b'], [['slowest'], 3])],
    {
      columns: ['host', 'slowest', 'latest(text)'],
      rows: [
        ['a', null, 'Infinity'],
        ['b', 3, undefined],
      ],
    },
  ],
  [
    'column buckets are preceded by the totals of the row',
    split,
    [
      leaf(['a'], [['count()'], 3], [['avg(took)'], 9], [['200', 'count()'], 2], [['200', 'avg(took)'], 8]),
      leaf(['b'], [['count()'], 1], [['avg(took)'], 7], [['500', 'count()'], 1], [['500', 'avg(took)'], 7]),
    ],
    {
      heads: [['code', ['200', 3, 2], ['500', 5, 2]]],
      columns: ['host', 'count()', 'avg(took)', '200/count()', '200/avg(took)', '500/count()', '500/avg(took)'],
      rows: [
        ['a', 3, 9, 2, 8, undefined, undefined],
        ['b', 1, 7, undefined, undefined, 1, 7],
      ],
    },
  ],
  [
    'without rollup, column buckets have no totals beside them',
    { ...split, rollup: false, series: metrics('count()') },
    [leaf(['a'], [['200', 'count()'], 2])],
    { heads: [['code', ['200', 1, 1]]], columns: ['host', '200/count()'], rows: [['a', 2]] },
  ],
  [
    'a table with only column groups has one row',
    aggregation({ row_pivots: [], column_pivots: [byValues('code')] }),
    [leaf([], [['count()'], 3], [['200', 'count()'], 3])],
    { heads: [['code', ['200', 1, 1]]], columns: ['count()', '200/count()'], rows: [[3, 3]] },
  ],
  [
    'with two column groups, columns of one outer bucket are adjacent',
    aggregation({ column_pivots: [byValues('zone'), byTime()], rollup: false }),
    [
      leaf(['a'], [['eu', 't1', 'count()'], 1], [['us', 't1', 'count()'], 2]),
      leaf(['b'], [['eu', 't2', 'count()'], 3]),
    ],
    {
      heads: [
        ['zone', ['eu', 1, 2], ['us', 3, 1]],
        ['timestamp', ['t1', 1, 1], ['t2', 2, 1], ['t1', 3, 1]],
      ],
      columns: ['host', 'eu/t1/count()', 'eu/t2/count()', 'us/t1/count()'],
      rows: [
        ['a', 1, undefined, 2],
        ['b', undefined, 3, undefined],
      ],
    },
  ],
];

describe('dataTable', () => {
  for (const [name, config, rows, expected] of cases) {
    it(name, () => {
      const table = dataTable(pivot(...rows), config);
      assert.deepEqual(
        {
          ...(expected.heads && {
            heads: table.heads.map(({ field, spans }) => [
              field.field,
              ...spans.map(({ key, from, span }) => [key, from, span]),
            ]),
          }),
          columns: table.columns.map(({ id }) => id.replaceAll('\u0000', '/')),
          rows: table.rows.map(({ cells }) => cells),
        },
        expected,
      );
    });
  }
  it('repeated leading values of a data table are left empty until one differs', () => {
    const rows = [
      ['a', 'x'],
      ['a', 'y'],
      ['b', 'y'],
      ['b', 'y'],
    ];
    const table = dataTable(pivot(...rows.map((key) => leaf(key, [['count()'], 1]))), twoFields);
    assert.deepEqual(
      table.rows.map(({ repeated }) => repeated),
      [0, 1, 0, 1],
    );
  });
});

describe('sort and pins of a data table', () => {
  const columns = dataTable(pivot(leaf(['a'], [['count()'], 1], [['200', 'count()'], 1])), {
    ...split,
    series: [...split.series, ...metrics('latest(x)')],
  }).columns;
  const column = (id: string): TableColumn => {
    const found = columns.find((one) => one.id === id);
    assert.ok(found, id);
    return found;
  };
  it('clicking a column sorts descending, then ascending, then not at all', () => {
    const seen: unknown[] = [];
    let config = split;
    for (let step = 0; step < 4; step++) {
      config = withNextSort(config, column('count()'));
      seen.push(config.sort.map(({ type, field, direction }) => `${type} ${field} ${direction}`));
    }
    assert.deepEqual(seen, [
      ['series count() Descending'],
      ['series count() Ascending'],
      [],
      ['series count() Descending'],
    ]);
  });
  it('several sorts of one kind are numbered; a sort of another kind replaces them', () => {
    const two = withNextSort(withNextSort(split, column('count()')), column('avg(took)'));
    assert.deepEqual(
      [sortOf(two, column('count()')), sortOf(two, column('avg(took)'))],
      [
        { direction: 'Descending', place: 1 },
        { direction: 'Descending', place: 2 },
      ],
    );
    assert.deepEqual(withNextSort(two, column('host')).sort, [
      { type: 'pivot', field: 'host', direction: 'Descending' },
    ]);
  });
  it('a sort by a metric applies to the column of the whole row, not to the columns of single buckets', () => {
    const sorted = withNextSort(split, column('count()'));
    assert.deepEqual(
      columns.filter((one) => sortOf(sorted, one)).map(({ id, kind }) => [id, kind]),
      [['count()', 'metric']],
    );
  });
  it('sorting is not offered for single buckets and latest values', () => {
    assert.deepEqual(
      columns.filter(isSortable).map(({ id }) => id),
      ['host', 'count()', 'avg(took)'],
    );
  });
  it('columns can be pinned and unpinned, and other stored settings are preserved', () => {
    const stored = { ...split, visualization_config: { other: 1 } };
    const pinned = withPinToggled(stored, column('host'));
    assert.deepEqual(pinned.visualization_config, { other: 1, pinned_columns: ['host'] });
    assert.deepEqual(pinnedColumns(withPinToggled(pinned, column('host'))), []);
    assert.deepEqual(pinnedColumns({ visualization_config: { pinned_columns: 'host' } }), []);
  });
});
