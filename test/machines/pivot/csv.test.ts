import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pivotCsv } from '../../../machines/pivot/csv.js';
import { aggregation, byValues, leaf, metrics, pivot, totals } from './results.js';

describe('pivotCsv', () => {
  it('the CSV has headers and one line per row, without totals', () => {
    const config = aggregation({ column_pivots: [byValues('code')] });
    const rows = [
      leaf(['a'], [['count()'], 3], [['200', 'count()'], 2]),
      leaf(['b'], [['count()'], 1]),
      totals('count()', 4),
    ];
    assert.equal(pivotCsv(pivot(...rows), config), 'host,count(),200-count()\r\na,3,2\r\nb,1,\r\n');
  });
  it('the CSV repeats leading keys, which the displayed table leaves empty', () => {
    const config = aggregation({ row_pivots: [byValues('host', 'user')], series: [] });
    assert.equal(pivotCsv(pivot(leaf(['a', 'x']), leaf(['a', 'y'])), config), 'host,user\r\na,x\r\na,y\r\n');
  });
  for (const [value, expected] of [
    ['=1+1', "'=1+1"],
    ['@cmd', "'@cmd"],
    ['-2', "'-2"],
    ['\tx', "'\tx"],
    [-2, '-2'],
    [9007199254740993n, '9007199254740993'],
    ['say "hi", now', '"say ""hi"", now"'],
    ['two\nlines', '"two\nlines"'],
    [Number.NaN, 'NaN'],
    [{ a: 1 }, '"{""a"":1}"'],
    [null, ''],
  ] as const) {
    it(`the value ${JSON.stringify(String(value))} becomes the cell ${JSON.stringify(expected)}`, () => {
      const config = aggregation({ row_pivots: [], series: metrics('latest(x)') });
      assert.equal(pivotCsv(pivot(leaf([], [['latest(x)'], value])), config), `latest(x)\r\n${expected}\r\n`);
    });
  }
  it('a metric without a value is empty in the CSV, and a latest value is unchanged', () => {
    const config = aggregation({ series: metrics('max(a)', 'min(a)', 'avg(a)', 'latest(b)') });
    const row = leaf(
      ['x'],
      [['max(a)'], '-Infinity'],
      [['min(a)'], 'Infinity'],
      [['avg(a)'], 'NaN'],
      [['latest(b)'], 'Infinity'],
    );
    assert.match(pivotCsv(pivot(row), config), /\r\nx,,,,Infinity\r\n$/);
  });
  it('headers of the CSV are escaped like cells', () => {
    const config = aggregation({ row_pivots: [byValues('=host')], series: [] });
    assert.equal(pivotCsv(pivot(leaf(['a'])), config), "'=host\r\na\r\n");
  });
});
