/** Answers of the server for the records of index sets: each strategy, state and optional part once. */
import { retentions, rotations } from '../../../../elements/admin/index-sets/strategies.js';
import { objectIn, type FakeRoutes } from '../../fake-server.js';

const sets = '/system/indices/index_sets';
const hostile = '<img src=x onerror="globalThis.hacked=1">';
const strategies = {
  rotation: {
    [rotations.count]: { max_docs_per_index: 20_000_000 },
    [rotations.size]: { max_size: 1_073_741_824 },
    [rotations.time]: { rotation_period: 'P2D', max_rotation_period: 'P30D', rotate_empty_index_set: false },
    [rotations.lifetime]: { index_lifetime_min: 'P30D', index_lifetime_max: 'P40D' },
  },
  retention: {
    [retentions.delete]: { max_number_of_indices: 20 },
    [retentions.close]: { max_number_of_indices: 20 },
    [retentions.none]: {},
  },
};
const offered = (kind: 'rotation' | 'retention', context: object) => ({
  strategies: Object.entries(strategies[kind]).map(([type, config]) => ({
    type,
    default_config: { type: `${type}Config`, ...config },
  })),
  context,
});
const setOf = (id: string, more: object = {}) => ({
  id,
  title: `Set ${id}`,
  description: 'd',
  default: false,
  can_be_default: true,
  writable: true,
  index_prefix: id,
  shards: 1,
  replicas: 0,
  rotation_strategy_class: rotations.time,
  rotation_strategy: { type: 'r', ...strategies.rotation[rotations.time] },
  retention_strategy_class: retentions.delete,
  retention_strategy: { type: 'd', max_number_of_indices: 20 },
  creation_date: '2024-03-01T10:05:00.000Z',
  index_analyzer: 'standard',
  index_optimization_max_num_segments: 1,
  index_optimization_disabled: false,
  field_type_refresh_interval: 5000,
  ...more,
});
const all = [
  setOf('a', { default: true }),
  setOf('b', {
    title: hostile,
    description: '',
    rotation_strategy_class: rotations.count,
    rotation_strategy: { type: 'r', ...strategies.rotation[rotations.count] },
    retention_strategy_class: retentions.close,
    retention_strategy: { type: 'd', max_number_of_indices: 5 },
    index_optimization_disabled: true,
    field_type_refresh_interval: 120_000,
  }),
  setOf('c', {
    writable: false,
    can_be_default: false,
    rotation_strategy_class: rotations.size,
    rotation_strategy: { type: 'r', ...strategies.rotation[rotations.size] },
    retention_strategy_class: retentions.none,
    retention_strategy: { type: 'd' },
  }),
  setOf('d', {
    rotation_strategy_class: rotations.lifetime,
    rotation_strategy: { type: 'r', ...strategies.rotation[rotations.lifetime] },
    shards: 4,
    replicas: 1,
  }),
  setOf('e', { rotation_strategy_class: 'org.example.Newer', retention_strategy_class: 'org.example.Newer' }),
];
const indexOf = (name: string, more: object = {}) => ({
  index_name: name,
  size: { events: 10, deleted: 0, bytes: 2048 },
  range: null,
  is_deflector: false,
  is_closed: false,
  is_reopened: false,
  ...more,
});
const range = {
  index_name: 'a_1',
  begin: '2026-02-01T00:00:00.000Z',
  end: '2026-02-08T00:00:00.000Z',
  calculated_at: '2026-02-08T01:00:00.000Z',
  took_ms: 7,
};
const operations = (index: number) => ({
  ...Object.fromEntries(
    ['flush', 'get', 'merge', 'refresh', 'search_query', 'search_fetch'].map((name, place) => [
      name,
      { total: place, time_seconds: place },
    ]),
  ),
  index: { total: index, time_seconds: 90 },
  segments: 7,
  open_search_contexts: 1,
  documents: { count: 10, deleted: 3 },
});
const shard = { state: 'started', active: true, node_id: 'n', node_name: 'node', relocating_to: null };
export const health = (status: string) => ({
  status,
  shards: { active: 3, initializing: 1, relocating: 1, unassigned: status === 'green' ? 0 : 2 },
});
const field = (name: string, more: object = {}) => ({
  name,
  current: 'long',
  next: null,
  types: [{ type: 'long', indices: ['a_2', 'a_1'] }],
  ...more,
});
const failure = (id: string, more: object = {}) => ({
  timestamp: '2024-03-01T10:05:00.000Z',
  letter_id: id,
  index: 'messages_0',
  type: 'MappingError',
  message: JSON.stringify({ type: 'mapper_parsing_exception', reason: `Field [n]: the value is no long: ${hostile}` }),
  is_stored: true,
  ...more,
});
const lost = { is_stored: false, message: JSON.stringify({ type: 'message_refused', reason: 'no' }), tries: 1 };

