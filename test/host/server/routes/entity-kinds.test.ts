/**
 * Creating and deleting an entity of any kind is reported, and the deletion also removes its grants, favorites and
 * history.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { GrantSummary } from '../../../../api/contract/catalogue.js';
import { endpoints } from '../../../../api/contract/index.js';
import type { PagedActivity } from '../../../../api/contract/start-page.schema.js';
import type { PagedRoles } from '../../../../api/contract/users.schema.js';
import { entityKinds, type EntityType } from '../../../../host/server/documents/kinds.js';
import { indexSetBody } from '../../../index-set-body.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { addPerson, type Person } from '../people.js';

let server: TestServer;
let admin: string;
let indexSet: string;
let owner: Person;
before(async () => {
  server = await startTestServer();
  admin = await server.login();
  indexSet = (await read<{ index_set_id: string }>(admin, '/streams/000000000000000000000001')).index_set_id;
  owner = await addPerson(server, admin, 'owner', []);
});
after(() => server.stop());

const send = (session: string, method: string, path: string, json?: unknown) =>
  server.call(path, { method, session, ...(json === undefined ? {} : { json }) });
async function ask<T>(session: string, method: string, path: string, json?: unknown): Promise<T> {
  const response = await send(session, method, path, json);
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
const read = <T>(session: string, path: string): Promise<T> => ask<T>(session, 'GET', path);
/** Creates an entity of a kind through its endpoints; `removing` is the path of the DELETE request. */
type Maker = () => Promise<{ readonly id: string; readonly removing: string }>;
const posted =
  <T>(path: string, json: () => unknown, idOf: (answer: T) => string, removing = path): Maker =>
  async () => {
    const id = idOf(await ask<T>(admin, 'POST', path, json()));
    return { id, removing: `${removing}/${id}` };
  };
