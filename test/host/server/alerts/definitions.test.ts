// Event definitions over HTTP are created, changed, listed and run; searches of events and of messages find their
// events.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type {
  EventDefinition,
  EventDefinitionPage,
  EventDefinitionWithContext,
} from '../../../../api/contract/event-definitions.js';
import type { ShareAnswer } from '../../../../api/contract/shares.schema.js';
import type { SearchJob } from '../../../../api/contract/searches.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { until } from '../../../until.js';
import { putMessages } from '../messages-input.js';
import { addPerson } from '../people.js';
import { Asking, counting, definitionOf, filtering } from './definitions.js';

let server: TestServer;
let asking: Asking;

before(async () => {
  server = await startTestServer();
  asking = new Asking(server, await server.login());
  const hosts = ['web-1', 'web-1', 'web-1', 'web-2', 'db-1', 'db-1'];
  await putMessages(
    server,
    asking.session,
    hosts.map((host, at) => ({ host, short_message: `denied ${at}`, _took: at, _user: `u${at % 2}` })),
  );
});
after(() => server.stop());

const formula = (text: string, threshold: number, over: object = {}) =>
  counting({
    query: 'message:denied',
    group_by: ['source'],
    series: [{ id: 'f', function: 'formula', formula: text }],
    conditions: {
      expression: { expr: '>', left: { expr: 'number-ref', ref: 'f' }, right: { expr: 'number', value: threshold } },
    },
    ...over,
  });

test('a condition compares a formula, whose metrics have filters of their own, with a threshold', async () => {
  const texts = [
    'count(took:>=2) / count() * 100',
    'sum(took where user:u1) − count(user:u0)',
    'max(took) - avg(took)',
    // Only web-1 has messages that the query finds; a division by zero has no value.
    'p50(took) / count(took:<1)',
  ];
  const series = texts.map((text, at) => ({ id: `f${at}`, function: 'formula', formula: text }));
  const above = (id: string, value: number) => ({
    expression: { expr: '>', left: { expr: 'number-ref', ref: id }, right: { expr: 'number', value } },
  });
  const names = ['', '_2', '_3', '_4'].map((number) => `\${source.aggregation_value_formula${number}}`);
  const field_spec = {
    values: {
      data_type: 'string',
      providers: [{ type: 'template-v1', template: names.join(' | '), require_values: false }],
    },
  };
  const found = async (conditions: object, least: number) => {
    const definition = await asking.create(formula('', 0, { series, conditions }), { field_spec });
    assert.deepEqual(
      definition.config.type === 'aggregation-v1' && definition.config.series,
      series.map((one) => ({ ...one, field: null })),
    );
    const { events } = await asking.eventsOf(definition.id, least);
    for (const { event } of events) assert.ok(event.message.includes(`${texts[0]}=`), event.message);
    return events.map(({ event }) => `${event.group_by_fields['source']}: ${String(event.fields['values'])}`).sort();
  };
  assert.deepEqual(await found(above('f0', 33), 3), [
    'db-1: 100.0 | 4.0 | 0.5 | NaN',
    'web-1: 33.33333333333333 | -1.0 | 1.0 | 1.0',
    'web-2: 100.0 | 3.0 | 0.0 | NaN',
  ]);
  assert.equal((await found(above('f0', 40), 2)).length, 2);
  assert.match((await found(above('f3', 0), 1)).join(), /^web-1: /);
});

test('a formula that cannot be computed is refused with its error', async () => {
  const refused = async (text: string, over: object = {}) => {
    const { status, body } = await asking.answer(
      'POST',
      '/events/definitions?schedule=false',
      definitionOf(formula(text, 1, over)),
    );
    assert.equal(status, 400, text);
    return JSON.stringify(body);
  };
  assert.match(await refused(''), /Write a formula/);
  assert.match(await refused('count( / 2'), /bracket is not closed/);
  assert.match(await refused('warnings * 2'), /no metric named/);
  assert.match(await refused('count(level:[3 TO)'), /Cannot parse|cannot/i);
  assert.match(await refused('count(source:$host$)'), /parameters cannot be used/);
  assert.match(await refused(`${'1+'.repeat(300)}1`), /at most 500 characters/);
  const many = Array.from({ length: 9 }, (_, at) => ({
    id: `f${at}`,
    function: 'formula',
    formula: `count(level:${at})`,
  }));
  assert.match(await refused('', { series: many }), /at most 8 different queries/);
});

