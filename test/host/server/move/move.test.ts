/** Moves a configuration between servers in both directions through a server that knows only the contract. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createClient, type Client } from '../../../../api/client.js';
import { ApiFailure } from '../../../../api/failures.js';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { kinds } from '../../../../host/server/move/kinds.js';
import { move, type Moved } from '../../../../host/server/move/move.js';
import { shareKind } from '../../../../host/server/move/share-kind.js';
import { linesOf } from '../../../../host/server/move/report.js';
import { outputTypeIds } from '../../../../host/server/outputs/types/output-type.js';
import { indexSetBody } from '../../../index-set-body.js';
import { startReferenceServer, type ReferenceServer } from '../../../reference/server.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { Asking, definitionOf, filtering } from '../alerts/definitions.js';

let servers: { first: TestServer; second: TestServer; third: TestServer };
/** Reference servers that forward requests to the first and the third server and record refused or unknown requests. */
let references: { first: ReferenceServer; third: ReferenceServer };
let clients: { first: Client; second: Client; third: Client };

async function tokenOf(server: TestServer): Promise<string> {
  const session = await server.login();
  const made = await server.call('/users/local:admin/tokens/move', { method: 'POST', session });
  return ((await made.json()) as { token: string }).token;
}

const clientOf = (url: string, token: string): Client =>
  createClient({ baseUrl: `${url}/api`, getToken: async () => ({ token, kind: 'access' }) });

before(async () => {
  const [first, second, third] = await Promise.all([startTestServer(), startTestServer(), startTestServer()]);
  servers = { first, second, third };
  references = { first: await startReferenceServer(first.url), third: await startReferenceServer(third.url) };
  clients = {
    first: clientOf(references.first.url, await tokenOf(first)),
    second: clientOf(second.url, await tokenOf(second)),
    third: clientOf(references.third.url, await tokenOf(third)),
  };
});
after(async () => {
  await Promise.all(Object.values(references).map((one) => one.stop()));
  await Promise.all(Object.values(servers).map((one) => one.stop()));
});

async function moved(from: Client, to: Client, dryRun = false): Promise<Moved[]> {
  const all: Moved[] = [];
  for await (const one of move({ from, to, kinds, dryRun })) all.push(one);
  return all;
}

const figures = (all: readonly Moved[]) =>
  Object.fromEntries(all.map(({ kind, made, changed }) => [kind, `${made} made, ${changed} changed`]));
const failures = (all: readonly Moved[]) =>
  all.flatMap(({ kind, notes }) => notes.filter(({ what }) => what === 'failed').map((note) => ({ kind, ...note })));

const searchId = '65aaaaaaaaaaaaaaaaaaaaaa';
const queryId = '9c0b5a3e-0000-4000-8000-000000000001';
const typeId = '9c0b5a3e-0000-4000-8000-000000000002';

