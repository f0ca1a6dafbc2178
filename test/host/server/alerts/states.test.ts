// Tests the states of alerts and silences on a real server: the stored states, and who may change them. A muted alert
// must send no notification.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type {
  AlertGroups,
  AlertsSearchResult,
  AlertTimeline,
  ChangedAlerts,
  Silence,
  SilencePage,
} from '../../../../api/contract/alerts.js';
import type { EventDefinition } from '../../../../api/contract/event-definitions.js';
import type { EventNotification } from '../../../../api/contract/event-notifications.js';
import { startHttpReceiver, type HttpReceiver } from '../../../http-receiver.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { until } from '../../../until.js';
import { putMessages } from '../messages-input.js';
import { addPerson } from '../people.js';
import { Asking, definitionOf, filtering } from './definitions.js';

let data: string;
let server: TestServer;
let admin: Asking;
let receiver: HttpReceiver;
let definition: EventDefinition;

async function start(): Promise<void> {
  server = await startTestServer({ data });
  admin = new Asking(server, await server.login());
}
before(async () => {
  data = await mkdtemp(join(tmpdir(), 'log-console-states-'));
  receiver = await startHttpReceiver();
  await start();
  const entries = [{ id: '5d0b7c4e-0000-4000-8000-000000000001', type: 'literal', title: 'R', value: receiver.url }];
  await admin.ask('PUT', '/system/urlwhitelist', { entries, disabled: false });
  const config = { type: 'http-notification-v1', url: receiver.url };
  const { id } = await admin.ask<EventNotification>('POST', '/events/notifications', {
    title: 'N',
    description: '',
    config,
  });
  const spec = {
    providers: [{ type: 'template-v1', template: '${source.host}', require_values: true }],
    data_type: 'string',
  };
  definition = await admin.ask(
    'POST',
    '/events/definitions',
    definitionOf(filtering({ query: 'message:disaster', execute_every_ms: 1000 }), {
      notifications: [{ notification_id: id }],
      field_spec: { host: spec },
      key_spec: ['host'],
    }),
  );
});
after(async () => {
  await Promise.all([server.stop(), receiver.close()]);
  await rm(data, { recursive: true, force: true });
});

const allAlertsRequest = { timerange: { type: 'relative', range: 0 }, per_page: 100, filter: { alerts: 'only' } };
const search = (body: object = {}, as = admin): Promise<AlertsSearchResult> =>
  as.ask('POST', '/events/alerts/search', { ...allAlertsRequest, ...body });
const change = (alerts: object[], status: string, more: object = {}, as = admin): Promise<ChangedAlerts> =>
  as.ask('POST', '/events/alerts/states', { alerts, status, ...more });
const instantAfter = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** Sends a message of the host and returns the event that the definition creates for it. */
async function raise(host: string): Promise<AlertsSearchResult['events'][number]['event']> {
  const seen = new Set((await search()).events.map(({ event: { id } }) => id));
  await putMessages(server, admin.session, [{ host, short_message: 'a disaster', _host: host }]);
  return until(`there is an event of ${host}`, async () => {
    const found = (await search()).events.find(({ event }) => !seen.has(event.id));
    return found?.event;
  });
}
const notifiedIds = (): unknown[] =>
  receiver.received.map(({ body }) => (JSON.parse(body) as { event: { id: string } }).event.id);
const isReported = (id: string) => until('the event is notified', () => notifiedIds().includes(id));

test('the server stores the state of an alert with user, time and reason, finds it by the state, and refuses changes by users who have not seen it', async () => {
  const event = await raise('h1');
  await isReported(event.id);
  const { id: event_id } = event;
  assert.deepEqual((await search({ states: ['open'] })).events.length, 1);
  const first = await change([{ event_id, version: 0 }], 'acknowledged', { note: ' I look <b>at</b> it ' });
  assert.deepEqual([first.successfully_performed, first.failures], [1, []]);
  const [state] = first.states;
  assert.deepEqual(
    [state?.by, state?.note, state?.status, state?.version],
    ['admin', 'I look <b>at</b> it', 'acknowledged', 1],
  );
  const late = await change([{ event_id, version: 0 }], 'closed');
  assert.match(late.failures[0]?.failure_explanation ?? '', /admin has changed this alert/);
  const ids = async (states: string[]) => (await search({ states })).events.map(({ event: { id } }) => id);
  assert.deepEqual(await ids(['open']), []);
  assert.deepEqual(await ids(['closed', 'open']), []);
  assert.deepEqual(await ids(['acknowledged']), [event_id]);
  await change([{ event_id, version: 1 }], 'closed', { note: 'done' });
  await server.kill();
  await start();
  const again = (await search()).states[event_id];
  assert.deepEqual(
    again?.history.map(({ status }) => status),
    ['closed', 'acknowledged'],
  );
  for (const until of [undefined, null, 'x', instantAfter(-1000), instantAfter(400 * 86_400_000)]) {
    const body = { alerts: [{ event_id, version: 2 }], status: 'muted', ...(until !== undefined && { until }) };
    assert.equal((await admin.answer('POST', '/events/alerts/states', body)).status, 400, String(until));
  }
  const two = [
    { event_id: '__proto__', version: 0 },
    { event_id, version: 2 },
  ];
  const mixed = await change(two, 'open');
  assert.deepEqual([mixed.successfully_performed, mixed.failures.map(({ entity_id: id }) => id)], [1, ['__proto__']]);
});