test('a formula holds in a window without messages, where counts are 0', async () => {
  const empty = { query: 'message:nothing', group_by: [] };
  const definition = await asking.create(formula('count(level:3) + 5', 4, empty));
  const { events } = await asking.eventsOf(definition.id);
  assert.match(events[0]?.event.message ?? '', /count\(level:3\) \+ 5=5\.0/);
});

test('an aggregation creates one event for each group whose condition holds', async () => {
  const definition = await asking.create(counting({ query: 'message:denied', group_by: ['source'] }), {
    field_spec: {
      host: {
        data_type: 'string',
        providers: [
          {
            type: 'template-v1',
            template: 'on ${source.source}: ${source.aggregation_value_count}',
            require_values: true,
          },
        ],
      },
      none: {
        data_type: 'string',
        providers: [{ type: 'template-v1', template: '${source.nothing}', require_values: true }],
      },
    },
    key_spec: ['host'],
  });
  assert.equal(definition.scheduler, null);
  assert.deepEqual(definition.config.type === 'aggregation-v1' && definition.config.series[0]?.field, null);
  const { events, total_events: total, context } = await asking.eventsOf(definition.id, 2);
  assert.equal(total, 2);
  const byHost = events.map(({ event }) => event).sort((a, b) => a.message.localeCompare(b.message));
  assert.deepEqual(
    byHost.map(({ message, key, fields, group_by_fields: groups }) => ({ message, key, fields, groups })),
    [
      {
        message: 'Many messages: db-1 - count()=2.0',
        key: 'on db-1: 2.0',
        fields: { host: 'on db-1: 2.0' },
        groups: { source: 'db-1' },
      },
      {
        message: 'Many messages: web-1 - count()=3.0',
        key: 'on web-1: 3.0',
        fields: { host: 'on web-1: 3.0' },
        groups: { source: 'web-1' },
      },
    ],
  );
  const [event] = byHost;
  assert.ok(event);
  assert.equal(event.timestamp, event.timerange_end);
  assert.deepEqual(event.source_streams, ['000000000000000000000001']);
  assert.deepEqual(event.streams, ['000000000000000000000002']);
  assert.match(event.id, /^[0-9A-HJKMNP-TV-Z]{26}$/);
  assert.deepEqual(event.replay_info, {
    timerange_start: event.timerange_start,
    timerange_end: event.timerange_end,
    query: 'message:denied',
    // The definition configures no stream, so a replay searches the streams that contained its messages.
    streams: ['000000000000000000000001'],
  });
  assert.equal(context.event_definitions[definition.id]?.title, 'Many messages');
  assert.equal(context.streams['000000000000000000000002']?.title, 'All events');
});

test('a list of definitions contains the number of matches and the number of all definitions', async () => {
  const list = async (query: string) =>
    asking.ask<{ total: number; grand_total: number }>('GET', `/events/definitions?${new URLSearchParams({ query })}`);
  const { id } = await asking.create(counting({ query: 'nothing' }), { title: 'Only one of this title' }, false);
  const all = await list('');
  assert.ok(all.total > 1 && all.grand_total === all.total, JSON.stringify(all));
  const some = await list('title:"Only one of this title"');
  assert.deepEqual([some.total, some.grand_total], [1, all.total]);
  await asking.ask('DELETE', `/events/definitions/${id}`);
});

test('a filter creates one event per message; a condition that is true for zero messages creates one event per window', async () => {
  const filter = await asking.create(filtering({ query: 'source:"db-1"' }), {
    field_spec: { took: { data_type: 'string', providers: [{ type: 'template-v1', template: '${source.took}' }] } },
    key_spec: ['took'],
  });
  const found = await asking.eventsOf(filter.id, 2);
  assert.equal(found.total_events, 2);
  assert.deepEqual(found.events.map(({ event }) => event.key).sort(), ['4', '5']);
  for (const { event } of found.events) {
    assert.match(event.origin_context ?? '', /^urn:graylog:message:es:messages_\d+:[0-9A-Z]{26}$/);
    assert.equal(event.timerange_start, null);
    assert.equal(event.message, 'Many messages');
  }
  const nothing = await asking.create(
    counting({
      query: 'source:nobody',
      conditions: {
        expression: { expr: '<', left: { expr: 'number-ref', ref: 'count-' }, right: { expr: 'number', value: 1 } },
      },
    }),
  );
  const silent = await asking.eventsOf(nothing.id);
  assert.equal(silent.events[0]?.event.message, 'Many messages: count()=0.0');
});

