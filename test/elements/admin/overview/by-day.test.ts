/** Tests the sums of hourly traffic by day. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byDay } from '../../../../elements/admin/overview/by-day.js';

const now = Date.parse('2026-03-02T10:00:00.000Z');

test('hourly values are summed by day, days without values are added as 0, and days before the range are omitted', () => {
  const buckets = {
    '2026-02-27T23:00:00.000Z': 1000,
    '2026-02-28T00:00:00.000Z': 1,
    '2026-02-28T23:00:00.000Z': 2,
    '2026-03-02T09:00:00.000Z': 4,
  };
  assert.deepEqual(byDay(buckets, 3, now), [
    { date: '2026-02-28', bytes: 3 },
    { date: '2026-03-01', bytes: 0 },
    { date: '2026-03-02', bytes: 4 },
  ]);
});

test('keys that are not times and values that are not numbers are ignored', () => {
  const odd = { yesterday: 5, '2026-03-02T00:00:00.000Z': Number.NaN, '2026-03-02T01:00:00.000Z': 7 };
  assert.deepEqual(byDay(odd, 1, now), [{ date: '2026-03-02', bytes: 7 }]);
  assert.equal(byDay({}, 365, now).length, 365);
});
