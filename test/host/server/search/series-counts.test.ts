/** Metrics that are computed from counted values equal those of the database exactly. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { planSeries } from '../../../../host/server/search/series.js';
import type { Value } from '../../../../host/server/search/inverted-index/value-counts.js';
import { plainValue } from '../../../../host/server/store/values.js';

const functions = ['count', 'card', 'min', 'max', 'avg', 'sum'];
const percentiles = [0, 0.07, 1, 12.5, 33, 50, 57, 58, 66.6, 90, 95, 99, 99.9, 99.999, 100];
const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3000, max: 3000 }));

test('metrics are computed from counted values, also without any values', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const field = { name: 'v', kind: 'long' as const, list: false, types: ['long' as const], read: () => 'v' };
  const series = planSeries(
    [
      ...functions.map((type) => ({ type, field: 'v' })),
      ...percentiles.map((percentile) => ({ type: 'percentile', field: 'v', percentile })),
    ],
    () => field,
  );
  const figures = series.map(({ aggregate, input }) => aggregate.replaceAll(input, 'v')).join(', ');
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(number), { maxLength: 60 }), async (list) => {
        const [expected] = (
          await connection.runAndReadAll(
            `SELECT ${figures} FROM (SELECT unnest([${list.map((one) => one ?? 'NULL').join(', ')}]::BIGINT[]) AS v)`,
          )
        ).getRows();
        const values: Value[] = [null, ...new Set(list.filter((one) => one !== null))];
        const counts = Uint32Array.from(values, (value) => list.filter((one) => one === value).length);
        const ascending = values.map((_, place) => place).slice(1);
        ascending.sort((a, b) => Number(values[a]) - Number(values[b]));
        const counted = { messages: list.length, values, ascending, counts };
        assert.deepEqual(
          series.map(({ fromCounts }) => fromCounts?.(counted)),
          expected?.map(plainValue),
        );
      }),
      { numRuns: 400 },
    );
  } finally {
    connection.disconnectSync();
    instance.closeSync();
  }
});

test('metrics that would be inexact are left to the database', () => {
  const field = { name: 'v', kind: 'long' as const, list: false, types: ['long' as const], read: () => 'v' };
  const [sum, average] = planSeries(
    [
      { type: 'sum', field: 'v' },
      { type: 'avg', field: 'v' },
    ],
    () => field,
  );
  const counted = { messages: 2, values: [null, 2 ** 53 - 1], ascending: [1], counts: Uint32Array.of(0, 2) };
  assert.equal(sum?.fromCounts?.(counted), undefined);
  assert.equal(average?.fromCounts?.(counted), undefined);
  // A single product exceeds the largest exact integer by one, but the sum of the products does not.
  const near = {
    messages: 4,
    values: [null, -3, 3002399751580331],
    ascending: [1, 2],
    counts: Uint32Array.of(0, 1, 3),
  };
  assert.equal(sum?.fromCounts?.(near), undefined);
  const [ofFractions] = planSeries([{ type: 'sum', field: 'v' }], () => ({ ...field, kind: 'double' }));
  assert.equal(ofFractions?.fromCounts, undefined);
});
