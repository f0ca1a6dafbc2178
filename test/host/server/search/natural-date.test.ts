import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TimeRangeError } from '../../../../host/server/search/errors.js';
import { instantInZone, parseNaturalDate } from '../../../../host/server/search/natural-date.js';

/** Natural date and the expected range, whose ends are in the local time of the zone. */
type Case = [text: string, from: string, to: string];

function check(now: string, zone: string, cases: readonly Case[]): void {
  for (const [text, from, to] of cases) {
    it(`"${text}" in ${zone} at ${now} is the expected range`, () => {
      const range = parseNaturalDate(text, zone, Date.parse(now));
      assert.equal(instantInZone(range.from, zone).replace('.000', ''), from);
      assert.equal(instantInZone(range.to, zone).replace('.000', ''), to);
    });
  }
}

describe('natural dates in UTC', () => {
  check('2024-05-15T12:30:00Z', 'UTC', [
    ['last five minutes', '2024-05-15T12:25:00Z', '2024-05-15T12:30:00Z'],
    ['4 hours ago', '2024-05-15T08:30:00Z', '2024-05-15T12:30:00Z'],
    ['last hour', '2024-05-15T11:30:00Z', '2024-05-15T12:30:00Z'],
    ['from 3 hours ago to 1 hour ago', '2024-05-15T09:30:00Z', '2024-05-15T11:30:00Z'],
    ['yesterday', '2024-05-14T00:00:00Z', '2024-05-15T00:00:00Z'],
    ['today', '2024-05-15T00:00:00Z', '2024-05-16T00:00:00Z'],
    ['yesterday at 10:00', '2024-05-14T10:00:00Z', '2024-05-15T12:30:00Z'],
    ['this week', '2024-05-13T00:00:00Z', '2024-05-20T00:00:00Z'],
    ['last week', '2024-05-06T00:00:00Z', '2024-05-13T00:00:00Z'],
    ['this month', '2024-05-01T00:00:00Z', '2024-06-01T00:00:00Z'],
    ['last month', '2024-04-01T00:00:00Z', '2024-05-01T00:00:00Z'],
    ['last year', '2023-01-01T00:00:00Z', '2024-01-01T00:00:00Z'],
    ['this year', '2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z'],
    ['last 7 days', '2024-05-08T00:00:00Z', '2024-05-16T00:00:00Z'],
    ['1st of april to 2 days ago', '2024-04-01T00:00:00Z', '2024-05-14T00:00:00Z'],
    ['24 december', '2023-12-24T00:00:00Z', '2023-12-25T00:00:00Z'],
    ['3 march', '2024-03-03T00:00:00Z', '2024-03-04T00:00:00Z'],
    ['friday', '2024-05-10T00:00:00Z', '2024-05-11T00:00:00Z'],
    ['2024-03-01 10:00 to 2024-03-02 12:00', '2024-03-01T10:00:00Z', '2024-03-02T12:00:00Z'],
    ['2024-03-02 to 2024-03-01', '2024-03-01T00:00:00Z', '2024-03-03T00:00:00Z'],
    ['midnight', '2024-05-15T00:00:00Z', '2024-05-15T12:30:00Z'],
    ['midnight to now', '2024-05-15T00:00:00Z', '2024-05-15T12:30:00Z'],
    ['today midnight to now', '2024-05-15T00:00:00Z', '2024-05-15T12:30:00Z'],
    ['midnight to noon', '2024-05-15T00:00:00Z', '2024-05-15T12:00:00Z'],
    ['between midnight and 6am', '2024-05-15T00:00:00Z', '2024-05-15T06:00:00Z'],
    ['since midnight', '2024-05-15T00:00:00Z', '2024-05-15T12:30:00Z'],
    ['yesterday midnight to midnight', '2024-05-14T00:00:00Z', '2024-05-15T00:00:00Z'],
    ['yesterday noon to midnight', '2024-05-14T12:00:00Z', '2024-05-15T00:00:00Z'],
    ['noon', '2024-05-15T12:00:00Z', '2024-05-15T12:30:00Z'],
    ['8pm', '2024-05-14T20:00:00Z', '2024-05-15T12:30:00Z'],
    ['10pm to midnight', '2024-05-14T22:00:00Z', '2024-05-15T00:00:00Z'],
    ['10pm to 2am', '2024-05-14T22:00:00Z', '2024-05-15T02:00:00Z'],
    ['yesterday 3pm to 4pm', '2024-05-14T15:00:00Z', '2024-05-14T16:00:00Z'],
    ['last friday 8am to 5pm', '2024-05-10T08:00:00Z', '2024-05-10T17:00:00Z'],
    ['february', '2024-02-01T00:00:00Z', '2024-03-01T00:00:00Z'],
    ['november to february', '2023-11-01T00:00:00Z', '2024-03-01T00:00:00Z'],
    ['october 2023', '2023-10-01T00:00:00Z', '2023-11-01T00:00:00Z'],
    ['previous month', '2024-04-01T00:00:00Z', '2024-05-01T00:00:00Z'],
    ['previous week', '2024-05-06T00:00:00Z', '2024-05-13T00:00:00Z'],
    ['last week monday', '2024-05-06T00:00:00Z', '2024-05-07T00:00:00Z'],
    ['Tuesday of last week', '2024-05-07T00:00:00Z', '2024-05-08T00:00:00Z'],
    ['monday to friday last week', '2024-05-06T00:00:00Z', '2024-05-11T00:00:00Z'],
    ['2 weeks ago monday', '2024-04-29T00:00:00Z', '2024-04-30T00:00:00Z'],
    ['last weekend', '2024-05-11T00:00:00Z', '2024-05-13T00:00:00Z'],
    ['the weekend', '2024-05-11T00:00:00Z', '2024-05-13T00:00:00Z'],
    ['29 february', '2024-02-29T00:00:00Z', '2024-03-01T00:00:00Z'],
    ['end of last month', '2024-04-30T00:00:00Z', '2024-05-01T00:00:00Z'],
    ['end of the month', '2024-05-31T00:00:00Z', '2024-06-01T00:00:00Z'],
    ['start of month', '2024-05-01T00:00:00Z', '2024-05-02T00:00:00Z'],
    ['beginning of this year', '2024-01-01T00:00:00Z', '2024-01-02T00:00:00Z'],
    ['since monday', '2024-05-13T00:00:00Z', '2024-05-15T12:30:00Z'],
    ['since yesterday 8am', '2024-05-14T08:00:00Z', '2024-05-15T12:30:00Z'],
    ['hour ago', '2024-05-15T11:30:00Z', '2024-05-15T12:30:00Z'],
    ['an hour ago', '2024-05-15T11:30:00Z', '2024-05-15T12:30:00Z'],
    ['half an hour ago', '2024-05-15T12:00:00Z', '2024-05-15T12:30:00Z'],
    ['hour ago to half an hour ago', '2024-05-15T11:30:00Z', '2024-05-15T12:00:00Z'],
    ['day before yesterday', '2024-05-13T00:00:00Z', '2024-05-14T00:00:00Z'],
    ['the day before yesterday to yesterday', '2024-05-13T00:00:00Z', '2024-05-15T00:00:00Z'],
    ['last quarter', '2024-01-01T00:00:00Z', '2024-04-01T00:00:00Z'],
    ['this quarter', '2024-04-01T00:00:00Z', '2024-07-01T00:00:00Z'],
    ['30 minutes', '2024-05-15T12:00:00Z', '2024-05-15T12:30:00Z'],
    ['now', '2024-05-15T12:30:00Z', '2024-05-15T12:30:00Z'],
  ]);
});

