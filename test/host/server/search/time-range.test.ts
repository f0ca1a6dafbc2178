import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TimeRange } from '../../../../api/contract/searches.js';
import { parseDate } from '../../../../host/server/search/date-values.js';
import { bucketWidth, nextBucket } from '../../../../host/server/search/interval.js';
import { exceedsLimit, resolveRange, shiftRange, wireRange } from '../../../../host/server/search/time-range.js';

const now = Date.parse('2024-03-31T12:00:00Z');
const shown = (range: TimeRange): string => {
  const { from, to } = wireRange(resolveRange(range, now));
  return `${from} ${to}`;
};

describe('time ranges', () => {
  const ranges: [TimeRange, string][] = [
    [{ type: 'relative', range: 300 }, '2024-03-31T11:55:00.000Z 2024-03-31T12:00:00.000Z'],
    [{ type: 'relative', from: 3600, to: 60 }, '2024-03-31T11:00:00.000Z 2024-03-31T11:59:00.000Z'],
    [{ type: 'relative', range: 0 }, '1970-01-01T00:00:00.000Z 2024-03-31T12:00:00.000Z'],
    [
      { type: 'absolute', from: '2024-03-01T10:00:00.000+02:00', to: '2024-03-01 10:00:00' },
      '2024-03-01T08:00:00.000Z 2024-03-01T10:00:00.000Z',
    ],
    [
      { type: 'absolute', from: '2024-03-01T10:00:00Z', to: '2024-03-01T10:00:00Z' },
      '2024-03-01T10:00:00.000Z 2024-03-01T10:00:00.000Z',
    ],
    [
      { type: 'keyword', keyword: 'last hour', timezone: 'Europe/Berlin' },
      '2024-03-31T11:00:00.000Z 2024-03-31T12:00:00.000Z',
    ],
    [
      { type: 'keyword', keyword: 'today', timezone: 'Europe/Berlin' },
      '2024-03-30T23:00:00.000Z 2024-03-31T22:00:00.000Z',
    ],
  ];
  for (const [range, expected] of ranges)
    it(`resolves ${JSON.stringify(range)}`, () => assert.equal(shown(range), expected));

  const refused: [TimeRange, RegExp][] = [
    [{ type: 'relative', range: 5, from: 5 }, /not both/],
    [{ type: 'relative', to: 5 }, /needs "from"/],
    [{ type: 'relative', from: 5, to: 6 }, /must not be greater/],
    [{ type: 'relative' }, /needs "range" or "from"/],
    [{ type: 'absolute', from: 'x', to: '2024-03-01T10:00:00Z' }, /'x' is no instant/],
    [{ type: 'absolute', from: '2024-03-02T10:00:00Z', to: '2024-03-01T10:00:00Z' }, /ends before/],
    [{ type: 'keyword', keyword: 'qwertz' }, /Could not parse/],
    [{ type: 'keyword', keyword: 'today', timezone: 'Nowhere' }, /Unknown time zone/],
  ];
  for (const [range, message] of refused)
    it(`refuses ${JSON.stringify(range)}`, () => assert.throws(() => resolveRange(range, now), message));

  it('a time range is shifted into the past by an offset', () => {
    const reference = { from: 1000, to: 4000 };
    assert.deepEqual(shiftRange(reference, undefined), { from: -2000, to: 1000 });
    assert.deepEqual(shiftRange(reference, '2i'), { from: -5000, to: -2000 });
    assert.deepEqual(shiftRange(reference, '1'), { from: 0, to: 3000 });
    assert.throws(() => shiftRange(reference, 'x'));
  });

  it('a time range is compared with a limit, whose months are calendar months', () => {
    const days = (count: number) => ({ from: now - count * 86_400_000, to: now });
    assert.equal(exceedsLimit(days(1000), 'PT0S'), false);
    assert.equal(exceedsLimit(days(1), 'P1D'), false);
    assert.equal(exceedsLimit(days(1.01), 'P1D'), true);
    assert.equal(
      exceedsLimit({ from: Date.parse('2024-02-15T00:00:00Z'), to: Date.parse('2024-03-15T00:00:00Z') }, 'P1M'),
      false,
    );
    assert.equal(
      exceedsLimit({ from: Date.parse('2024-02-14T23:59:59Z'), to: Date.parse('2024-03-15T00:00:00Z') }, 'P1M'),
      true,
    );
  });
});