test('a message search finds events only if it names the stream of events', async () => {
  const search = async (streams: readonly string[]) => {
    const filter = streams.length > 0 ? { type: 'or', filters: streams.map((id) => ({ type: 'stream', id })) } : null;
    const job = await asking.ask<SearchJob>('POST', '/views/search/sync', {
      id: '65e1a0c2d4b5f60718293aaa',
      queries: [
        {
          id: 'q',
          query: { type: 'elasticsearch', query_string: 'message:Many' },
          timerange: { type: 'relative', range: 0 },
          filter,
          filters: [],
          search_types: [{ id: 'm', type: 'messages', limit: 50, offset: 0 }],
        },
      ],
      parameters: [],
    });
    const result = job.results['q']?.search_types['m'];
    assert.ok(result?.type === 'messages');
    return result;
  };
  assert.equal((await search([])).total_results, 0);
  const own = await search(['000000000000000000000002']);
  assert.ok(own.total_results >= 5);
  assert.ok(own.messages.every(({ index }) => index.startsWith('gl-events_')));
});

test('a search for events filters, sorts and pages them', async () => {
  const { id: quietId } = await asking.create(filtering({ query: 'source:"web-2"' }), { alert: false });
  await asking.eventsOf(quietId);
  const suppression = await asking.events({ filter: { alerts: 'exclude' } });
  assert.ok(suppression.events.some(({ event }) => event.event_definition_id === quietId));
  assert.ok(suppression.events.every(({ event }) => !event.alert));
  const loud = await asking.events({ filter: { alerts: 'only' } });
  assert.ok(loud.events.length >= 5 && loud.events.every(({ event }) => event.alert));
  const keyed = await asking.events({ query: 'key:4 AND priority:3 AND alert:true' });
  assert.deepEqual(
    keyed.events.map(({ event }) => event.key),
    ['4'],
  );
  const ofStream = await asking.events({ query: 'source_streams:000000000000000000000001' });
  assert.ok(ofStream.total_events >= 5);
  assert.ok(ofStream.events.every(({ event }) => event.source_streams.includes('000000000000000000000001')));
  assert.equal((await asking.events({ query: 'source_streams:00000000000000000000000a' })).total_events, 0);
  const latest = await asking.events();
  const sorted = await asking.events({ sort_by: 'message', sort_direction: 'asc' });
  const texts = sorted.events.map(({ event }) => event.message);
  assert.deepEqual(texts, [...texts].sort());
  const second = await asking.events({ per_page: 2, page: 2 });
  assert.deepEqual(
    second.events.map(({ event }) => event.id),
    latest.events.slice(2, 4).map(({ event }) => event.id),
  );
  const one = latest.events[0];
  assert.ok(one);
  assert.deepEqual(await asking.ask('GET', `/events/${one.event.id}`), one);
  assert.equal((await asking.answer('GET', '/events/01H5K9M7R6Z3T6N0V1B2C3D4E5')).status, 204);
  const { parameters } = await asking.ask<{ parameters: object }>('POST', '/events/search');
  assert.deepEqual(parameters, {
    page: 1,
    per_page: 10,
    timerange: { type: 'relative', range: 3600 },
    query: '',
    filter: { alerts: 'include', event_definitions: [] },
    sort_by: 'timestamp',
    sort_direction: 'desc',
  });
});

