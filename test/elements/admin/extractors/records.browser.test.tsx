/** Compares the pages of extractors, and the form of each type of extractor, with their records. */
import { objectIn } from '../../fake-server.js';
import { extractorTypes } from '../../../../api/extractors/types/index.js';
import { initialConfig } from '../../../../api/extractors/parts.js';
import { extractorsPages } from '../../../../elements/admin/extractors/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import stored from './extractors.record.txt';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const api = '/system/inputs/i1/extractors';
const at = '/system/inputs/n1/i1/extractors';
const noTimes = { rate: null, rate_unit: null, time: null, duration_unit: null };
const times = {
  rate: { total: 7, mean: 1, one_minute: 2, five_minute: 3, fifteen_minute: 4 },
  rate_unit: 'events/second',
  time: {
    min: 1,
    max: 9,
    mean: 5,
    std_dev: 2,
    '95th_percentile': 8,
    '98th_percentile': 8,
    '99th_percentile': 9,
  },
  duration_unit: 'microseconds',
};
const extractor = (id: string, title: string, more: object = {}) => ({
  id,
  title,
  type: 'regex',
  cursor_strategy: 'copy',
  source_field: 'message',
  target_field: 'code',
  extractor_config: { regex_value: '(\\d+)' },
  creator_user_id: 'ada',
  converters: [],
  condition_type: 'none',
  condition_value: '',
  order: 0,
  exceptions: 0,
  converter_exceptions: 0,
  metrics: {
    total: noTimes,
    condition: noTimes,
    execution: noTimes,
    converters: noTimes,
    condition_hits: 0,
    condition_misses: 0,
  },
  ...more,
});
const extractors = [
  extractor('e1', 'Codes', {
    converters: [
      { type: 'numeric', config: {} },
      { type: 'date', config: { date_format: 'yyyy', time_zone: 'UTC', locale: 'en' } },
    ],
    condition_type: 'string',
    condition_value: 'HTTP',
    exceptions: 3,
    converter_exceptions: 4,
    metrics: {
      total: times,
      condition: times,
      execution: times,
      converters: times,
      condition_hits: 1_234,
      condition_misses: 5,
    },
  }),
  extractor('e2', hostile, {
    order: 1,
    type: 'copy_input',
    extractor_config: {},
    cursor_strategy: 'cut',
    condition_type: 'regex',
    condition_value: '^a',
  }),
  ...extractorTypes
    .filter(({ type }) => !['regex', 'copy_input'].includes(type))
    .map(({ type, parts }, index) =>
      extractor(type, `By ${type}`, { type, order: index + 2, extractor_config: initialConfig(parts) }),
    ),
];
const message = {
  _id: 'm1',
  message: 'GET /cart 200',
  took_ms: 35,
  timestamp: '2026-01-01T00:00:00.000Z',
  source: 'web',
  gl2_source_input: 'i1',
  streams: [],
};

const cut = { successful: true, cut: 'GET', begin_index: 0, end_index: 3 };
const admin = administration(extractorsPages, () => ({
  'GET /system/inputs/i1': () => ({
    id: 'i1',
    title: 'Web shop',
    name: 'GELF HTTP',
    type: 'gelf',
    global: false,
    node: 'n1',
    content_pack: null,
    created_at: '2024-03-01T10:05:00.000Z',
    creator_user_id: 'ada',
    attributes: {},
    static_fields: {},
  }),
  'GET /system/cluster/nodes': () => ({
    nodes: [{ node_id: 'n1', short_node_id: 'n1', hostname: 'web-01', is_leader: true, is_master: true }],
    total: 1,
  }),
  [`GET ${api}`]: () => ({ total: extractors.length, extractors }),
  ...Object.fromEntries(extractors.map((one) => [`GET ${api}/${one.id}`, () => one])),
  [`POST ${api}/preview`]: () => ({
    tried: 50,
    matched: 2,
    failed: 1,
    samples: [
      { position: 0, fields: { code: 200 } },
      { position: 1, fields: {} },
    ],
  }),
  [`POST ${api}/order`]: () => undefined,
  [`POST ${api}`]: () => ({ extractor_id: 'e9' }),
  [`PUT ${api}/*`]: ({ body }) => ({ ...extractors[0], ...objectIn(body) }),
  [`DELETE ${api}/*`]: () => undefined,
  'GET /search/universal/relative': () => ({
    messages: [
      { index: 'messages_0', message },
      { index: 'messages_0', message: { ...message, _id: 'm2', message: hostile } },
    ],
    total_results: 2,
  }),
  'GET /messages/messages_0/m1': () => ({
    index: 'messages_0',
    message: { id: 'm1', timestamp: message.timestamp, fields: message },
  }),
  'GET /system/grok': () => ({ patterns: [{ id: 'g1', name: 'MYIP', pattern: '%{IP}', content_pack: null }] }),
  'GET /system/lookup/tables': () => ({
    lookup_tables: [{ id: 't1', name: 'teams', title: 'Teams' }],
    total: 1,
    count: 1,
    page: 1,
    per_page: 0,
  }),
  'POST /tools/substring_tester': () => cut,
  'POST /tools/split_and_index_tester': () => cut,
  'POST /tools/lookup_table_tester': () => ({ empty: false, error: false, error_message: '', key: 'GET', value: 'x' }),
  'POST /tools/grok_tester': () => ({
    matched: true,
    matches: [
      { name: 'verb', match: 'GET' },
      { name: 'status', match: '200' },
      { name: 'bytes', match: '512' },
    ],
  }),
  'POST /tools/*': () => ({ finished: true, match: { match: '200' }, matched: true, matches: [], string: 'GET' }),
}));

recordedPages(admin, {
  file: 'extractors.record.txt',
  stored,
  pages: [
    {
      route: at,
      base: ['inputs:read'],
      permissions: ['inputs:edit:i1'],
      skip: /(By |<img|Select extractor type: (source|timestamp|took_ms)|button (Copy|Test against))/,
      variants: { 'without extractors': { [`GET ${api}`]: () => ({ total: 0, extractors: [] }) } },
    },
    { route: `${at}/export`, base: ['inputs:read'], permissions: ['inputs:edit:i1'] },
    {
      route: `${at}/import`,
      base: ['inputs:read'],
      permissions: ['inputs:edit:i1'],
      values: {
        'Extractors JSON':
          '{"extractors":[{"title":"A","extractor_type":"copy_input","cursor_strategy":"copy","source_field":"message","target_field":"b","extractor_config":{},"converters":[],"condition_type":"none","condition_value":"","order":0}],"version":"5.1.8"}',
      },
    },
    { route: `${at}/e1/edit`, base: ['inputs:read'], permissions: ['inputs:edit:i1'] },
    { route: `${at}/new?extractor_type=regex`, brief: true, only: /^$/ },
    { route: `${at}/new?extractor_type=odd&field=message`, brief: true, only: /^$/ },
    {
      route: `${at}/new?extractor_type=regex&field=message&example_index=messages_0&example_id=m1`,
      base: ['inputs:read'],
      permissions: ['inputs:edit:i1'],
      values: { 'Regular expression': '(\\d+)' },
    },
    ...extractorTypes
      .filter(({ type }) => !['regex', 'copy_input'].includes(type))
      .map(({ type }) => ({
        route: `${at}/${type}/edit`,
        brief: true,
        values: { Pattern: '%{WORD:verb} %{NUMBER:status:int} %{NUMBER:bytes}' },
        skip: /^(textbox (Condition|Extractor title).*|radio .*|button (Cancel|Load|Add).*|combobox .*onverter.*)/,
      })),
  ],
});