/** Creates one entity of each kind, each referring to others. */
async function setUp(server: TestServer): Promise<void> {
  const admin = new Asking(server, await server.login());
  const make = async <T>(path: string, json: object) => admin.ask<T>('POST', path, json);
  await admin.ask('PUT', '/system/cluster_config/org.graylog2.system.urlwhitelist.UrlWhitelist', {
    entries: [{ id: 'a', type: 'literal', title: 'hook', value: 'https://hook.example.org/x' }],
    disabled: false,
  });
  await make('/system/grok', { name: 'MINE', pattern: '[a-z]{24}' });
  const { id: indexSet } = await make<{ id: string }>('/system/indices/index_sets', indexSetBody('Mine', 'mine'));
  const { id: input } = await make<{ id: string }>('/system/inputs', {
    title: 'In',
    type: inputTypeIds.gelfHttp,
    global: true,
    configuration: {
      bind_address: '127.0.0.1',
      port: 0,
      authorization_header: 'X-Key',
      authorization_header_value: 's3cret',
    },
  });
  await make(`/system/inputs/${input}/staticfields`, { key: 'site', value: 'north' });
  await make(`/system/inputs/${input}/extractors`, {
    title: 'E',
    cursor_strategy: 'copy',
    source_field: 'message',
    target_field: 'copied',
    extractor_type: 'copy_input',
    extractor_config: {},
    converters: [{ type: 'lowercase', config: {} }],
    condition_type: 'none',
    condition_value: '',
    order: 0,
  });
  const { id: output } = await make<{ id: string }>('/system/outputs', {
    title: 'Out',
    type: outputTypeIds.discard,
    configuration: {},
  });
  const rule = (type: number, field: string, value: string) => ({
    type,
    field,
    value,
    inverted: false,
    description: '',
  });
  const { stream_id: stream } = await make<{ stream_id: string }>('/streams', {
    title: 'Payments',
    description: 'd',
    matching_type: 'OR',
    remove_matches_from_default_stream: true,
    index_set_id: indexSet,
    rules: [rule(1, 'site', 'north'), rule(8, '', input)],
  });
  await make(`/streams/${stream}/outputs`, { outputs: [output] });
  await make(`/streams/${stream}/resume`, {});
  const { id: notification } = await make<{ id: string }>('/events/notifications', {
    title: 'Hook',
    description: '',
    config: { type: 'http-notification-v1', url: 'https://hook.example.org/x', basic_auth: { set_value: 'u:s3cret' } },
  });
  await make('/views/search', {
    id: searchId,
    queries: [
      {
        id: queryId,
        timerange: { type: 'relative', range: 300 },
        query: { type: 'elasticsearch', query_string: 'a' },
        filter: { type: 'or', filters: [{ type: 'stream', id: stream }] },
        search_types: [{ id: typeId, type: 'messages', limit: 10, offset: 0, streams: [stream] }],
      },
    ],
    parameters: [],
  });
  const { id: dashboard } = await make<{ id: string }>('/views', {
    type: 'DASHBOARD',
    title: 'Board',
    summary: '',
    description: '',
    search_id: searchId,
    properties: [],
    state: {
      [queryId]: {
        selected_fields: null,
        titles: {},
        widgets: [
          {
            id: 'w1',
            type: 'messages',
            filter: null,
            timerange: null,
            query: null,
            streams: [stream],
            config: { fields: ['message'], show_message_row: true, decorators: [], sort: [] },
          },
        ],
        widget_mapping: { w1: [typeId] },
        positions: { w1: { col: 1, row: 1, height: 2, width: 2 } },
        formatting: null,
        display_mode_settings: { positions: {} },
      },
    },
  });
  await make(
    '/events/definitions?schedule=true',
    definitionOf(filtering({ streams: [stream] }), { notifications: [{ notification_id: notification }] }),
  );
  await make('/events/definitions?schedule=false', definitionOf(filtering({ query: 'b' }), { title: 'Off' }));
  await make('/search/decorators', {
    type: 'org.graylog2.decorators.SyslogSeverityMapperDecorator',
    config: { source_field: 'level', target_field: 'severity' },
    order: 0,
    stream,
  });
  await make('/roles', {
    name: 'Payers',
    description: '',
    permissions: [`streams:read:${stream}`, `dashboards:read:${dashboard}`, `view:read:${dashboard}`],
    read_only: false,
  });
  const jane = {
    username: 'jane',
    password: 'a password of jane',
    email: 'jane@example.org',
    first_name: 'Jane',
    last_name: 'Doe',
    permissions: [],
    roles: ['Reader', 'Payers'],
    timezone: 'Europe/Berlin',
    session_timeout_ms: 3_600_000,
  };
  await make('/users', jane);
  const { id: userId } = await admin.ask<{ id: string }>('GET', '/users/jane');
  const selected = { [`grn::::user:${userId}`]: 'own', 'grn::::builtin-team:everyone': 'view' };
  for (const grn of [`dashboard:${dashboard}`, 'stream:000000000000000000000001'])
    await make(`/authz/shares/entities/grn::::${grn}`, { selected_grantee_capabilities: selected });
}

const figuresOfFirstRun = {
  configurations: '0 made, 1 changed',
  'grok patterns': '1 made, 0 changed',
  'index sets': '1 made, 0 changed',
  inputs: '1 made, 0 changed',
  extractors: '1 made, 0 changed',
  outputs: '1 made, 0 changed',
  streams: '1 made, 0 changed',
  notifications: '1 made, 0 changed',
  'saved searches and dashboards': '1 made, 0 changed',
  'event definitions': '2 made, 0 changed',
  decorators: '1 made, 0 changed',
  roles: '1 made, 0 changed',
  users: '1 made, 0 changed',
  shares: '4 made, 0 changed',
};
const figuresOfRepeatedRun = Object.fromEntries(
  Object.keys(figuresOfFirstRun).map((kind) => [kind, '0 made, 0 changed']),
);

