/**
 * Compares the server's answers with the contract's table `api/contract/answer-shapes.json`, which is independent of
 * the server's code. Where a real reference server answered differently (name of an events result, `related_property`,
 * keys of `GET /views`), the table follows that server. Members that only the embedded server sends (such as the
 * address of a token's last use) are optional. The contract lets `GET /dashboards/{id}` be a 404 or the view; the table
 * expects the view.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { endpoints } from '../../api/contract/index.js';
import { keyOf, placeOf } from '../../host/server/http/registry.js';
import { startTestServer, type TestServer } from '../server.js';
import { misfits, type Shape, type Types } from './shape.js';

type Row = readonly [method: string, path: string, status: number, permission: string | null, shape: Shape | null];
const table = JSON.parse(readFileSync(new URL('../../api/contract/answer-shapes.json', import.meta.url), 'utf8')) as {
  types: Types;
  endpoints: Row[];
};
const place = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
const rows = new Map<string, Row[]>();
for (const row of table.endpoints) rows.set(place(row[0], row[1]), [...(rows.get(place(row[0], row[1])) ?? []), row]);

let server: TestServer;
let session: string;
/** Values of the path parameters, by name. */
const known: Record<string, string> = {};
/** Query parameters of the requests, by endpoint; most of them are mandatory. */
const queries: Readonly<Record<string, string>> = {
  'GET /system/indexer/failures': 'limit=10&offset=0',
  'GET /system/indexer/failures/count': 'since=2020-01-01T00:00:00.000Z',
  'GET /tools/natural_date_tester': 'string=last+hour&timezone=UTC',
  'GET /search/universal/absolute': 'query=*&from=2020-01-01T00:00:00.000Z&to=2020-01-02T00:00:00.000Z',
  'GET /search/universal/keyword': 'query=*&keyword=last+hour',
  'GET /search/universal/relative': 'query=*&range=300',
  'GET /entity_suggestions': 'collection=index_sets',
  'GET /tools/regex_tester/validate': 'regex=a',
  'GET /system/lookup/tables/{}/query': 'key=a',
  'GET /system/lookup/adapters/{}/query': 'key=a',
  'GET /tools/grok_tester': 'pattern=a&string=a&named_captures_only=true',
};

