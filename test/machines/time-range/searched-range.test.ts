/** Tests which range a widget may state after the server has bounded or replaced the requested one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AbsoluteRange, TimeRange } from '../../../api/contract/searches.js';
import { searchedRange } from '../../../machines/time-range/searched-range.js';

const end = Date.parse('2026-11-20T12:00:00.000Z');
const span = (seconds: number): AbsoluteRange => ({
  type: 'absolute',
  from: new Date(end - seconds * 1_000).toISOString(),
  to: new Date(end).toISOString(),
});

test('a range that the server did not search is replaced by the effective one', () => {
  const day: TimeRange = { type: 'relative', from: 86_400 };
  const all: TimeRange = { type: 'relative', range: 0 };
  const keyword: TimeRange = { type: 'keyword', keyword: 'last day' };
  const table: readonly (readonly [string, TimeRange, AbsoluteRange, 'asked' | 'searched'])[] = [
    ['a day that was searched completely', day, span(86_400), 'asked'],
    ['a day that a token limits to 25 minutes', day, span(1_500), 'searched'],
    ['a relative range in the older notation', { type: 'relative', range: 300 }, span(300), 'asked'],
    ['a range with an end', { type: 'relative', from: 600, to: 300 }, span(300), 'asked'],
    ['all time that was searched completely', all, span(end / 1_000), 'asked'],
    ['all time that a token limits', all, span(1_500), 'searched'],
    ['an absolute range that was searched completely', span(300), span(300), 'asked'],
    ['an absolute range that a token limits', span(86_400), span(1_500), 'searched'],
    ['a keyword range, which cannot be compared', keyword, span(86_400), 'searched'],
  ];
  for (const [name, asked, effective, expected] of table)
    assert.equal(searchedRange(asked, effective), expected === 'asked' ? asked : effective, name);
});