test('an import and an export move the whole configuration to another server; repeating them changes nothing', async () => {
  await setUp(servers.first);
  const { first, second, third } = clients;
  const looked = await moved(first, second, true);
  assert.deepEqual([figures(looked), failures(looked)], [figuresOfFirstRun, []]);
  const imported = await moved(first, second);
  assert.deepEqual([figures(imported), failures(imported)], [figuresOfFirstRun, []], 'the dry run has changed nothing');
  const secrets = imported.flatMap(({ notes }) => notes.filter(({ what }) => what === 'secret'));
  assert.deepEqual(secrets, [{ what: 'secret', title: 'Hook', text: 'basic_auth' }]);
  const again = await moved(first, second);
  assert.deepEqual([figures(again), failures(again)], [figuresOfRepeatedRun, []]);

  const exported = await moved(second, third);
  assert.deepEqual([figures(exported), failures(exported)], [figuresOfFirstRun, []]);
  // A dry run in each direction finds no difference between the first and the third server.
  assert.deepEqual(figures(await moved(first, third, true)), figuresOfRepeatedRun);
  assert.deepEqual(figures(await moved(third, first, true)), figuresOfRepeatedRun);
  for (const { refused, unknown } of Object.values(references)) assert.deepEqual([refused, [...unknown]], [[], []]);
});

test('references of moved entities name the entities of the new server', async () => {
  const admin = new Asking(servers.third, await servers.third.login());
  const { streams } = await admin.ask<{ streams: Record<string, unknown>[] }>('GET', '/streams');
  const stream = streams.find(({ title }) => title === 'Payments');
  const { inputs } = await admin.ask<{ inputs: { id: string; static_fields: object; attributes: object }[] }>(
    'GET',
    '/system/inputs',
  );
  const { index_sets: sets } = await admin.ask<{ index_sets: { id: string; index_prefix: string }[] }>(
    'GET',
    '/system/indices/index_sets',
  );
  assert.ok(stream);
  assert.equal(stream['disabled'], false);
  assert.equal(stream['index_set_id'], sets.find(({ index_prefix: prefix }) => prefix === 'mine')?.id);
  assert.deepEqual(
    (stream['rules'] as { value: string }[]).map(({ value }) => value),
    ['north', inputs[0]?.id],
  );
  assert.deepEqual(inputs[0]?.static_fields, { site: 'north' });
  // The API shows an input's secrets to users who may change the input, so the move tool could transfer them.
  assert.equal(
    Object.entries(inputs[0].attributes).find(([name]) => name === 'authorization_header_value')?.[1],
    's3cret',
  );
  const { role } = await admin.ask<{ role: string }>('GET', '/roles/Payers/members');
  assert.equal(role, 'Payers');
  const { permissions } = await admin.ask<{ permissions: string[] }>('GET', '/roles/Payers');
  assert.ok(permissions.includes(`streams:read:${String(stream['id'])}`));
  const { event_definitions: definitions } = await admin.ask<{
    event_definitions: { id: string; title: string; config: { streams?: string[] } }[];
  }>('GET', '/events/definitions?per_page=0');
  for (const [title, isScheduled] of [
    ['Many messages', true],
    ['Off', false],
  ] as const) {
    const { id = '', config } = definitions.find((one) => one.title === title) ?? {};
    assert.deepEqual(config?.streams, isScheduled ? [stream['id']] : []);
    const { context } = await admin.ask<{ context: { scheduler: { is_scheduled: boolean } } }>(
      'GET',
      `/events/definitions/${id}/with-context`,
    );
    assert.equal(context.scheduler.is_scheduled, isScheduled, title);
  }
});

