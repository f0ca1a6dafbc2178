/** Numbers with units, and the thresholds that charts draw. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  axisUnit,
  formatAxisMeasured,
  formatExtent,
  formatMeasured,
  thresholdsOf,
  withThresholds,
} from '../../../elements/widgets/visualizations/measured.js';
import type { DataTable } from '../../../machines/pivot/data-table.js';
import {
  columnWidths,
  fittedWidths,
  hasRoomBefore,
} from '../../../elements/widgets/visualizations/table/column-widths.js';
import { untyped } from '../../untyped.js';

test('numbers with units', () => {
  const cases: readonly [number | bigint, string | undefined, string, string][] = [
    [1284, undefined, '1,284', '1.28k'],
    [0.1234567891, undefined, '0.1235', '0.1235'],
    [1234567.891, undefined, '1,234,568', '1.23M'],
    [9007199254740993n, undefined, '9,007,199,254,740,993', '9e15'],
    [-0.0000012345, undefined, '-0.0000012', '-0.000001235'],
    [842, 'ms', '842 ms', '842 ms'],
    [12_345, 'ms', '12.35 s', '12.35 s'],
    [47.5156665, 'ms', '47.52 ms', '47.52 ms'],
    [-1500, 'ms', '-1.5 s', '-1.5 s'],
    [0, 'ms', '0 ms', '0'],
    [0.0004, 's', '400 µs', '400 µs'],
    [7200, 's', '2 h', '7,200 s'],
    [90, 'min', '1.5 h', '90 min'],
    [3_200_000n, 'B', '3.2 MB', '3.2 MB'],
    [2e21, 'B', '2,000,000 PB', '2M PB'],
    [19.5, '%', '19.5%', '19.5%'],
    [0.195, 'ratio', '19.5%', '19.5%'],
    [300, 'requests', '300 requests', '300'],
    [0.000123, 'EUR', '0.000123 EUR', '0.000123 EUR'],
    [12, '<img src=x>', '12 <img src=x>', '12'],
  ];
  for (const [value, unit, full, axis] of cases) {
    assert.equal(formatMeasured(value, unit).replaceAll('\u00a0', ' '), full);
    assert.equal(formatAxisMeasured(Number(value), unit).replaceAll('\u00a0', ' '), axis, `axis of ${full}`);
  }
  assert.equal(formatMeasured(NaN, 'ms').includes('NaN'), true);
});

test('the ends of a scale', () => {
  assert.deepEqual(formatExtent(1, 904), ['1', '904']);
  assert.deepEqual(formatExtent(3_388, 3_393), ['3,388', '3,393'], 'short they would read alike');
  assert.deepEqual(formatExtent(5_000, 5_000), ['5,000', '5,000']);
});

test('units and thresholds of a chart', () => {
  const config = untyped<Parameters<typeof axisUnit>[2]>({
    series: [
      { function: 'avg(a)', config: { name: 'mean' } },
      { function: 'max(a)', config: null },
    ],
  });
  const series = [{ metric: 'mean' }, { metric: 'mean' }, { metric: 'max(a)' }];
  const looks = {
    'avg(a)': { unit: 'ms', thresholds: { warning: 500, critical: 1500 } },
    'max(a)': { unit: 'ms', thresholds: { critical: 1500 } },
  };
  assert.equal(axisUnit(looks, series, config), 'ms');
  assert.equal(axisUnit({ ...looks, 'max(a)': { unit: 's' } }, series, config), undefined);
  assert.equal(axisUnit(undefined, series, config), undefined);
  assert.deepEqual(
    thresholdsOf(looks, series, config).map(({ text }) => text.replaceAll('\u00a0', ' ')),
    ['Warning from 500 ms', 'Critical from 1.5 s'],
  );
  assert.deepEqual(withThresholds({ min: 0, max: 400 }, [{ value: 500 }, { value: 1500 }]), { min: 0, max: 500 });
  assert.equal(withThresholds(undefined, [{ value: 1 }]), undefined);
});

test('columns give way alike while that shows them all; what is scrolled anyway keeps its widths', () => {
  const columns = [
    { wanted: 200, least: 100 },
    { wanted: 100, least: 100 },
    { wanted: 300, least: 100 },
  ];
  assert.deepEqual(fittedWidths(columns, 700), [200, 100, 300]);
  assert.deepEqual(fittedWidths(columns, 450), [150, 100, 200]);
  assert.deepEqual(fittedWidths(columns, 300), [100, 100, 100]);
  assert.deepEqual(fittedWidths(columns, 299), [200, 100, 300]);
  const keyed = columns.map((column, index) => ({ ...column, isKey: index === 0 }));
  assert.deepEqual(fittedWidths(keyed, 299), [100, 100, 300]);
  assert.deepEqual(fittedWidths([], 10), []);
});

test('sort and pin have room beside the head of numbers, in a narrow card beside a short one', () => {
  const columns = ['count()', 'avg(took)', 'percentile(took_ms, 99)', 'x'].map((title) => ({
    kind: 'metric',
    id: title,
    title,
  }));
  const table = untyped<DataTable>({ columns, heads: [], rows: [] });
  const widths = columnWidths(table, () => '', true);
  const rooms = (available: number) =>
    fittedWidths(widths, available).map((width, index) => hasRoomBefore(columns[index]?.title ?? '', width));
  assert.deepEqual(rooms(2_000), [true, true, true, true]);
  assert.deepEqual(rooms(widths.reduce((sum, one) => sum + one.least, 0)), [true, false, false, true]);
});
