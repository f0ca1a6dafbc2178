/**
 * Calls every endpoint of the contract on a real server, and checks access control, the absence of server errors, and
 * the shape of responses.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Endpoint } from '../../api/contract/endpoint.js';
import { fillPath } from '../../api/contract/endpoint.js';
import { endpoints } from '../../api/contract/index.js';
import { allows } from '../../api/permissions.js';
import { fillPermission } from '../../host/server/auth/caller.js';
import { keyOf } from '../../host/server/http/registry.js';
import { startTestServer, type TestServer } from '../server.js';
import { endsTheServer } from './ends-the-server.js';

let server: TestServer;
let adminToken: string;
let readerToken: string;
let readerPermissions: string[];
let nodeId: string;

async function tokenFor(session: string, userId: string): Promise<string> {
  const path = `/users/${encodeURIComponent(userId)}/tokens/conformance`;
  const response = await server.call(path, { method: 'POST', session });
  return ((await response.json()) as { token: string }).token;
}

before(async () => {
  server = await startTestServer();
  const admin = await server.login();
  adminToken = await tokenFor(admin, 'local:admin');
  const json = {
    username: 'reader',
    password: 'a reader password',
    email: 'reader@example.org',
    first_name: 'Rea',
    last_name: 'Der',
    permissions: [],
    roles: ['Reader'],
  };
  assert.equal((await server.call('/users', { method: 'POST', session: admin, json })).status, 201);
  const reader = await server.login('reader', 'a reader password');
  const user = (await (await server.call('/users/reader', { session: reader })).json()) as {
    id: string;
    permissions: string[];
  };
  readerToken = await tokenFor(reader, user.id);
  readerPermissions = user.permissions;
  nodeId = ((await (await server.call('/')).json()) as { node_id: string }).node_id;
});
after(() => server.stop());

/** Returns plausible values of the path parameters of an endpoint. */
function paramsOf({ path }: Endpoint): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, name === 'nodeId' ? nodeId : 'ffffffffffffffffffffffff']));
}
const bodyOf = ({ method }: Endpoint) => (method === 'GET' || method === 'DELETE' ? {} : { json: {} });
const call = (endpoint: Endpoint, init: { token?: string } = {}) =>
  server.call(fillPath(endpoint.path, paramsOf(endpoint)), {
    method: endpoint.method,
    // Redirects are not followed, because some lead to a page of HTML.
    redirect: 'manual',
    ...bodyOf(endpoint),
    ...init,
  });

test('every endpoint is described once', () => {
  const keys = endpoints.map(keyOf);
  assert.deepEqual(
    keys.filter((key, index) => keys.indexOf(key) !== index),
    [],
  );
  assert.ok(endpoints.length > 100);
});

test('callers without a session are refused by all endpoints except the public ones and POST /system/sessions', async () => {
  for (const endpoint of endpoints) {
    const { status } = await call(endpoint);
    if (endpoint.permission === 'public')
      assert.ok(status !== 401 || endpoint.path === '/system/sessions', keyOf(endpoint));
    else assert.equal(status, 401, keyOf(endpoint));
  }
});

test('a reader gets 403 exactly from endpoints whose declared permissions the reader lacks', async () => {
  for (const endpoint of endpoints) {
    const { permission } = endpoint;
    const wanted =
      typeof permission === 'string' || 'handler' in permission
        ? []
        : 'needs' in permission
          ? [permission.needs]
          : permission.anyOf;
    const response = await call(endpoint, { token: readerToken });
    await response.arrayBuffer();
    assert.notEqual(response.status, 401, keyOf(endpoint));
    assert.ok(
      response.status < 500 || endpoint.path.startsWith('/system/searchVersion'),
      `${keyOf(endpoint)}: ${response.status}`,
    );
    if (wanted.length === 0) continue;
    const allowed = wanted.some((template) => allows(readerPermissions, fillPermission(template, paramsOf(endpoint))));
    if (allowed) assert.notEqual(response.status, 403, keyOf(endpoint));
    else assert.equal(response.status, 403, keyOf(endpoint));
  }
});

test('requests of an administrator with ids of missing entities cause no server error', async () => {
  for (const endpoint of endpoints) {
    // By the contract, an unknown search engine causes an internal error.
    if (endpoint.path.startsWith('/system/searchVersion') || endsTheServer(endpoint)) continue;
    const response = await call(endpoint, { token: adminToken });
    const text = await response.text();
    assert.ok(response.status < 500 && response.status !== 403, `${keyOf(endpoint)}: ${response.status} ${text}`);
    if (response.status >= 400) assert.ok(text.startsWith('{') || text.startsWith('['), `${keyOf(endpoint)}: ${text}`);
    if (response.status === 204) assert.equal(text, '');
  }
});

