/** Answers of the server for the records of lookup tables: each optional part is present once and absent once. */
import { adapterTypes } from '../../../../api/lookup/adapters/index.js';
import { defaultConfig } from '../../../../api/lookup/fields.js';
import { objectIn, type FakeRoutes } from '../../fake-server.js';

const at = '/system/lookup';
const hostile = '<img src=x onerror="globalThis.hacked=1">';
const named = (id: string, title: string, more: object = {}) => ({
  id,
  _scope: 'DEFAULT',
  title,
  description: '',
  name: title.toLowerCase().replace(/\W+/g, '-'),
  content_pack: null,
  ...more,
});
const memory = {
  ...named('c1', 'Memory', { description: 'in each node' }),
  config: {
    type: 'guava_cache',
    max_size: 10,
    expire_after_access: 60,
    expire_after_access_unit: 'SECONDS',
    expire_after_write: 0,
    expire_after_write_unit: 'MILLISECONDS',
  },
};
const none = { ...named('c2', 'None', { title: hostile, _scope: 'FIXED' }), config: { type: 'none' } };
const csv = {
  ...named('a1', 'Owners', { description: 'who owns it' }),
  custom_error_ttl_enabled: true,
  custom_error_ttl: 7,
  custom_error_ttl_unit: 'MINUTES',
  config: {
    type: 'csvfile',
    path: '/data/owners.csv',
    separator: '\t',
    quotechar: '"',
    key_column: 'ip',
    value_column: 'owner',
    check_interval: 5,
    case_insensitive_lookup: true,
    cidr_lookup: false,
  },
};
const stored = {
  ...named('a2', 'Rows'),
  config: { type: 'stored_table', single_value_column: 'team', case_insensitive_lookup: false },
};
const unknown = {
  ...named('a3', 'Bare', { title: hostile, _scope: 'FIXED' }),
  config: { type: 'newer_type', path: '/x' },
};
/** One adapter of each type, with values where the defaults are empty. */
const filled: Readonly<Record<string, object>> = {
  dnslookup: { server_ips: '192.0.2.53', cache_ttl_override_enabled: true, cache_ttl_override: 5 },
  dsvhttp: { url: 'https://example.org/a.dsv', line_separator: '\n' },
  httpjsonpath: {
    url: 'https://example.org/${key}',
    single_value_jsonpath: '$.a',
    multi_value_jsonpath: '$.b',
    headers: { 'X-Team': 'core' },
  },
  maxmind_geoip: { path: '/data/city.mmdb' },
  'otx-api': { api_key: 'k', api_url: 'https://otx.example.org' },
};
const ofTypes = adapterTypes
  .filter(({ type }) => type !== 'csvfile' && type !== 'stored_table')
  .map((description) => ({
    ...named(`id-${description.type}`, description.type, { name: description.type }),
    config: { ...defaultConfig(description), ...filled[description.type] },
  }));
const adapters = [csv, stored, unknown, ...ofTypes];

const teams = {
  ...named('t1', 'Teams', { description: 'who is on call' }),
  cache_id: 'c1',
  data_adapter_id: 'a2',
  default_single_value: '7',
  default_single_value_type: 'NUMBER',
  default_multi_value: '{"a":7}',
  default_multi_value_type: 'OBJECT',
};
const bare = {
  ...named('t2', 'Bare', { title: hostile }),
  cache_id: 'gone',
  data_adapter_id: 'gone',
  default_single_value: '',
  default_single_value_type: 'NULL',
  default_multi_value: '',
  default_multi_value_type: 'NULL',
};
const files = { ...teams, ...named('t3', 'Files', { _scope: 'FIXED' }), cache_id: 'c2', data_adapter_id: 'a1' };

const page = (name: string, elements: readonly object[]) => ({
  query: '',
  total: elements.length,
  count: elements.length,
  page: 1,
  per_page: 10,
  [name]: elements,
});
const tables = (shown: readonly object[]) => ({
  ...page('lookup_tables', shown),
  caches: { c1: memory, c2: none },
  data_adapters: { a1: csv, a2: stored },
});
const missing = () => new Response('{}', { status: 404 });
const byName = (path: string, elements: readonly { readonly id: string; readonly name: string }[]): FakeRoutes =>
  Object.fromEntries(
    elements.flatMap((one) => [one.id, one.name].map((key) => [`GET ${at}/${path}/${key}`, () => one])),
  );

