import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuery } from '../../api/language/index.js';
import {
  alertsBody,
  chosenTime,
  firstAlertsQuestion,
  keptSearch,
  keyQuery,
  readAlertsQuestion,
  rememberedSearch,
  timelineBars,
  writeAlertsQuestion,
  type AlertsQuestion,
} from '../../machines/alerts-question.js';

const first = firstAlertsQuestion;

test('every question about alerts survives conversion to the address and back', () => {
  const questions: AlertsQuestion[] = [
    first,
    { ...first, query: 'a&b=c #? "ü"', seconds: 0, type: 'include', states: ['open', 'closed'], page: 3, pageSize: 50 },
    { ...first, view: 'groups', groupSort: { attributeId: 'count', direction: 'desc' } },
    { ...first, view: 'groups', groupSort: { attributeId: 'timestamp', direction: 'asc' } },
    { ...first, view: 'groups', definitions: ['a', 'b c'], seconds: 86_400 },
    { ...first, chosen: { from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T01:00:00.000Z' } },
  ];
  for (const question of questions) assert.deepEqual(readAlertsQuestion(writeAlertsQuestion(question)), question);
});

test('unreadable parts of the address get defaults, a stream becomes a query, and the address overrides remembered values', () => {
  const hostile =
    'page=-1&pageSize=1e9&range=x&from=b&to=a&alerts=__proto__&state=,constructor,&view=x&definition=&sort=__proto__&order=up';
  assert.deepEqual(readAlertsQuestion(hostile), first);
  assert.deepEqual(readAlertsQuestion('from=2026-01-02&to=2026-01-01'), first);
  assert.equal(readAlertsQuestion('stream_id=65e1').query, 'source_streams:65e1');
  const kept = rememberedSearch(JSON.parse(JSON.stringify(keptSearch({ ...first, seconds: 60, type: 'exclude' }))));
  assert.deepEqual(kept, { seconds: 60, type: 'exclude' });
  assert.equal(readAlertsQuestion('', kept).seconds, 60);
  assert.equal(readAlertsQuestion('range=5', kept).seconds, 5);
  for (const bad of [
    undefined,
    null,
    1,
    'x',
    [],
    {},
    { filter: 1, timerange: 2 },
    { filter: { alerts: 'only' }, timerange: { range: -1 } },
  ])
    assert.equal(rememberedSearch(bad), undefined);
});

test('the request for alerts contains the chosen time range, and states only if some are chosen', () => {
  assert.deepEqual(alertsBody(first).timerange, { type: 'relative', range: 3600 });
  assert.ok(!('states' in alertsBody(first)));
  const chosen = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T01:00:00.000Z' };
  const body = alertsBody({ ...first, chosen, states: ['open'] });
  assert.deepEqual([body.timerange, body.states], [{ type: 'absolute', ...chosen }, ['open']]);
});

test('groups are requested in the chosen order; the list is always requested newest first', () => {
  const orderOf = (question: AlertsQuestion) => {
    const { sort_by, sort_direction } = alertsBody(question);
    return [sort_by, sort_direction];
  };
  const sorted: AlertsQuestion = { ...first, groupSort: { attributeId: 'key', direction: 'asc' } };
  assert.deepEqual(orderOf({ ...sorted, view: 'groups' }), ['key', 'asc']);
  assert.deepEqual(orderOf(sorted), ['timestamp', 'desc']);
  const { sort_by } = alertsBody({ ...sorted, view: 'groups' }, 'list');
  assert.equal(sort_by, 'timestamp', 'a list is sorted by time even if the groups have another order');
});

test('the query for a key finds the events with any key, or those without one', () => {
  assert.equal(keyQuery('web "1"'), 'key:"web \\"1\\""');
  assert.equal(keyQuery(null), 'NOT _exists_:key');
  for (const key of ['a\nb', 'a\r\nb', 'a<br>b', '\\u000a', 'x $y$ z']) {
    const { ast } = parseQuery(keyQuery(key));
    assert.equal(ast?.kind === 'phrase' && ast.value, key);
  }
});

test('a timeline has one bar per part, and none for an invalid response', () => {
  const [from, to] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:03:00.000Z'];
  const buckets = [{ at: '2026-01-01T00:01:00.000Z', low: 1, normal: 2, high: 3 }];
  const bars = timelineBars({ from, to, interval_ms: 60_000, buckets });
  assert.deepEqual(
    bars.map(({ total }) => total),
    [0, 6, 0],
  );
  assert.deepEqual(chosenTime(bars, 2, 1), { from: '2026-01-01T00:01:00.000Z', to });
  assert.equal(chosenTime(bars, 0, 7), undefined);
  for (const bad of [
    { from, to, interval_ms: 0, buckets },
    { from, to, interval_ms: 1, buckets },
    { from: 'x', to, interval_ms: 60_000, buckets },
    { from: to, to: from, interval_ms: 60_000, buckets },
  ])
    assert.deepEqual(timelineBars(bad), []);
});