test('GET requests with hostile ids and names cause no server error', async () => {
  for (const endpoint of endpoints.filter(({ path, method }) => path.includes('{') && method === 'GET')) {
    for (const value of [
      '__proto__',
      '../../etc/passwd',
      "'; DROP TABLE documents; --",
      '<script>',
      '%2f',
      '*',
      'a:b:*',
      '\u202e',
      '𝕏'.repeat(40),
    ]) {
      const params = Object.fromEntries(Object.keys(paramsOf(endpoint)).map((name) => [name, value]));
      const response = await server.call(fillPath(endpoint.path, params), { method: 'GET', token: adminToken });
      await response.arrayBuffer();
      const expected = endpoint.path.startsWith('/system/searchVersion') ? 500 : 499;
      assert.ok(response.status <= expected, `${keyOf(endpoint)} with ${value}: ${response.status}`);
    }
  }
});

/**
 * Shape of a value. A text lists the allowed results of typeof and `null`, separated by `|` (`any`: every value fits).
 * A list contains the shape of the elements; empty lists match. An object contains the shapes of the members by name:
 * `?` after a name marks an optional member, and the name `*` stands for all members.
 */
type Shape = string | { readonly [name: string]: Shape } | readonly [Shape];

function misfits(value: unknown, shape: Shape, path: string): string[] {
  if (typeof shape === 'string') {
    const kinds = shape.split('|');
    const kind = value === null ? 'null' : typeof value;
    return kinds.includes(kind) || kinds.includes('any') ? [] : [`${path} is ${kind}, not ${shape}`];
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${path} is not a list`];
    const [element] = shape as readonly [Shape];
    return value.flatMap((item, index) => misfits(item, element, `${path}[${index}]`));
  }
  if (typeof value !== 'object' || value === null) return [`${path} is not an object`];
  const record = value as Record<string, unknown>;
  const wanted = Object.entries(shape as Record<string, Shape>);
  if ('*' in shape)
    return Object.entries(record).flatMap(([name, inner]) =>
      misfits(inner, (shape as Record<string, Shape>)['*'] ?? 'any', `${path}.${name}`),
    );
  const known = new Set(wanted.map(([name]) => name.replace('?', '')));
  const strangers = Object.keys(record).filter((name) => !known.has(name));
  return [
    ...strangers.map((name) => `${path}.${name} is not in the contract`),
    ...wanted.flatMap(([name, inner]) => {
      const plain = name.replace('?', '');
      if (!(plain in record)) return name.endsWith('?') ? [] : [`${path}.${plain} is missing`];
      return misfits(record[plain], inner, `${path}.${plain}`);
    }),
  ];
}

const bytes = { bytes: 'number', kilobytes: 'number', megabytes: 'number' };
const node = {
  cluster_id: 'string',
  node_id: 'string',
  type: 'string',
  is_leader: 'boolean',
  is_master: 'boolean',
  transport_address: 'string',
  last_seen: 'string',
  short_node_id: 'string',
  hostname: 'string',
};
const paged = { total: 'number', count: 'number', page: 'number', per_page: 'number' };
const entityPage = {
  total: 'number',
  elements: ['any'],
  query: 'string',
  pagination: paged,
  sort: 'string',
  order: 'string',
  attributes: [
    {
      id: 'string',
      title: 'string',
      type: 'string',
      'sortable?': 'boolean',
      'filterable?': 'boolean',
      'searchable?': 'boolean',
      'hidden?': 'boolean',
    },
  ],
  defaults: { sort: { id: 'string', direction: 'string' } },
} as const;
const overview = {
  facility: 'string',
  codename: 'string',
  node_id: 'string',
  cluster_id: 'string',
  version: 'string',
  started_at: 'string',
  is_processing: 'boolean',
  hostname: 'string',
  lifecycle: 'string',
  lb_status: 'string',
  timezone: 'string',
  operating_system: 'string',
  is_leader: 'boolean',
};
const user = {
  id: 'string',
  username: 'string',
  email: 'string',
  first_name: 'string|null',
  last_name: 'string|null',
  full_name: 'string|null',
  permissions: ['string'],
  grn_permissions: ['string'],
  preferences: { '*': 'any' },
  timezone: 'string|null',
  session_timeout_ms: 'number',
  read_only: 'boolean',
  external: 'boolean',
  startpage: 'object|null',
  roles: ['string'],
  session_active: 'boolean',
  last_activity: 'string|null',
  client_address: 'string|null',
  account_status: 'string',
  service_account: 'boolean',
} as const;
const userOverview = {
  id: 'string',
  auth_service_id: 'string|null',
  auth_service_uid: 'string|null',
  username: 'string',
  email: 'string',
  first_name: 'string|null',
  last_name: 'string|null',
  full_name: 'string|null',
  external_user: 'boolean',
  roles: ['string'],
  read_only: 'boolean',
  session_active: 'boolean|null',
  last_activity: 'string|null',
  client_address: 'string|null',
  account_status: 'string',
  service_account: 'boolean',
} as const;
const role = { name: 'string', description: 'string|null', permissions: ['string'], read_only: 'boolean' } as const;
const indexSet = {
  id: 'string',
  title: 'string',
  description: 'string|null',
  default: 'boolean',
  can_be_default: 'boolean',
  writable: 'boolean',
  index_prefix: 'string',
  shards: 'number',
  replicas: 'number',
  rotation_strategy_class: 'string',
  rotation_strategy: { '*': 'any' },
  retention_strategy_class: 'string',
  retention_strategy: { '*': 'any' },
  creation_date: 'string',
  index_analyzer: 'string',
  index_optimization_max_num_segments: 'number',
  index_optimization_disabled: 'boolean',
  field_type_refresh_interval: 'number',
  index_template_type: 'string|null',
} as const;
const periods = { '*': 'string' };

const answers: Record<string, Shape> = {
  '/': { cluster_id: 'string', node_id: 'string', version: 'string', tagline: 'string', 'embedded?': 'boolean' },
  '/system/sessions': { is_valid: 'boolean', session_id: 'null', username: 'string' },
  '/system/authentication/services/backends/active-backend/type': { backend: 'null' },
  '/users/admin': user,
  '/users': { users: [user] },
  '/users/paginated': {
    ...paged,
    query: 'string',
    users: [userOverview],
    context: { admin_user: userOverview },
  },
  '/users/reader/preferences': { preferences: { updateUnfocussed: 'boolean', enableSmartSearch: 'boolean' } },
  '/roles': { roles: [role], total: 'number' },
  '/authz/roles': {
    ...paged,
    query: 'string',
    roles: [{ id: 'string', ...role }],
    context: { users: { '*': [{ id: 'string', username: 'string' }] } },
  },
  '/system': overview,
  '/cluster': { '*': overview },
  '/system/jvm': {
    free_memory: bytes,
    max_memory: bytes,
    total_memory: bytes,
    used_memory: bytes,
    node_id: 'string',
    pid: 'string',
    info: 'string',
  },
  '/system/locales': { locales: { '*': { language_tag: 'string', display_name: 'string' } } },
  '/system/fields': { fields: ['string'] },
  '/system/notifications': {
    notifications: [
      {
        type: 'string',
        'key?': 'string',
        severity: 'string',
        timestamp: 'string',
        node_id: 'string',
        'details?': { '*': 'any' },
      },
    ],
    total: 'number',
  },
  '/system/cluster/nodes': { nodes: [node], total: 'number' },
  '/system/cluster/node': node,
  '/system/throughput': { throughput: 'number' },
  '/system/searchVersion/satisfiesVersion/opensearch?version=>1': { satisfied: 'boolean', errorMessage: 'string' },
  '/system/permissions': { permissions: { '*': ['string'] } },
  '/system/permissions/reader/jane': { permissions: ['string'] },
  '/system/indexer/cluster/health': {
    status: 'string',
    shards: { active: 'number', initializing: 'number', relocating: 'number', unassigned: 'number' },
  },
  '/system/indexer/failures?limit=10&offset=0': {
    total: 'number',
    failures: ['any'],
    can_retry: 'number',
    indices: ['any'],
  },
  '/system/indexer/failures/count?since=2024-01-01T00:00:00.000Z': { count: 'number' },
  '/system/cluster_config': { total: 'number', classes: ['string'] },
  '/system/cluster_config/org.graylog2.indexer.searches.SearchesClusterConfig': {
    query_time_range_limit: 'string',
    relative_timerange_options: periods,
    surrounding_timerange_options: periods,
    surrounding_filter_fields: ['string'],
    // The contract lacks this setting.
    allow_leading_wildcard_searches: 'boolean',
    analysis_disabled_fields: ['string'],
    auto_refresh_timerange_options: periods,
    default_auto_refresh_option: 'string',
  },
  '/system/messageprocessors/config': {
    processor_order: [{ name: 'string', class_name: 'string' }],
    disabled_processors: ['string'],
  },
  '/system/indices/index_sets?stats=true': {
    total: 'number',
    index_sets: [indexSet],
    stats: { '*': { indices: 'number', documents: 'number', size: 'number' } },
  },
  '/system/cluster/traffic?days=7&daily=true': {
    from: 'string',
    to: 'string',
    input: { '*': 'number' },
    output: { '*': 'number' },
    decoded: { '*': 'number' },
  },
  '/system/messages?page=1': {
    messages: [{ caller: 'string', content: 'string', timestamp: 'string', node_id: 'string' }],
    total: 'number',
  },
  '/cluster/jobs': { '*': { jobs: ['any'] } },
  '/system/urlwhitelist': { entries: ['any'], disabled: 'boolean' },
  '/telemetry': { user_telemetry_settings: { telemetry_enabled: 'boolean', telemetry_permission_asked: 'boolean' } },
  '/telemetry/user/settings': { telemetry_enabled: 'boolean', telemetry_permission_asked: 'boolean' },
  '/search/decorators': ['any'],
  '/search/decorators/available': {
    '*': {
      type: 'string',
      name: 'string',
      human_name: 'string',
      link_to_docs: 'string',
      requested_configuration: { '*': 'object' },
    },
  },
  '/views': { ...paged, 'query?': 'string', views: ['any'] },
  '/dashboards': entityPage,
  '/search/saved': entityPage,
  '/startpage/lastOpened': { ...paged, lastOpened: ['any'] },
  '/startpage/recentActivity': { ...paged, recentActivity: ['any'] },
  '/favorites': { ...paged, favorites: ['any'] },
  '/entity_scopes': { entity_scopes: { '*': { is_mutable: 'boolean' } } },
};

for (const [path, shape] of Object.entries(answers)) {
  test(`GET ${path} answers as in the contract`, async () => {
    const response = await server.call(path, { token: adminToken });
    assert.equal(response.status, 200);
    assert.match(response.headers.get('Content-Type') ?? '', /^application\/json/);
    assert.deepEqual(misfits(await response.json(), shape, 'answer'), []);
  });
}

test('metrics are returned per node for known names, and omitted for unknown names', async () => {
  const names = ['org.graylog2.throughput.input.1-sec-rate', 'jvm.memory.heap.used', 'no.such.metric'];
  const response = await server.call('/cluster/metrics/multiple', {
    method: 'POST',
    token: readerToken,
    json: { metrics: names },
  });
  const answer = (await response.json()) as Record<
    string,
    { total: number; metrics: { full_name: string; type: string }[] }
  >;
  assert.deepEqual(answer[nodeId]?.metrics.map(({ full_name }) => full_name).sort(), [names[1], names[0]]);
  assert.equal(answer[nodeId]?.total, 2);
});

test('a setting that was never saved and has no default is answered with 204', async () => {
  for (const path of [
    '/entitylists/preferences/dashboards',
    '/system/cluster_config/org.graylog2.users.UserAndTeamsConfig',
  ]) {
    const response = await server.call(path, { token: adminToken });
    assert.equal(response.status, 204, path);
  }
  assert.equal((await server.call('/system/cluster_config/no.such.Class', { token: adminToken })).status, 404);
});

test('every path answers 405 to other methods and lists its own methods', async () => {
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];
  const taken = new Map<string, Set<string>>();
  for (const endpoint of endpoints) {
    const path = fillPath(endpoint.path, paramsOf(endpoint));
    taken.set(path, (taken.get(path) ?? new Set()).add(endpoint.method));
  }
  const wrong: string[] = [];
  for (const [path, known] of taken)
    for (const method of methods.filter((name) => !known.has(name))) {
      // A copy of a collector configuration can have any name, so this path also is an address of the endpoint for
      // copies.
      if (method === 'POST' && /^\/sidecar\/configurations\/f+\/\w+$/.test(path)) continue;
      const response = await server.call(path, { method, token: adminToken });
      await response.body?.cancel();
      const allowHeader = response.headers.get('allow');
      if (response.status !== 405 || allowHeader !== [...known].sort().join(', '))
        wrong.push(`${method} ${path}: ${response.status}, Allow: ${allowHeader}`);
    }
  assert.deepEqual(wrong, []);
});
