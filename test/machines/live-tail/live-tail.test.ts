/** Tests live tail: requests, appended and counted messages, and pauses. */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import type { MessagesResult, ResultMessage, SearchJob } from '../../../api/contract/searches.js';
import { liveTailMachine, mostMessages, sampleIntervalMs } from '../../../machines/live-tail/machine.js';
import {
  emptyTail,
  overlapMs,
  sampleLimit,
  tailRequest,
  trimmed,
  withSample,
  type TailRequest,
} from '../../../machines/live-tail/sample.js';
import { messageIdentity } from '../../../machines/search-execution/message-identity.js';
import { messagesOf, tailSearch } from '../../../machines/live-tail/search.js';
import { tailTemplate } from '../../../machines/live-tail/template.js';
import { defaultSearch } from '../../../machines/view/default-view.js';
import { queryIds, stateOf } from '../../../machines/view/document.js';
import { randomIds } from '../../../machines/view/ids.js';
import { done, failed } from '../internal-events.js';
import { untyped } from '../../untyped.js';
import { walk } from '../transitions.js';

const start = Date.parse('2026-11-20T19:00:00.000Z');
const message = (id: string, ms: number): ResultMessage => ({
  index: 'i',
  message: { _id: id, timestamp: new Date(start + ms).toISOString() },
  highlight_ranges: null,
  decoration_stats: null,
});
/** Returns a response of the server with the newest messages first. */
const answer = (messages: readonly ResultMessage[], total = messages.length): MessagesResult => ({
  id: 't',
  type: 'messages',
  messages: [...messages].reverse(),
  total_results: total,
  effective_timerange: { type: 'absolute', from: new Date(start).toISOString(), to: new Date(start).toISOString() },
});
const idsOf = ({ messages }: { readonly messages: readonly ResultMessage[] }) =>
  messages.map((one) => one.message['_id']);

describe('samples', () => {
  it('samples start with the last minutes, and then overlap a little for late messages', () => {
    assert.deepEqual(tailRequest(emptyTail, start).range, { type: 'relative', from: 300 });
    const tail = withSample(emptyTail, answer([message('a', 0), message('b', 5)]), start);
    assert.deepEqual(tailRequest(tail, start + 2000).range, {
      type: 'absolute',
      from: new Date(start + 5 - overlapMs).toISOString(),
      to: new Date(start + 62_000).toISOString(),
    });
  });

  it('samples append each new message once, and late messages at the end', () => {
    let tail = withSample(emptyTail, answer([message('a', 0), message('b', 50)], 2000), start);
    assert.deepEqual([idsOf(tail), tail.arrived, tail.leftOut], [['a', 'b'], 0, 0]);
    tail = withSample(tail, answer([message('a', 0), message('late', 20), message('b', 50), message('c', 80)]), start);
    assert.deepEqual([idsOf(tail), tail.arrived, tail.leftOut], [['a', 'b', 'late', 'c'], 2, 0]);
    const same = withSample(tail, answer([message('late', 20), message('b', 50), message('c', 80)], 4), start);
    assert.equal(same.messages, tail.messages);
    assert.equal(same.leftOut, 0);
  });

  it('samples record number, position and time of omitted messages, and do not count them twice', () => {
    let tail = withSample(emptyTail, answer([message('a', 0)]), start);
    tail = withSample(tail, answer([message('y', 900), message('z', 1000)], 43), start + 1);
    // The window has 43 messages: two are in the answer, one was shown before, and forty are omitted.
    assert.equal(tail.leftOut, 40);
    assert.deepEqual(tail.gaps.get(messageIdentity(message('y', 900))), { count: 40, at: start + 1 });
    const { range } = tailRequest(tail, start);
    assert.equal(range.type === 'absolute' && range.from, new Date(start + 1000).toISOString());
    tail = withSample(tail, answer([message('z', 1000), message('n', 1500)]), start + 2);
    assert.deepEqual([idsOf(tail), tail.leftOut], [['a', 'y', 'z', 'n'], 40]);
  });

  it('samples count from the start if there were no messages at first', () => {
    let tail = withSample(emptyTail, answer([]), start);
    assert.equal(tailRequest(tail, start).range.type, 'relative');
    tail = withSample(tail, answer([message('a', 0)], 3), start);
    assert.deepEqual([tail.arrived, tail.leftOut], [1, 2]);
  });

  it('the oldest messages of a full list are removed, together with the gaps before them', () => {
    let tail = withSample(emptyTail, answer([message('a', 0)]), start);
    tail = withSample(tail, answer([message('b', 100)], 9), start);
    tail = withSample(tail, answer([message('b', 100), message('c', 200)]), start);
    assert.deepEqual(idsOf(trimmed(tail, 1)), ['c']);
    assert.equal(trimmed(tail, 1).gaps.size, 0);
    assert.equal(trimmed(tail, 3), tail);
  });
});

