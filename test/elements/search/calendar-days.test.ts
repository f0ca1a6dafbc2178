import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addDays,
  addMonths,
  isDay,
  monthName,
  weekdayOf,
  weeksOf,
} from '../../../elements/search/time-range/calendar-days.js';

test('the calendar recognises valid and invalid dates', () => {
  for (const day of ['2026-02-28', '2024-02-29', '2026-11-20 19:44']) assert.equal(isDay(day), true, day);
  for (const day of ['2026-02-29', '2026-13-01', '', 'tomorrow', '2026-1-1']) assert.equal(isDay(day), false, day);
});

test('steps in the calendar across months, years and clock changes lose no day', () => {
  assert.equal(addDays('2026-12-31', 1), '2027-01-01');
  assert.equal(addDays('2026-03-29', 1), '2026-03-30');
  assert.equal(addMonths('2026-01-31', 1), '2026-02-28');
  assert.equal(addMonths('2026-03-31', -1), '2026-02-28');
  assert.equal(addMonths('2026-05-15', -12), '2025-05-15');
});

test('weeks start on Monday and cover the month', () => {
  assert.equal(weekdayOf('2026-11-20'), 4);
  const weeks = weeksOf('2026-11');
  assert.equal(weeks.length, 6);
  assert.deepEqual(weeks[0]?.slice(0, 1), ['2026-10-26']);
  assert.ok(weeks.flat().includes('2026-11-30'));
});

test('the calendar names the months', () => assert.equal(monthName('2026-11', 'en'), 'November 2026'));
