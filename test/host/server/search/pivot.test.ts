import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PivotResult, PivotRow, SearchType } from '../../../../api/contract/searches.js';
import type { Draft } from './fixture.js';
import { defaultStream, openSearch, otherStream } from './fixture.js';

const drafts: Draft[] = [
  { at: '2024-03-01T10:00:00Z', message: 'a', fields: { host: 'web', code: 200, took: 1.5, ok: true } },
  { at: '2024-03-01T10:00:30Z', message: 'b', fields: { host: 'web', code: 200, took: 3, ok: true } },
  {
    at: '2024-03-01T10:01:00Z',
    message: 'c',
    fields: { host: 'db', code: 500, took: 10, ok: false },
    streams: [defaultStream, otherStream],
  },
  { at: '2024-03-01T10:04:00Z', message: 'd', fields: { host: 'db', code: 404, took: 2 } },
  { at: '2024-03-01T10:04:59Z', message: 'e', fields: { host: 'web', took: 4.5 } },
  { at: '2024-03-01T10:04:59.999Z', message: 'f', source: 'other' },
];

const count = { id: 'count()', type: 'count' };
/** Formats each row as `key: series values`; a column value has its column key and `/` before it. */
const shape = (rows: readonly PivotRow[]): string[] =>
  rows.map(
    ({ key, values, source }) =>
      `${source === 'leaf' ? '' : '='}${key.join('|')}: ${values.map((value) => `${value.rollup ? '' : `${value.key.slice(0, -1).join('|')}/`}${String(value.value)}`).join(' ')}`,
  );