const result = {
  single_value: 'core',
  multi_value: { team: 'core', size: 9007199254740993n.toString() },
  string_list_value: null,
  has_error: false,
  ttl: 1,
};
const row = (key: string, values: readonly string[], more: object = {}) => ({
  key,
  values,
  expires_at: null,
  note: '',
  list: null,
  ...more,
});
const rows = {
  revision: 4,
  columns: [
    { name: 'team', type: 'text' },
    { name: 'tier', type: 'number' },
  ],
  total: 3,
  all: 7,
  rows: [
    row('ledger', ['core', '1'], { expires_at: 1_772_532_000_000, note: 'shared' }),
    row('mail', ['platform', '2'], { list: ['a', 'b'] }),
    row(hostile, ['', '']),
  ],
};
const imported = {
  columns: ['team', 'tier'],
  lines: 5,
  created: 1,
  changed: 1,
  same: 1,
  refused: 1,
  missing: 2,
  duplicates: [{ key: 'a', lines: [2, 3] }],
  shown: [
    { line: 2, kind: 'duplicate', key: 'a', values: ['x', '1'], before: null, reason: null },
    { line: 4, kind: 'new', key: 'b', values: ['y', '2'], before: null, reason: null },
    { line: 5, kind: 'changed', key: 'c', values: ['y', '2'], before: ['x', '2'], reason: null },
    { line: 6, kind: 'refused', key: hostile, values: ['y', 'z'], before: null, reason: 'No number.' },
  ],
  problem: null,
  revision: 4,
};
const version = (revision: number, kind: string, more: object = {}) => ({
  revision,
  at: '2026-03-01T10:00:00.000Z',
  by: 'ada',
  kind,
  added: 1,
  changed: 1,
  removed: 1,
  changes: [
    { key: 'new', before: null, after: row('new', ['a', '1']) },
    { key: 'mail', before: row('mail', ['a', '1']), after: row('mail', ['b', '1']) },
    { key: 'old', before: row('old', ['a', '1']), after: null },
  ],
  ...more,
});

const rate = (name: string, oneMinute: number, total: number) => ({
  full_name: `org.graylog2.lookup.${name}`,
  name,
  type: 'meter',
  metric: {
    rate_unit: 'events/second',
    rate: { total, mean: 1, one_minute: oneMinute, five_minute: 1, fifteen_minute: 1 },
  },
});
const figures = [
  rate('caches.c1.requests', 12.34, 400),
  rate('caches.c1.hits', 1, 100),
  { full_name: 'org.graylog2.lookup.caches.c1.entries', name: 'entries', type: 'gauge', metric: { value: 1_234 } },
  rate('caches.c2.requests', 0, 0),
  rate('caches.c2.hits', 0, 0),
  rate('adapters.a1.requests', 3, 7),
];