describe('automatic intervals', () => {
  const minute = 60_000;
  const day = 86_400_000;
  const widths: [length: number, width: unknown][] = [
    [20, 1],
    [21, 5],
    [minute, 1000],
    [5 * minute, 10_000],
    [30 * minute, 30_000],
    [60 * minute, minute],
    [day, 30 * minute],
    [2 * day, 60 * minute],
    [7 * day, 240 * minute],
    [30 * day, day],
    [365 * day, 'week'],
    [730 * day - 1, 14 * day],
    [730 * day, 'month'],
  ];
  for (const [length, expected] of widths) {
    it(`a range of ${length} ms has the expected interval`, () => {
      const width = bucketWidth({ type: 'auto' }, { from: 0, to: length });
      assert.equal(typeof width === 'object' ? width.milliseconds : width, expected);
    });
  }
  it('a larger scaling yields coarser automatic intervals', () => {
    assert.deepEqual(bucketWidth({ type: 'auto', scaling: 2 }, { from: 0, to: 5 * minute }), { milliseconds: 20_000 });
    assert.deepEqual(bucketWidth({ type: 'auto', scaling: 0.5 }, { from: 0, to: 5 * minute }), { milliseconds: 5000 });
  });
  it('buckets of months have the length of the month', () => {
    assert.equal(nextBucket(Date.UTC(2024, 1, 1), { width: 'month' }), Date.UTC(2024, 2, 1));
    assert.equal(nextBucket(Date.UTC(2024, 11, 1), { width: 'month' }), Date.UTC(2025, 0, 1));
  });
});

describe('dates in queries', () => {
  const dates: [text: string, from: string | undefined, to?: string][] = [
    ['2024', '2024-01-01T00:00:00.000Z', '2024-12-31T23:59:59.999Z'],
    ['2024-02', '2024-02-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
    ['2024-02-29 10', '2024-02-29T10:00:00.000Z', '2024-02-29T10:59:59.999Z'],
    ['2024-02-29 10:15', '2024-02-29T10:15:00.000Z', '2024-02-29T10:15:59.999Z'],
    ['2024-02-29T10:15:30Z', '2024-02-29T10:15:30.000Z', '2024-02-29T10:15:30.999Z'],
    ['2024-02-29 10:15:30.5', '2024-02-29T10:15:30.500Z', '2024-02-29T10:15:30.500Z'],
    ['2024-02-29T10:15:30.123456+0530', '2024-02-29T04:45:30.123Z', '2024-02-29T04:45:30.123Z'],
    ['1709201730123', '2024-02-29T10:15:30.123Z', '2024-02-29T10:15:30.123Z'],
    ['now', '2024-03-31T12:00:00.000Z', '2024-03-31T12:00:00.000Z'],
    ['now-1h', '2024-03-31T11:00:00.000Z', '2024-03-31T11:00:00.000Z'],
    ['now-1M', '2024-02-29T12:00:00.000Z', '2024-02-29T12:00:00.000Z'],
    ['now/d', '2024-03-31T00:00:00.000Z', '2024-03-31T23:59:59.999Z'],
    ['now-1d/w', '2024-03-25T00:00:00.000Z', '2024-03-31T23:59:59.999Z'],
    ['2024-01-31||+1M/M', '2024-02-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
    ['2024-02-30', undefined],
    ['2024-13-01', undefined],
    ['2024-02-29 25:00', undefined],
    ['now-1x', undefined],
    ['yesterday', undefined],
    ['', undefined],
  ];
  for (const [text, from, to] of dates) {
    it(`the date ${JSON.stringify(text)} is ${from === undefined ? 'refused' : 'resolved to a span'}`, () => {
      const span = parseDate(text, now);
      const iso = (at: number): string => new Date(at).toISOString();
      assert.deepEqual(span && [iso(span.from), iso(span.to)], from === undefined ? undefined : [from, to]);
    });
  }
});
