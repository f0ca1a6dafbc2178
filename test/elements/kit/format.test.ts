import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatBytes,
  formatDate,
  formatDuration,
  formatNumber,
  formatPercent,
  formatRelative,
} from '../../../elements/kit/format.js';

const instant = Date.UTC(2026, 10, 20, 18, 44, 51, 902);

test('dates are formatted as specified', () => {
  const rows: [Parameters<typeof formatDate>[2], string][] = [
    ['default', '2026-11-20 19:44:51'],
    ['complete', '2026-11-20 19:44:51.902'],
    ['withTz', '2026-11-20 19:44:51 +01:00'],
    ['readable', 'Friday 20 November 2026, 19:44 +01:00'],
    ['internal', '2026-11-20T18:44:51.902Z'],
    ['internalIndexer', '2026-11-20T18:44:51.902Z'],
    ['date', '2026-11-20'],
    ['hourAndMinute', '19:44'],
  ];
  for (const [format, wanted] of rows) assert.equal(formatDate(instant, 'Europe/Berlin', format), wanted, format);
});

test('dates are formatted in any notation and zone', () => {
  assert.equal(formatDate('2026-11-20T18:44:51.902Z', 'UTC', 'withTz'), '2026-11-20 18:44:51 +00:00');
  assert.equal(formatDate('2026-11-20T18:44:51.902', 'UTC'), '2026-11-20 18:44:51');
  assert.equal(formatDate('2020-01-01T10:40:05.376+0000', 'Asia/Kolkata', 'complete'), '2020-01-01 16:10:05.376');
  assert.equal(formatDate(new Date(0), 'America/New_York', 'hourAndMinute'), '19:00');
  assert.equal(formatDate(Date.UTC(2026, 2, 29, 1, 30), 'Europe/Berlin', 'hourAndMinute'), '03:30');
  for (const no of ['', 'soon', Number.NaN, 1e20]) assert.equal(formatDate(no, 'UTC'), String(no));
});

test('relative times are formatted in words', () => {
  const rows: [number, string][] = [
    [-2_000, 'a few seconds ago'],
    [-60_000, 'a minute ago'],
    [-15 * 60_000, '15 minutes ago'],
    [-3_600_000, 'an hour ago'],
    [-26 * 3_600_000, 'a day ago'],
    [-80 * 86_400_000, '3 months ago'],
    [20_000, 'in a few seconds'],
    [2 * 3_600_000, 'in 2 hours'],
    [800 * 86_400_000, 'in 2 years'],
  ];
  for (const [offset, wanted] of rows) assert.equal(formatRelative(instant + offset, instant), wanted);
});

test('numbers, percentages, bytes and durations are formatted', () => {
  assert.equal(formatNumber(1284), '1,284');
  assert.equal(formatNumber(1.005e3 + 0.129), '1,005.13');
  assert.equal(formatNumber(12345678901234567890n), '12,345,678,901,234,567,890');
  assert.equal(formatPercent(0.1977), '19.77%');
  assert.equal(formatBytes(512), '512 B');
  assert.equal(formatBytes(1536), '1.5 KiB');
  assert.equal(formatBytes(3 * 2 ** 30), '3.0 GiB');
  const durations: [number, string][] = [
    [42.4, '42 ms'],
    [1_300, '1.3 s'],
    [125_000, '2 min 5 s'],
    [11_040_000, '3 h 4 min'],
  ];
  for (const [ms, wanted] of durations) assert.equal(formatDuration(ms), wanted);
});
