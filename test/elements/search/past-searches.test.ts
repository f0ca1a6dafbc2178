/** Tests how remembered queries are read, sent and filtered, also if the browser's storage was damaged. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostAddedSearches } from '../../../api/contract/search-history-limits.js';
import { historyRequests } from '../../../api/queries/search-history.js';
import { matching, ofBrowser, ofServer, sentForm } from '../../../elements/search/query/past-searches.js';
import type { PastQuery } from '../../../elements/search/query/query-history.js';
import { untyped } from '../../untyped.js';

const range = { type: 'relative', from: 300 } as const;

test('a remembered query is sent with streams, time range and time', () => {
  const at = Date.parse('2026-11-20T10:00:00Z');
  assert.deepEqual(sentForm({ query: 'level:3', at, streams: ['a'], range }), {
    query: 'level:3',
    streams: ['a'],
    timerange: range,
    used_at: '2026-11-20T10:00:00.000Z',
  });
  assert.deepEqual(sentForm({ query: 'of an earlier version', at: 0 }), {
    query: 'of an earlier version',
    streams: [],
    timerange: null,
    used_at: null,
  });
});

test('damaged parts of a remembered query are left out, and a query that servers refuse is not sent', () => {
  const damaged: readonly (readonly [past: object, sent: object | undefined])[] = [
    [{ streams: 'a' }, {}],
    [{ streams: [7, '', null, 'a'] }, { streams: ['a'] }],
    [{ range: { type: 'relative', from: -1 } }, {}],
    [{ range: { type: 'keyword', keyword: 'today', timezone: 7 } }, {}],
    [{ range: { type: 'keyword', keyword: 'x'.repeat(3_000) } }, {}],
    [{ at: 1e300 }, {}],
    [{ at: -5 }, {}],
    [{ query: ' ' }, undefined],
    [{ query: 'half \ud800' }, undefined],
    [{ query: 'x'.repeat(4_001) }, undefined],
    [{ streams: Array.from({ length: 201 }, (_, index) => `s${index}`) }, undefined],
    [{ streams: ['x'.repeat(101)] }, undefined],
  ];
  for (const [past, sent] of damaged) {
    const whole = untyped<PastQuery>({ query: 'q', at: 0, ...past });
    const expected = sent && { query: 'q', streams: [], timerange: null, used_at: null, ...sent };
    assert.deepEqual(sentForm(whole), expected, JSON.stringify(past).slice(0, 80));
  }
});

test('an entry of the server with an unreadable time range is shown without it', () => {
  const entry = { id: 'e', query: 'q', streams: [], owner: 'ada', last_used: null, times_used: 2, shared: true };
  assert.deepEqual(ofServer({ ...entry, timerange: null }).range, undefined);
  assert.deepEqual(ofServer({ ...entry, timerange: untyped({ type: 'party' }) }).range, undefined);
  const shown = ofServer({ ...entry, timerange: range, last_used: '2026-11-20T10:00:00.000Z' });
  assert.deepEqual([shown.range, shown.at, shown.times], [range, Date.parse('2026-11-20T10:00:00Z'), 2]);
});

test('the filter of remembered queries ignores case and surrounding blanks', () => {
  const searches = ['source:WEB', 'level:3'].map((query) => ofBrowser({ query, at: 0 }));
  const found = (wanted: string) => matching(searches, wanted).map(({ query }) => query);
  assert.deepEqual(found(' web '), ['source:WEB']);
  assert.deepEqual(found(''), ['source:WEB', 'level:3']);
  assert.deepEqual(found('.*'), []);
});

test('remembered searches are divided into requests that servers accept, in their order', () => {
  assert.deepEqual(historyRequests([]), []);
  const short = Array.from({ length: mostAddedSearches + 1 }, (_, index) => ({ query: `q${index}` }));
  assert.deepEqual(
    historyRequests(short).map(({ length }) => length),
    [mostAddedSearches, 1],
  );
  // Each character has three bytes.
  const long = Array.from({ length: 100 }, (_, index) => ({ query: `${index} ${'語'.repeat(3_990)}` }));
  const requests = historyRequests(long);
  for (const request of requests)
    assert.ok(new TextEncoder().encode(JSON.stringify({ searches: request })).length < 256 * 1024);
  assert.deepEqual(requests.flat(), long);
});