export const lookupAnswers = (): FakeRoutes => ({
  'GET /system/cluster/nodes': () => ({
    nodes: [
      {
        cluster_id: 'c',
        node_id: 'n',
        type: 'server',
        transport_address: 'http://127.0.0.1:9000/api/',
        last_seen: '2026-03-02T10:00:00.000Z',
        short_node_id: 'n',
        hostname: 'web-01',
        is_leader: true,
        is_master: true,
      },
    ],
    total: 1,
  }),
  'POST /cluster/n/metrics/multiple': () => ({ total: figures.length, metrics: figures }),
  'GET /entity_scopes': () => ({
    entity_scopes: {
      DEFAULT: { is_mutable: true, is_deletable: true },
      FIXED: { is_mutable: false, is_deletable: false },
    },
  }),
  [`GET ${at}/tables`]: () => tables([teams, bare, files]),
  [`GET ${at}/tables/teams`]: () => tables([teams]),
  [`GET ${at}/tables/t1`]: () => tables([teams]),
  [`GET ${at}/tables/bare`]: () => tables([bare]),
  [`GET ${at}/tables/gone`]: missing,
  [`GET ${at}/tables/t1/uses`]: () => ({
    uses: [
      { kind: 'rule', id: 'r', title: 'Owner rule', route: null },
      { kind: 'rule', id: 'r2', title: hostile, route: '/system/pipelines/rules/r2' },
    ],
    hidden: 1,
  }),
  [`GET ${at}/tables/t2/uses`]: missing,
  [`GET ${at}/tables/t1/explain`]: () => ({
    result,
    cache: { title: 'Memory', type: 'guava_cache', hit: true, age_ms: 42_000, left_ms: 18_000, entries: 1 },
    adapter: { title: 'Rows', asked: false, error: null },
    defaults: [],
    took_us: 0.4,
    adapter_us: null,
  }),
  [`POST /cluster${at}/tables/t1/purge`]: () => ({ n: { call_executed: true, response: { success: true } } }),
  [`POST ${at}/tables`]: ({ body }) => ({ ...teams, id: 't9', ...objectIn(body) }),
  [`PUT ${at}/tables/t1`]: ({ body }) => ({ ...teams, ...objectIn(body) }),
  [`DELETE ${at}/*`]: () => ({}),
  [`GET ${at}/caches`]: () => page('caches', [memory, none]),
  ...byName('caches', [memory, none]),
  [`POST ${at}/caches`]: ({ body }) => ({ ...memory, id: 'c9', ...objectIn(body) }),
  [`PUT ${at}/caches/c1`]: ({ body }) => ({ ...memory, ...objectIn(body) }),
  [`GET ${at}/adapters`]: () => page('data_adapters', [csv, stored, unknown]),
  ...byName('adapters', adapters),
  ...Object.fromEntries(adapters.map(({ id }) => [`GET ${at}/adapters/${id}/status`, missing])),
  [`GET ${at}/adapters/owners/query`]: () => result,
  [`GET ${at}/adapters/a2/rows`]: () => rows,
  [`POST ${at}/adapters/a2/rows`]: () => ({ revision: 5 }),
  [`POST ${at}/adapters/a2/rows/import`]: () => imported,
  [`GET ${at}/adapters/a2/rows/csv`]: () => new Response('key,team\nledger,core\n'),
  [`GET ${at}/adapters/a2/rows/history`]: () => ({
    versions: [
      version(4, 'edit'),
      version(3, 'import', { added: 0, removed: 0 }),
      version(2, 'rules', { by: 'rule', changes: [] }),
    ],
  }),
  [`POST ${at}/adapters`]: ({ body }) => ({ ...csv, id: 'a9', ...objectIn(body) }),
  [`PUT ${at}/adapters/*`]: ({ body }) => objectIn(body),
  [`GET ${at}/adapters/a1/status`]: () => ({
    rows: 1_234,
    loaded_at: '2026-03-02T09:00:00.000Z',
    next_check_at: '2026-03-02T11:00:00.000Z',
    error: 'The file was refused.',
    error_since: '2026-01-01T00:00:00.000Z',
    problems: [
      { line: 3, text: 'twice' },
      { line: null, text: hostile },
    ],
    problem_count: 5,
    first: [
      { key: '10.0.0.1', value: 'core' },
      { key: '10.0.0.2', value: { team: 7 } },
    ],
    load_ms: 2,
  }),
  [`GET ${at}/adapters/a2/status`]: () => ({
    rows: 0,
    loaded_at: null,
    next_check_at: null,
    error: 'Nothing is loaded.',
    error_since: null,
    problems: [],
    problem_count: 0,
    first: [],
    load_ms: null,
  }),
  [`POST ${at}/errorstates`]: () => ({
    tables: { bare: 'It has no adapter.' },
    data_adapters: { rows: 'Nothing is loaded.', owners: null },
    caches: { memory: 'It is full.' },
  }),
  [`POST ${at}/tables/validate`]: () => ({ failed: false, errors: {}, error_context: {} }),
  [`POST ${at}/caches/validate`]: () => ({ failed: false, errors: {}, error_context: {} }),
  [`POST ${at}/adapters/validate`]: ({ body }) => ({
    failed: body?.includes('owners.csvx') === true,
    errors: body?.includes('owners.csvx') === true ? { path: ['There is no such file.'] } : {},
    error_context: {},
  }),
  [`GET ${at}/types/adapters`]: () => Object.fromEntries(adapterTypes.map(({ type }) => [type, {}])),
  [`GET ${at}/types/caches`]: () => ({ none: {}, guava_cache: {} }),
});
