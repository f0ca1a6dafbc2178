import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatInstant, instantOf } from '../../../elements/widgets/time/format-instant.js';
import { timeTicks } from '../../../elements/widgets/time/time-ticks.js';

const berlin = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);

describe('formatInstant', () => {
  for (const [value, zone, form, expected] of [
    ['2026-11-20T18:44:51.902Z', berlin, 'full', '2026-11-20 19:44:51.902'],
    ['2026-11-20T18:44:51.902+0100', 'UTC', 'full', '2026-11-20 17:44:51.902'],
    ['2026-11-20 18:44:51.902', 'UTC', 'time', '18:44:51.902'],
    ['2026-11-20T18:44:51Z', 'America/New_York', 'seconds', '2026-11-20 13:44:51'],
    ['2026-11-20T18:44:51Z', 'Asia/Tokyo', 'date', '2026-11-21'],
    [0, 'UTC', 'minutes', '1970-01-01 00:00'],
    ['no date', 'UTC', 'full', 'no date'],
    [null, 'UTC', 'full', 'null'],
    [Number.NaN, 'UTC', 'full', 'NaN'],
    [1e300, 'UTC', 'full', '1e+300'],
  ] as const) {
    it(`${value} in ${zone} is formatted as ${form}`, () => assert.equal(formatInstant(value, zone, form), expected));
  }
  it('writes dates of queries in UTC', () =>
    assert.equal(formatInstant('2026-11-20T18:44:51.9Z', 'UTC'), '2026-11-20 18:44:51.900'));
  it('does not parse a plain number text as a date', () => assert.equal(instantOf('20261120'), undefined));
});

describe('timeTicks', () => {
  const labels = (from: string, to: string, zone: string, limit: number) =>
    timeTicks(at(from), at(to), zone, limit).map((tick) => tick.label);

  it('rounds to the minute within a quarter of an hour', () =>
    assert.deepEqual(labels('2026-11-20T18:30:05Z', '2026-11-20T18:45:00Z', berlin, 8), [
      '19:32',
      '19:34',
      '19:36',
      '19:38',
      '19:40',
      '19:42',
      '19:44',
    ]));
  it('shows seconds only if not every tick is at a whole minute', () =>
    assert.deepEqual(labels('2026-11-20T18:44:10Z', '2026-11-20T18:45:40Z', berlin, 4), [
      '19:44:30',
      '19:45:00',
      '19:45:30',
    ]));
  it('shows the day where it changes', () =>
    assert.deepEqual(labels('2026-11-20T21:30:00Z', '2026-11-21T02:00:00Z', berlin, 5), [
      '23:00',
      'Nov 21',
      '01:00',
      '02:00',
      '03:00',
    ]));
  it('shows the day beside the time when no tick is at midnight', () =>
    assert.deepEqual(labels('2026-04-23T20:40:00Z', '2026-04-23T23:30:00Z', 'Africa/Cairo', 6), [
      '23:00',
      '23:30',
      'Apr 24 01:00',
      '01:30',
      '02:00',
      '02:30',
    ]));
  it('continues across a skipped hour', () =>
    assert.deepEqual(labels('2026-03-29T00:00:00Z', '2026-03-29T03:00:00Z', berlin, 6), [
      '01:00',
      '01:30',
      '03:00',
      '03:30',
      '04:00',
      '04:30',
      '05:00',
    ]));
  it('shows a repeated hour twice', () =>
    assert.deepEqual(labels('2026-10-24T23:00:00Z', '2026-10-25T02:00:00Z', berlin, 3), [
      '01:00',
      '02:00',
      '02:00',
      '03:00',
    ]));
  it('days start at midnight of the zone', () =>
    assert.deepEqual(
      timeTicks(at('2026-03-28T00:00:00Z'), at('2026-03-31T12:00:00Z'), berlin, 6).map((tick) =>
        new Date(tick.at).toISOString(),
      ),
      ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z', '2026-03-30T22:00:00.000Z'],
    ));
  it('labels months and years', () => {
    assert.deepEqual(labels('2025-11-20T00:00:00Z', '2026-03-20T00:00:00Z', 'UTC', 5), [
      'Dec 2025',
      'Jan 2026',
      'Feb 2026',
      'Mar 2026',
    ]);
    assert.deepEqual(labels('1970-01-01T00:00:00Z', '2026-03-20T00:00:00Z', 'UTC', 6), [
      '1970',
      '1980',
      '1990',
      '2000',
      '2010',
      '2020',
    ]);
  });
  it('handles milliseconds, an empty range and an invalid one', () => {
    assert.deepEqual(labels('2026-01-01T00:00:00.001Z', '2026-01-01T00:00:00.010Z', 'UTC', 2), [
      '00:00:00.005',
      '00:00:00.010',
    ]);
    assert.deepEqual(labels('2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'UTC', 5), ['Jan 1']);
    assert.deepEqual(timeTicks(5, 1, 'UTC', 5), []);
    assert.deepEqual(timeTicks(Number.NaN, 1, 'UTC', 5), []);
  });
});