describe('a day that only leap years have', () => {
  check('2026-11-27T10:00:00Z', 'Asia/Kathmandu', [
    ['Feb 29', '2024-02-29T00:00:00+05:45', '2024-03-01T00:00:00+05:45'],
  ]);
  check('2104-01-15T10:00:00Z', 'UTC', [['29th of february', '2096-02-29T00:00:00Z', '2096-03-01T00:00:00Z']]);
});

describe('natural dates where the clocks go forward', () => {
  check('2024-03-31T10:00:00Z', 'Europe/Berlin', [
    ['10 hours ago', '2024-03-31T01:00:00+01:00', '2024-03-31T12:00:00+02:00'],
    ['today', '2024-03-31T00:00:00+01:00', '2024-04-01T00:00:00+02:00'],
    ['yesterday', '2024-03-30T00:00:00+01:00', '2024-03-31T00:00:00+01:00'],
    ['this month', '2024-03-01T00:00:00+01:00', '2024-04-01T00:00:00+02:00'],
    ['today at 2:30', '2024-03-31T03:30:00+02:00', '2024-03-31T12:00:00+02:00'],
    ['yesterday at 2:30', '2024-03-30T02:30:00+01:00', '2024-03-31T12:00:00+02:00'],
  ]);
});

describe('natural dates where the clocks go back', () => {
  check('2024-10-27T10:00:00Z', 'Europe/Berlin', [
    ['10 hours ago', '2024-10-27T02:00:00+02:00', '2024-10-27T11:00:00+01:00'],
    ['9 hours ago', '2024-10-27T02:00:00+01:00', '2024-10-27T11:00:00+01:00'],
    ['today', '2024-10-27T00:00:00+02:00', '2024-10-28T00:00:00+01:00'],
    ['this week', '2024-10-21T00:00:00+02:00', '2024-10-28T00:00:00+01:00'],
  ]);
  check('2024-11-03T12:00:00Z', 'America/New_York', [
    ['today', '2024-11-03T00:00:00-04:00', '2024-11-04T00:00:00-05:00'],
    ['8 hours ago', '2024-11-03T00:00:00-04:00', '2024-11-03T07:00:00-05:00'],
  ]);
});

describe('natural dates that mean nothing', () => {
  for (const text of ['', 'garbage', 'x'.repeat(10_000)]) {
    it(`refuses ${text.slice(0, 10)}`, () => assert.throws(() => parseNaturalDate(text, 'UTC', 0), TimeRangeError));
  }
  it('refuses unknown zones', () => {
    assert.throws(() => parseNaturalDate('today', 'Mars/Olympus', 0), /Unknown time zone 'Mars\/Olympus'/);
  });
});
