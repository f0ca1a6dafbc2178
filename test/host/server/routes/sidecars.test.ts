/**
 * Recorded requests of a sidecar agent get the expected responses; assignments, versions, rollouts and limits work over
 * HTTP.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type {
  Collector,
  SidecarConfiguration,
  SidecarList,
  SidecarSummary,
} from '../../../../api/contract/sidecars.schema.js';
import type { Rollout } from '../../../../api/contract/sidecar-versions.schema.js';
import { startTestServer, type CallInit, type TestServer } from '../../../server.js';
import { until } from '../../../until.js';
import { addPerson } from '../people.js';

let server: TestServer;
let admin: string;
let agentToken: string;
let linux: Collector;

before(async () => {
  server = await startTestServer();
  admin = await server.login();
  const { user_id: user } = (await ask<{ user_id: string }>('/sidecar/overview/enrolment')).body;
  const made = await ask<{ token: string }>(`/users/${user}/tokens/agents`, { method: 'POST', json: {} });
  agentToken = made.body.token;
  const { collectors } = (await ask<{ collectors: Collector[] }>('/sidecar/collectors')).body;
  const found = collectors.find((one) => one.name === 'filebeat' && one.node_operating_system === 'linux');
  assert.ok(found);
  linux = found;
});
after(() => server.stop());

interface Answer<T> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
}
async function ask<T = { message: string }>(path: string, init: CallInit = {}): Promise<Answer<T>> {
  const response = await server.call(path, { ...(init.token === undefined && { session: admin }), ...init });
  const text = await response.text();
  const body = (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined) as T;
  return { status: response.status, body, headers: response.headers };
}
const send = <T = { message: string }>(method: string, path: string, json?: unknown) =>
  ask<T>(path, { method, ...(json !== undefined && { json }) });

/** Sends a request like the sidecar agent: with doubled quotes around the ETag and the agent's headers. */
const agent = <T>(method: string, path: string, json?: unknown, etag?: string, token = agentToken) =>
  ask<T>(path, {
    method,
    token,
    headers: {
      'X-Graylog-Sidecar-Version': '1.5.6',
      'X-Requested-By': 'sidecar',
      'User-Agent': 'Sidecar Collector v1.5.6',
      ...(etag !== undefined && { 'If-None-Match': `"${etag}"` }),
    },
    ...(json !== undefined && { json }),
  });

interface Registered {
  configuration: { update_interval: number; send_status: boolean };
  actions: { collector_id: string; properties: object }[] | null;
  assignments: { collector_id: string; configuration_id: string; assigned_from_tags: string[] }[];
}
type Status = { collector_id: string; configuration_id: string; status: number; message: string };
const details = (more: object = {}, statuses: readonly Status[] = []) => ({
  operating_system: 'Linux',
  ip: '10.1.2.3',
  log_file_list: [{ path: '/var/log/syslog', mod_time: '2026-07-01T10:00:00.123456789Z', size: 10, is_dir: false }],
  metrics: { disks_75: [], cpu_idle: 93.5, load_1: 0.2 },
  status: {
    status: statuses.some(({ status }) => status === 2) ? 2 : 0,
    message: '0 running / 0 stopped / 0 failing',
    collectors: statuses.map((one) => ({ verbose_message: 'because', ...one })),
  },
  collector_configuration_directory: '/var/lib/sidecar/generated',
  tags: [],
  ...more,
});
const register = (id: string, more: object = {}, etag?: string, statuses: readonly Status[] = []) =>
  agent<Registered>('PUT', `/sidecars/${id}`, { node_name: `node ${id}`, node_details: details(more, statuses) }, etag);
const etagOf = ({ headers }: Answer<unknown>): string => headers.get('ETag') ?? '';
const node = async (id: string) => (await ask<SidecarSummary>(`/sidecars/${id}`)).body;

