// Runs one window of a definition on a real store: finds messages, creates events and enqueues notifications.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { readDefinition, type DefinitionDocument } from '../../../../host/server/alerts/definition-input.js';
import { searchEvents, completed } from '../../../../host/server/alerts/event-search.js';
import { GracePeriods } from '../../../../host/server/alerts/grace-periods.js';
import type { NotificationJob } from '../../../../host/server/alerts/notifications/types.js';
import { Suppression } from '../../../../host/server/alerts/states/suppression.js';
import { isAggregation, WindowRun } from '../../../../host/server/alerts/window-run.js';
import type { MessageStore } from '../../../../host/server/store/types.js';
import { amountOf } from '../../../amounts.js';
import { base, message, open, stream, temporaryDirectory } from '../store/opened-store.js';
import { counting, definitionOf, filtering } from './definitions.js';

const minute = 60_000;
const window = { from: base - minute, to: base + minute };

class World {
  constructor(
    readonly store: MessageStore,
    readonly running: WindowRun,
    readonly jobs: NotificationJob[],
  ) {}

  static async open(context: TestContext): Promise<World> {
    const { store, documents } = await open(context, await temporaryDirectory(context));
    const jobs: NotificationJob[] = [];
    const running = new WindowRun({
      store,
      queue: () => ({
        enqueue: async (job) => void jobs.push(job),
        waiting: () => 0,
        clear: () => Promise.resolve(),
      }),
      grace: new GracePeriods(documents),
      suppression: new Suppression(documents),
      allStreams: () => [stream],
      source: 'here',
      now: () => base + 2 * minute,
    });
    return new World(store, running, jobs);
  }

  async put(...messages: Parameters<MessageStore['append']>[0]): Promise<void> {
    await this.store.append(messages);
    await this.store.settled();
  }

  async run(definition: DefinitionDocument, of = window, position = -Infinity): Promise<number> {
    assert.ok(isAggregation(definition));
    const { events } = await this.running.run(definition, of, new AbortController().signal, position);
    await this.store.settled();
    return events;
  }

  async events() {
    const parameters = completed({ timerange: { type: 'relative', range: 0 }, per_page: 5000, sort_direction: 'asc' });
    const all = { streams: undefined };
    const { events } = await searchEvents(
      this.store,
      parameters,
      all,
      base + 10 * minute,
      new AbortController().signal,
    );
    return events.map(({ event }) => event);
  }
}

let made = 0;
function definition(config: Record<string, unknown>, over: object = {}): DefinitionDocument {
  const id = `65e1a0c2d4b5f607182${String((made += 1)).padStart(5, '0')}`;
  return { id, ...readDefinition(definitionOf(config, over)), updated_at: null, isScheduled: true };
}
const above = (limit: number, fn = 'avg', field: string | null = 'took') => ({
  series: [{ id: 's', function: fn, field }],
  conditions: {
    expression: { expr: '>', left: { expr: 'number-ref', ref: 's' }, right: { expr: 'number', value: limit } },
  },
});

test('a field that is text in one index and numeric in another counts where it is numeric; a text field is refused', async (context) => {
  const world = await World.open(context);
  await world.put(message('a', { took: 'slow' }), message('b', { took: '30' }));
  await assert.rejects(world.run(definition(counting(above(1)))), /took/);
  await world.store.cycle();
  await world.put(message('c', { took: 10 }));
  assert.equal(await world.run(definition(counting(above(19)))), 1);
  assert.equal(await world.run(definition(counting(above(20)))), 0);
  const [event] = await world.events();
  assert.equal(event?.message, 'Many messages: avg(took)=20.0');
});

test('a window computes every function of the contract; a comparison with a missing value is false', async (context) => {
  const world = await World.open(context);
  await world.put(...[2, 4, 4, 6].map((took) => message('m', { took })));
  const figures = {
    avg: 4,
    card: 3,
    count: 4,
    max: 6,
    min: 2,
    stddev: Math.SQRT2,
    sum: 16,
    sumofsquares: 72,
    variance: 2,
  };
  for (const [fn, figure] of Object.entries(figures)) {
    assert.equal(await world.run(definition(counting(above(figure - 0.01, fn)))), 1, fn);
    assert.equal(await world.run(definition(counting(above(figure + 0.01, fn)))), 0, fn);
  }
  const nothing = { query: 'nothing', ...above(-1) };
  assert.equal(await world.run(definition(counting(nothing))), 0);
  const not = { ...nothing, conditions: { expression: { expr: '!', left: above(-1).conditions.expression } } };
  assert.equal(await world.run(definition(counting(not))), 1);
});

