// Test runs of event definitions over a past range find the same events as scheduled runs, and store nothing.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { DefinitionTest } from '../../../../api/contract/event-definitions.js';
import { readDefinition, type DefinitionDocument } from '../../../../host/server/alerts/definition-input.js';
import { completed, searchEvents } from '../../../../host/server/alerts/event-search.js';
import { GracePeriods } from '../../../../host/server/alerts/grace-periods.js';
import { Suppression } from '../../../../host/server/alerts/states/suppression.js';
import { longestText, mostRuns, mostShown, testRun } from '../../../../host/server/alerts/test-run.js';
import { isAggregation, WindowRun } from '../../../../host/server/alerts/window-run.js';
import { nextWindow } from '../../../../host/server/alerts/windows.js';
import type { IncomingMessage, MessageStore } from '../../../../host/server/store/types.js';
import { base, message, open, stream, temporaryDirectory } from '../store/opened-store.js';
import { counting, definitionOf, filtering } from './definitions.js';

const minute = 60_000;
const range = { from: base, to: base + 10 * minute };
const now = base + 11 * minute;

async function opened(context: TestContext, messages: readonly IncomingMessage[]) {
  const { store, documents } = await open(context, await temporaryDirectory(context));
  await store.append(messages);
  await store.settled();
  return { store, documents };
}

let made = 0;
function definition(config: Record<string, unknown>, over: object = {}): DefinitionDocument {
  const id = `65e1a0c2d4b5f607183${String((made += 1)).padStart(5, '0')}`;
  return { id, ...readDefinition(definitionOf(config, over)), updated_at: null, isScheduled: true };
}

const never = new AbortController().signal;
async function tested(
  store: MessageStore,
  of: DefinitionDocument,
  { over = range, signal = never } = {},
): Promise<DefinitionTest> {
  assert.ok(isAggregation(of));
  return testRun(of, over, { store, allStreams: [stream], source: 'here', now, timeoutMs: 60_000 }, signal);
}

const each = (minutes: number) => ({ search_within_ms: minutes * minute, execute_every_ms: minute });
const above = (limit: number, fn: string, field: string | null = null) => ({
  series: [{ id: 's', function: fn, field }],
  conditions: {
    expression: { expr: '>', left: { expr: 'number-ref', ref: 's' }, right: { expr: 'number', value: limit } },
  },
});

test('a test run finds the same events as scheduled runs in sequence, and stores nothing', async (context) => {
  const messages = Array.from({ length: 40 }, (_, at) =>
    message(`m ${at}`, { took: (at * 7) % 23, user: `u${at % 3}` }, base + ((at * 37_919) % (10 * minute))),
  );
  const { store, documents } = await opened(context, messages);
  const user = { data_type: 'string', providers: [{ type: 'template-v1', template: 'by ${source.user}' }] };
  const fields = { field_spec: { user }, key_spec: ['user'] };
  const definitions = [
    definition(counting({ ...each(2), ...above(6, 'count') })),
    definition(counting({ ...each(1), group_by: ['user'], ...above(9, 'avg', 'took') }), fields),
    definition(counting({ ...each(3), query: 'nothing', ...above(-1, 'count') })),
    definition(filtering({ ...each(1), query: 'took:>15' }), fields),
    definition(filtering({ ...each(4), query: 'took:>15' }), fields),
  ];
  const found = async () => {
    const parameters = completed({ timerange: { type: 'relative', range: 0 }, per_page: 5000 });
    return (await searchEvents(store, parameters, { streams: undefined }, now, never)).events.map(({ event }) => event);
  };
  const before: DefinitionTest[] = [];
  for (const one of definitions) before.push(await tested(store, one));
  await store.settled();
  assert.equal((await found()).length, 0);

  const runner = new WindowRun({
    store,
    queue: () => ({ enqueue: () => Promise.resolve(), waiting: () => 0, clear: () => Promise.resolve() }),
    grace: new GracePeriods(documents),
    suppression: new Suppression(documents),
    allStreams: () => [stream],
    source: 'here',
    now: () => now,
  });
  for (const [at, one] of definitions.entries()) {
    assert.ok(isAggregation(one));
    const { search_within_ms: withinMs, execute_every_ms: everyMs } = one.config;
    for (let end = range.from + minute; end <= range.to; end += minute)
      await runner.run(one, nextWindow(end - everyMs, { withinMs, everyMs }, end), never);
    await store.settled();
    const events = (await found()).filter(({ event_definition_id: id }) => id === one.id);
    const real = events.map(({ timestamp, message: text, key, fields: of, group_by_fields: groups }) =>
      JSON.stringify([timestamp, text, key, of, groups]),
    );
    const shown = before[at]?.events.map(({ timestamp, message: text, key, fields: of, group_by_fields: groups }) =>
      JSON.stringify([timestamp, text, key, of, groups]),
    );
    assert.ok(real.length > 2, `definition ${at} finds something`);
    assert.deepEqual(shown?.toSorted(), real.toSorted(), `definition ${at}`);
    assert.equal(before[at]?.total_events, real.length, `definition ${at}`);
    assert.equal(
      before[at]?.runs.reduce((sum, run) => sum + run.events, 0),
      real.length,
    );
    assert.equal(before[at]?.runs.length, 10);
  }
});