const idOf = ({ id }: { id: string }) => id;
const view = (type: string) => async () => {
  const { id: search_id } = await ask<{ id: string }>(admin, 'POST', '/views/search', {
    queries: [{ id: 'q', search_types: [] }],
  });
  const state = { q: { widgets: [], widget_mapping: {}, positions: {} } };
  const { id } = await ask<{ id: string }>(admin, 'POST', '/views', { type, title: 'Made', search_id, state });
  // Opening the view adds it to the list of recently opened entities.
  await read(admin, `/views/${id}`);
  return { id, removing: `/views/${id}` };
};
const backend = {
  title: 'House',
  description: '',
  default_roles: [],
  config: {
    type: 'ldap',
    servers: [{ host: '127.0.0.1', port: 1 }],
    transport_security: 'none',
    user_search_base: 'dc=example',
    user_search_pattern: '(uid={0})',
    user_name_attribute: 'uid',
    user_full_name_attribute: 'cn',
  },
};
const services = '/system/authentication/services/backends';
const storedAdapter = (name: string) => ({ title: name, name, config: { type: 'stored_table' } });
const severity = 'org.graylog2.decorators.SyslogSeverityMapperDecorator';
/** Every kind of the catalogue; a text explains why nothing creates entities of the kind yet. */
const makers: Readonly<Record<EntityType, Maker | string>> = {
  dashboard: view('DASHBOARD'),
  search: view('SEARCH'),
  stream: async () => {
    const json = { title: 'Made', index_set_id: indexSet };
    const { stream_id: id } = await ask<{ stream_id: string }>(admin, 'POST', '/streams', json);
    return { id, removing: `/streams/${id}` };
  },
  input: posted(
    '/system/inputs',
    () => ({
      title: 'Made',
      type: 'org.graylog2.inputs.raw.udp.RawUDPInput',
      global: true,
      configuration: { bind_address: '127.0.0.1', port: 0 },
    }),
    idOf,
  ),
  grok_pattern: posted('/system/grok', () => ({ name: 'MADE', pattern: 'x' }), idOf),
  authentication_service: posted(
    services,
    () => backend,
    (answer: { backend: { id: string } }) => answer.backend.id,
  ),
  decorator: posted('/search/decorators', () => ({ type: severity, config: {}, order: 0 }), idOf),
  user: async () => {
    const { id } = await addPerson(server, admin, 'made', []);
    return { id, removing: `/users/id/${id}` };
  },
  role: async () => {
    await ask(admin, 'POST', '/roles', { name: 'Made', description: '', permissions: [] });
    const { roles } = await read<PagedRoles>(admin, '/authz/roles?query=name:Made');
    return { id: roles[0]?.id ?? '', removing: '/roles/Made' };
  },
  index_set: posted('/system/indices/index_sets', () => indexSetBody('Made', 'made'), idOf),
  output: posted(
    '/system/outputs',
    () => ({ title: 'Made', type: 'org.graylog2.outputs.LoggingOutput', configuration: { prefix: '' } }),
    idOf,
  ),
  event_definition: posted(
    '/events/definitions',
    () => ({
      title: 'Made',
      config: { type: 'aggregation-v1', query: '', search_within_ms: 60_000, execute_every_ms: 60_000 },
    }),
    idOf,
  ),
  notification: posted(
    '/events/notifications',
    () => ({
      title: 'Made',
      config: {
        type: 'pagerduty-notification-v2',
        routing_key: 'r'.repeat(32),
        custom_incident: false,
        client_name: 'Made',
        client_url: 'http://127.0.0.1/',
      },
    }),
    idOf,
  ),
  sidecar_collector: posted(
    '/sidecar/collectors',
    () => ({
      name: 'made',
      service_type: 'exec',
      node_operating_system: 'linux',
      executable_path: '/bin/sh',
      default_template: '',
    }),
    idOf,
  ),
  sidecar_configuration: async () => {
    const { collectors } = await read<{ collectors: { id: string }[] }>(admin, '/sidecar/collectors');
    const json = { name: 'Made', collector_id: collectors[0]?.id, color: '#ff0000', template: 'x', tags: [] };
    const { id } = await ask<{ id: string }>(admin, 'POST', '/sidecar/configurations', json);
    return { id, removing: `/sidecar/configurations/${id}` };
  },
  sidecar_variable: posted('/sidecar/configuration_variables', () => ({ name: 'made', content: 'x' }), idOf),
  lookup_cache: posted(
    '/system/lookup/caches',
    () => ({ title: 'Made', name: 'made', config: { type: 'none' } }),
    idOf,
  ),
  lookup_adapter: posted('/system/lookup/adapters', () => storedAdapter('made'), idOf),
  lookup_table: async () => {
    const cache = await ask<{ id: string }>(admin, 'POST', '/system/lookup/caches', {
      title: 'Of a table',
      name: 'of-a-table',
      config: { type: 'none' },
    });
    const adapter = await ask<{ id: string }>(admin, 'POST', '/system/lookup/adapters', storedAdapter('of-a-table'));
    const json = { title: 'Made', name: 'made', cache_id: cache.id, data_adapter_id: adapter.id };
    const { id } = await ask<{ id: string }>(admin, 'POST', '/system/lookup/tables', json);
    return { id, removing: `/system/lookup/tables/${id}` };
  },
  pipeline: posted('/system/pipelines/pipeline', () => ({ source: 'pipeline "Made" stage 0 match all end' }), idOf),
  pipeline_rule: posted('/system/pipelines/rule', () => ({ source: 'rule "Made" when true then end' }), idOf),
};

for (const { type, grn: grnType, owned } of entityKinds)
  test(`deleting an entity removes its grants, favorites and history: ${type}`, async () => {
    const make = makers[type];
    if (typeof make === 'string') {
      const made = endpoints.some(({ method, path }) => method === 'POST' && path === make);
      assert.equal(made, false, `An endpoint that creates this kind exists now; name the endpoint in this test.`);
      return;
    }
    const { id, removing } = await make();
    const isReported = async (change: 'create' | 'delete'): Promise<boolean> => {
      if (owned) {
        const { recentActivity } = await read<PagedActivity>(admin, '/startpage/recentActivity?per_page=0');
        return recentActivity.some((entry) => entry.item_grn === name && entry.activity_type === change);
      }
      const message = `"An entity was ${change === 'create' ? 'created' : 'removed'}"`;
      const lines = server.output().stderr.split('\n');
      return lines.some((line) => [message, `"kind":"${type}"`, id].every((part) => line.includes(part)));
    };
    const name = `grn::::${grnType}:${id}`;
    const left = async () => ({
      grants: (await read<{ grants: GrantSummary[] }>(admin, '/authz/grants-overview')).grants.filter(
        ({ target }) => target === name,
      ).length,
      favorites: (
        await read<{ favorites: { grn: string }[] }>(owner.session, '/favorites?per_page=0')
      ).favorites.filter(({ grn }) => grn === name).length,
      opened: (
        await read<{ lastOpened: { grn: string }[] }>(admin, '/startpage/lastOpened?per_page=0')
      ).lastOpened.filter(({ grn }) => grn === name).length,
    });
    assert.ok(await isReported('create'), 'the creation of the entity is reported');
    if (grnType !== null) {
      const selected_grantee_capabilities = { [`grn::::user:${owner.id}`]: 'own' };
      await ask(admin, 'POST', `/authz/shares/entities/${name}`, { selected_grantee_capabilities });
      await ask(owner.session, 'PUT', `/favorites/${name}`);
      const opened = type === 'dashboard' || type === 'search' ? 1 : 0;
      assert.deepEqual(await left(), { grants: 1, favorites: 1, opened });
    }
    await ask(admin, 'DELETE', removing);
    assert.deepEqual(await left(), { grants: 0, favorites: 0, opened: 0 });
    assert.ok(await isReported('delete'), 'the deletion of the entity is reported');
  });

