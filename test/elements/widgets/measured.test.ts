/** Tests numbers with units, and the thresholds that charts draw. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  axisCaption,
  axisUnit,
  exactMeasured,
  formatAxisMeasured,
  formatExtent,
  formatMeasured,
  thresholdsOf,
  withThresholds,
} from '../../../elements/widgets/visualizations/measured.js';
import { formatShare } from '../../../elements/kit/format.js';
import { cellText } from '../../../elements/widgets/visualizations/table/cell-text.js';
import { headOf, withUnits } from '../../../machines/pivot/column-units.js';
import { sharedScale } from '../../../machines/pivot/units.js';
import type { DataTable, TableColumn } from '../../../machines/pivot/data-table.js';
import {
  columnWidths,
  fittedWidths,
  hasRoomBefore,
  headFit,
} from '../../../elements/widgets/visualizations/table/column-widths.js';
import { cutText, endOfNames } from '../../../elements/widgets/visualizations/cut-text.js';
import { isHostName } from '../../../elements/kit/host-name.js';
import { textWidth } from '../../../elements/widgets/visualizations/table/text-width.js';
import { untyped } from '../../untyped.js';

test('values and axes are formatted, and all digits are shown where either is shortened', () => {
  const cases: readonly [
    value: number | bigint,
    unit: string | undefined,
    full: string,
    axis: string,
    exact?: string,
  ][] = [
    [0, undefined, '0', '0'],
    [-0, undefined, '0', '0'],
    [1284, undefined, '1,284', '1.28k'],
    [0.1234567891, undefined, '0.1235', '0.1235', '0.1234567891'],
    [0.1 + 0.2, undefined, '0.3', '0.3', '0.30000000000000004'],
    [47.5156665, undefined, '47.52', '47.52', '47.5156665'],
    [1234567.891, undefined, '1,234,568', '1.23M', '1234567.891'],
    [9007199254740993n, undefined, '9,007,199,254,740,993', '9e15'],
    [-0.0000012345, undefined, '-0.000001234', '-0.000001235', '-0.0000012345'],
    [1.23456e-9, undefined, '1.235e-9', '1.2e-9', '1.23456e-9'],
    [1.23456e120, undefined, '1.235e120', '1.2e120', '1.23456e+120'],
    [Infinity, undefined, '∞', 'Infinity', 'Infinity'],
    [842, 'ms', '842 ms', '842 ms'],
    [842.3719, 'ms', '842.4 ms', '842.4 ms', '842.3719 ms'],
    [12_345, 'ms', '12.35 s', '12.35 s', '12345 ms'],
    [47.5156665, 'ms', '47.52 ms', '47.52 ms', '47.5156665 ms'],
    [-1500, 'ms', '-1.5 s', '-1.5 s', '-1500 ms'],
    [0, 'ms', '0 ms', '0'],
    [0.0004, 's', '400 µs', '400 µs', '0.0004 s'],
    [7200, 's', '2 h', '7,200 s', '7200 s'],
    [90, 'min', '1.5 h', '90 min', '90 min'],
    [3_200_000n, 'B', '3.2 MB', '3.2 MB', '3200000 B'],
    [9007199254740993n, 'B', '9.007 PB', '9.007 PB', '9007199254740993 B'],
    [9007199254740993n, 'hits', '9,007,199,254,740,993 hits', '9e15'],
    [2e21, 'B', '2,000,000 PB', '2M PB', '2e+21 B'],
    [19.5, '%', '19.5%', '19.5%'],
    [19.54321, '%', '19.54%', '19.54%', '19.54321%'],
    [0.195, 'ratio', '19.5%', '19.5%'],
    [0.1954321, 'ratio', '19.54%', '19.54%', '19.54321%'],
    [300, 'requests', '300 requests', '300'],
    [0.000123, 'EUR', '0.000123 EUR', '0.000123 EUR'],
    [12, '<img src=x>', '12 <img src=x>', '12'],
  ];
  for (const [value, unit, full, axis, exact] of cases) {
    const text = formatMeasured(value, unit);
    assert.equal(text.replaceAll('\u00a0', ' '), full);
    assert.equal(
      formatAxisMeasured(Number(value), unit).replaceAll('\u00a0', ' '),
      axis,
      `the axis text of ${full} is correct`,
    );
    assert.equal(
      exactMeasured(value, text, unit)?.replaceAll('\u00a0', ' '),
      exact,
      `the exact text of ${full} is correct`,
    );
  }
  assert.equal(formatMeasured(NaN, 'ms').includes('NaN'), true);
});

test('an axis shows its unit once, unless its labels contain it', () => {
  const captions = ([undefined, 'ms', '%', 'ratio', 'EUR', 'requests', 'bit/s'] as const).map((unit) => [
    unit,
    axisCaption([0, 200, 400], unit),
  ]);
  assert.deepEqual(
    captions.filter(([, caption]) => caption !== undefined),
    [
      ['requests', 'requests'],
      ['bit/s', 'bit/s'],
    ],
  );
  assert.equal(
    axisCaption([0, 1000, 2000], 'bit/s'),
    undefined,
    'the axis has no caption, because its labels contain the unit kbit/s',
  );
});

test('the shared unit of a column is that of its largest value, whatever its sign', () => {
  const cases: readonly [values: readonly number[], unit: string, symbol: string, factor: number][] = [
    [[842, 1500], 'ms', 's', 0.001],
    [[-5000, 3], 'ms', 's', 0.001],
    [[NaN, Infinity, 2], 'ms', 'ms', 1],
    [[0], 'B', 'B', 1],
    [[], '%', '%', 1],
  ];
  for (const [values, unit, symbol, factor] of cases)
    assert.deepEqual(sharedScale(values, unit), { symbol, factor }, values.join());
});

test('columns of one metric share a unit, which their heads show', () => {
  const column = (title: string, metric?: string) => ({
    id: title,
    kind: metric ? 'cell' : 'field',
    title,
    function: metric,
  });
  const { columns } = withUnits(
    untyped<DataTable>({
      heads: [],
      columns: [
        column('host'),
        column('mean', 'avg(a)'),
        column('mean', 'avg(a)'),
        column('sum', 'sum(b)'),
        column('latest', 'latest(c)'),
      ],
      rows: [
        { keys: ['w'], repeated: 0, cells: ['w', 842, 12_345, 9007199254740993n, 'text'] },
        { keys: ['x'], repeated: 0, cells: ['x', 0.4321987, undefined, 0, 'text'] },
      ],
    }),
    (metric) => ({ 'avg(a)': 'ms', 'sum(b)': 'req', 'latest(c)': 'ms' })[metric],
  );
  assert.deepEqual(columns.map(headOf), ['host', 'mean (s)', 'mean (s)', 'sum (req)', 'latest']);
  const shown = (value: unknown, at: number) => cellText(value, columns[at] as (typeof columns)[number], (key) => key);
  assert.deepEqual(
    [shown(842, 1), shown(12_345, 2), shown(0.4321987, 1), shown(9007199254740993n, 3), shown('text', 4)],
    ['0.842', '12.35', '0.0004322', '9,007,199,254,740,993', 'text'],
  );
  assert.equal(exactMeasured(12_345, shown(12_345, 2), 'ms')?.replace('\u00a0', ' '), '12345 ms');
});

test('a share is shown as 0 or 100 percent only if it is exact', () => {
  assert.deepEqual([0, 0.00001, 0.0001, 0.1977, 0.99999, 1, 12.3456].map(formatShare), [
    '0.00%',
    '<0.01%',
    '0.01%',
    '19.77%',
    '>99.99%',
    '100.00%',
    '1,234.56%',
  ]);
});

test('the ends of a scale are shortened only if they stay distinct', () => {
  assert.deepEqual(formatExtent(1, 904), ['1', '904']);
  assert.deepEqual(
    formatExtent(3_388, 3_393),
    ['3,388', '3,393'],
    'the ends are shown in full, because their short texts would be equal',
  );
  assert.deepEqual(formatExtent(5_000, 5_000), ['5,000', '5,000']);
});

test('a chart shows the units and thresholds of its metrics', () => {
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

test('a table shrinks columns evenly while all fit; scrolled columns keep their widths', () => {
  const columns = [
    { wanted: 200, least: 100 },
    { wanted: 100, least: 100 },
    { wanted: 300, least: 100 },
  ];
  assert.deepEqual(fittedWidths(columns, 700), [200, 100, 300]);
  assert.deepEqual(fittedWidths(columns, 450), [150, 100, 200]);
  assert.deepEqual(fittedWidths(columns, 300), [100, 100, 100]);
  assert.deepEqual(fittedWidths(columns, 299), [200, 100, 300]);
  const snug = columns.map((column, index) => (index === 2 ? { ...column, snug: 180 } : column));
  assert.deepEqual(fittedWidths(snug, 299), [200, 100, 180], 'scrolled columns are no wider than their contents need');
  const tight = columns.map((column) => ({ ...column, tight: 70 }));
  const between = fittedWidths(tight, 240).reduce((sum, one) => sum + one, 0);
  // Each of the three widths is rounded down.
  assert.ok(between > 237 && between <= 240, `icons cover names before a table scrolls: ${between}`);
  assert.deepEqual(fittedWidths(tight, 210), [70, 70, 70]);
  const keyed = columns.map((column, index) => ({ ...column, isKey: index === 0 }));
  assert.deepEqual(fittedWidths(keyed, 299), [100, 100, 300]);
  assert.deepEqual(fittedWidths([], 10), []);
});

test('a column is as wide as its contents, measured by letter widths, and long keys keep a readable part', () => {
  const columns = [
    { kind: 'field', id: 'k', title: 'trace_id', group: { kind: 'values', field: 'trace_id' } },
    { kind: 'metric', id: 'p', title: 'percentile(took_ms,95)' },
    { kind: 'metric', id: 'b', title: 'sum(bytes)' },
  ];
  const rows = [{ cells: ['0003dfee5714ba7e58d11e87b58170', '658.3', '1,301,719,432,337'] }];
  const [key, percentile, sum] = columnWidths(untyped<DataTable>({ columns, heads: [], rows }), String, true);
  assert.ok(key && percentile?.snug && sum?.snug);
  assert.deepEqual([key.least, key.legible], [112, 144]);
  const tight = [
    { ...key, wanted: 250 },
    { wanted: 150, least: 100 },
  ];
  assert.deepEqual(fittedWidths(tight, 244), [144, 100]);
  assert.deepEqual(fittedWidths(tight, 212), [112, 100], 'the key column shrinks before numbers are cut');
  assert.ok(percentile.snug < 190 && percentile.wanted < 220, JSON.stringify(percentile));
  assert.ok(sum.snug >= 17 * 6.6 + 24 && sum.snug <= 155, JSON.stringify(sum));
  assert.ok(textWidth('消息内容', 13) >= 52, 'CJK characters count as full width');
  assert.ok(textWidth('WWW', 12) > 2 * textWidth('iii', 12));
});

test('space for sort and pin buttons is reserved beside numeric column headers, in a narrow card only beside short ones', () => {
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

test('names of metrics are shortened, and then folded, before a key is cut', () => {
  const metric = (title: string) => ({ kind: 'metric', id: title, title, function: title });
  const columns = [
    { kind: 'field', id: 'source', title: 'source', group: { kind: 'values', field: 'source' } },
    ...['count()', 'avg(took_ms)', 'percentile(took_ms,95)', 'max(took_ms)'].map(metric),
  ];
  const rows = [{ cells: ['web-01.production.eu-central-1.example.com', '433', '439.3', '850.7', '891'] }];
  const table = untyped<DataTable>({ columns, heads: [], rows });
  const [key, ...numbers] = columnWidths(table, String, false);
  assert.ok(key);
  const sum = (widths: readonly (number | undefined)[]) => widths.reduce<number>((all, one) => all + (one ?? 0), 0);
  const at = (available: number) => {
    const widths = fittedWidths([key, ...numbers], available);
    const heads = columns.map((column, index) => headFit(untyped<TableColumn>(column), widths[index] ?? 0, 0));
    return { key: widths[0], heads: heads.slice(1).map(({ lines }) => lines.join('|')) };
  };
  const brief = at(key.wanted + sum(numbers.map((one) => one.brief)));
  assert.deepEqual(brief, { key: key.wanted, heads: ['count', 'avg took_ms', 'p95 took_ms', 'max took_ms'] });
  const folded = at(key.wanted + sum(numbers.map(({ least }) => least)));
  assert.equal(folded.key, key.wanted);
  assert.ok(folded.heads.includes('avg|took_ms'), folded.heads.join());
  const least = sum(numbers.map((one) => one.least));
  assert.equal(at(key.wanted + least - 40).key, key.wanted - 40, 'the numbers take no more room than they need');
});

test('a spanning header gets as much width as a column header, and long ones are limited to their share', () => {
  const columns = ['a', 'b', 'c'].map((id) => ({ kind: 'cell', id, title: 'count()' }));
  const spans = ['informational (6)', 'ok', 'x'.repeat(200)].map((key, from) => ({ key, from, span: 1 }));
  const table = untyped<DataTable>({ columns, heads: [{ spans }], rows: [] });
  const [long, short, huge] = columnWidths(table, () => '', true).map(({ wanted }) => wanted);
  assert.ok(long && short && huge);
  assert.ok(long >= textWidth('informational (6)', 12) + 24, `the spanning header has a width of ${long}`);
  assert.ok(short < long && huge <= 180, `the short header has a width of ${short}, the long one of ${huge}`);
});

test('headers name the function for people and are broken into two lines in narrow columns; custom names are kept', () => {
  const column = (title: string, own = title): TableColumn => ({
    kind: 'metric',
    id: title,
    title,
    function: own,
    keys: [],
  });
  const p95 = column('percentile(took_ms,95)');
  const linesOf = (one: TableColumn, width: number) => headFit(one, width, 0).lines;
  assert.deepEqual(linesOf(p95, 300), ['p95 took_ms']);
  assert.deepEqual(linesOf(p95, 120), ['p95 took_ms']);
  assert.deepEqual(linesOf(p95, 84), ['p95', 'took_ms']);
  assert.deepEqual(linesOf(column('count()'), 90), ['count']);
  assert.deepEqual(linesOf(column('count()'), 64), ['count']);
  assert.deepEqual(linesOf(column('Slowest of all', 'max(took_ms)'), 90), ['Slowest', 'of all']);
  const change: TableColumn = { ...p95, id: 'change', kind: 'change', title: 'Change of percentile(took_ms,95)' };
  assert.deepEqual(linesOf(change, 300), ['Change of percentile(took_ms,95)']);
  assert.deepEqual(linesOf(change, 180), ['Change'], 'the metric is named by the column before');
  assert.deepEqual(linesOf(column('avg(upstream_response.tookTime)'), 90), ['avg upstream_', 'response.tookTime']);
  const widths = columnWidths(untyped<DataTable>({ columns: [p95], heads: [], rows: [] }), () => '1', false);
  assert.ok((widths[0]?.least ?? 0) < 90, 'a short header of two lines needs less width');
});

test('a chart cuts long host names and the name of the rest at their end, and other long names in the middle', () => {
  const fits = (text: string) => text.length <= 12;
  assert.equal(cutText('web-01.production.example.com', fits), 'web-01.prod…');
  assert.equal(cutText('/api/products/recommendations', fits), '/api/p…tions');
  assert.equal(cutText('Other (35 more)', fits), 'Other (35 m…');
  assert.equal(
    cutText('web-01-production-berlin', fits, endOfNames([{ field: 'source', kind: 'values' }])),
    'web-01-prod…',
  );
  assert.equal(isHostName('org.example.orders.service'), false);
  assert.equal(isHostName('10.20.30.40'), false);
});
