/**
 * Tests local times. In eight zones the results must equal those of moment-timezone, although the code uses only the
 * time zone data of the platform.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import moment from 'moment-timezone';
import {
  formatInstant,
  formatLocal,
  instantOfWire,
  parseInstant,
  parseLocal,
  wireInstant,
} from '../../../machines/time-range/local-time.js';
import { instantOf, isTimeZone, localOf, offsetAt } from '../../../machines/time-range/zone.js';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'America/Sao_Paulo',
];
const format = 'YYYY-MM-DD HH:mm:ss.SSS';
const instants = fc.integer({ min: Date.UTC(2019, 0), max: Date.UTC(2029, 0) });

test('instants are shown in the local time of the zone', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), instants, (zone, instant) => {
      assert.equal(formatInstant(instant, zone), moment.tz(instant, zone).format(format));
    }),
    { numRuns: 400 },
  );
});

test('local times are converted to the instants that the zone defines', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), instants, (zone, local) => {
      const text = formatLocal(local);
      assert.equal(parseInstant(text, zone), moment.tz(text, format, zone).valueOf(), `${text} in ${zone}`);
    }),
    { numRuns: 400 },
  );
});

test('local times at both changes of daylight saving time are converted', () => {
  const at = (text: string, zone = 'Europe/Berlin') => new Date(parseInstant(text, zone) ?? NaN).toISOString();
  // The clocks skip 02:30 on this day, so the time moves forward by the skipped hour.
  assert.equal(at('2024-03-31 02:30:00'), '2024-03-31T01:30:00.000Z');
  assert.equal(at('2024-03-31 01:59:59.999'), '2024-03-31T00:59:59.999Z');
  assert.equal(at('2024-03-31 03:00:00'), '2024-03-31T01:00:00.000Z');
  // 02:30 occurs twice on this day; the first occurrence counts.
  assert.equal(at('2024-10-27 02:30:00'), '2024-10-27T00:30:00.000Z');
  assert.equal(at('2024-10-27 03:00:00'), '2024-10-27T02:00:00.000Z');
  // On Lord Howe Island, the clocks are changed by half an hour only.
  assert.equal(at('2024-10-06 02:15:00', 'Australia/Lord_Howe'), '2024-10-05T15:45:00.000Z');
  // Every minute around both changes of the clocks is compared with the result of moment-timezone.
  for (const [zone, start] of [
    ['Europe/Berlin', Date.UTC(2024, 2, 31)],
    ['Europe/Berlin', Date.UTC(2024, 9, 27)],
    ['America/New_York', Date.UTC(2024, 2, 10)],
    ['America/New_York', Date.UTC(2024, 10, 3)],
    ['Australia/Lord_Howe', Date.UTC(2024, 3, 7)],
  ] as const) {
    for (let minute = 0; minute < 300; minute += 1) {
      const text = formatLocal(start + minute * 60_000);
      assert.equal(parseInstant(text, zone), moment.tz(text, format, zone).valueOf(), `${text} in ${zone}`);
    }
  }
});

test('an instant shown and read again is the same, except in the second half of a repeated hour', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), instants, (zone, instant) => {
      const again = instantOf(localOf(instant, zone), zone);
      assert.ok(again === instant || localOf(again, zone) === localOf(instant, zone));
    }),
  );
});

test('only the format YYYY-MM-DD [HH:mm:ss[.SSS]] with existing days is accepted', () => {
  for (const text of ['2024-02-29', '2024-02-29 00:00:00', ' 2024-02-29 23:59:59.999 '])
    assert.ok(parseLocal(text) !== undefined, text);
  for (const text of [
    '2023-02-29',
    '2024-13-01',
    '2024-01-00',
    '2024-1-1',
    '2024-01-01 24:00:00',
    '2024-01-01 00:60:00',
    '2024-01-01T00:00:00',
    '2024-01-01 00:00',
    '2024-01-01 00:00:00.1',
    '',
    'now',
  ]) {
    assert.equal(parseLocal(text), undefined, text);
  }
});

test('instants from the server may have any offset, and are UTC without one', () => {
  const expected = Date.UTC(2024, 2, 1, 10);
  for (const text of [
    '2024-03-01T10:00:00.000Z',
    '2024-03-01T10:00:00.000+00:00',
    '2024-03-01T11:00:00.000+0100',
    '2024-03-01T15:30:00+05:30',
    '2024-03-01 10:00:00.000',
    '2024-03-01T10:00:00',
  ]) {
    assert.equal(instantOfWire(text), expected, text);
  }
  for (const text of ['yesterday', '1', '2026', '2026-03', 'March 1, 2024 10:00'])
    assert.equal(instantOfWire(text), undefined, text);
  assert.equal(wireInstant(expected), '2024-03-01T10:00:00.000+00:00');
});

test('unknown zones count as UTC', () => {
  assert.equal(isTimeZone('Mars/Olympus'), false);
  assert.equal(isTimeZone('Etc/UTC') && isTimeZone('Europe/Berlin'), true);
  assert.equal(localOf(0, 'Mars/Olympus'), 0);
});

test('the offset of a zone is correct at known instants', () => {
  for (const [instant, zone, minutes] of [
    ['2026-03-29T00:59:59.999Z', 'Europe/Berlin', 60],
    ['2026-03-29T01:00:00Z', 'Europe/Berlin', 120],
    ['2026-10-25T00:59:59Z', 'Europe/Berlin', 120],
    ['2026-10-25T01:00:00Z', 'Europe/Berlin', 60],
    ['2026-01-15T12:00:00Z', 'Asia/Kathmandu', 345],
    ['2026-01-15T12:00:00Z', 'America/St_Johns', -210],
    ['1969-12-31T23:59:59.500Z', 'America/New_York', -300],
    // Monrovia changed its clocks at 00:44:30 UTC, which is no multiple of a quarter of an hour.
    ['1972-01-07T00:44:29Z', 'Africa/Monrovia', -44.5],
    ['1972-01-07T00:44:30Z', 'Africa/Monrovia', 0],
    ['2026-01-15T12:00:00Z', 'Not/AZone', 0],
  ] as const)
    assert.equal(
      offsetAt(Date.parse(instant), zone),
      minutes * 60_000,
      `the offset of ${zone} at ${instant} is correct`,
    );
});