test('the server reports the errors of a definition field by field', async () => {
  const refused = async (body: object) => {
    const { status, body: answer } = await asking.answer('POST', '/events/definitions', body);
    assert.equal(status, 400, JSON.stringify(answer));
    return answer as { failed?: boolean; errors?: Record<string, string[]>; type?: string; message?: string };
  };
  const fields = async (body: object) => Object.keys((await refused(body)).errors ?? {}).sort();
  assert.deepEqual(await fields({}), ['config', 'title']);
  assert.deepEqual(await fields(definitionOf({ type: 'unknown' })), ['config']);
  assert.deepEqual(await fields(definitionOf(counting({ search_within_ms: 0, execute_every_ms: -1 }))), [
    'execute_every_ms',
    'search_within_ms',
  ]);
  assert.deepEqual(await fields(definitionOf(filtering({ group_by: ['a'] }))), ['conditions', 'series']);
  assert.deepEqual(await fields(definitionOf(counting({ conditions: {} }))), ['conditions']);
  assert.deepEqual(await fields(definitionOf(counting({ series: [] }))), ['series']);
  assert.deepEqual(await fields(definitionOf(counting({ query: 'a AND (' }))), ['query']);
  assert.deepEqual(await fields(definitionOf(counting({ query: 'a:$b$' }))), ['query_parameters']);
  const template = (text: string) => ({ data_type: 'string', providers: [{ type: 'template-v1', template: text }] });
  assert.deepEqual(await fields(definitionOf(counting(), { field_spec: { 'a b': template('x') } })), ['field_spec']);
  assert.deepEqual(await fields(definitionOf(counting(), { field_spec: { a: template('${source.b') } })), [
    'field_spec',
  ]);
  assert.deepEqual(await fields(definitionOf(counting(), { key_spec: ['a'] })), ['key_spec']);
  const lookup = { a: { data_type: 'string', providers: [{ type: 'lookup-v1', table_name: 't', key_field: '' }] } };
  const { errors } = await refused(definitionOf(counting(), { field_spec: lookup }));
  assert.match(errors?.['field_spec']?.join() ?? '', /needs a lookup table and the field that is its key/);
  const tree = await refused(definitionOf(counting({ conditions: { expression: { expr: '&&', left: {} } } })));
  assert.equal(tree.type, 'ApiError');
  assert.match(tree.message ?? '', /org\.graylog\.events\.conditions\.Expression/);
  const series = await refused(definitionOf(counting({ series: [{ id: 'a', function: 'evil' }] })));
  assert.match(series.message ?? '', /org\.graylog\.events\.processor\.aggregation\.AggregationSeries/);
  const marked = { type: 'lut-parameter-v1', name: 'b', embryonic: true };
  const undeclared = await refused(definitionOf(counting({ query_parameters: [marked] })));
  assert.match(undeclared.message ?? '', /embryonic/);
  const validation = await asking.ask('POST', '/events/definitions/validate', definitionOf(counting({ series: [] })));
  assert.deepEqual(Object.keys((validation as { errors: object }).errors), ['series']);
});

test('a definition is changed, disabled, enabled, listed and deleted', async () => {
  const { id } = await asking.create(counting(), { title: 'Listed, the first' }, false);
  const context = async () => {
    const answer = await asking.ask<{ context: { scheduler: { is_scheduled: boolean; next_time: string | null } } }>(
      'GET',
      `/events/definitions/${id}/with-context`,
    );
    return answer.context.scheduler;
  };
  assert.deepEqual(await context(), {
    is_scheduled: false,
    status: null,
    next_time: null,
    triggered_at: null,
    queued_notifications: 0,
    data: null,
  });
  await asking.ask('PUT', `/events/definitions/${id}/schedule`);
  assert.equal((await context()).is_scheduled, true);
  await asking.ask('PUT', `/events/definitions/${id}/unschedule`);
  assert.equal((await context()).is_scheduled, false);
  const changed = { ...definitionOf(counting({ query: 'x' })), id, title: 'Renamed', storage: [{ type: 'elsewhere' }] };
  const answer = await asking.ask<EventDefinition>('PUT', `/events/definitions/${id}`, changed);
  assert.deepEqual(answer.storage, [{ type: 'persist-to-streams-v1', streams: ['000000000000000000000002'] }]);
  assert.equal((await context()).is_scheduled, true);
  const wrongId = await asking.answer('PUT', `/events/definitions/${id}`, { ...changed, id: 'other' });
  assert.equal(wrongId.status, 400);
  assert.deepEqual(Object.keys((wrongId.body as { errors: object }).errors), ['id']);
  const page = await asking.ask<EventDefinitionPage>(
    'GET',
    '/events/definitions/paginated?query=description:d%20title:Renamed&sort=priority&order=desc',
  );
  assert.deepEqual(
    page.elements.map(({ title, scheduler }) => [title, scheduler?.is_scheduled]),
    [['Renamed', true]],
  );
  assert.deepEqual(page.attributes.map((attribute) => attribute.id).slice(0, 4), [
    'title',
    'description',
    'priority',
    'status',
  ]);
  assert.equal(page.pagination.total, 1);
  assert.ok(page.total > 1);
  const bulk = await asking.ask('POST', '/events/definitions/bulk_unschedule', { entity_ids: [id, 'nobody'] });
  assert.equal((bulk as { successfully_performed: number }).successfully_performed, 1);
  assert.equal((await context()).is_scheduled, false);
  await asking.ask('DELETE', `/events/definitions/${id}`);
  assert.equal((await asking.answer('GET', `/events/definitions/${id}`)).status, 404);
});

