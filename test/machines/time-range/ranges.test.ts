import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimeRange } from '../../../api/contract/searches.js';
import { durationSeconds, formatDuration, parseDuration, subtractDuration } from '../../../api/duration.js';
import { askableRange, rangeFault } from '../../../machines/time-range/fault.js';
import { earliestAllowed, exceedsLimit, presetsWithin } from '../../../machines/time-range/limit.js';
import { clampTimePart } from '../../../machines/time-range/local-time.js';
import { absoluteOf, normalRange, sameRange, spanOf } from '../../../machines/time-range/ranges.js';
import { offeredUnits, quantityOf, secondsOf } from '../../../machines/time-range/units.js';
import { untyped } from '../../untyped.js';

const now = Date.UTC(2024, 2, 31, 12);

test('ISO 8601 periods are converted to seconds', () => {
  const table: [string, number | undefined][] = [
    ['PT5M', 300],
    ['pt1h30m', 5400],
    ['P1D', 86_400],
    ['P1W', 604_800],
    ['P1M', 2_592_000],
    ['PT0S', 0],
    ['PT1.5S', 1.5],
    ['P', undefined],
    ['PT', undefined],
    ['P1DT', undefined],
    ['5M', undefined],
    ['', undefined],
  ];
  for (const [text, seconds] of table) {
    assert.equal(parseDuration(text) === undefined, seconds === undefined, text);
    assert.equal(durationSeconds(text), seconds ?? 0, text);
  }
  for (const text of ['PT5M', 'P1D', 'PT1H30M', 'P2DT3H', 'PT0S', 'PT1M30S'])
    assert.equal(formatDuration(durationSeconds(text)), text);
});

test('periods of months follow the calendar', () => {
  const before = (months: number) => new Date(subtractDuration(now, { months, seconds: 0 })).toISOString().slice(0, 10);
  assert.deepEqual([before(1), before(13), before(0)], ['2024-02-29', '2023-02-28', '2024-03-31']);
});

test('a number of seconds is split into number and unit', () => {
  assert.deepEqual(quantityOf(7200), { value: 2, unit: 'hours' });
  assert.deepEqual(quantityOf(90), { value: 90, unit: 'seconds' });
  assert.deepEqual(quantityOf(0), { value: 0, unit: 'seconds' });
  for (const seconds of [1, 60, 61, 3600, 86_400, 172_800]) assert.equal(secondsOf(quantityOf(seconds)), seconds);
  assert.deepEqual(offeredUnits(0), ['seconds', 'minutes', 'hours', 'days']);
  assert.deepEqual(offeredUnits(7200), ['seconds', 'minutes', 'hours']);
});

test('time ranges have one normal form and the expected instants, whatever their notation', () => {
  assert.deepEqual(normalRange({ type: 'relative', range: 300 }), { type: 'relative', from: 300 });
  assert.deepEqual(normalRange({ type: 'relative', from: 600, to: 0 }), { type: 'relative', from: 600 });
  const same: [TimeRange, TimeRange, boolean][] = [
    [{ type: 'relative', range: 300 }, { type: 'relative', from: 300 }, true],
    [{ type: 'relative', range: 0 }, { type: 'relative', from: 300 }, false],
    [
      { type: 'absolute', from: '2024-03-01T00:00:00.000Z', to: '2024-03-02T00:00:00Z' },
      { type: 'absolute', from: '2024-03-01 00:00:00.000', to: '2024-03-02T01:00:00.000+01:00' },
      true,
    ],
    [{ type: 'keyword', keyword: 'a' }, { type: 'keyword', keyword: 'a', timezone: 'UTC' }, false],
  ];
  for (const [left, right, expected] of same) assert.equal(sameRange(left, right), expected);
  assert.deepEqual(spanOf({ type: 'relative', from: 600, to: 60 }, now), { from: now - 600_000, to: now - 60_000 });
  assert.deepEqual(spanOf({ type: 'relative', range: 0 }, now), { from: 0, to: now });
  assert.equal(spanOf({ type: 'keyword', keyword: 'x' }, now), undefined);
  assert.deepEqual(absoluteOf({ from: 0, to: 1000 }), {
    type: 'absolute',
    from: '1970-01-01T00:00:00.000+00:00',
    to: '1970-01-01T00:00:01.000+00:00',
  });
});

