import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ResultMessage } from '../../../api/contract/searches.js';
import { traceQueryOf } from '../../../machines/view/trace-query.js';
import { searchRouteFor, traceQuery } from '../../../machines/trace/trace-routes.js';
import { traceTicks, traceTime, waterfallOf } from '../../../machines/trace/waterfall.js';

const id = '7f3c91a2e0b84d557f3c91a2e0b84d55';

test('only a query for one trace or one of its spans is treated as a trace', () => {
  const table: readonly [query: string, read: ReturnType<typeof traceQueryOf>][] = [
    [`trace_id:"${id}"`, { field: 'trace_id', id }],
    [` trace_id:${id} `, { field: 'trace_id', id }],
    [`dd.trace_id:"1"`, { field: 'dd.trace_id', id: '1' }],
    [`dd\\.trace_id:"1"`, { field: 'dd.trace_id', id: '1' }],
    [`traceId:a AND span_id:"b"`, { field: 'traceId', id: 'a', span: { field: 'span_id', id: 'b' } }],
    [`trace_id:"${id}" OR level:3`, undefined],
    [`NOT trace_id:"${id}"`, undefined],
    ['trace_id:*', undefined],
    ['my_trace_id:a', undefined],
    [`trace_id:"${'x'.repeat(200)}"`, undefined],
    ['', undefined],
  ];
  for (const [query, read] of table) {
    assert.deepEqual(traceQueryOf(query), read, query);
    if (read) assert.deepEqual(traceQueryOf(traceQuery(read)), read, query);
  }
});

test('a pasted text is searched as a trace or as a phrase', () => {
  const queryOf = (text: string) => new URLSearchParams(searchRouteFor(text)?.split('?')[1]);
  assert.equal(queryOf(id.toUpperCase()).get('q'), `trace_id:"${id}"`);
  assert.equal(queryOf(id).get('relative'), '0');
  assert.equal(queryOf(' say "hi" ').get('q'), '"say \\"hi\\""');
  assert.equal(queryOf('0'.repeat(32)).get('q'), `"${'0'.repeat(32)}"`);
  for (const text of ['', 'ab', 'x'.repeat(201)]) assert.equal(searchRouteFor(text), undefined);
});

const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
const message = (fields: Record<string, unknown>): ResultMessage =>
  // The contract does not declare the fields of a message, hence the cast.
  ({ index: 'i', message: fields, highlight_ranges: {} }) as unknown as ResultMessage;
const levelOf = ({ message: { level } }: ResultMessage) => (typeof level === 'number' ? level : undefined);

test('spans form a tree with their times although their messages are not in order', () => {
  const spans = [
    message({ timestamp: at(100), span_id: 'a', span_name: 'GET /', service_name: 'edge', duration_ms: 100, level: 3 }),
    message({ timestamp: at(90), span_id: 'c', parent_span_id: 'a', 'service.name': 'pay', duration_ns: 4e7 }),
    message({ timestamp: at(40), span_id: 'b', parent_span_id: 'a', service: 'shop', duration_ms: '30', level: 4 }),
    message({ timestamp: at(45), span_id: 'b', message: 'later' }),
    message({ timestamp: at(60), source: 'cron', message: 'no span' }),
  ];
  const found = waterfallOf(spans, levelOf);
  assert.deepEqual(
    found.spans.map(({ id: span, depth, start, duration, own }) => [span, depth, start, duration, own]),
    [
      ['a', 0, 0, 100, 25],
      ['b', 1, 10, 35, 35],
      ['c', 1, 50, 40, 40],
      ['#4', 0, 60, 0, 0],
    ],
  );
  assert.deepEqual(found.spans.map(({ failed, warned }) => [failed, warned])[0], [true, false]);
  assert.deepEqual(found.spans[1]?.messages, [2, 3]);
  assert.deepEqual(
    found.services.map(({ name, own }) => [name, own]),
    [
      ['pay', 40],
      ['shop', 35],
      ['edge', 25],
      ['cron', 0],
    ],
  );
  assert.equal(found.duration, 100);
  assert.equal(found.hasSpans, true);
});

test('a trace with circular, missing or deeply nested parents contains each span once', () => {
  const circle = waterfallOf(
    [
      message({ timestamp: at(0), span_id: 'a', parent_span_id: 'b' }),
      message({ timestamp: at(1), span_id: 'b', parent_span_id: 'a' }),
      message({ timestamp: at(2), span_id: 'c', parent_span_id: 'c' }),
      message({ timestamp: 'never', span_id: 'd' }),
      message({ timestamp: at(3), span_id: 'e', duration_ms: -5, start_time: 'nonsense' }),
    ],
    levelOf,
  );
  assert.deepEqual(circle.spans.map(({ id: span }) => span).sort(), ['a', 'b', 'c', 'e']);
  const chain = Array.from({ length: 1000 }, (_, index) =>
    message({ timestamp: at(index), span_id: `s${index}`, parent_span_id: `s${index - 1}` }),
  );
  const long = waterfallOf(chain, levelOf);
  assert.equal(long.spans.length, 1000);
  assert.ok(Math.max(...long.spans.map(({ depth }) => depth)) <= 100);
  assert.deepEqual(waterfallOf([], levelOf), { spans: [], services: [], start: 0, duration: 0, hasSpans: false });
});

test('times and ticks of a trace are formatted', () => {
  assert.deepEqual([0.25, 7, 118, 9010, 125_000].map(traceTime), ['0.3 ms', '7 ms', '118 ms', '9.01 s', '2 min 5 s']);
  assert.deepEqual(traceTicks(30_410), [0, 10_000, 20_000, 30_000]);
  assert.deepEqual(traceTicks(0), [0]);
});