async function post<T>(path: string, json: unknown): Promise<T> {
  const response = await server.call(path, { method: 'POST', session, json });
  assert.ok(response.ok, `${path}: ${response.status}`);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

before(async () => {
  server = await startTestServer();
  session = await server.login();
  const person = {
    username: 'person',
    password: 'a long password',
    email: 'p@example.org',
    first_name: 'P',
    last_name: 'E',
  };
  await post('/users', { ...person, permissions: [], roles: ['Reader'] });
  const get = async <T>(path: string) => (await (await server.call(path, { session })).json()) as T;
  known['username'] = 'person';
  known['userId'] = (await get<{ id: string }>('/users/person')).id;
  known['nodeId'] = (await get<{ node_id: string }>('/')).node_id;
  known['roleName'] = 'Reader';
  known['roleId'] = (await get<{ roles: { id: string; name: string }[] }>('/authz/roles')).roles[0]?.id ?? '';
  const { index_set_id } = await get<{ index_set_id: string }>('/streams/000000000000000000000001');
  const stream = await post<{ stream_id: string }>('/streams', {
    title: 'S',
    description: 'd',
    index_set_id,
    rules: [],
  });
  known['streamId'] = stream.stream_id;
  const rule = await post<{ streamrule_id: string }>(`/streams/${stream.stream_id}/rules`, {
    field: 'a',
    type: 1,
    value: 'b',
    inverted: false,
    description: 'r',
  });
  known['streamRuleId'] = rule.streamrule_id;
  const pipeline = { source: 'pipeline "C" stage 0 match all end' };
  known['pipelineId'] = (await post<{ id: string }>('/system/pipelines/pipeline', pipeline)).id;
  const connection = { stream_id: stream.stream_id, pipeline_ids: [known['pipelineId']] };
  await post('/system/pipelines/connections/to_stream', connection);
  const extractor = {
    title: 'E',
    cursor_strategy: 'copy',
    source_field: 'message',
    target_field: 'copied',
    extractor_type: 'copy_input',
    extractor_config: {},
    converters: [{ type: 'numeric', config: {} }],
    condition_type: 'none',
    condition_value: '',
  };
  const input = {
    title: 'I',
    type: 'org.graylog2.inputs.gelf.http.GELFHttpInput',
    global: true,
    configuration: { bind_address: '127.0.0.1', port: 0 },
  };
  known['inputId'] = (await post<{ id: string }>('/system/inputs', input)).id;
  const extractors = `/system/inputs/${known['inputId']}/extractors`;
  known['extractorId'] = (await post<{ extractor_id: string }>(extractors, extractor)).extractor_id;
  const output = { title: 'Elsewhere', type: 'org.graylog2.outputs.LoggingOutput', configuration: {} };
  known['outputId'] = (await post<{ id: string }>('/system/outputs', output)).id;
  await post(`/streams/${known['streamId']}/outputs`, { outputs: [known['outputId']] });
  known['patternId'] = (await get<{ patterns: { id: string }[] }>('/system/grok')).patterns[0]?.id ?? '';
  known['backendId'] = (
    await post<{ backend: { id: string } }>('/system/authentication/services/backends', service)
  ).backend.id;
  const dashboard = {
    ...view,
    id: '65e1a0c2d4b5f60718293a4d',
    type: 'DASHBOARD',
    search_id: '65e1a0c2d4b5f60718293a4e',
  };
  await post('/views/search', { ...search, id: dashboard.search_id });
  await post('/views', dashboard);
  known['dashboardId'] = dashboard.id;
  known['entityListId'] = 'dashboards';
  await post('/entitylists/preferences/dashboards', { displayed_attributes: ['title'], per_page: 20 });
  known['searchId'] = search.id;
  known['viewId'] = view.id;
  known['grn'] = `grn::::search:${view.id}`;
  known['className'] = 'org.graylog2.indexer.searches.SearchesClusterConfig';
  known['distribution'] = 'opensearch';
  known['inputType'] = 'org.graylog2.inputs.gelf.tcp.GELFTCPInput';
});
after(() => server.stop());

const search = {
  id: '65e1a0c2d4b5f60718293a4b',
  queries: [
    {
      id: 'q',
      query: { type: 'elasticsearch', query_string: '' },
      timerange: { type: 'relative', range: 3600 },
      filter: null,
      filters: [],
      search_types: [
        { id: 'm', type: 'messages', limit: 5, offset: 0, sort: [{ field: 'timestamp', order: 'DESC' }] },
        {
          id: 'p',
          type: 'pivot',
          rollup: true,
          row_groups: [{ type: 'values', fields: ['source'], limit: 5 }],
          column_groups: [],
          series: [{ id: 'count()', type: 'count' }],
          sort: [],
        },
        { id: 'e', type: 'events' },
      ],
    },
  ],
  parameters: [],
};
const view = {
  id: '65e1a0c2d4b5f60718293a4c',
  type: 'SEARCH',
  title: 'Conformance',
  summary: '',
  description: '',
  search_id: search.id,
  properties: [],
  requires: {},
  state: { q: { selected_fields: [], titles: {}, widgets: [], widget_mapping: {}, positions: {} } },
  owner: 'admin',
};
const service = {
  title: 'Directory',
  config: {
    type: 'ldap',
    servers: [{ host: '127.0.0.1', port: 1 }],
    transport_security: 'none',
    system_user_dn: 'cn=a',
    system_user_password: 'b',
    user_search_base: 'dc=example',
    user_search_pattern: '(uid={0})',
    user_name_attribute: 'uid',
    user_full_name_attribute: 'cn',
  },
};
const jsonTrial = {
  flatten: false,
  list_separator: ', ',
  key_separator: '_',
  kv_separator: '=',
  replace_key_whitespace: false,
  key_whitespace_replacement: '_',
  key_prefix: '',
  string: '{"a":1,"b":{"c":[1,2]}}',
};
/**
 * Requests in the order in which they are sent, most of them with a body. Names in braces in a path are replaced by the
 * values in `known`.
 */
const sent: readonly (readonly [method: string, path: string, json: unknown])[] = [
  ['POST', '/views/search', search],
  ['GET', '/views/search/{searchId}', undefined],
  ['POST', '/views/search/metadata', search],
  ['GET', '/views/search/metadata/{searchId}', undefined],
  ['POST', '/views/search/{searchId}/execute', { parameter_bindings: {}, global_override: {} }],
  ['POST', '/views/search/sync', search],
  ['POST', '/views', view],
  ['GET', '/views/{viewId}', undefined],
  ['PUT', '/views/{viewId}', { ...view, title: 'Renamed' }],
  ['GET', '/views', undefined],
  ['GET', '/search/saved', undefined],
  ['POST', '/views/fields', { streams: [] }],
  ['POST', '/search/validate', { query: 'source:x AND', timerange: { type: 'relative', range: 300 }, streams: [] }],
  ['POST', '/search/suggest', { field: 'source', input: '', timerange: { type: 'relative', range: 3600 }, size: 5 }],
  ['POST', '/search/suggest', { field: 'nosuch', input: 'a', timerange: { type: 'relative', range: 3600 }, size: 5 }],
  ['POST', '/authz/shares/entities/{grn}/prepare', {}],
  ['POST', '/authz/shares/entities/{grn}', { selected_grantee_capabilities: {} }],
  ['POST', '/system/grok/test', { grok_pattern: { name: 'A', pattern: '%{INT:a}' }, sampleData: '1' }],
  ['POST', '/tools/grok_tester', { pattern: '%{INT:a}', string: '1', named_captures_only: true }],
  ['POST', '/tools/regex_tester', { regex: '(a)', string: 'a' }],
  ['POST', '/tools/regex_replace_tester', { regex: '(a)', replacement: '', replace_all: false, string: 'a' }],
  ['POST', '/tools/json_tester', jsonTrial],
  ['POST', '/tools/split_and_index_tester', { split_by: ' ', index: 2, string: 'a b' }],
  ['POST', '/tools/substring_tester', { start: 0, end: 9, string: 'a' }],
  ['POST', '/tools/contains_string_tester', { search_string: 'a', string: 'a' }],
  ['POST', '/tools/lookup_table_tester', { lookup_table_name: 'none', string: 'a' }],
  ['POST', '/users/{userId}/tokens/one', {}],
  ['POST', '/system/outputs', { title: 'New', type: 'org.graylog2.outputs.LoggingOutput', configuration: {} }],
  ['PUT', '/system/outputs/{outputId}', { title: 'Other', configuration: { prefix: '> ' } }],
  ['POST', '/system/authentication/services/backends', service],
  ['PUT', '/system/authentication/services/backends/{backendId}', service],
  ['POST', '/system/authentication/services/test/backend/connection', { backend_configuration: service }],
  [
    'POST',
    '/system/authentication/services/test/backend/login',
    { backend_configuration: service, user_login: { username: 'a', password: 'b' } },
  ],
  ['POST', '/system/authentication/services/configuration', { active_backend: null }],
  ['PUT', '/system/authentication/http-header-auth-config', { enabled: false, username_header: 'Remote-User' }],
  ['POST', '/system/authentication/users/{userId}/disable', undefined],
  ['POST', '/system/authentication/users/{userId}/enable', undefined],
];

test('`misfits` reports an answer that does not match its declared shape', () => {
  const types: Types = { Name: { first: 'string', 'last?': 'string|null' } };
  assert.deepEqual(misfits({ first: 'a' }, '#Name', types, 'x'), []);
  assert.deepEqual(misfits({ first: 1, middle: 'b' }, '#Name', types, 'x'), [
    'x.middle is not in the contract',
    'x.first is number, not string',
  ]);
  assert.deepEqual(misfits([{ kind: 'b' }], [{ kind: '=a|=c' }], types, 'x'), ['x[0].kind is "b", not "a"']);
  assert.deepEqual(misfits({ a: 1, b: null }, { '*': 'number' }, types, 'x'), ['x.b is null, not number']);
});

const fill = (path: string) =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(known[name] ?? ''));