test('pivots return the expected rows', async (context) => {
  const fixture = await openSearch(context);
  await fixture.fill(drafts);
  const rows = async (...parameters: Parameters<typeof fixture.pivot>): Promise<string[]> =>
    shape((await fixture.pivot(...parameters)).rows);
  const by = (field: string, more: object = {}) => ({ type: 'values' as const, fields: [field], ...more });
  const minutes = {
    type: 'time' as const,
    fields: ['timestamp'],
    interval: { type: 'timeunit' as const, timeunit: '1m' },
  };

  await context.test('a pivot without groups returns one leaf', async () => {
    assert.deepEqual(await rows({ series: [count] }), [': 6']);
    assert.deepEqual(await rows({ series: [count], rollup: true }), [': 6']);
    assert.deepEqual(await rows({ series: [] }), [': ']);
  });

  await context.test('value groups have a limit, a bucket for missing values and a rollup', async () => {
    assert.deepEqual(await rows({ row_groups: [by('host')], series: [count], rollup: true }), [
      'web: 3',
      'db: 2',
      '(Empty Value): 1',
      '=: 6',
    ]);
    assert.deepEqual(await rows({ row_groups: [by('host', { limit: 1 })], series: [count] }), [
      'web: 3',
      '(Empty Value): 1',
    ]);
    assert.deepEqual(
      await rows({ row_groups: [by('host', { skip_empty_values: true })], series: [count], rollup: true }),
      ['web: 3', 'db: 2', '=: 6'],
    );
    assert.deepEqual(await rows({ row_groups: [by('code')], series: [count] }), [
      '200: 2',
      '404: 1',
      '500: 1',
      '(Empty Value): 2',
    ]);
    assert.deepEqual(await rows({ row_groups: [by('ok')], series: [count] }), [
      'true: 2',
      'false: 1',
      '(Empty Value): 3',
    ]);
    assert.deepEqual(await rows({ row_groups: [by('took', { limit: 2 })], series: [count] }), [
      '1.5: 1',
      '2: 1',
      '(Empty Value): 1',
    ]);
    assert.deepEqual(await rows({ row_groups: [by('unknown')], series: [count] }), ['(Empty Value): 6']);
  });

  await context.test('a group of several fields has tuples as keys', async () => {
    const tuple = { type: 'values' as const, fields: ['host', 'code'] };
    assert.deepEqual(await rows({ row_groups: [tuple], series: [count] }), [
      'web|200: 2',
      'db|404: 1',
      'db|500: 1',
      'web|(Empty Value): 1',
      '(Empty Value): 1',
    ]);
    assert.deepEqual(await rows({ row_groups: [{ ...tuple, skip_empty_values: true }], series: [count] }), [
      'web|200: 2',
      'db|404: 1',
      'db|500: 1',
    ]);
    assert.deepEqual(
      await rows({
        row_groups: [{ ...tuple, skip_empty_values: true }],
        series: [count],
        sort: [{ type: 'pivot', field: 'code', direction: 'Descending' }],
      }),
      ['db|500: 1', 'db|404: 1', 'web|200: 2'],
    );
  });

  await context.test('time groups have buckets for gaps, and none outside the messages', async () => {
    assert.deepEqual(
      await rows({ row_groups: [minutes], series: [count, { type: 'max', field: 'took' }], rollup: true }),
      [
        '2024-03-01T10:00:00.000Z: 2 3',
        '2024-03-01T10:01:00.000Z: 1 10',
        '2024-03-01T10:02:00.000Z: 0 null',
        '2024-03-01T10:03:00.000Z: 0 null',
        '2024-03-01T10:04:00.000Z: 3 4.5',
        '=: 6 10',
      ],
    );
    const descending = await rows({
      row_groups: [minutes],
      series: [count],
      sort: [{ type: 'pivot', field: 'timestamp', direction: 'Descending' }],
    });
    assert.equal(descending[0], '2024-03-01T10:04:00.000Z: 3');
    const byCount = await rows({
      row_groups: [minutes],
      series: [count],
      sort: [{ type: 'series', field: 'count()', direction: 'Descending' }],
    });
    assert.deepEqual(
      byCount.map((row) => row.slice(11, 16)),
      ['10:04', '10:00', '10:01', '10:02', '10:03'],
    );
  });

  await context.test('time buckets may have calendar and fixed widths', async () => {
    const width = async (timeunit: string): Promise<string | undefined> =>
      (await fixture.pivot({ row_groups: [{ ...minutes, interval: { type: 'timeunit', timeunit } }], series: [count] }))
        .rows[0]?.key[0];
    assert.equal(await width('1w'), '2024-02-26T00:00:00.000Z');
    assert.equal(await width('1M'), '2024-03-01T00:00:00.000Z');
    assert.equal(await width('1d'), '2024-03-01T00:00:00.000Z');
    assert.equal(await width('7m'), '2024-03-01T09:57:00.000Z');
    assert.equal(await width('2w'), '2024-02-29T00:00:00.000Z');
    assert.equal(await width('1y'), '2023-12-19T00:00:00.000Z');
  });

  await context.test('columns of rows over time are limited and ordered over the whole range', async () => {
    for (const series of [[count], [count, { type: 'percentile', field: 'took', percentile: 95 }]]) {
      for (const rollup of [true, false]) {
        const { rows: found } = await fixture.pivot({
          row_groups: [minutes],
          column_groups: [by('host', { limit: 1, skip_empty_values: true })],
          series,
          rollup,
        });
        const columns = found.flatMap(({ values }) =>
          values.flatMap(({ key, source }) => (source === 'col-leaf' ? [key[0]] : [])),
        );
        assert.deepEqual([...new Set(columns)], ['web'], JSON.stringify({ series, rollup }));
      }
    }
  });

  await context.test('column groups are nested in each row', async () => {
    const pivot = {
      row_groups: [by('host')],
      column_groups: [by('code', { skip_empty_values: true })],
      series: [count, { type: 'sum', field: 'took' }],
    };
    assert.deepEqual(await rows({ ...pivot, rollup: true }), [
      'web: 3 9 200/2 200/4.5',
      'db: 2 12 404/1 404/2 500/1 500/10',
      '(Empty Value): 1 0',
      '=: 6 21',
    ]);
    assert.deepEqual(await rows({ ...pivot, rollup: false }), [
      'web: 200/2 200/4.5',
      'db: 404/1 404/2 500/1 500/10',
      '(Empty Value): ',
    ]);
    assert.deepEqual(await rows({ ...pivot, row_groups: [], rollup: false }), [
      ': 200/2 200/4.5 404/1 404/2 500/1 500/10',
    ]);
    const { rows: found } = await fixture.pivot({ ...pivot, rollup: true });
    assert.deepEqual(
      found[0]?.values.map(({ key, source }) => [key.join(','), source]),
      [
        ['count()', 'row-leaf'],
        ['sum(took)', 'row-leaf'],
        ['200,count()', 'col-leaf'],
        ['200,sum(took)', 'col-leaf'],
      ],
    );
    assert.equal(found.at(-1)?.values[0]?.source, 'row-inner');
  });

  await context.test('the limit of a nested group applies per parent', async () => {
    assert.deepEqual(
      await rows({
        row_groups: [by('host', { skip_empty_values: true }), by('code', { limit: 1, skip_empty_values: true })],
        series: [count],
      }),
      ['web|200: 2', 'db|404: 1'],
    );
  });

  await context.test('the sorting metric decides which buckets are within the limit', async () => {
    const sort = [{ type: 'series', field: 'avg(took)', direction: 'Descending' as const }];
    const series = [{ id: 'mean', type: 'avg', field: 'took' }];
    assert.deepEqual(await rows({ row_groups: [by('host', { limit: 1, skip_empty_values: true })], series, sort }), [
      'db: 6',
    ]);
    assert.deepEqual(await rows({ row_groups: [by('code', { limit: 1, skip_empty_values: true })], series, sort }), [
      '500: 10',
    ]);
    assert.deepEqual(
      await rows({
        row_groups: [by('code', { skip_empty_values: true })],
        series,
        sort: [{ type: 'pivot', field: 'code', direction: 'Descending' }],
      }),
      ['500: 10', '404: 2', '200: 2.25'],
    );
    const percentile = [{ type: 'percentile', field: 'took', percentile: 95 }];
    assert.deepEqual(
      (
        await rows({
          row_groups: [by('host', { limit: 1, skip_empty_values: true })],
          series: percentile,
          sort: [{ type: 'series', field: 'percentile(took,95.0)', direction: 'Ascending' }],
        })
      ).map((row) => row.slice(0, 3)),
      ['web'],
    );
  });

  await context.test('a message with a list counts once for each value of the list', async () => {
    assert.deepEqual(await rows({ row_groups: [by('streams')], series: [count], rollup: true }), [
      `${defaultStream}: 6`,
      `${otherStream}: 1`,
      '=: 6',
    ]);
    assert.deepEqual(
      await rows({
        row_groups: [by('host', { skip_empty_values: true })],
        column_groups: [by('streams')],
        series: [count],
        rollup: true,
      }),
      [`web: 3 ${defaultStream}/3`, `db: 2 ${defaultStream}/2 ${otherStream}/1`, '=: 6'],
    );
    const { rows: found } = await fixture.pivot({
      series: [
        { type: 'count', field: 'streams' },
        { type: 'card', field: 'streams' },
      ],
    });
    assert.deepEqual(
      found[0]?.values.map(({ value }) => value),
      [7, 2],
    );
  });

  await context.test('every aggregation function returns the expected value', async () => {
    const took = [1.5, 3, 10, 2, 4.5];
    const mean = took.reduce((a, b) => a + b) / 5;
    const variance = took.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 5;
    const functions: [string, unknown][] = [
      ['avg', mean],
      ['min', 1.5],
      ['max', 10],
      ['sum', 21],
      ['count', 5],
      ['card', 5],
      ['stddev', Math.sqrt(variance)],
      ['variance', variance],
      ['sumofsquares', took.reduce((sum, value) => sum + value * value, 0)],
      ['latest', 4.5],
    ];
    const series = [
      ...functions.map(([type]) => ({ type, field: 'took' })),
      { type: 'percentile', field: 'took', percentile: 50 },
      { type: 'percentile', field: 'took', percentile: 90 },
    ];
    const { rows: found } = await fixture.pivot({ series });
    const values = found[0]?.values ?? [];
    for (const [index, [name, expected]] of [...functions, ['p50', 3], ['p90', 7.8]].entries()) {
      const actual = values[index]?.value;
      if (typeof expected === 'number')
        assert.ok(
          Math.abs(Number(actual) - expected) < 1e-9,
          `${String(name)} has the expected value, not ${String(actual)}`,
        );
      else assert.deepEqual(actual, expected);
    }
    assert.deepEqual(
      values.slice(-2).map(({ key }) => key),
      [['percentile(took,50)'], ['percentile(took,90)']],
    );
  });

  await context.test('latest returns the raw value, dates as instants, and null without a value', async () => {
    const { rows: found } = await fixture.pivot({
      series: [
        { type: 'latest', field: 'host' },
        { type: 'latest', field: 'timestamp' },
        { type: 'latest', field: 'ok' },
        { type: 'latest', field: 'unknown' },
        { type: 'max', field: 'timestamp' },
      ],
    });
    assert.deepEqual(
      found[0]?.values.map(({ key, value }) => [key[0], value]),
      [
        ['latest(host)', 'web'],
        ['latest(timestamp)', '2024-03-01T10:04:59.999Z'],
        ['latest(ok)', false],
        ['max(timestamp)', Date.parse('2024-03-01T10:04:59.999Z')],
      ],
    );
  });

  await context.test('a bucket of time that contains all messages has the values of the totals', async () => {
    const ofField = (field: string) => (type: string) => ({ type, field });
    const series = [
      count,
      ...['count', 'sum', 'sumofsquares', 'avg', 'min', 'max', 'latest'].map(ofField('took')),
      ...['count', 'latest'].map(ofField('host')),
      ...['avg', 'max', 'latest'].map(ofField('ok')),
      ...['min', 'latest'].map(ofField('timestamp')),
    ];
    const day = { ...minutes, interval: { type: 'timeunit' as const, timeunit: '1d' } };
    const valuesOf = async (more: Partial<SearchType>): Promise<unknown> => {
      const [row] = (await fixture.pivot({ series, rollup: true, ...more })).rows;
      return row?.values.filter(({ source }) => source !== 'col-leaf').map(({ key, value }) => [key.at(-1), value]);
    };
    const totals = await valuesOf({});
    assert.ok(Array.isArray(totals) && totals.length === series.length);
    assert.deepEqual(await valuesOf({ row_groups: [day] }), totals);
    assert.deepEqual(await valuesOf({ row_groups: [day], column_groups: [by('host')] }), totals);
  });

  await context.test('a pivot without messages has zero counts and null metrics', async () => {
    const series = ['count', 'sum', 'card', 'avg', 'min', 'stddev', 'latest'].map((type) => ({ type, field: 'took' }));
    const result = await fixture.pivot({ series, row_groups: [by('host')], rollup: true }, { query: 'nothing' });
    assert.equal(result.total, 0);
    assert.deepEqual(shape(result.rows), ['=: 0 0 0 null null null']);
    const early = await fixture.pivot(
      { series, rollup: true },
      { timerange: { type: 'absolute', from: '2000-01-01T00:00:00Z', to: '2000-01-02T00:00:00Z' } },
    );
    assert.deepEqual(shape(early.rows), [': 0 0 0 null null null']);
  });

  await context.test(
    'the effective range of all time is that of the messages, otherwise it is the requested range',
    async () => {
      assert.deepEqual((await fixture.pivot({ series: [count] })).effective_timerange, {
        type: 'absolute',
        from: '2024-03-01T10:00:00.000Z',
        to: '2024-03-01T10:04:59.999Z',
      });
      const timerange = {
        type: 'absolute' as const,
        from: '2024-03-01T10:00:30.000+00:00',
        to: '2024-03-01T10:04:59.999Z',
      };
      const result: PivotResult = await fixture.pivot({ series: [count] }, { timerange });
      assert.equal(result.total, 4);
      assert.equal(result.effective_timerange.from, '2024-03-01T10:00:30.000Z');
    },
  );

  await context.test('a series that cannot be computed does not fail the other series', async () => {
    const failing: [object, RegExp][] = [
      [{ series: [{ type: 'avg', field: 'host' }] }, /Expected numeric type on field \[host\], but got \[keyword\]/],
      [{ series: [{ type: 'median', field: 'took' }] }, /Unknown series type 'median'/],
      [{ series: [{ type: 'avg' }] }, /needs a field/],
      [{ series: [{ type: 'percentile', field: 'took', percentile: 101 }] }, /0 to 100/],
      [{ row_groups: [{ ...minutes, fields: ['host'] }], series: [] }, /date_histogram/],
      [{ row_groups: [{ ...minutes, interval: { type: 'timeunit', timeunit: '0m' } }], series: [] }, /no interval/],
      [{ row_groups: [{ type: 'date_range', fields: ['timestamp'] }], series: [] }, /Unknown group type/],
    ];
    for (const [searchType, message] of failing) {
      const job = await fixture.run({ type: 'pivot', ...searchType });
      assert.match(job.errors?.[0]?.description ?? '', message);
      assert.equal(job.errors?.[0]?.search_type_id, 's');
    }
  });

  await context.test('too many buckets are refused', async () => {
    await fixture.fill([{ at: '2023-03-01T00:00:00Z', message: 'long ago' }]);
    const job = await fixture.run({
      type: 'pivot',
      row_groups: [{ ...minutes, interval: { type: 'timeunit', timeunit: '1s' } }],
      series: [count],
    });
    assert.match(job.errors?.[0]?.description ?? '', /too many buckets.*65535/);
  });
});