test('a range beyond the limit of the administrator is reported', () => {
  assert.equal(earliestAllowed('PT0S', now), undefined);
  assert.equal(exceedsLimit({ type: 'relative', range: 0 }, 'PT0S', now), false);
  assert.equal(exceedsLimit({ type: 'relative', range: 0 }, 'P1D', now), true);
  assert.equal(exceedsLimit({ type: 'relative', from: 86_400 }, 'P1D', now), false);
  assert.equal(exceedsLimit({ type: 'relative', from: 86_401 }, 'P1D', now), true);
  assert.equal(
    exceedsLimit({ type: 'absolute', from: '2024-02-28T00:00:00Z', to: '2024-03-31T00:00:00Z' }, 'P1M', now),
    true,
  );
  assert.equal(exceedsLimit({ type: 'keyword', keyword: 'x' }, 'P1D', now), false);
  assert.equal(exceedsLimit({ type: 'keyword', keyword: 'x' }, 'P1D', now, { from: 0 }), true);
});

test('time range presets within the limit are listed, with all time last', () => {
  const options = { PT0S: 'all messages', PT5M: '5 minutes', P1D: '1 day', nonsense: '?' };
  assert.deepEqual(
    presetsWithin(options, 'PT0S').map(({ period }) => period),
    ['PT5M', 'P1D', 'PT0S'],
  );
  assert.deepEqual(
    presetsWithin(options, 'PT1H').map(({ range }) => range),
    [{ type: 'relative', from: 300 }],
  );
});

test('typed hours, minutes and seconds are limited to valid numbers, and other texts count as zero', () => {
  assert.deepEqual(
    [
      clampTimePart('99', 'hours'),
      clampTimePart('99', 'minutes'),
      clampTimePart('-1', 'seconds'),
      clampTimePart('x', 'hours'),
      clampTimePart('5x', 'hours'),
      clampTimePart('', 'minutes'),
      clampTimePart(' 07', 'seconds'),
      clampTimePart('7.9', 'seconds'),
    ],
    [23, 59, 0, 0, 0, 0, 7, 7],
  );
});

test('a range that cannot be searched is reported with the reason, and the last five minutes are searched instead', () => {
  const lunar = untyped<TimeRange>({ type: 'lunar' });
  const table: [TimeRange | undefined, string | undefined][] = [
    [undefined, undefined],
    [{ type: 'relative', range: 0 }, undefined],
    [{ type: 'keyword', keyword: 'whenever' }, undefined],
    [{ type: 'absolute', from: '2024-03-01T10:00:00.000Z', to: '2024-03-01 11:00:00' }, undefined],
    [{ type: 'absolute', from: '2024-03-01', to: '2024-03-01' }, undefined],
    [{ type: 'absolute', from: 'garbage', to: '2024-03-01' }, 'Format must be: YYYY-MM-DD [HH:mm:ss[.SSS]].'],
    [untyped<TimeRange>({ type: 'absolute', from: '2024-03-01' }), 'Format must be: YYYY-MM-DD [HH:mm:ss[.SSS]].'],
    [{ type: 'absolute', from: '2024-03-02', to: '2024-03-01' }, 'The "Until" date must come after the "From" date.'],
    [lunar, 'Invalid time range type: lunar'],
  ];
  for (const [range, fault] of table) {
    assert.equal(rangeFault(range), fault, JSON.stringify(range));
    assert.deepEqual(askableRange(range), range && fault === undefined ? range : { type: 'relative', from: 300 });
  }
  assert.equal(spanOf(lunar, now), undefined);
  assert.equal(sameRange(lunar, lunar), true);
  assert.equal(sameRange(lunar, { type: 'relative', from: 300 }), false);
});
