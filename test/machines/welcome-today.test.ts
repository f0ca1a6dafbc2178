import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PatternOfMessages } from '../../api/contract/patterns.js';
import { comparisonText, newPatterns, todayFacts, todayOf, todaySearch } from '../../machines/welcome/today.js';
import { untyped } from '../untyped.js';

const now = Date.parse('2026-11-27T07:20:00Z');

test('today starts at midnight of the zone, and yesterday is compared up to the same time of day', () => {
  const iso = (ms: number) => new Date(ms).toISOString();
  const berlin = todayOf(now, 'Europe/Berlin');
  assert.equal(iso(berlin.start), '2026-11-26T23:00:00.000Z');
  assert.equal(iso(berlin.before), '2026-11-25T23:00:00.000Z');
  assert.equal(iso(berlin.sameTime), '2026-11-26T07:20:00.000Z');
  const [query] = todaySearch(berlin).queries;
  assert.deepEqual(query?.timerange, { type: 'absolute', from: iso(berlin.start), to: iso(now) });
});

test('the response is converted to numbers, half hours and sources, and missing parts are omitted', () => {
  const today = todayOf(now, 'UTC');
  const row = (key: string, value: number, source = 'leaf') => ({
    key: [key],
    values: [{ key: ['count()'], value }],
    source,
  });
  const pivot = (total: number, rows: object[] = []) => ({ type: 'pivot', total, rows });
  const types = {
    messages: pivot(12, [
      row('2026-11-27T00:00:00.000Z', 5),
      row('2026-11-27T07:00:00.000Z', 7),
      row('', 12, 'non-leaf'),
    ]),
    errors: pivot(1, [row('2026-11-27T07:00:00.000Z', 1)]),
    before: pivot(10),
    errorsBefore: pivot(0),
    sources: pivot(12, [row('a', 8), row('b', 4)]),
    sourcesBefore: pivot(10, [row('a', 2)]),
  };
  const job = (found: object) =>
    untyped<Parameters<typeof todayFacts>[0]>({ results: { today: { search_types: found } } });
  const facts = todayFacts(job(types), today);
  assert.deepEqual([facts?.messages.today, facts?.messages.before, facts?.errors.today], [12, 10, 1]);
  assert.deepEqual([facts?.messages.slots[0], facts?.messages.slots[14], facts?.messages.slots[15]], [5, 7, 0]);
  assert.deepEqual(facts?.sources, [
    { source: 'a', today: 8, before: 2 },
    { source: 'b', today: 4, before: undefined },
  ]);
  assert.equal(todayFacts(job({ messages: types.messages }), today), undefined);
  assert.equal(todayFacts(job({}), today), undefined);
});

test('the welcome page describes the difference to yesterday in words', () => {
  const table: readonly [number, number, string][] = [
    [0, 0, 'none yesterday either'],
    [5, 0, 'none yesterday until now'],
    [104, 100, 'about as many as yesterday'],
    [120, 100, '20% more than yesterday'],
    [310, 100, '3.1 times yesterday'],
    [12_345, 1, '12,345 times yesterday'],
    [40, 100, '60% fewer than yesterday'],
  ];
  for (const [today, before, words] of table) assert.equal(comparisonText(today, before), words);
});

test('a pattern is new if its first message of two days is from today and all messages of yesterday were examined', () => {
  const today = todayOf(now, 'UTC');
  const patterns = untyped<PatternOfMessages[]>([
    { template: 'old', first: '2026-11-26T12:00:00.000Z' },
    { template: 'new', first: '2026-11-27T01:00:00.000Z' },
  ]);
  const found = (from: string, examined: number) => {
    const to = '2026-11-27T07:20:00.000Z';
    const answer = {
      patterns,
      examined,
      total_results: 9,
      effective_timerange: { type: 'absolute', from, to },
    } as const;
    return newPatterns(answer, today)?.map(({ template }) => template);
  };
  assert.deepEqual(found('2026-11-26T00:00:00.000Z', 5), ['new']);
  // All messages were examined and none is from yesterday, so the comparison with yesterday is complete.
  assert.deepEqual(found('2026-11-27T00:30:00.000Z', 9), ['new']);
  assert.equal(found('2026-11-27T00:30:00.000Z', 5), undefined);
  assert.equal(found(untyped<string>(null), 5), undefined, 'an answer without a readable range names no new patterns');
});
