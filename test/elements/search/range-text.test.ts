import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimeRange } from '../../../api/contract/searches.js';
import { amountText, briefRangeText, rangeText, shortest } from '../../../elements/search/time-range/range-text.js';

const table: readonly (readonly [TimeRange, string, string])[] = [
  [{ type: 'relative', from: 300 }, '5 minutes ago', 'Now'],
  [{ type: 'relative', range: 3600 }, '1 hour ago', 'Now'],
  [{ type: 'relative', from: 86_400, to: 90 }, '1 day ago', '90 seconds ago'],
  [{ type: 'relative', range: 0 }, 'All Time', 'Now'],
  [
    { type: 'absolute', from: '2026-07-01T10:00:00.000+00:00', to: '2026-07-01T22:00:00.001Z' },
    '2026-07-01 12:00:00.000',
    '2026-07-02 00:00:00.001',
  ],
  [{ type: 'absolute', from: 'x', to: 'y' }, '---', '---'],
  [{ type: 'keyword', keyword: 'Last week' }, 'Last week', ''],
];

for (const [range, from, until] of table) {
  test(`the time range ${JSON.stringify(range)} is described in words`, () => {
    const { brief: _forPhones, ...text } = rangeText(range, 'Europe/Berlin');
    assert.deepEqual(text, { from, until });
  });
}

test('the time range shows a keyword as its instants once they are resolved', () => {
  assert.deepEqual(rangeText({ type: 'keyword', keyword: 'x' }, 'UTC', { from: 0, to: 1 }), {
    from: '1970-01-01 00:00:00.000',
    until: '1970-01-01 00:00:00.001',
    brief: { from: '1970-01-01 00:00', until: '00:00:00.001' },
  });
});

test('amounts of time are formatted in words', () => assert.equal(amountText(172_800), '2 days'));

test('ranges are shortened for narrow places', () => {
  const cases: readonly (readonly [TimeRange, string])[] = [
    [{ type: 'relative', from: 7200, to: 3600 }, '2 hours ago – 1 hour ago'],
    [{ type: 'relative', range: 0 }, 'All Time'],
    [{ type: 'absolute', from: '2026-07-01T10:00:00Z', to: '2026-07-01T10:30:15Z' }, '2026-07-01 12:00 – 12:30:15'],
    [
      { type: 'absolute', from: '2026-07-01T10:00:00Z', to: '2026-07-02T10:00:00Z' },
      '2026-07-01 12:00 – 2026-07-02 12:00',
    ],
    [{ type: 'absolute', from: 'x', to: 'y' }, '--- – ---'],
    [{ type: 'keyword', keyword: 'last week' }, 'last week'],
  ];
  for (const [range, text] of cases) assert.equal(briefRangeText(range, 'Europe/Berlin'), text);
});

test('the short text of an absolute range omits the current year and repeats no day', () => {
  const now = '2026-08-01 00:00:00.000';
  const of = (from: string, until: string) => Object.values(shortest(from, until, now)).join(' – ');
  assert.equal(of('2026-07-01 12:00:00.000', '2026-07-02 12:00:15.000'), '07-01 12:00 – 07-02 12:00:15');
  assert.equal(of('2026-07-01 12:00:00.000', '2026-07-01 13:30:00.000'), '07-01 12:00 – 13:30');
  assert.equal(of('2025-12-31 23:00:00.000', '2026-01-01 01:00:00.000'), '2025-12-31 23:00 – 2026-01-01 01:00');
  assert.equal(of('2025-07-01 12:00:00.000', '2025-07-01 13:30:00.250'), '2025-07-01 12:00 – 13:30:00.250');
});
