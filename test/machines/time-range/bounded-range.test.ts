/** Tests which range the bar of a dashboard states when the server replaces the ranges of the widgets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AbsoluteRange, TimeRange } from '../../../api/contract/searches.js';
import { boundedRange } from '../../../machines/time-range/bounded-range.js';

const end = Date.parse('2026-11-20T12:00:00.000Z');
const span = (seconds: number, laterMs = 0): AbsoluteRange => ({
  type: 'absolute',
  from: new Date(end + laterMs - seconds * 1_000).toISOString(),
  to: new Date(end + laterMs).toISOString(),
});
const last = (seconds: number): TimeRange => ({ type: 'relative', from: seconds });

test('the dashboard bar states the range that was searched in place of the ranges of all widgets', () => {
  const forced = span(600);
  assert.equal(
    boundedRange([
      { asked: last(3_600), effective: forced },
      { asked: last(86_400), effective: span(600, 40) },
    ]),
    forced,
  );
});
test('the dashboard bar states no range while a widget has a range of its own', () => {
  assert.equal(
    boundedRange([
      { asked: last(3_600), effective: span(600) },
      { asked: last(300), effective: span(300) },
    ]),
    undefined,
  );
});
test('the dashboard bar states no range when the widgets were bounded in different ways', () => {
  assert.equal(
    boundedRange([
      { asked: last(3_600), effective: span(600) },
      { asked: last(3_600), effective: span(900) },
    ]),
    undefined,
  );
});
test('the dashboard bar states no range before the first answer, or from keyword ranges alone', () => {
  assert.equal(boundedRange([]), undefined);
  assert.equal(boundedRange([{ asked: { type: 'keyword', keyword: 'last day' }, effective: span(86_400) }]), undefined);
});