test('a muted key sends no notifications until the mute ends; other keys still send them', async () => {
  const event = await raise('h2');
  await isReported(event.id);
  await change([{ event_id: event.id, version: 0 }], 'muted', { until: instantAfter(3_600_000), note: 'known' });
  const second = await raise('h2');
  assert.deepEqual(
    [second.silenced?.silence_id, second.silenced?.by, second.silenced?.reason],
    [null, 'admin', 'known'],
  );
  const other = await raise('h3');
  await isReported(other.id);
  assert.ok(!notifiedIds().includes(second.id), 'no notification was sent for the muted event');
  assert.deepEqual(
    (await search({ query: 'silenced:true' })).events.map(({ event: { id } }) => id),
    [second.id],
  );
  await change([{ event_id: event.id, version: 1 }], 'open');
  await isReported((await raise('h2')).id);
});

test('events that match a silence are stored and not notified, also after a restart, until the silence ends', async () => {
  const made = await admin.ask<Silence>('POST', '/events/alerts/silences', {
    query: 'key:quiet*',
    reason: 'maintenance',
    ends_at: instantAfter(3_600_000),
  });
  assert.deepEqual([made.phase, made.created_by, made.version], ['active', 'admin', 1]);
  await server.kill();
  await start();
  const silent = await raise('quiet-1');
  assert.deepEqual(
    [silent.silenced?.silence_id, silent.silenced?.reason, silent.silenced?.until],
    [made.id, 'maintenance', made.ends_at],
  );
  await isReported((await raise('loud-1')).id);
  const path = `/events/alerts/silences/${made.id}`;
  const body = { query: 'key:other', reason: 'r', ends_at: instantAfter(1_000_000) };
  const changed = await admin.ask<Silence>('PUT', path, { ...body, version: 1 });
  assert.equal(changed.starts_at, made.starts_at);
  assert.equal((await admin.answer('PUT', path, { ...body, version: 1 })).status, 409);
  await isReported((await raise('quiet-2')).id);
  const ended = await admin.ask<Silence>('POST', `${path}/end`);
  assert.equal(ended.phase, 'ended');
  assert.ok(!notifiedIds().includes(silent.id), 'no notification was sent for the silenced event');
  for (const [wrong, field] of [
    [{ ...body, query: 'key:(' }, 'query'],
    [{ ...body, query: ' ' }, 'query'],
    [{ ...body, query: 'message:/(a?b){120}/' }, 'query'],
    [{ ...body, reason: ' ' }, 'reason'],
    [{ ...body, ends_at: 'never' }, 'ends_at'],
    [{ ...body, ends_at: instantAfter(-1) }, 'ends_at'],
    [{ ...body, starts_at: 'x' }, 'starts_at'],
  ] as const) {
    const answer = await admin.answer('POST', '/events/alerts/silences', wrong);
    assert.equal(answer.status, 400);
    assert.ok(JSON.stringify(answer.body).includes(`"${field}"`), JSON.stringify(answer.body));
  }
  const list = await admin.ask<SilencePage>('GET', '/events/alerts/silences?query=phase:ended');
  assert.deepEqual(
    list.elements.map(({ id }) => id),
    [made.id],
  );
});

test('the timeline and the groups count the same events as the search', async () => {
  const timeline = await admin.ask<AlertTimeline>('POST', '/events/alerts/timeline', allAlertsRequest);
  const { total_events: total } = await search();
  assert.equal(
    timeline.buckets.reduce((sum, { high }) => sum + high, 0),
    total,
  );
  assert.ok(timeline.buckets.every(({ at }) => at >= timeline.from && at < timeline.to));
  const { groups } = await admin.ask<AlertGroups>('POST', '/events/alerts/groups', allAlertsRequest);
  const group = groups.find(({ key }) => key === 'h2');
  assert.equal(group?.count, 3);
  assert.equal(groups[0]?.key, 'quiet-2', 'the first group is the one with the newest event');
  assert.equal(groups.find(({ key }) => key === 'h1')?.state?.status, 'open');
});