test('each run contains the values of all groups, including those whose condition is false', async (context) => {
  const { store } = await opened(context, [
    message('a', { took: 3, user: 'a' }, base + 10),
    message('b', { took: 9, user: 'b' }, base + 20),
    message('c', { took: 5, user: 'c' }, base + 2 * minute + 1),
  ]);
  const grouped = await tested(
    store,
    definition(counting({ ...each(1), group_by: ['user'], ...above(8, 'max', 'took') })),
  );
  assert.deepEqual(
    grouped.runs.slice(0, 4).map(({ at, ...run }) => ({ minutes: (Date.parse(at) - base) / minute, ...run })),
    [
      { minutes: 1, events: 1, groups: 2, values: [[3, 9]] },
      { minutes: 2, events: 0, groups: 0, values: [[null, null]] },
      { minutes: 3, events: 0, groups: 1, values: [[5, 5]] },
      { minutes: 4, events: 0, groups: 0, values: [[null, null]] },
    ],
  );
  assert.equal(grouped.events[0]?.run, new Date(base + minute).toISOString());
  const below = { expr: '<', left: { expr: 'number-ref', ref: 's' }, right: { expr: 'number', value: 1 } };
  const whole = await tested(
    store,
    definition(counting({ ...each(1), ...above(0, 'count'), conditions: { expression: below } })),
  );
  assert.deepEqual(
    whole.runs.slice(0, 3).map(({ events, groups, values }) => [events, groups, values]),
    [
      [0, 1, [[2, 2]]],
      [1, 1, [[0, 0]]],
      [0, 1, [[1, 1]]],
    ],
  );
  // All ten windows are before the first index, where there are no messages either, so each of them has an event.
  const over = { from: base - 20 * minute, to: base - 10 * minute };
  const earlier = await tested(
    store,
    definition(counting({ ...each(1), ...above(0, 'count'), conditions: { expression: below } })),
    { over },
  );
  assert.equal(earlier.total_events, 10);
});

test('a test run limits the number of windows and events and the length of texts, and reports the total numbers', async (context) => {
  const long = 'x'.repeat(30_000);
  const { store } = await opened(
    context,
    Array.from({ length: 250 }, (_, at) => message('m', { long, at }, base + at)),
  );
  const often = await tested(store, definition(counting({ search_within_ms: 1000, execute_every_ms: 1000 })), {
    over: { from: base - 3 * 3_600_000, to: base },
  });
  assert.deepEqual([often.total_runs, often.runs.length, often.ended_by], [10_800, mostRuns, 'runs']);
  assert.equal(often.runs.at(-1)?.at, new Date(base).toISOString());
  const field = { data_type: 'string', providers: [{ type: 'template-v1', template: '${source.long}' }] };
  const all = await tested(store, definition(filtering(each(1)), { field_spec: { field }, key_spec: ['field'] }));
  assert.deepEqual([all.total_events, all.events.length], [250, mostShown]);
  assert.equal(all.events[0]?.fields['field'], `${'x'.repeat(longestText)}…`);
  assert.equal(all.events[0]?.key?.length, longestText + 1);
  const limited = await tested(store, definition(filtering({ ...each(1), event_limit: 7 })));
  assert.deepEqual([limited.total_events, limited.events.length], [7, 7]);
});

test('a test run that takes too long returns partial results, and an aborted one ends', async (context) => {
  const { store } = await opened(context, [message('m'), message('n', {}, range.to - 1)]);
  const overdue = new AbortController();
  context.mock.method(AbortSignal, 'timeout', () => overdue.signal);
  let statements = 0;
  const stuck = storeWith(store, async (...[, , signal]) => {
    statements += 1;
    if (statements <= 3) return;
    // The time limit passes during the fourth statement.
    overdue.abort();
    signal?.throwIfAborted();
  });
  const cut = await tested(stuck, definition(counting(each(1))));
  assert.equal(cut.ended_by, 'time');
  assert.ok(cut.runs.length > 0 && cut.runs.length < 10, String(cut.runs.length));
  assert.equal(cut.runs.at(-1)?.at, new Date(range.to).toISOString());
  context.mock.restoreAll();
  const gone = new AbortController();
  const aborted = storeWith(store, async (...[, , signal]) => {
    gone.abort(new Error('gone'));
    signal?.throwIfAborted();
  });
  await assert.rejects(tested(aborted, definition(counting(each(1))), { signal: gone.signal }), /gone/);
});

/** Returns the store with a function that is called before each statement. */
function storeWith(store: MessageStore, before: (...given: Parameters<MessageStore['query']>) => Promise<void>) {
  const query: MessageStore['query'] = async (...given) => {
    await before(...given);
    return store.query(...given);
  };
  // The cast adds the members of the class that a test run does not use.
  return { ...store, indices: () => store.indices(), query } as MessageStore;
}