test('a field of text and numeric type is grouped as text, and two numeric types are computed together', async (context) => {
  const fixture = await openSearch(context);
  await fixture.fill([
    { at: '2024-03-01T10:00:00Z', message: 'a', fields: { code: 200, took: 1 } },
    { at: '2024-03-01T10:00:01Z', message: 'b', fields: { code: 200, took: 2 } },
  ]);
  await fixture.store.cycle();
  await fixture.fill([
    { at: '2024-03-01T10:00:02Z', message: 'c', fields: { code: 'x', took: 0.5 } },
    { at: '2024-03-01T10:00:03Z', message: 'd', fields: { took: 2.5 } },
  ]);
  const { rows } = await fixture.pivot({
    row_groups: [{ type: 'values', fields: ['code'] }],
    series: [count, { type: 'sum', field: 'took' }],
    rollup: true,
  });
  assert.deepEqual(shape(rows), ['200: 2 3', 'x: 1 0.5', '(Empty Value): 1 2.5', '=: 4 6']);
  const job = await fixture.run({ type: 'pivot', series: [{ type: 'sum', field: 'code' }] });
  assert.match(job.errors?.[0]?.description ?? '', /keyword, long/);
});

test(
  'the time of a pivot is proportional to its groups; a group without a field is reported',
  { timeout: 300_000 },
  async (context) => {
    const fixture = await openSearch(context);
    await fixture.fill(drafts);
    const row_groups = Array.from({ length: 20 }, (_, index) => ({
      type: 'values' as const,
      fields: [index % 2 ? 'host' : 'code'],
    }));
    const { rows } = await fixture.pivot({ row_groups, series: [count] });
    assert.deepEqual(
      rows.map(({ key, values }) => [key.slice(0, 2).join('|'), key.length, values[0]?.value]),
      (await fixture.pivot({ row_groups: row_groups.slice(0, 2), series: [count] })).rows.map(({ key, values }) => [
        key.join('|'),
        // The bucket of messages without the field is not divided further.
        key.includes('(Empty Value)') ? key.length : 20,
        values[0]?.value,
      ]),
    );
    const job = await fixture.run({ type: 'pivot', row_groups: [{ type: 'values', fields: [] }], series: [count] });
    assert.equal(job.errors?.[0]?.description, 'A group of values needs a field.');

    const crowds = [
      { row_groups: [...row_groups, ...row_groups], series: [count] },
      {
        series: Array.from({ length: 501 }, (_, percentile) => ({
          type: 'percentile',
          field: 'took',
          percentile: percentile / 10,
        })),
      },
    ];
    const long = await fixture.run({ type: 'messages' }, { query: `/${'(a|b)*'.repeat(200)}/` });
    assert.match(long.errors?.[0]?.description ?? '', /A regular expression has at most 1000 characters, got 1200/);
    const refused = await Promise.all(crowds.map((crowd) => fixture.run({ type: 'pivot', ...crowd })));
    assert.deepEqual(
      refused.map(({ errors }) => errors?.[0]?.description),
      ['A pivot has at most 32 groups, got 40.', 'A pivot has at most 500 series, got 501.'],
    );
  },
);