test('on every path live tail pauses while hidden or paused, and resumes', () => {
  const { paths, transitions } = walk(getShortestPaths, liveTailMachine, {
    input: { clock: () => start },
    events: [
      done('liveTail.sampling', answer([message('a', 0)])),
      failed('liveTail.sampling', new Error('down')),
      { type: 'paused' },
      { type: 'resumed' },
      { type: 'visibility.changed', hidden: true },
      { type: 'visibility.changed', hidden: false },
      { type: 'reading.changed', reading: true },
    ],
    serializeState: ({ value, context: { hidden, paused, reading, failures } }) =>
      JSON.stringify([value, hidden, paused, reading, failures > 0]),
    limit: 2000,
    stopWhen: ({ context }) => context.failures > 1,
  });
  assert.deepEqual(transitions, {
    resting: { resumed: 'resting | sampling', 'visibility.changed': 'resting | sampling' },
    sampling: { 'done sampling': 'resting | waiting', 'error sampling': 'resting | waiting' },
    waiting: { paused: 'resting', 'visibility.changed': 'resting | waiting' },
  });
  assert.ok(paths.some(({ state }) => state.value === 'resting'));
  for (const { state } of paths) {
    const { hidden, paused } = state.context;
    if (state.value === 'waiting') assert.ok(!hidden && !paused);
    if (state.value === 'resting') assert.ok(hidden || paused);
  }
});

test('live tail requests one sample at a time, waits longer after failures, and keeps messages while they are read', async () => {
  const clock = new SimulatedClock();
  const requests: TailRequest[] = [];
  let next: () => Promise<MessagesResult> = () => Promise.resolve(answer([]));
  const machine = liveTailMachine.provide({
    actors: {
      sample: fromPromise<MessagesResult, TailRequest>(({ input }) => {
        requests.push(input);
        return next();
      }),
    },
  });
  const actor = createActor(machine, { clock, input: { clock: () => start } }).start();
  const settled = () => waitFor(actor, (state) => !state.matches('sampling'));
  await settled();
  assert.equal(requests.length, 1);
  assert.equal(requests[0]?.limit, sampleLimit);

  next = () => Promise.reject(new Error('down'));
  clock.increment(sampleIntervalMs);
  await settled();
  assert.equal((actor.getSnapshot().context.failure as Error).message, 'down');
  clock.increment(sampleIntervalMs);
  assert.equal(requests.length, 2);

  const many = Array.from({ length: mostMessages + 50 }, (_unused, index) => message(String(index), index));
  next = () => Promise.resolve(answer(many));
  actor.send({ type: 'reading.changed', reading: true });
  clock.increment(sampleIntervalMs);
  await settled();
  const { tail, failure } = actor.getSnapshot().context;
  assert.deepEqual([requests.length, tail.messages.length, failure], [3, mostMessages + 50, undefined]);
  assert.equal(actor.getSnapshot().value, 'resting');

  actor.send({ type: 'reading.changed', reading: false });
  assert.equal(actor.getSnapshot().context.tail.messages.length, mostMessages);
  assert.equal(actor.getSnapshot().value, 'sampling');
  actor.stop();
});

test('live tail waits twice as long after each failure, and at most 30 seconds', async () => {
  const clock = new SimulatedClock();
  let requestCount = 0;
  const machine = liveTailMachine.provide({
    actors: {
      sample: fromPromise<MessagesResult, TailRequest>(() => {
        requestCount += 1;
        return Promise.reject(new Error('down'));
      }),
    },
  });
  const actor = createActor(machine, { clock, input: { clock: () => start } }).start();
  const waits: number[] = [];
  for (let failure = 0; failure < 6; failure += 1) {
    await waitFor(actor, (state) => !state.matches('sampling'));
    const before = requestCount;
    let waited = 0;
    for (; requestCount === before && waited < 100_000; waited += 1000) clock.increment(1000);
    waits.push(waited);
  }
  assert.deepEqual(waits, [4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  actor.stop();
});

describe('searches', () => {
  const document = defaultSearch({ queryString: 'a:1', streams: ['s1'], createdAt: '', owner: null }, randomIds);
  const [queryId = ''] = queryIds(document);
  const widget = stateOf(document, queryId).widgets.find(({ type }) => type === 'messages');
  const request: TailRequest = { range: { type: 'relative', from: 300 }, limit: 7 };

  it('searches request the newest messages of the query and table, whatever the sorting of the table', () => {
    assert.ok(widget);
    const sorted = { ...widget, config: { ...widget.config, sort: [{ field: 'x', direction: 'Ascending' }] } };
    const template = tailTemplate({ document, queryId, widget: sorted, override: undefined, bindings: {} });
    assert.ok(template);
    const [query] = tailSearch(template, request, randomIds).queries;
    assert.equal(query?.query?.query_string, 'a:1');
    assert.deepEqual(query?.timerange, request.range);
    assert.deepEqual(query?.filter, document.search.queries[0]?.filter);
    const [searchType] = query?.search_types ?? [];
    assert.deepEqual(
      [searchType?.limit, searchType?.offset, searchType?.sort, searchType?.timerange],
      [7, 0, [{ field: 'timestamp', order: 'DESC' }], undefined],
    );
  });

  it('searches insert parameters and the query over all widgets', () => {
    assert.ok(widget);
    const search = { ...document.search, parameters: [{ type: 'value-parameter-v1', name: 'p' }] };
    const template = tailTemplate({
      document: { ...document, search },
      queryId,
      widget,
      override: { query: { type: 'elasticsearch', query_string: 'b:2' } },
      bindings: { p: { type: 'value', value: 3 } },
    });
    assert.equal(template?.query.query?.query_string, 'b:2');
    assert.deepEqual(template?.parameters[0]?.binding, { type: 'value', value: 3 });
  });

  it('searches return their messages, or the reason of the failure', () => {
    const job = (results: object) => untyped<SearchJob>({ results: { q: results } });
    assert.equal(messagesOf(job({ search_types: { t: answer([]) }, errors: [] })).type, 'messages');
    assert.throws(() => messagesOf(job({ search_types: {}, errors: [{ description: 'broken' }] })), /broken/);
  });
});
