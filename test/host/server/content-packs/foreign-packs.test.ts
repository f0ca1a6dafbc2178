/**
 * Tests packs of other servers and other versions. The dry run finds the parts that this server lacks, and the user may
 * leave them out.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type {
  ContentPackInstallation,
  DryRun,
  UninstallDetails,
} from '../../../../api/contract/content-packs.schema.js';
import { wrapped } from '../../../../host/server/content-packs/values.js';
import { freePort } from '../../../free-port.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { definition, entity, grok, pack, streamOf } from './sample-packs.js';

let server: TestServer;
let session: string;
before(async () => {
  server = await startTestServer();
  session = await server.login();
});
after(() => server.stop());

async function ask<T>(method: string, path: string, json?: unknown, status = 200): Promise<T> {
  const response = await server.call(path, { method, session, ...(json !== undefined && { json }) });
  const text = await response.text();
  assert.equal(response.status, status, `${method} ${path}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
const root = '/system/content_packs';
const everything = async () => (await ask<{ entities: { id: string }[] }>('GET', '/system/catalog')).entities.length;

const extractor = (title: string, more: object) => ({
  title,
  type: 'REGEX',
  cursor_strategy: 'COPY',
  source_field: 'message',
  target_field: 'part',
  configuration: { regex_value: '(\\d+)' },
  converters: [],
  condition_type: 'NONE',
  condition_value: '',
  order: 0,
  ...more,
});
const input = (id: string, type: string, configuration: object, extractors: object[] = []) =>
  entity(
    'input',
    id,
    wrapped({ title: `Input ${id}`, type, global: true, configuration, static_fields: {}, extractors }),
  );
const gelf = 'org.graylog2.inputs.gelf.udp.GELFUDPInput';
const rule = (id: string, source: string) =>
  entity('pipeline_rule', id, wrapped({ title: id, description: '', source }));
const notification = (id: string, config: object) =>
  entity('notification', id, { title: wrapped(id), description: wrapped(''), config });
const pipeline = (id: string, streams: string[]) =>
  entity(
    'pipeline',
    id,
    wrapped({
      title: id,
      description: '',
      source: `pipeline "${id}"\nstage 0 match either\nend`,
      connected_streams: streams,
    }),
  );

test('the dry run names what this server cannot create; the rest is installed when the user leaves that out', async () => {
  const port = await freePort();
  const known = await everything();
  const entities = [
    input('lumberjack', 'org.lumberjack.plugin.LumberjackInput', { bindPort: 5043 }),
    input('typed', gelf, { bind_address: '127.0.0.1', port: 'many', recv_buffer_size: 65_536 }),
    input('usable', gelf, { bind_address: '127.0.0.1', port, recv_buffer_size: 65_536 }, [
      extractor('good', {}),
      extractor('good pattern', { type: 'GROK', configuration: { grok_pattern: '%{FOREIGNWORD:w}' } }),
      extractor('unknown pattern', { type: 'GROK', configuration: { grok_pattern: '%{NOWHERE:x}' } }),
      extractor('bad expression', { configuration: { regex_value: '(' } }),
      extractor('unknown kind', { type: 'MAGIC' }),
      extractor('bad field', { target_field: 'a b' }),
      extractor('unknown converter', { converters: [{ type: 'SOUNDEX', configuration: {} }] }),
      extractor('unknown table', { type: 'LOOKUP_TABLE', configuration: { lookup_table_name: 'nowhere' } }),
    ]),
    grok('word', 'FOREIGNWORD', '\\w+'),
    grok('lost', 'FOREIGNLOST', '%{NOWHERE}!'),
    rule('unknown function', 'rule "unknown function" when true then watch_list("x"); end'),
    rule('known function', 'rule "known function" when true then set_field("a", 1); end'),
    streamOf('stream', 'Foreign', 'x'),
    pipeline('connected', ['stream']),
    notification('pager', { type: 'smoke-signal-v1' }),
    notification('keyed', { type: 'http-notification-v1', url: wrapped('https://a.example/'), api_key: wrapped('k') }),
    definition('alert', 'stream', 'pager', 60_000),
    entity('output', 'splunk', wrapped({ title: 'Splunk', type: 'org.example.SplunkOutput', configuration: {} })),
    entity(
      'lookup_adapter',
      'adapter',
      wrapped({ name: 'watch', title: 'Watch', description: '', configuration: { type: 'mongodb' } }),
    ),
  ];
  await ask('POST', root, pack(1, entities, 'foreign'), 201);
  const first = await ask<DryRun>('POST', `${root}/foreign/1/installations/dry_run`, {});
  const of = (plan: DryRun, action: string) =>
    plan.entities
      .filter((one) => one.action === action)
      .map(({ id }) => id)
      .toSorted();
  const impossible = ['adapter', 'lost', 'lumberjack', 'pager', 'splunk', 'typed', 'unknown function'];
  assert.deepEqual(of(first, 'impossible'), impossible);
  const detail = (id: string) => first.entities.find((one) => one.id === id)?.detail ?? '';
  assert.match(detail('lumberjack'), /There is no input type org\.lumberjack/);
  assert.match(detail('typed'), /configuration: "port" /);
  assert.match(detail('unknown function'), /source, line 1: .*watch_list/);
  assert.match(detail('lost'), /NOWHERE/);
  const warnings = first.entities.find(({ id }) => id === 'usable')?.warnings ?? [];
  for (const part of [
    'unknown pattern',
    'bad expression',
    'unknown kind',
    'bad field',
    'unknown converter',
    'unknown table',
  ])
    assert.ok(
      warnings.some((text) => text.startsWith(`The extractor "${part}"`)),
      `${part} in ${warnings.join('\n')}`,
    );
  assert.equal(warnings.length, 6);
  assert.match(
    first.entities.find(({ id }) => id === 'keyed')?.warnings.join() ?? '',
    /contains no secrets: api_secret is missing/,
  );
  await ask('POST', `${root}/foreign/1/installations`, {}, 400);
  assert.equal(await everything(), known);

  const choices = Object.fromEntries(impossible.map((id) => [id, { action: 'skip' }]));
  const second = await ask<DryRun>('POST', `${root}/foreign/1/installations/dry_run`, { choices });
  assert.deepEqual(second.problems, []);
  assert.deepEqual(of(second, 'skip'), impossible);
  const made = await ask<ContentPackInstallation>('POST', `${root}/foreign/1/installations`, { choices });
  assert.equal(made.entities.length, entities.length - impossible.length);
  const id = (name: string) => made.entities.find((one) => one.content_pack_entity_id === name)?.id ?? '';
  const { extractors } = await ask<{ extractors: { title: string; converters: object[] }[] }>(
    'GET',
    `/system/inputs/${id('usable')}/extractors`,
  );
  assert.deepEqual(
    extractors.map(({ title, converters }) => [title, converters.length]),
    [
      ['good', 0],
      ['good pattern', 0],
      ['unknown converter', 0],
    ],
  );
  const alert = await ask<{ notifications: object[] }>('GET', `/events/definitions/${id('alert')}`);
  assert.deepEqual(alert.notifications, []);
  await ask('DELETE', `${root}/foreign/installations/${made._id}`);
  assert.equal(await everything(), known);
});

test('an entity is left out together with its dependency, unless it works without the dependency', async () => {
  const table = entity(
    'lookup_table',
    'table',
    wrapped({ name: 't', title: 'T', description: '', cache_name: 'cache', data_adapter_name: 'adapter' }),
  );
  const cache = entity(
    'lookup_cache',
    'cache',
    wrapped({ name: 'c', title: 'C', description: '', configuration: { type: 'none' } }),
  );
  const adapter = entity(
    'lookup_adapter',
    'adapter',
    wrapped({ name: 'a', title: 'A', description: '', configuration: { type: 'mongodb' } }),
  );
  await ask('POST', root, pack(1, [table, cache, adapter], 'dependent'), 201);
  const plan = (choices: object) =>
    ask<DryRun>('POST', `${root}/dependent/1/installations/dry_run`, { choices }).then(({ entities, problems }) => ({
      actions: Object.fromEntries(entities.map((one) => [one.id, one.action])),
      problems,
    }));
  const skip = { action: 'skip' };
  assert.deepEqual((await plan({})).actions, { adapter: 'impossible', cache: 'create', table: 'create' });
  const { actions, problems } = await plan({ adapter: skip });
  assert.deepEqual(actions, { adapter: 'skip', cache: 'create', table: 'impossible' });
  assert.deepEqual(problems, ['Lookup table "T": it refers to Lookup adapter "A", which is left out.']);
  assert.deepEqual((await plan({ adapter: skip, table: skip })).problems, []);
});

test('system streams are used, and the dry run reports parts of another server and unknown members', async () => {
  const known = await everything();
  const inputId = '5798cfc1321fc1446097b9a7';
  const all = streamOf('000000000000000000000001', 'All messages', 'x');
  const alert = definition('alert', 'stream', 'tell', 60_000);
  const mail = {
    type: 'email-notification-v1',
    subject: wrapped('s'),
    body_template: wrapped('b'),
    email_recipients: ['a@b.example'],
  };
  const entities = [
    all,
    {
      ...streamOf('stream', 'Limited', 'x'),
      data: { ...(streamOf('s', 'Limited', 'x').data as object), categories: ['a'] },
    },
    pipeline('everywhere', ['000000000000000000000001']),
    notification('tell', mail),
    {
      ...alert,
      data: {
        ...(alert.data as object),
        remediation_steps: wrapped('Restart it.'),
        event_procedure: null,
        config: {
          ...(alert.data as { config: object }).config,
          query: wrapped(`gl2_source_input:${inputId} AND failed`),
          use_cron_scheduling: true,
          cron_expression: '0 0 * * *',
        },
      },
    },
  ];
  const { warnings } = await ask<{ warnings: string[] }>(
    'POST',
    root,
    { ...pack(1, entities, 'told'), spotlight: 1 },
    201,
  );
  assert.deepEqual(warnings, [
    'Entities of the type stream/1: categories is not known here and is left out.',
    'Entities of the type event_definition/1: remediation_steps, config.use_cron_scheduling and config.cron_expression are not known here and are left out.',
    'The pack: spotlight is not known here and is left out.',
  ]);
  const plan = await ask<DryRun>('POST', `${root}/told/1/installations/dry_run`, {});
  assert.deepEqual(plan.problems, []);
  assert.equal(plan.entities.find(({ id }) => id === all.id)?.action, 'reuse');
  assert.match(plan.entities.find(({ id }) => id === 'alert')?.warnings.join() ?? '', new RegExp(`input ${inputId}`));
  const made = await ask<ContentPackInstallation>('POST', `${root}/told/1/installations`, {});
  const details = await ask<UninstallDetails>('GET', `${root}/told/installations/${made._id}/uninstall_details`);
  assert.deepEqual(
    details.kept.map(({ id }) => id),
    [all.id],
  );
  await ask('DELETE', `${root}/told/installations/${made._id}`);
  assert.equal(await everything(), known);
});

test('a notification is exported without its secret address, can be installed, and is exported unchanged again', async () => {
  const config = {
    type: 'slack-notification-v1',
    webhook_url: 'https://hooks.slack.com/services/T/B/X',
    channel: '#ops',
    color: '#FF0000',
  };
  const made = await ask<{ id: string }>('POST', '/events/notifications', { title: 'Room', description: '', config });
  const exported = async (id: string) => {
    const { entities: all } = await ask<{ entities: { id: string }[] }>('GET', '/system/catalog');
    const body = { entities: all.filter((one) => one.id === id) };
    const { entities } = await ask<{ entities: { id: string; data: object }[] }>('POST', '/system/catalog', body);
    assert.equal(entities.length, 1);
    return entities;
  };
  const first = await exported(made.id);
  assert.doesNotMatch(JSON.stringify(first), /hooks\.slack|hidden/);
  await ask('DELETE', `/events/notifications/${made.id}`, undefined, 204);
  // Files of earlier versions contain the placeholder that users without the permission to edit see.
  const older = JSON.parse(JSON.stringify(first)) as { data: { config: object } }[];
  for (const { data } of older) Object.assign(data.config, { webhook_url: wrapped('<value hidden>') });
  for (const [name, entities] of [
    ['room', first],
    ['older-room', older],
  ] as const) {
    await ask('POST', root, pack(1, entities, name), 201);
    const plan = await ask<DryRun>('POST', `${root}/${name}/1/installations/dry_run`, {});
    assert.match(JSON.stringify(plan), /webhook_url is missing\. The notification works once you enter it/);
    const installed = await ask<ContentPackInstallation>('POST', `${root}/${name}/1/installations`, {});
    const again = await exported(installed.entities[0]?.id ?? '');
    assert.deepEqual(
      again.map(({ data }) => data),
      first.map(({ data }) => data),
    );
    await ask('DELETE', `${root}/${name}/installations/${installed._id}`);
  }
});

test('the dry run names the matching type of a stream that does not exist', async () => {
  const odd = streamOf('odd', 'Odd', '1');
  const entities = [{ ...odd, data: { ...(odd.data as object), matching_type: wrapped('SOMETIMES') } }];
  await ask('POST', root, pack(1, entities, 'sometimes'), 201);
  const plan = await ask<DryRun>('POST', `${root}/sometimes/1/installations/dry_run`, {});
  const detail = 'matching_type: Unknown matching type "SOMETIMES"; it is AND or OR.';
  assert.deepEqual(
    plan.entities.map((one) => [one.action, one.detail]),
    [['impossible', detail]],
  );
});

test('an upgrade does not replace a dashboard of an old format that is equal in both revisions', async () => {
  const widget = (description: string) => ({
    id: description,
    description,
    type: 'SEARCH_RESULT_COUNT',
    cache_time: 10,
    time_range: { type: 'relative', range: 300 },
    configuration: { query: 'level:3', trend: true, timerange: { type: 'relative', range: 300 } },
    position: { width: 1, height: 1, row: 1, col: 1 },
  });
  const old = (id: string, title: string, ...widgets: object[]) => ({
    ...entity('dashboard', id, wrapped({ title, description: '', widgets })),
    type: { name: 'dashboard', version: '1' },
  });
  await ask('POST', root, pack(1, [old('a', 'Same', widget('x')), old('b', 'Other', widget('y'))], 'aged'), 201);
  const changed = [old('a', 'Same', widget('x')), old('b', 'Other', widget('y'), widget('z'))];
  await ask('POST', root, pack(2, changed, 'aged'), 201);
  const made = await ask<ContentPackInstallation>('POST', `${root}/aged/1/installations`, {});
  const shown = made.entities.find(({ title }) => title === 'Same')?.id ?? '';
  const view = await ask<object>('GET', `/views/${shown}`);
  await ask('PUT', `/views/${shown}`, { ...view, summary: 'changed by a user' });
  const plan = await ask<DryRun>('POST', `${root}/aged/2/installations/dry_run`, { installation_id: made._id });
  assert.deepEqual(
    plan.entities.map(({ title, action }) => [title, action]),
    [
      ['Same', 'unchanged'],
      ['Other', 'update'],
    ],
  );
  await ask('DELETE', `${root}/aged/installations/${made._id}`);
});

test('an upgrade applies new parameters, also to entities whose ids have changed, and can skip an impossible change', async () => {
  const sized = (id: string, title: string, name: string) =>
    entity('stream', id, {
      ...(streamOf(id, title, 'x').data as object),
      description: { '@type': 'parameter', '@value': name },
    });
  const revision = (rev: number, entities: object[], name: string) => ({
    ...pack(rev, entities, 'grown'),
    parameters: [{ name, title: name, description: '', type: 'string', default_value: name.toLowerCase() }],
  });
  await ask(
    'POST',
    root,
    revision(1, [sized('one', 'Kept', 'FIRST'), rule('r', 'rule "r" when true then end')], 'FIRST'),
    201,
  );
  await ask(
    'POST',
    root,
    revision(2, [sized('other', 'Kept', 'SECOND'), rule('r', 'rule "r" when true then unknown_one(); end')], 'SECOND'),
    201,
  );
  const made = await ask<ContentPackInstallation>('POST', `${root}/grown/1/installations`, {});
  const body = { installation_id: made._id };
  const plan = await ask<DryRun>('POST', `${root}/grown/2/installations/dry_run`, body);
  assert.deepEqual(
    plan.entities.map(({ id, action }) => [id, action]),
    [
      ['other', 'update'],
      ['r', 'impossible'],
    ],
  );
  const choices = { r: { action: 'skip' } };
  const upgrade = { revision: 2, choices };
  const upgraded = await ask<ContentPackInstallation>('PUT', `${root}/grown/installations/${made._id}`, upgrade);
  const stream = upgraded.entities.find(({ type }) => type.name === 'stream')?.id ?? '';
  assert.equal((await ask<{ description: string }>('GET', `/streams/${stream}`)).description, 'second');
  const [kept] = (await ask<{ title: string; source: string }[]>('GET', '/system/pipelines/rule')).filter(
    ({ title }) => title === 'r',
  );
  assert.match(kept?.source ?? '', /true then end/);
  await ask('DELETE', `${root}/grown/installations/${made._id}`);
});

test('unusual files are read: with a byte order mark, as a response of the API, with single-quoted characters, missing secrets or unknown search types', async () => {
  const known = await everything();
  const upload = (body: string) =>
    server.call(root, { method: 'POST', session, body, headers: { 'Content-Type': 'application/json' } });
  const marked = `\uFEFF${JSON.stringify(pack(1, [grok('g', 'MARKED', 'a')], 'marked'))}`;
  assert.equal((await upload(marked)).status, 201);
  const file = await server.call(`${root}/marked/1/download`, { session });
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), Buffer.from(marked));
  assert.equal(
    (await ask<{ content_pack: { name: string } }>('GET', `${root}/marked/1`)).content_pack.name,
    'Pack one',
  );

  const quoted = rule('quoted', `rule "quoted" when true then set_field("a'b", '"'); /* 'c' */ end`);
  const slack = { type: 'slack-notification-v1', channel: wrapped('#c'), color: wrapped('#ff0000') };
  const queries = [
    {
      id: 'q',
      timerange: { type: 'relative', range: 300 },
      query: { type: 'elasticsearch', query_string: '' },
      search_types: [
        { id: 'm', type: 'messages', limit: 10, offset: 0 },
        {
          id: 'p',
          type: 'pivot',
          series: [],
          row_groups: [{ type: 'of tomorrow' }],
          column_groups: [],
          sort: [],
          rollup: true,
        },
      ],
    },
  ];
  const view = entity(
    'dashboard',
    'view',
    {
      title: wrapped('Odd'),
      type: 'DASHBOARD',
      search: { queries, parameters: [] },
      state: { q: { widgets: [], positions: {} } },
    },
    '2',
  );
  const answer = {
    content_pack: pack(1, [quoted, notification('slack', slack), view], 'answer'),
    constraints_result: [],
  };
  assert.equal((await upload(JSON.stringify(answer))).status, 201);
  const plan = await ask<DryRun>('POST', `${root}/answer/1/installations/dry_run`, {});
  assert.deepEqual(plan.problems, []);
  assert.deepEqual(plan.warnings, ['quoted: Characters in single quotes were written as texts.']);
  const warnings = Object.fromEntries(plan.entities.map((one) => [one.id, one.warnings.join()]));
  assert.match(warnings['slack'] ?? '', /webhook_url is missing/);
  assert.match(warnings['view'] ?? '', /A part of its search is left out: .*row_groups/);
  const made = await ask<ContentPackInstallation>('POST', `${root}/answer/1/installations`, {});
  const id = (name: string) => made.entities.find((one) => one.content_pack_entity_id === name)?.id ?? '';
  const { source } = await ask<{ source: string }>('GET', `/system/pipelines/rule/${id('quoted')}`);
  assert.equal(source, `rule "quoted" when true then set_field("a'b", "\\""); /* 'c' */ end`);
  const { search_id: search } = await ask<{ search_id: string }>('GET', `/views/${id('view')}`);
  const stored = await ask<{ queries: { search_types: { id: string }[] }[] }>('GET', `/views/search/${search}`);
  assert.deepEqual(
    stored.queries[0]?.search_types.map((one) => one.id),
    ['m'],
  );
  const { _id, ...answered } = {
    _id: made._id,
    ...(await ask<{ config: object }>('GET', `/events/notifications/${id('slack')}`)),
  };
  // The user enters the address; an upgrade keeps it.
  const config = { ...answered.config, webhook_url: 'https://hooks.example/secret' };
  await ask('PUT', `/events/notifications/${id('slack')}`, { ...answered, id: id('slack'), config });
  const later = pack(2, [quoted, notification('slack', { ...slack, channel: wrapped('#d') }), view], 'answer');
  await ask('POST', root, later, 201);
  const choices = { slack: { action: 'take' } };
  await ask('PUT', `${root}/answer/installations/${_id}`, { revision: 2, choices });
  const kept = await ask<{ config: { channel: string; webhook_url: string } }>(
    'GET',
    `/events/notifications/${id('slack')}`,
  );
  assert.deepEqual([kept.config.channel, kept.config.webhook_url], ['#d', 'https://hooks.example/secret']);
  await ask('DELETE', `${root}/answer/installations/${_id}`);
  assert.equal(await everything(), known);
});