test('a time split shows the same buckets with and without the row of totals, which are computed in different ways', async (context) => {
  const fixture = await openSearch(context);
  await fixture.fill(
    Array.from({ length: 60 }, (_, number) => ({
      at: new Date(Date.parse('2024-03-01T10:00:00Z') + number * 120_000).toISOString(),
      message: 'm',
      fields: {
        ...(number % 3 > 0 && { host: `h${number % 4}` }),
        ...(number % 5 > 0 && { code: (number % 4) * 100 }),
        ...(number % 7 > 0 && { took: number * number }),
      },
    })),
  );
  const split = {
    row_groups: [
      { type: 'time' as const, fields: ['timestamp'], interval: { type: 'timeunit' as const, timeunit: '30m' } },
    ],
    column_groups: [{ type: 'values' as const, fields: ['host', 'code'], limit: 3 }],
    series: ['percentile', 'card', 'stddev', 'latest'].map((type) => ({
      type,
      field: 'took',
      ...(type === 'percentile' && { percentile: 95 }),
    })),
    sort: [{ type: 'series', field: 'card(took)', direction: 'Descending' as const }],
  };
  const [whole, plain] = await Promise.all([true, false].map((rollup) => fixture.pivot({ ...split, rollup })));
  assert.ok(whole && plain);
  const columns = (rows: readonly PivotRow[]) =>
    rows
      .filter(({ source }) => source === 'leaf')
      .map(({ key, values }) => [key, values.filter(({ source }) => source === 'col-leaf')]);
  assert.deepEqual(columns(whole.rows), columns(plain.rows));
  assert.ok(plain.rows.some(({ values }) => values.some(({ key }) => key.includes('(Empty Value)'))));
  assert.deepEqual([whole.total, plain.total], [60, 60]);
});