export const indexSetAnswers = (): FakeRoutes => ({
  [`GET ${sets}`]: () => ({
    total: all.length,
    index_sets: all,
    stats: { a: { indices: 3, documents: 30, size: 2048 }, b: { indices: 0, documents: 0, size: 0 } },
  }),
  [`GET ${sets}/stats`]: () => ({ indices: 3, documents: 30, size: 1024 }),
  ...Object.fromEntries(all.map((one) => [`GET ${sets}/${one.id}`, () => one])),
  [`POST ${sets}`]: ({ body }) => ({ ...setOf('n'), ...objectIn(body) }),
  [`PUT ${sets}/a/field_types`]: () => ({ current_index: 'a_2', fields: [field('code')] }),
  [`PUT ${sets}/*`]: ({ body }) => ({ ...setOf('a'), ...objectIn(body) }),
  [`DELETE ${sets}/*`]: () => undefined,
  [`GET ${sets}/a/growth`]: () => ({
    days: [
      { date: '2024-02-29', messages: 0, bytes: 0 },
      { date: '2024-03-01', messages: 1000, bytes: 2048 },
      { date: '2024-03-02', messages: 4000, bytes: 1_048_576 },
    ],
    is_complete: true,
    disk: { free_bytes: 1_073_741_824, total_bytes: 4 * 1_073_741_824 },
    forecast: { bytes_per_day: 1_048_576, full_in_days: 6.6 },
  }),
  [`GET ${sets}/a/field_types`]: () => ({
    current_index: 'a_2',
    fields: [
      field('code'),
      field(hostile, { current: null, types: [{ type: 'keyword', indices: ['a_0'] }] }),
      field('set', { next: 'double' }),
      field('mixed', {
        types: [
          { type: 'long', indices: ['a_2'] },
          { type: 'keyword', indices: ['a_1', 'a_0'] },
        ],
      }),
    ],
  }),
  'GET /system/indexer/cluster/health': () => health('green'),
  'GET /system/indexer/cluster/name': () => ({ name: 'store' }),
  'GET /system/indexer/failures/count': () => ({ count: 7 }),
  'GET /cluster/jobs': () => ({ node: { jobs: [] } }),
  'GET /streams': () => ({
    total: 2,
    streams: [
      { id: 's1', title: 'Web shop', index_set_id: 'd', is_editable: true },
      { id: 's2', title: hostile, index_set_id: 'd', is_editable: true },
    ],
  }),
  'GET /system/indices/rotation/strategies': () => offered('rotation', {}),
  'GET /system/indices/retention/strategies': () => offered('retention', {}),
  'GET /system/cluster_config/*': () => ({
    shards: 1,
    replicas: 0,
    rotation_strategy_class: rotations.lifetime,
    rotation_strategy_config: { type: 'l', ...strategies.rotation[rotations.lifetime] },
    retention_strategy_class: retentions.delete,
    retention_strategy_config: { type: 'd', max_number_of_indices: 20 },
  }),
  'GET /system/indexer/overview/a': () => ({
    deflector: { is_up: true, current_target: 'a_2' },
    counts: { events: 30 },
    indexer_cluster: { health: health('yellow'), name: 'store' },
    indices: [
      indexOf('a_2', { is_deflector: true }),
      indexOf('a_1', { range, is_reopened: true }),
      indexOf('a_0', { is_closed: true, size: null }),
    ],
  }),
  'POST /system/indexer/indices/multiple': ({ body }) =>
    (JSON.parse(body ?? '{}') as { indices: string[] }).indices.map((name) => ({
      index_name: name,
      primary_shards: operations(11),
      all_shards: operations(22),
      routing: [
        { ...shard, id: 0, primary: true, node_hostname: 'host-1' },
        { ...shard, id: 1, primary: false, state: 'initializing', active: false, node_hostname: null },
      ],
    })),
  'GET /system/indexer/failures': () => ({
    failures: [
      failure('01KEPT'),
      failure('01PLAIN', { message: 'plain text', is_stored: undefined }),
      failure('01AGAIN', {
        ...lost,
        tries: 3,
        can_retry: true,
        document: '{"message":"the whole","n":9007199254740993}',
      }),
      failure('01LOST', { ...lost, can_retry: false }),
    ],
    total: 25,
    can_retry: 2,
  }),
  'POST /system/indexer/failures/retry': () => ({ stored: 1, failed: 1, missing: 1, system_job_id: null }),
});