test('the server returns groups of alerts page by page in the requested order', async () => {
  const ask = (body: object) =>
    admin.ask<AlertGroups>('POST', '/events/alerts/groups', { ...allAlertsRequest, ...body });
  const all = await ask({});
  assert.ok(all.total > 3 && all.groups.length === all.total);
  const paged: AlertGroups['groups'] = [];
  for (let page = 1; paged.length < all.total; page += 1) {
    const part = await ask({ page, per_page: 2 });
    assert.equal(part.total, all.total);
    paged.push(...part.groups);
  }
  assert.deepEqual(paged, all.groups);
  assert.deepEqual(await ask({ page: 90 }), { ...all, groups: [], context: { event_definitions: {} } });

  const oldest = all.groups.at(-1)?.event.id ?? '';
  const { version = 0 } = (await search()).states[oldest] ?? {};
  const acknowledged = { alerts: [{ event_id: oldest, version }], status: 'acknowledged' };
  await admin.ask('POST', '/events/alerts/states', acknowledged);
  const ranks = ['open', 'acknowledged', 'muted', 'closed'];
  const values: Readonly<Record<string, (group: AlertGroups['groups'][number]) => string | number>> = {
    key: ({ key }) => key ?? '',
    count: ({ count }) => count,
    since: ({ since }) => Date.parse(since),
    state: ({ state }) => ranks.indexOf(state?.status ?? 'open'),
    timestamp: ({ event }) => Date.parse(event.timestamp),
  };
  for (const [sort_by, valueOf] of Object.entries(values))
    for (const sort_direction of ['asc', 'desc']) {
      const sorted = (await ask({ sort_by, sort_direction })).groups.map(valueOf);
      const [first, last] = sort_direction === 'asc' ? [-1, 1] : [1, -1];
      const expected = sorted.toSorted((left, right) => (left === right ? 0 : left < right ? first : last));
      assert.ok(new Set(sorted).size > 1, `the groups differ in ${sort_by}`);
      assert.deepEqual(sorted, expected, `the groups are sorted by ${sort_by} ${sort_direction}`);
    }
  for (const bad of [{ sort_by: 'message' }, { sort_by: '__proto__' }, { page: 1000, per_page: 100 }])
    assert.equal((await admin.answer('POST', '/events/alerts/groups', { ...allAlertsRequest, ...bad })).status, 400);
});

test('a user without stream permission sees no states, and one without definition permission changes none', async () => {
  const { events } = await search();
  const event_id = events[0]?.event.id ?? '';
  const streams = events[0]?.event.source_streams ?? [];
  const nobody = new Asking(server, (await addPerson(server, admin.session, 'nobody', [])).session);
  const reading = streams.map((id) => `streams:read:${id}`);
  const reader = new Asking(server, (await addPerson(server, admin.session, 'reader', reading)).session);
  const rights = [...reading, `eventdefinitions:edit:${definition.id}`];
  const editor = new Asking(server, (await addPerson(server, admin.session, 'editor', rights)).session);
  const blind = new Asking(server, (await addPerson(server, admin.session, 'blind', rights.slice(-1))).session);
  assert.equal((await search({}, nobody)).total_events, 0);
  assert.deepEqual((await nobody.ask<AlertTimeline>('POST', '/events/alerts/timeline', allAlertsRequest)).buckets, []);
  assert.deepEqual((await nobody.ask<AlertGroups>('POST', '/events/alerts/groups', allAlertsRequest)).groups, []);
  assert.ok((await search({}, reader)).total_events > 0);
  for (const [who, done] of [
    [nobody, 0],
    [blind, 0],
    [reader, 0],
    [editor, 1],
  ] as const)
    assert.equal((await change([{ event_id, version: 0 }], 'acknowledged', {}, who)).successfully_performed, done);
  const silence = { query: '*', reason: 'r', ends_at: instantAfter(1000), event_definition_id: definition.id };
  assert.equal((await reader.answer('POST', '/events/alerts/silences', silence)).status, 403);
  const own = await editor.ask<Silence>('POST', '/events/alerts/silences', silence);
  const all = { ...silence, event_definition_id: null };
  assert.equal((await editor.answer('POST', '/events/alerts/silences', all)).status, 403);
  assert.equal((await editor.answer('PUT', `/events/alerts/silences/${own.id}`, { ...all, version: 1 })).status, 403);
  // A silence of all definitions cannot be narrowed by a user who may change only one definition.
  const wide = await admin.ask<Silence>('POST', '/events/alerts/silences', { ...all, query: 'nothing' });
  const narrowed = { ...silence, version: 1 };
  assert.equal((await editor.answer('PUT', `/events/alerts/silences/${wide.id}`, narrowed)).status, 403);
  await admin.ask('POST', `/events/alerts/silences/${wide.id}/end`);
  assert.deepEqual((await reader.ask<SilencePage>('GET', '/events/alerts/silences')).elements, []);
  // A user who may change no alert state cannot learn which silences exist.
  assert.equal((await editor.answer('POST', '/events/alerts/silences/nosuch/end')).status, 403);
  assert.equal((await admin.answer('POST', '/events/alerts/silences/nosuch/end')).status, 404);
  for (const id of ['__proto__', '..%2f..', 'x'.repeat(3000), '%00']) {
    const { status } = await admin.answer('POST', `/events/alerts/silences/${id}/end`);
    assert.ok(status >= 400 && status < 500, `${id}: ${status}`);
  }
});