test('only the changed entity is moved; secrets and entities that cannot be moved are reported', async () => {
  const { first, second } = clients;
  const admin = new Asking(servers.first, await servers.first.login());
  const { streams } = await admin.ask<{ streams: { id: string; title: string; index_set_id: string }[] }>(
    'GET',
    '/streams',
  );
  const { id = '', index_set_id } = streams.find(({ title }) => title === 'Payments') ?? {};
  await admin.ask('POST', `/streams/${id}/rules`, {
    type: 5,
    field: 'paid',
    value: '',
    inverted: true,
    description: '',
  });
  await admin.ask('POST', `/streams/${id}/pause`);
  await admin.ask('POST', '/system/outputs', {
    title: '\u001b[31mred',
    type: outputTypeIds.stdout,
    configuration: { prefix: '' },
  });
  await admin.ask('POST', '/streams', { title: 'New', index_set_id });
  const other = new Asking(servers.second, await servers.second.login());
  const all = await moved(first, second);
  assert.deepEqual(figures(all), {
    ...figuresOfRepeatedRun,
    outputs: '1 made, 0 changed',
    streams: '1 made, 1 changed',
  });
  const now = await other.ask<{
    streams: { title: string; disabled: boolean; rules: { field: string; inverted: boolean }[] }[];
  }>('GET', '/streams');
  const changed = now.streams.find(({ title }) => title === 'Payments');
  assert.deepEqual([changed?.disabled, changed?.rules.length, changed?.rules[2]?.inverted], [true, 3, true]);
  assert.deepEqual(figures(await moved(first, second)), figuresOfRepeatedRun);

  const lines = all.flatMap((one) => linesOf(one, false));
  assert.ok(lines.includes('streams: 1 made, 1 changed, 0 there already'), lines.join('\n'));
  const reportLines = linesOf(
    {
      kind: 'k',
      made: 0,
      changed: 0,
      same: 0,
      notes: [{ what: 'failed', title: '\u001b[31mred', text: 'no\u0007\nway' }],
    },
    false,
  );
  assert.equal(reportLines[1], '  "\\u001b[31mred" could not go: no way');
});

test('changing a configuration on the other server keeps the secret that is stored there', async () => {
  const [first, second] = await Promise.all(
    [servers.first, servers.second].map(async (server) => new Asking(server, await server.login())),
  );
  const place = '/system/cluster_config/org.graylog.aws.config.AWSPluginConfiguration';
  const keys = { lookups_enabled: false, lookup_regions: '', proxy_enabled: false };
  await first?.ask('PUT', place, { ...keys, access_key: 'new', secret_key: 'one' });
  await second?.ask('PUT', place, { ...keys, access_key: 'old', secret_key: 'another' });
  assert.deepEqual(figures(await moved(clients.first, clients.second))['configurations'], '0 made, 1 changed');
  const changed = await second?.ask<object>('GET', place);
  assert.deepEqual(changed, { ...keys, access_key: 'new', secret_key: '<password set>' });
});

test('shares are added and updated, never removed; unknown grantees are reported', async () => {
  const { first, second } = clients;
  const admins = await Promise.all(
    [servers.first, servers.second].map(async (server) => new Asking(server, await server.login())),
  );
  const [here, there] = admins;
  assert.ok(here && there);
  const grnOfView = async (admin: Asking) => {
    const { views } = await admin.ask<{ views: { id: string; title: string }[] }>('GET', '/views?per_page=0');
    return `grn::::dashboard:${views.find(({ title }) => title === 'Board')?.id}`;
  };
  const grnOfUser = async (admin: Asking, name: string) =>
    `grn::::user:${(await admin.ask<{ id: string }>('GET', `/users/${name}`)).id}`;
  const sharesOf = async (admin: Asking) =>
    (
      await admin.ask<{ active_shares: { grantee: string; capability: string }[] }>(
        'POST',
        `/authz/shares/entities/${await grnOfView(admin)}/prepare`,
        {},
      )
    ).active_shares;
  const share = async (admin: Asking, selected: object) =>
    admin.ask('POST', `/authz/shares/entities/${await grnOfView(admin)}`, { selected_grantee_capabilities: selected });
  const everyone = 'grn::::builtin-team:everyone';
  const person = (username: string) => ({
    username,
    password: 'a password of them',
    email: 'x@example.org',
    first_name: 'X',
    last_name: 'Y',
    roles: ['Reader'],
    permissions: [],
  });
  await there.ask('POST', '/users', person('only-there'));
  const janeThere = await grnOfUser(there, 'jane');
  const onlyThere = await grnOfUser(there, 'only-there');
  await share(there, { [janeThere]: 'own', [onlyThere]: 'manage', [everyone]: 'manage' });
  assert.deepEqual(figures(await moved(first, second))['shares'], '0 made, 1 changed');
  const shares = Object.fromEntries((await sharesOf(there)).map(({ grantee, capability }) => [grantee, capability]));
  assert.deepEqual(shares, { [janeThere]: 'own', [onlyThere]: 'manage', [everyone]: 'view' });
  assert.deepEqual(figures(await moved(first, second))['shares'], '0 made, 0 changed');

  const withoutUsers = kinds.filter(({ name }) => name !== 'users');
  await here.ask('POST', '/users', person('only-here'));
  const onlyHere = await grnOfUser(here, 'only-here');
  await share(here, { [await grnOfUser(here, 'jane')]: 'own', [everyone]: 'view', [onlyHere]: 'view' });
  const notes: string[] = [];
  for await (const one of move({ from: first, to: second, kinds: withoutUsers, dryRun: false }))
    if (one.kind === 'shares') notes.push(...linesOf(one, false));
  assert.ok(
    notes.some((line) => /"Board \/ X Y" could not go: that server has no user of that name/.test(line)),
    notes.join('\n'),
  );
});