/** Returns the permission that a rule of an endpoint names, without the part that names the entity: `roles:delete`. */
function permissionOf({ permission }: (typeof endpoints)[number]): string | undefined {
  if (typeof permission !== 'object') return undefined;
  const text = 'needs' in permission ? permission.needs : 'handler' in permission ? permission.handler : '';
  return /^[a-z_]+:[a-z_]+/.exec(text)?.[0];
}
const pathsOf: Readonly<Record<EntityType, string>> = {
  dashboard: '/views/{viewId}',
  search: '/views/{viewId}',
  stream: '/streams/{streamId}',
  input: '/system/inputs/{inputId}',
  output: '/system/outputs/{outputId}',
  event_definition: '/events/definitions/{definitionId}',
  notification: '/events/notifications/{id}',
  index_set: '/system/indices/index_sets/{indexSetId}',
  grok_pattern: '/system/grok/{patternId}',
  lookup_table: '/system/lookup/tables/{idOrName}',
  lookup_cache: '/system/lookup/caches/{idOrName}',
  lookup_adapter: '/system/lookup/adapters/{idOrName}',
  pipeline: '/system/pipelines/pipeline/{pipelineId}',
  pipeline_rule: '/system/pipelines/rule/{ruleId}',
  sidecar_collector: '/sidecar/collectors/{id}',
  sidecar_configuration: '/sidecar/configurations/{id}',
  sidecar_variable: '/sidecar/configuration_variables/{id}',
  authentication_service: '/system/authentication/services/backends/{backendId}',
  decorator: '/search/decorators/{decoratorId}',
  user: '/users/{username}',
  role: '/roles/{roleName}',
};
for (const { type, read: reading, remove } of entityKinds)
  test(`the catalogue needs the permissions of the endpoints that return and delete an entity: ${type}`, () => {
    const [get, deletion] = ['GET', 'DELETE'].map((method) =>
      endpoints.find((endpoint) => endpoint.method === method && endpoint.path === pathsOf[type]),
    );
    assert.ok(deletion, pathsOf[type]);
    assert.deepEqual(remove, [permissionOf(deletion)]);
    const needed = get && permissionOf(get);
    assert.ok(needed === undefined || reading.some((one) => one === needed), `${reading.join()} contains ${needed}`);
  });

test('an owned role is deleted with its owner and removed from its holders', async () => {
  const leaver = await addPerson(server, admin, 'leaver', []);
  await ask(admin, 'POST', '/roles', { name: 'Owned', description: '', permissions: [] });
  const { roles } = await read<PagedRoles>(admin, '/authz/roles?query=name:Owned');
  const id = roles[0]?.id ?? '';
  await ask(admin, 'PUT', `/roles/Owned/members/${owner.username}`, {});
  const selected_grantee_capabilities = { [`grn::::user:${leaver.id}`]: 'own' };
  await ask(admin, 'POST', `/authz/shares/entities/grn::::role:${id}`, { selected_grantee_capabilities });
  await ask(admin, 'DELETE', `/users/id/${leaver.id}?delete_owned=true`);
  assert.equal((await send(admin, 'GET', '/roles/Owned')).status, 404);
  assert.deepEqual((await read<{ roles: string[] }>(admin, `/users/${owner.username}`)).roles, []);
});