let made = 0;
const configure = async (part: object = {}): Promise<SidecarConfiguration> => {
  const json = {
    name: `Configuration ${++made}`,
    collector_id: linux.id,
    color: '#aabbcc',
    template: 'node: ${sidecar.nodeName}',
    tags: [],
    ...part,
  };
  const { status, body } = await send<SidecarConfiguration>('POST', '/sidecar/configurations', json);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const save = (configuration: SidecarConfiguration, part: object) =>
  send<SidecarConfiguration>('PUT', `/sidecar/configurations/${configuration.id}`, { ...configuration, ...part });
const render = (id: string, configuration: string, etag?: string) =>
  agent<SidecarConfiguration>('GET', `/sidecar/configurations/render/${id}/${configuration}`, undefined, etag);
const assign = (id: string, configurations: readonly SidecarConfiguration[]) =>
  send('PUT', '/sidecars/configurations', {
    nodes: [
      {
        node_id: id,
        assignments: configurations.map((one) => ({ collector_id: one.collector_id, configuration_id: one.id })),
      },
    ],
  });

test('an agent gets version, registration, collectors and configuration, and then 304 for unchanged data', async () => {
  const root = await fetch(`${server.url}/api`);
  assert.match(((await root.json()) as { version: string }).version, /^\d+\.\d+/);
  const configuration = await configure({
    tags: ['web', 'nginx'],
    template: 'path: ${sidecar.spoolDir}\nid: ${sidecar.nodeId}',
  });
  assert.doesNotMatch(configuration.id + linux.id, /-/);

  const registered = await register('round', { tags: ['web', 'other'] });
  assert.equal(registered.status, 202);
  assert.deepEqual(registered.body.assignments, [
    { collector_id: linux.id, configuration_id: configuration.id, assigned_from_tags: ['web'] },
  ]);
  assert.deepEqual(
    [registered.body.actions, registered.body.configuration],
    [null, { update_interval: 30, send_status: true }],
  );
  const collectors = await agent<{ total: number }>('GET', '/sidecar/collectors');
  assert.equal(collectors.body.total, 11);
  assert.equal(collectors.headers.get('Cache-Control'), 'private, no-transform');
  const rendered = await render('round', configuration.id);
  assert.equal(rendered.body.template, `path: /var/lib/sidecar/generated/${configuration.id}\nid: round\n`);

  const before = (await node('round')).last_seen;
  const again = await register(
    'round',
    { tags: ['web', 'other'], metrics: { disks_75: [], cpu_idle: 1, load_1: 9 } },
    etagOf(registered),
  );
  assert.deepEqual([again.status, again.body], [304, undefined]);
  const now = await node('round');
  assert.ok(now.last_seen >= before);
  assert.equal(now.node_details.metrics?.load_1, 9, 'the reported metrics are stored although the response is 304');
  assert.equal((await agent('GET', '/sidecar/collectors', undefined, etagOf(collectors))).status, 304);
  assert.equal((await render('round', configuration.id, etagOf(rendered))).status, 304);

  await save(configuration, { template: 'changed' });
  const changed = await render('round', configuration.id, etagOf(rendered));
  assert.deepEqual([changed.status, changed.body.template], [200, 'changed\n']);
  const retagged = await register('round', { tags: [] }, etagOf(registered));
  assert.deepEqual([retagged.status, retagged.body.assignments], [202, []], 'changed tags of the node prevent a 304');
});

test('a changed action, assignment, variable or deletion changes the ETag of a node', async () => {
  const configuration = await configure();
  let etag = etagOf(await register('drop'));
  assert.equal((await register('drop', {}, etag)).status, 304);
  assert.equal((await assign('drop', [configuration])).status, 202);
  const assigned = await register('drop', {}, etag);
  assert.deepEqual(assigned.body.assignments, [
    { collector_id: linux.id, configuration_id: configuration.id, assigned_from_tags: [] },
  ]);
  etag = etagOf(assigned);

  for (const action of ['restart', 'stop'])
    await send('PUT', '/sidecar/administration/action', {
      action,
      collectors: [{ sidecar_id: 'drop', collector_ids: [linux.id] }],
    });
  assert.deepEqual((await ask<unknown[]>('/sidecar/action/drop')).body, [
    { collector_id: linux.id, properties: { stop: true } },
  ]);
  const acting = await register('drop', {}, etag);
  assert.deepEqual(acting.body.actions, [{ collector_id: linux.id, properties: { stop: true } }]);
  assert.equal((await register('drop', {}, etagOf(acting))).body.actions, null, 'actions are returned once');

  const variable = await send<{ id: string }>('POST', '/sidecar/configuration_variables', {
    id: '',
    name: 'drop_host',
    content: 'one',
  });
  await save(configuration, { template: 'to: ${user.drop_host!"none"}' });
  const first = await render('drop', configuration.id);
  assert.equal(first.body.template, 'to: one\n');
  await send('PUT', `/sidecar/configuration_variables/${variable.body.id}`, { name: 'drop_target', content: 'two' });
  assert.equal((await render('drop', configuration.id, etagOf(first))).body.template, 'to: two\n');
  assert.equal(
    (await ask<SidecarConfiguration>(`/sidecar/configurations/${configuration.id}`)).body.template,
    'to: ${user.drop_target!"none"}',
  );
  const inUse = await send<{ errors: { name: string[] } }>(
    'DELETE',
    `/sidecar/configuration_variables/${variable.body.id}`,
  );
  assert.equal(inUse.status, 400);
  assert.match(inUse.body.errors.name[0] ?? '', new RegExp(`still used in .* ${configuration.name}`));

  assert.match(
    (await send('DELETE', `/sidecar/configurations/${configuration.id}`)).body.message,
    /still in use, cannot delete/,
  );
  assert.match((await send('DELETE', `/sidecar/collectors/${linux.id}`)).body.message, /still in use, cannot delete/);
  const moved = await save(configuration, { collector_id: await otherCollector() });
  // The response is an error, but the helper's type describes a success, hence the cast.
  assert.match((moved.body as unknown as { message: string }).message, /cannot change collector type/);
  await assign('drop', []);
  assert.equal((await send('DELETE', `/sidecar/configurations/${configuration.id}`)).status, 202);
  assert.equal((await send('DELETE', `/sidecar/configurations/${configuration.id}`)).status, 304);
  assert.equal((await render('drop', configuration.id)).status, 404);
});

const otherCollector = async (): Promise<string> =>
  (
    await send<Collector>('POST', '/sidecar/collectors', {
      name: `other-${++made}`,
      service_type: 'exec',
      node_operating_system: 'linux',
      executable_path: '/bin/sh',
    })
  ).body.id;

test('two collectors of one node have configurations, states and actions of their own', async () => {
  const second = await otherCollector();
  const first = await configure({ tags: ['pair'], template: 'first: ${sidecar.nodeName}' });
  const own = await configure({ tags: ['pair'], collector_id: second, template: 'second: ${sidecar.spoolDir}' });
  const registered = await register('pair', { tags: ['pair'] });
  assert.deepEqual(registered.body.assignments, [
    { collector_id: linux.id, configuration_id: first.id, assigned_from_tags: ['pair'] },
    { collector_id: second, configuration_id: own.id, assigned_from_tags: ['pair'] },
  ]);
  const [one, two] = [await render('pair', first.id), await render('pair', own.id)];
  assert.deepEqual(
    [one, two].map(({ body }) => [body.collector_id, body.template]),
    [
      [linux.id, 'first: node pair\n'],
      [second, `second: /var/lib/sidecar/generated/${own.id}\n`],
    ],
  );
  const crossed = await render('pair', first.id, etagOf(two));
  assert.deepEqual([crossed.status, crossed.body], [200, one.body], 'the ETag of another configuration is no match');
  await save(first, { template: 'changed' });
  assert.equal((await render('pair', own.id, etagOf(two))).status, 304);
  assert.equal((await render('pair', first.id, etagOf(one))).body.template, 'changed\n');

  await register('pair', { tags: ['pair'] }, undefined, [
    { collector_id: linux.id, configuration_id: first.id, status: 0, message: 'running' },
    { collector_id: second, configuration_id: own.id, status: 2, message: 'no port' },
  ]);
  const seen = await node('pair');
  assert.deepEqual(
    seen.node_details.status?.collectors.map((each) => [each.collector_id, each.status, each.message]),
    [
      [linux.id, 0, 'running'],
      [second, 2, 'no port'],
    ],
  );
  const found = async (collector: string, status: string): Promise<string[]> => {
    const filters = { collector, status };
    const { body } = await send<SidecarList>('POST', '/sidecar/administration', { filters });
    return body.sidecars.map(({ node_id }) => node_id).filter((id) => id === 'pair');
  };
  assert.deepEqual([await found(linux.id, '2'), await found(second, '2')], [[], ['pair']]);
  assert.deepEqual([await found(linux.id, '0'), await found(second, '0')], [['pair'], []]);

  const restart = { action: 'restart', collectors: [{ sidecar_id: 'pair', collector_ids: [second] }] };
  await send('PUT', '/sidecar/administration/action', restart);
  await send('PUT', '/sidecar/administration/action', {
    action: 'stop',
    collectors: [{ sidecar_id: 'pair', collector_ids: [linux.id] }],
  });
  assert.deepEqual((await register('pair', { tags: ['pair'] })).body.actions, [
    { collector_id: second, properties: { restart: true } },
    { collector_id: linux.id, properties: { stop: true } },
  ]);

  await save(own, { tags: [] });
  assert.deepEqual(
    (await register('pair', { tags: ['pair'] })).body.assignments.map(({ configuration_id }) => configuration_id),
    [first.id],
    'the other collector keeps its configuration',
  );
  await save(first, { tags: [] });
});

test('an assignment rule assigns configurations and lists its nodes, and is distinguished from manual assignments', async () => {
  await register('rule-linux', { tags: ['eu'] });
  await register('rule-windows', { tags: ['eu'], operating_system: 'Windows' });
  const json = { assignment_rule: 'tag:eu AND NOT name:*nobody*', collector_id: linux.id };
  const found = await send<{ total: number; nodes: { node_id: string }[] }>('POST', '/sidecar/assignment/match', json);
  assert.deepEqual(
    found.body.nodes.map(({ node_id }) => node_id),
    ['rule-linux'],
  );
  assert.match(
    (await send('POST', '/sidecar/assignment/match', { assignment_rule: 'tag:eu AND' })).body.message,
    /expected at the end/,
  );
  const configuration = await configure({ assignment_rule: 'tag:eu' });
  assert.deepEqual((await node('rule-linux')).assignments, [
    { collector_id: linux.id, configuration_id: configuration.id, assigned_from_tags: [], assigned_from_rule: true },
  ]);
  assert.deepEqual((await node('rule-windows')).assignments, []);
  // A console that sends back the assignment of a rule does not turn it into a manual assignment.
  await assign('rule-linux', [configuration]);
  await save(configuration, { assignment_rule: '' });
  assert.deepEqual((await node('rule-linux')).assignments, []);
});

test('the server refuses unsuitable assignments without changing anything', async () => {
  const configuration = await configure();
  await register('fit', { operating_system: 'Windows' });
  assert.equal((await assign('fit', [configuration])).status, 404);
  assert.equal((await assign('nobody', [])).status, 404);
  assert.equal((await assign('fit', [{ ...configuration, id: 'none' }])).status, 404);
  assert.deepEqual((await node('fit')).assignments, []);
});

test('lists of sidecars find nodes by words of their status; filters leave out nodes without a fitting collector before paging', async () => {
  const configuration = await configure({ tags: ['listed'] });
  const status = { collector_id: linux.id, configuration_id: configuration.id, message: 'm' };
  for (const [id, code] of [
    ['list-a', 0],
    ['list-b', 2],
    ['list-c', 0],
  ] as const)
    await register(id, { tags: ['listed'] }, undefined, [{ ...status, status: code }]);
  await register('list-solaris', { operating_system: 'SunOS' });
  const ids = ({ body }: Answer<SidecarList>) => body.sidecars.map(({ node_id }) => node_id);
  const listed = await ask<SidecarList>('/sidecars?query=node_id:list%20status:failing&sort=node_id&order=desc');
  assert.deepEqual(ids(listed), ['list-b']);
  const all = await ask<SidecarList>('/sidecars?query=node_id:list&sort=node_id&order=desc&per_page=2');
  assert.deepEqual([ids(all), all.body.pagination.total], [['list-solaris', 'list-c'], 4]);
  const administer = (filters: object) =>
    send<SidecarList>('POST', '/sidecar/administration', { page: 1, per_page: 10, query: 'node_id:list', filters });
  assert.deepEqual(
    ids(await administer({})),
    ['list-a', 'list-b', 'list-c', 'list-solaris'],
    'the nodes are sorted by name',
  );
  assert.deepEqual(ids(await administer({ configuration: configuration.id })), ['list-a', 'list-b', 'list-c']);
  assert.deepEqual(ids(await administer({ collector: linux.id, status: '2' })), ['list-b']);
  assert.deepEqual(ids(await administer({ os: 'windows' })), []);
  assert.deepEqual((await administer({ configuration: configuration.id })).body.sidecars[0]?.collectors, [linux.id]);
});

test('versions of a configuration name author and date, and an older version can be restored as the newest', async () => {
  const configuration = await configure({ template: 'one' });
  const { name } = configuration;
  await save(configuration, { name: `${name} 2`, template: 'two', tags: ['t'], assignment_rule: 'name:nobody' });
  const restored = await send<SidecarConfiguration>('PUT', `/sidecar/configurations/${configuration.id}/versions/1`);
  const { id: _id, color: _color, collector_id: _collector, ...members } = restored.body;
  assert.deepEqual(members, { name, template: 'one', tags: [], assignment_rule: '', version: 3 });
  const { versions } = (
    await ask<{ versions: { version: number; template: string; username: string; restored_from: number | null }[] }>(
      `/sidecar/configurations/${configuration.id}/versions`,
    )
  ).body;
  assert.deepEqual(
    versions.map(({ version, template, username, restored_from }) => [version, template, username, restored_from]),
    [
      [3, 'one', 'admin', 1],
      [2, 'two', 'admin', null],
      [1, 'one', 'admin', null],
    ],
  );
  assert.equal((await send('PUT', `/sidecar/configurations/${configuration.id}/versions/9`)).status, 404);
});

test('a staged rollout reaches one node first, pauses when it fails, and is rolled back everywhere', async () => {
  const configuration = await configure({ tags: ['staged'], template: 'old' });
  const status = { collector_id: linux.id, configuration_id: configuration.id, message: 'm' };
  const ids = Array.from({ length: 12 }, (_, at) => `staged-${String(at).padStart(2, '0')}`);
  for (const id of ids) await register(id, { tags: ['staged'] }, undefined, [{ ...status, status: 0 }]);
  await save(configuration, { template: 'new', staged: true });
  const rollout = async (): Promise<Rollout> => {
    const { rollouts } = (await ask<{ rollouts: Rollout[] }>('/sidecar/rollouts')).body;
    const found = rollouts.find((one) => one.configuration_id === configuration.id);
    assert.ok(found);
    return found;
  };
  const templates = async () =>
    Promise.all(ids.map(async (id) => (await render(id, configuration.id)).body.template.trim()));
  assert.deepEqual(await templates(), ['new', ...Array.from({ length: 11 }, () => 'old')]);
  const { id } = await rollout();
  await send('PUT', `/sidecar/rollouts/${id}`, { action: 'advance' });
  assert.deepEqual((await templates()).filter((text) => text === 'new').length, 2);

  await register('staged-01', { tags: ['staged'] }, undefined, [{ ...status, status: 2, message: 'not valid' }]);
  await until('the rollout is paused', async () => (await rollout()).state === 'paused');
  const paused = await rollout();
  assert.match(paused.reason, /node staged-01 is failing: not valid because/);
  assert.deepEqual(
    paused.stages.map(({ state, nodes }) => [state, nodes]),
    [
      ['done', 1],
      ['paused', 2],
      ['waiting', 12],
    ],
  );
  assert.equal(paused.stages[1]?.failing[0]?.node_id, 'staged-01');

  const back = await send<Rollout>('PUT', `/sidecar/rollouts/${id}`, { action: 'roll_back' });
  assert.equal(back.body.state, 'rolled_back');
  assert.deepEqual(new Set(await templates()), new Set(['old']));
  const { versions } = (
    await ask<{ versions: { version: number; restored_from: number | null }[] }>(
      `/sidecar/configurations/${configuration.id}/versions`,
    )
  ).body;
  const [newest] = versions;
  assert.deepEqual(
    [newest?.version, newest?.restored_from],
    [3, 1],
    'nodes fetch the former template as a new version',
  );
  await save(configuration, { color: '#112233', staged: true });
  assert.equal((await rollout()).state, 'rolled_back', 'a change of other members needs no rollout');
  assert.equal((await send('PUT', `/sidecar/rollouts/${id}`, { action: 'resume' })).status, 400);
});

test('validation reports problems by field; templates are previewed, also for one node', async () => {
  const validate = async (path: string, json: object) =>
    (await send<{ failed: boolean; errors: Record<string, string[]> }>('POST', path, json)).body;
  const empty = await validate('/sidecar/configurations/validate', { name: 'a|b', template: 'x\n${user.nothing}' });
  assert.deepEqual(Object.keys(empty.errors).sort(), ['collector_id', 'color', 'name', 'template']);
  assert.match(
    empty.errors['template']?.[0] ?? '',
    /^Template error: user\.nothing is undefined.*\(line 2, column 8\)$/,
  );
  const collector = await validate('/sidecar/collectors/validate', {
    name: 'a b',
    executable_path: 'x;y',
    node_operating_system: 'linux',
    service_type: 'svc',
  });
  assert.deepEqual(Object.keys(collector.errors).sort(), ['executable_path', 'name', 'service_type']);
  const taken = await validate('/sidecar/collectors/validate', { ...linux, id: null });
  assert.deepEqual(Object.keys(taken.errors), ['name']);
  assert.equal((await validate('/sidecar/collectors/validate', { ...linux })).failed, false);
  assert.deepEqual(
    Object.keys(
      (await validate('/sidecar/configuration_variables/validate', { name: '1a', content: '' })).errors,
    ).sort(),
    ['content', 'name'],
  );

  const preview = (json: object) =>
    send<{ preview: string; message: string }>('POST', '/sidecar/configurations/render/preview', json);
  const template = '${sidecar.nodeName} ${sidecar.operatingSystem}';
  assert.equal((await preview({ template })).body.preview, '<node name> <operating system>\n');
  await register('preview');
  assert.equal((await preview({ template, node_id: 'preview' })).body.preview, 'node preview Linux\n');
  const broken = await preview({ template: '<#if x' });
  assert.deepEqual([broken.status, broken.body.message.startsWith('Could not render template preview: ')], [400, true]);
});

/** Collections whose entities have at most 2,000,000 characters together. */
const nearlyFull = [
  {
    path: '/sidecar/configuration_variables',
    used: async () => {
      const { body: stored } = await ask<{ content: string }[]>('/sidecar/configuration_variables');
      return stored.map(({ content }) => content);
    },
    body: (at: number, text: string) => ({ name: `large_${at}`, content: text }),
    problem: 'All variables together have at most 2000000 characters.',
  },
  {
    path: '/sidecar/collectors',
    used: async () => {
      const { body: stored } = await ask<{ collectors: Collector[] }>('/sidecar/collectors');
      return stored.collectors.map(({ default_template: template }) => template);
    },
    body: (at: number, text: string) => ({
      name: `large_${at}`,
      service_type: 'exec',
      node_operating_system: 'freebsd',
      executable_path: '/a',
      default_template: text,
    }),
    problem: 'The default templates of all collectors have at most 2000000 characters.',
  },
];
for (const { path, used, body, problem } of nearlyFull)
  test(`an entity of ${path} can be changed, but not become longer, when all together have the maximum number of characters`, async () => {
    const ids: string[] = [];
    const create = async (characters: number) => {
      const made = await send<{ id?: string; message: string }>('POST', path, body(ids.length, 'a'.repeat(characters)));
      if (made.body.id !== undefined) ids.push(made.body.id);
      return made;
    };
    try {
      const before = (await used()).reduce((sum, { length }) => sum + length, 0);
      const each = Math.floor((2_000_000 - before) / 11);
      // A single text has at most 200,000 characters.
      for (let at = 0; at < 11; at += 1) assert.equal((await create(each)).status, 200);
      const rest = 2_000_000 - before - 11 * each;
      const more = await create(rest + 1);
      assert.deepEqual([more.status, more.body.message], [400, problem]);
      const changed = await send('PUT', `${path}/${ids[0]}`, body(0, 'b'.repeat(each)));
      assert.equal(changed.status, 200, JSON.stringify(changed.body).slice(0, 200));
      const longer = await send<{ message: string }>('PUT', `${path}/${ids[0]}`, body(0, 'b'.repeat(each + rest + 1)));
      assert.deepEqual([longer.status, longer.body.message], [400, problem]);
    } finally {
      for (const id of ids) await send('DELETE', `${path}/${id}`);
    }
  });

test('incomplete registrations are refused, and oversized registrations are truncated', async () => {
  const put = (json: unknown, headers: Record<string, string> = { 'X-Graylog-Sidecar-Version': '1.5.6' }) =>
    ask('/sidecars/odd', { method: 'PUT', json, headers });
  assert.match((await put({ node_name: 'n', node_details: details() }, {})).body.message, /X-Graylog-Sidecar-Version/);
  assert.equal((await put({ node_name: ' ', node_details: details() })).status, 400);
  assert.match(
    (await put({ node_name: 'n', node_details: { ...details(), operating_system: '' } })).body.message,
    /operating_system/,
  );
  assert.equal((await put({ node_name: 'n' })).status, 400);
  assert.equal((await put({ node_name: 'n', node_details: details({ tags: ['x'.repeat(1_100_000)] }) })).status, 413);
  const strange = {
    operating_system: 'Linux',
    tags: [1, null, 't'.repeat(500), 't'],
    status: 'x',
    metrics: [],
    // An agent that watches a large directory lists thousands of files.
    log_file_list: Array.from({ length: 5000 }, (_, at) => ({ path: `/var/log/${at}`.padEnd(100, 'x'), size: at })),
    unknown: {},
  };
  assert.equal((await put({ node_name: 'n', node_details: strange, extra: 1 })).status, 202);
  const { node_details: kept } = await node('odd');
  assert.deepEqual(
    [kept.tags, kept.status, kept.metrics, kept.log_file_list?.length],
    [['t'.repeat(100), 't'], null, null, 200],
  );
});

test("an agent's token permits only the requests of an agent", async () => {
  type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const { paths } = (await ask<{ paths: Paths }>('/openapi.json')).body;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    ['get', 'post', 'put', 'delete', 'patch'].filter((method) => method in methods).map((method) => [method, path]),
  );
  assert.ok(operations.length > 500, `${operations.length} endpoints are described`);
  const open: string[] = [];
  for (const [method = '', path = ''] of operations) {
    const named = path.replaceAll(/\{[^}]+\}/g, '000000000000000000000001');
    const { status } = await agent(
      method.toUpperCase(),
      named,
      method === 'get' || method === 'delete' ? undefined : {},
    );
    // Access to the API description has its own test.
    if (status !== 403 && !path.startsWith('/api-docs')) open.push(`${method} ${path} ${status}`);
  }
  assert.deepEqual(open.toSorted(), [
    // Everybody may read the version.
    'get / 200',
    'get /sidecar/collectors 200',
    'get /sidecar/configurations/render/{sidecarId}/{configurationId} 404',
    'put /sidecars/{sidecarId} 400',
  ]);
  assert.equal((await agent('GET', '/sidecar/collectors', undefined, undefined, 'no such token')).status, 401);
});

test('nodes, manual assignments and states survive a restart', async () => {
  const configuration = await configure();
  await register('kept', { tags: ['kept'] });
  await assign('kept', [configuration]);
  const data = server.data;
  await server.kill();
  server = await startTestServer({ data });
  admin = await server.login();
  const kept = await node('kept');
  assert.deepEqual([kept.node_details.tags, kept.assignments.length], [['kept'], 1]);
  assert.equal((await ask<{ total: number }>('/sidecar/collectors')).body.total >= 11, true);
});

test('users who may only read sidecars cannot change them', async () => {
  const reader = await addPerson(server, admin, 'watcher', ['sidecars:read']);
  const as = (method: string, path: string, json?: unknown) =>
    ask(path, { method, session: reader.session, ...(json !== undefined && { json }) });
  assert.equal((await as('GET', '/sidecars')).status, 200);
  assert.equal((await as('PUT', '/sidecars/configurations', { nodes: [] })).status, 403);
  assert.equal((await as('DELETE', '/sidecars/kept')).status, 403);
  assert.equal(
    (await as('POST', '/sidecar/configurations/render/preview', { template: 'x', node_id: 'kept' })).status,
    403,
  );
});