test('shares list owners first and omit teams; an entity with unreadable shares does not stop the others', async () => {
  const shared = 'grn::::stream:64b5f00d0123456789abcdef';
  const answers: Readonly<Record<string, (grn: string) => object>> = {
    '/streams': () => ({ streams: ['64b5f00d0123456789abcde0', shared.slice(-24)].map((id) => ({ id, title: 'S' })) }),
    '/views': () => ({ views: [] }),
    '/system/outputs': () => ({ outputs: [] }),
    '/events/notifications': () => ({ notifications: [] }),
    '/events/definitions': () => ({ event_definitions: [] }),
    '/authz/shares/entities/{entityGrn}/prepare': (grn) => {
      if (grn !== shared) throw new ApiFailure({ method: 'POST', url: '', status: 403 });
      const active_shares = [
        { grantee: 'grn::::team:t', capability: 'view' },
        { grantee: 'grn::::user:u', capability: 'own' },
      ];
      return { active_shares, available_grantees: [{ id: 'grn::::user:u', title: 'U' }] };
    },
  };
  const client = {
    call: async ({ path }: { path: string }, input?: { params?: { entityGrn?: string } }) =>
      answers[path]?.(input?.params?.entityGrn ?? ''),
    // The test double has only the method of a client that the test needs.
  } as unknown as Client;
  assert.deepEqual(
    (await shareKind.list(client)).map(({ title, left }) => [title, left?.split(':')[0]]),
    [
      ['S / U', undefined],
      ['S / grn::::team:t', 'teams are not moved'],
    ],
  );
});

test('an allow-list is moved even if titles are missing; literal entries that are not URLs are omitted', async () => {
  const kept = { id: 'a', type: 'literal', title: 'hook', value: 'https://hook.example.org/x' };
  const untitled = { id: 'b', type: 'regex', title: '', value: '^https://b\\.example/' };
  const idle = { id: 'c', type: 'literal', title: 'idle', value: 'c.example' };
  const { first, second } = clients;
  const careless: Client = {
    ...first,
    call: (async (endpoint: { path: string }, input?: { params?: { className?: string } }) => {
      // The arguments are forwarded unchanged, so the endpoint's type is not known statically, hence the casts.
      const answer: unknown = await first.call(endpoint as never, input as never);
      return input?.params?.className?.endsWith('.UrlWhitelist')
        ? { entries: [kept, untitled, idle], disabled: false }
        : answer;
      // A generic method has no type that a plain function could have, hence the cast.
    }) as unknown as Client['call'],
  };
  const all = await moved(careless, second);
  assert.deepEqual([figures(all)['configurations'], failures(all)], ['0 made, 1 changed', []]);
  const admin = new Asking(servers.second, await servers.second.login());
  const { entries } = await admin.ask<{ entries: object[] }>('GET', '/system/urlwhitelist');
  assert.deepEqual(entries, [kept, { ...untitled, title: untitled.value }]);
  assert.deepEqual(figures(await moved(careless, second))['configurations'], '0 made, 0 changed');
});

test('an invalid token and an unreachable server are reported in one sentence', async () => {
  const wrong = clientOf(servers.second.url, 'no token');
  await assert.rejects(
    moved(clients.first, wrong),
    /^CommandError: .* does not accept the access token\. Create a new one there\.$/,
  );
  const none = clientOf('http://127.0.0.1:9', 'x');
  await assert.rejects(moved(none, clients.second), /^CommandError: .* cannot be reached\.$/);
});