test('a definition runs once for a given time range, and repeating it creates no further events', async () => {
  const { id } = await asking.create(filtering({ query: 'source:"web-1"' }), {}, false);
  const now = Date.now();
  const timerange = {
    type: 'absolute',
    from: new Date(now - 3_600_000).toISOString(),
    to: new Date(now + 60_000).toISOString(),
  };
  await asking.ask('POST', `/events/definitions/${id}/execute`, { type: 'aggregation-v1', timerange });
  assert.equal((await asking.eventsOf(id, 3)).total_events, 3);
  await asking.ask('POST', `/events/definitions/${id}/execute`, { type: 'aggregation-v1', timerange });
  assert.equal((await asking.eventsOf(id, 3)).total_events, 3);
  assert.equal(
    (await asking.answer('POST', `/events/definitions/${id}/execute`, { type: 'other', timerange })).status,
    400,
  );
  // A user who may run a definition may run it only on streams that the user may read.
  const stream = '000000000000000000000001';
  const run = async (name: string, permissions: readonly string[]) => {
    const { session } = await addPerson(server, asking.session, name, [
      `eventdefinitions:execute:${id}`,
      ...permissions,
    ]);
    const body = { type: 'aggregation-v1', timerange, streams: [stream] };
    return (await new Asking(server, session).answer('POST', `/events/definitions/${id}/execute`, body)).status;
  };
  assert.deepEqual([await run('blind-runner', []), await run('runner', [`streams:read:${stream}`])], [403, 204]);
});

test('the system definition creates an event per system notification, and only its recipients can be changed', async () => {
  const page = await asking.ask<EventDefinitionPage>('GET', '/events/definitions/paginated?query=title:System');
  const [system] = page.elements;
  assert.ok(system);
  assert.equal(system._scope, 'SYSTEM_NOTIFICATION_EVENT');
  assert.equal((await asking.answer('DELETE', `/events/definitions/${system.id}`)).status, 400);
  assert.equal((await asking.answer('PUT', `/events/definitions/${system.id}/unschedule`)).status, 400);
  const stolen = { ...definitionOf(counting()), id: system.id, _scope: system._scope };
  assert.equal((await asking.answer('PUT', `/events/definitions/${system.id}`, stolen)).status, 403);
  const notified = { ...system, title: 'Mine', notifications: [{ notification_id: '65e1a0c2d4b5f60718293aab' }] };
  const kept = await asking.ask<EventDefinition>('PUT', `/events/definitions/${system.id}`, notified);
  assert.equal(kept.title, system.title);
  assert.equal(kept.notifications.length, 1);
  const input = {
    title: 'Cannot start',
    type: 'org.graylog2.inputs.gelf.http.GELFHttpInput',
    global: true,
    configuration: { bind_address: '127.0.0.1', port: Number(new URL(server.url).port) },
  };
  await asking.ask('POST', '/system/inputs', input);
  const { events } = await asking.eventsOf(system.id);
  assert.match(events[0]?.event.message ?? '', /^[A-Z_]+: .* on node [\da-f-]{36}[.:]/);
  assert.deepEqual(events[0]?.event.streams, ['000000000000000000000003']);
  assert.match(events[0]?.index_name ?? '', /^gl-system-events_/);
});