async function check(method: string, path: string, json?: unknown, query?: string): Promise<void> {
  const [row] = rows.get(place(method, path.replace('/one', '/{name}'))) ?? [];
  assert.ok(row, `${method} ${path} is in the table`);
  const response = await server.call(query === undefined ? fill(path) : `${fill(path)}?${query}`, {
    method,
    session,
    ...(json === undefined ? {} : { json }),
  });
  const text = await response.text();
  assert.equal(response.status, row[2], text);
  if (response.status === 204 || row[4] === null) return;
  assert.deepEqual(misfits(JSON.parse(text), row[4], table.types, 'answer').slice(0, 12), []);
}

for (const [method, path, json] of sent) {
  test(`${method} ${path}${json === undefined ? '' : ' with a body'} answers as answer-shapes.json declares`, () =>
    check(method, path, json));
}

for (const endpoint of endpoints.filter(({ method, produces }) => method === 'GET' && produces === 'json')) {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (!rows.has(placeOf(endpoint))) continue;
  test(`${keyOf(endpoint)} answers as answer-shapes.json declares`, async (t) => {
    if (names.some((name) => !(name in known))) return t.skip(`this file has no entities for ${names.join(', ')}`);
    return check('GET', endpoint.path, undefined, queries[placeOf(endpoint)]);
  });
}