test('the condition is evaluated per group, group values may have any type, and messages without any group field have no group', async (context) => {
  const world = await World.open(context);
  const of = (user: string | undefined, code: number) =>
    message('m', { code, ...(user === undefined ? {} : { user }) });
  await world.put(of('a|b', 500), of('a|b', 200), of('c', 500), of(undefined, 7), message('bare'));
  const count = (n: number, expr = '>=') => ({
    expr,
    left: { expr: 'number-ref', ref: 'n' },
    right: { expr: 'number', value: n },
  });
  const expression = { expr: '||', left: count(2), right: { expr: 'group', operator: '&&', child: count(1, '==') } };
  const config = counting({
    group_by: ['user', 'code'],
    series: [{ id: 'n', function: 'count', field: null }],
    conditions: { expression },
  });
  assert.equal(await world.run(definition(config)), 4);
  assert.deepEqual(
    (await world.events())
      .map(({ group_by_fields: groups }) => groups)
      .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
    [
      { user: '(Empty Value)', code: '7' },
      { user: 'a|b', code: '200' },
      { user: 'a|b', code: '500' },
      { user: 'c', code: '500' },
    ],
  );
});

test('messages with one timestamp create one event each up to the event limit, even if they exceed a page', async (context) => {
  const world = await World.open(context);
  await world.put(...Array.from({ length: 1203 }, (_, at) => message(`m ${at}`, {}, at < 1103 ? base : base + at)));
  assert.equal(await world.run(definition(filtering({ event_limit: 700 }))), 700);
  const all = definition(filtering());
  assert.equal(await world.run(all), 1203);
  const own = (await world.events()).filter(({ event_definition_id: id }) => id === all.id);
  assert.equal(own.length, 1203);
  assert.equal(new Set(own.map(({ origin_context: origin }) => origin)).size, 1203);
});

test('repeating a window of a definition creates no new events, and notifies again only while delivery is uncertain', async (context) => {
  const world = await World.open(context);
  await world.put(message('one', { user: 'a' }), message('two', { user: 'b' }));
  const notified = definition(filtering({ execute_every_ms: 1000 }), { notifications: [{ notification_id: 'n' }] });
  await world.run(notified);
  assert.equal(world.jobs.length, 2);
  const ids = world.jobs.map(({ event }) => event.id);
  await world.run(notified);
  assert.deepEqual(
    world.jobs.slice(2).map(({ event }) => event.id),
    ids,
    'a repeated window enqueues notifications of the same events',
  );
  await world.run(notified, { from: window.from + 1000, to: window.to + 1000 }, window.to);
  assert.equal(
    world.jobs.length,
    4,
    'messages that the previous window already notified about cause no further notification',
  );
  assert.equal((await world.events()).length, 2);
});

test('a definition does not notify about a key again within the grace period, and the event still gets its messages', async (context) => {
  const world = await World.open(context);
  const at = (seconds: number, user: string) => message(`by ${user}`, { user }, base + seconds * 1000);
  await world.put(at(0, 'a'), at(1, 'b'), at(2, 'a'), at(12, 'a'));
  const user = { data_type: 'string', providers: [{ type: 'template-v1', template: '${source.user}' }] };
  const keyed = definition(filtering(), {
    field_spec: { user },
    key_spec: ['user'],
    notifications: [{ notification_id: 'n' }, { notification_id: 'm' }],
    notification_settings: { grace_period_ms: 10_000, backlog_size: 3 },
  });
  await world.run(keyed);
  const notifiedEvents = () =>
    world.jobs
      .map(({ notificationId, event }) => `${notificationId} ${event.key} ${event.timestamp.slice(17, 19)}`)
      .sort();
  const seconds = (after: number) => new Date(base + after * 1000).toISOString().slice(17, 19);
  const wanted = ['m', 'n'].flatMap((id) => [
    `${id} a ${seconds(0)}`,
    `${id} b ${seconds(1)}`,
    `${id} a ${seconds(12)}`,
  ]);
  assert.deepEqual(notifiedEvents(), wanted.sort());
  const [job] = world.jobs;
  assert.equal(job?.backlog.length, 1);
  assert.deepEqual([job?.backlog[0]?.message, job?.backlog[0]?.fields['user']], ['by a', 'a']);
  assert.equal('isScheduled' in (job?.eventDefinition ?? {}), false);
  const grouped = definition(counting({ group_by: ['user'], ...above(0, 'count', null) }), {
    notifications: [{ notification_id: 'g' }],
    notification_settings: { grace_period_ms: 0, backlog_size: 2 },
  });
  world.jobs.length = 0;
  await world.run(grouped);
  const backlogs = world.jobs.map(({ event, backlog }) => [
    event.group_by_fields['user'],
    backlog.map(({ message: text }) => text),
  ]);
  assert.deepEqual(backlogs, [
    ['a', ['by a', 'by a']],
    ['b', ['by b']],
  ]);
});