test('the server shows the streams of a definition that the other user may not read when it is shared', async () => {
  const { index_set_id } = await asking.ask<{ index_set_id: string }>('GET', '/streams/000000000000000000000001');
  const stream = { title: 'Of the definition', description: 'd', index_set_id, rules: [] };
  const { stream_id: streamId } = await asking.ask<{ stream_id: string }>('POST', '/streams', stream);
  const { id } = await asking.create(counting({ streams: [streamId] }), {}, false);
  const person = await addPerson(server, asking.session, 'receiver', []);
  const grantee = `grn::::user:${person.id}`;
  const prepared = await asking.ask<ShareAnswer>(
    'POST',
    `/authz/shares/entities/grn::::event_definition:${id}/prepare`,
    {
      selected_grantee_capabilities: { [grantee]: 'view' },
    },
  );
  const missing = prepared.missing_permissions_on_dependencies[grantee] ?? [];
  assert.deepEqual(
    missing.map(({ title }) => title),
    ['Of the definition'],
  );
});

test('repeating a window of a definition concurrently creates its events once', async () => {
  const definition = await asking.create(filtering({ query: 'message:denied' }), {}, false);
  const timerange = { type: 'absolute', from: '2020-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' };
  const execute = () =>
    asking.ask('POST', `/events/definitions/${definition.id}/execute`, { type: 'aggregation-v1', timerange });
  await Promise.all([execute(), execute(), execute()]);
  assert.equal((await asking.eventsOf(definition.id, 6)).total_events, 6);
  await execute();
  assert.equal((await asking.eventsOf(definition.id, 6)).total_events, 6);
});

test('a definition that cannot run shows it on its page and as a system notification until it can', async () => {
  const config = counting({
    series: [{ id: 'a', function: 'avg', field: 'user' }],
    conditions: {
      expression: { expr: '>', left: { expr: 'number-ref', ref: 'a' }, right: { expr: 'number', value: 1 } },
    },
  });
  const { id } = await asking.create(config, { title: 'Average of names' });
  const title = 'The event definition "Average of names" cannot be run';
  const notes = async () => {
    const { notifications } = await asking.ask<{ notifications: { details?: { title?: string } }[] }>(
      'GET',
      '/system/notifications',
    );
    return notifications.filter(({ details }) => details?.title === title).length;
  };
  const schedulerOf = async () => {
    const path = `/events/definitions/${id}/with-context`;
    return (await asking.ask<EventDefinitionWithContext>('GET', path)).context.scheduler;
  };
  await until('the definition fails', async () => (await schedulerOf()).status === 'error');
  assert.match((await schedulerOf()).error?.message ?? '', /user/);
  await until('a system notification reports the failure', async () => (await notes()) === 1);
  const definition = await asking.ask<object>('GET', `/events/definitions/${id}`);
  const { series: _series, ...mended } = config;
  await asking.ask('PUT', `/events/definitions/${id}`, {
    ...definition,
    config: { ...mended, series: [{ id: 'a', function: 'card', field: 'user' }] },
  });
  await until('the definition runs without error', async () => (await schedulerOf()).error === undefined);
  await until('the system notification is gone', async () => (await notes()) === 0);
});

test('a definition of a deleted stream keeps running, finds nothing there and can be changed', async () => {
  const { streams } = await asking.ask<{ streams: { index_set_id: string }[] }>('GET', '/streams');
  const json = { title: 'Gone', description: '', index_set_id: streams[0]?.index_set_id, rules: [] };
  const { stream_id: streamId } = await asking.ask<{ stream_id: string }>('POST', '/streams', json);
  const often = { execute_every_ms: 1000 };
  const { id } = await asking.create(counting({ streams: [streamId], ...often }), { title: 'Of a stream' }, false);
  await asking.ask('DELETE', `/streams/${streamId}`);
  await asking.ask('PUT', `/events/definitions/${id}/schedule`);
  const path = `/events/definitions/${id}/with-context`;
  await until('the definition has run', async () => {
    const { scheduler } = (await asking.ask<EventDefinitionWithContext>('GET', path)).context;
    assert.equal(scheduler.error, undefined);
    return scheduler.triggered_at !== null;
  });
  assert.equal((await asking.events({ filter: { event_definitions: [id] } })).total_events, 0);
  const definition = await asking.ask<object>('GET', `/events/definitions/${id}`);
  await asking.ask('PUT', `/events/definitions/${id}`, {
    ...definition,
    config: counting({ query: 'message:denied', ...often }),
  });
  await asking.eventsOf(id);
});