test('a definition counts late messages once where messages are selected by time of receipt', async (context) => {
  const world = await World.open(context);
  const day = 24 * 60 * minute;
  const received = (text: string, at: number, timestamp: number) => ({
    ...message(text, {}, timestamp),
    receivedAt: at,
  });
  const from = base + 20_000;
  await world.put(
    received('in time', from, from),
    received('late', from + 1, from - 3 * day),
    received('early', from + minute - 1, from + 2 * day),
    received('next', from + minute, from),
  );
  // The windows are shifted by 5 s, because searches may find a message only some seconds after its receipt.
  const windows = [0, 1, 2].map((at) => ({ from: from + 5_000 + (at - 1) * minute, to: from + 5_000 + at * minute }));
  const found = async (config: Record<string, unknown>, of = definition(config)) => {
    const each: number[] = [];
    for (const one of windows) each.push(await world.run(of, one));
    return each;
  };
  const pace = { search_within_ms: minute, execute_every_ms: minute };
  assert.deepEqual(await found(filtering({ ...pace, by_receive_time: true })), [0, 3, 1]);
  const counted = { ...counting({ ...pace, by_receive_time: true }), ...above(2, 'count', null) };
  assert.deepEqual(await found(counted), [0, 1, 0]);
  assert.deepEqual(await found({ ...counted, by_receive_time: false }), [0, 0, 0]);
});

test('a definition on events creates no events from its own events', async (context) => {
  const world = await World.open(context);
  await world.put(message('one'));
  await world.run(definition(filtering()));
  const onEvents = definition(filtering({ streams: ['000000000000000000000002'] }));
  assert.equal(await world.run(onEvents), 1);
  assert.equal(await world.run(onEvents), 1);
  const events = await world.events();
  assert.equal(events.length, 2);
  assert.match(
    events.find(({ event_definition_id: id }) => id === onEvents.id)?.origin_context ?? '',
    /^urn:graylog:event:es:/,
  );
});

/** Number of groups: several pages of 5,000 groups, each page of several batches of events. */
const groups = amountOf('EVENT_GROUPS', { usual: 10_500, full: 100_000 });
test(
  `${groups} groups create exactly one event each, and every part takes less time than a search may take`,
  { timeout: 600_000 },
  async (context) => {
    const world = await World.open(context);
    for (let at = 0; at < groups; at += 5_000)
      await world.store.append(
        Array.from({ length: Math.min(5_000, groups - at) }, (_, part) => message('m', { user: `u${at + part}` })),
      );
    await world.store.settled();
    const everybody = definition(counting({ group_by: ['user'], conditions: { expression: { expr: 'true' } } }));
    assert.ok(isAggregation(everybody));
    let longest = 0;
    let before = performance.now();
    const onProgress = (): void => {
      longest = Math.max(longest, performance.now() - before);
      before = performance.now();
    };
    const { signal } = new AbortController();
    const { events } = await world.running.run(everybody, window, signal, undefined, undefined, onProgress);
    assert.equal(events, groups);
    assert.ok(longest < 60_000, `one part took ${longest} ms`);
    await world.store.settled();
    assert.equal(await world.run(everybody), groups);
    const parameters = completed({ timerange: { type: 'relative', range: 0 }, per_page: 1 });
    const { total } = await searchEvents(
      world.store,
      parameters,
      { streams: undefined },
      base + 10 * minute,
      new AbortController().signal,
    );
    assert.equal(total, groups);
  },
);
