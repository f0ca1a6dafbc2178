/** Records the pages of streams with streams and rules of every kind: see records/recorder.ts. */
import { objectIn } from '../../fake-server.js';
import { streamsPages } from '../../../../elements/admin/streams/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import stored from './streams.record.txt';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const rule = (id: string, type: number, more: object = {}) => ({
  ...{ id, stream_id: 's1', type, field: 'source', value: 'web-01', inverted: false, description: '' },
  ...{ content_pack: null, ...more },
});
const rules = [
  rule('r1', 1, { inverted: true, description: 'only the web' }),
  rule('r3', 3, { value: '7' }),
  rule('r5', 5, { value: '' }),
  rule('r7', 7, { field: '', value: '' }),
  rule('r8', 8, { field: '', value: 'i1', inverted: true }),
  rule('r9', 8, { field: '', value: 'gone' }),
];
const stream = (id: string, more: object = {}) => ({
  ...{ id, creator_user_id: 'ada', outputs: [], matching_type: 'AND', description: 'what errs', disabled: false },
  ...{ created_at: '2024-03-01T10:05:00.000Z', rules: [rule('r1', 1)], title: `Stream ${id}`, content_pack: null },
  ...{ is_default: false, remove_matches_from_default_stream: true, index_set_id: 'set', is_editable: true },
  ...{ alert_conditions: null, alert_receivers: null, ...more },
});
const first = stream('s1', { rules });
const streams = [
  first,
  stream('s2', { title: hostile, disabled: true, description: null, outputs: ['o1', 'o2'], rules: [] }),
  stream('s3', { is_default: true, remove_matches_from_default_stream: false, rules: [], index_set_id: 'usual' }),
  stream('s4', { is_editable: false, index_set_id: 'unknown' }),
];
const attribute = (id: string, more: object = {}) => ({ id, title: id, type: 'STRING', sortable: true, ...more });
const attributes = [
  attribute('title'),
  attribute('description'),
  attribute('created_at', { type: 'DATE', filterable: true }),
  attribute('index_set_id', { title: 'Index set', filterable: true, hidden: true, related_collection: 'index_sets' }),
  attribute('disabled'),
];
const ruleType = (id: number, name: string) => ({ id, name, short_desc: name, long_desc: name });
const set = (id: string, title: string, more: object = {}) => ({
  ...{ id, title, default: false, writable: true, can_be_default: true, ...more },
});
const sets = [
  set('set', 'Web set'),
  set('usual', 'Usual set', { default: true }),
  set('old', 'Old', { writable: false, can_be_default: false }),
];
const dependents = (more: object = {}) => ({
  ...{ views: [], hidden_views: 0, shared_with: 0, start_page_of: 0, decorators: 0, ...more },
});
const output = (id: string, title: string) => ({
  ...{ id, title, type: 'gelf', configuration: {}, creator_user_id: 'ada', created_at: '2024-03-01T10:05:00.000Z' },
});
const bulk = () => ({ successfully_performed: 1, failures: [], errors: [] });
const sharing = () => ({
  ...{ entity: 'grn::::stream:s1', sharing_user: 'grn::::user:me' },
  available_grantees: [
    { id: 'grn::::builtin-team:everyone', type: 'global', title: 'Everyone' },
    { id: 'grn::::user:u1', type: 'user', title: 'Jane' },
  ],
  available_capabilities: [
    { id: 'view', title: 'Viewer' },
    { id: 'own', title: 'Owner' },
  ],
  active_shares: [{ grant: 'grn::::grant:g1', grantee: 'grn::::user:u1', capability: 'view' }],
  ...{ selected_grantee_capabilities: { 'grn::::user:u1': 'view' }, missing_permissions_on_dependencies: {} },
  validation_result: { failed: false, errors: {}, error_context: {} },
});
const metric = (id: string, value: number) => ({
  ...{ full_name: `org.graylog2.plugin.streams.Stream.${id}.incomingMessages.1-sec-rate`, type: 'gauge' },
  ...{ name: '1-sec-rate', metric: { value } },
});

const admin = administration(streamsPages, () => ({
  'GET /streams/paginated': () => ({
    ...{ query: '', total: 4, sort: 'title', order: 'asc', attributes, elements: streams },
    pagination: { total: 4, count: 4, page: 1, per_page: 20 },
    defaults: { sort: { id: 'title', direction: 'ASC' } },
  }),
  'GET /streams': () => ({ total: 4, streams }),
  ...Object.fromEntries(streams.map((one) => [`GET /streams/${one.id}`, () => one])),
  'GET /streams/null/rules/types': () => [
    ...[ruleType(1, 'match exactly'), ruleType(2, 'match regular expression'), ruleType(3, 'be greater than')],
    ...[ruleType(5, 'be present'), ruleType(7, 'always match'), ruleType(8, 'match input')],
  ],
  'GET /streams/rules/inputs': () => ({ inputs: [{ id: 'i1', title: 'Web shop', name: 'GELF HTTP' }] }),
  'GET /streams/s1/dependents': () =>
    dependents({
      views: [
        { type: 'DASHBOARD', id: 'd1', title: hostile },
        { type: 'SEARCH', id: 'v1', title: 'Saved' },
      ],
      ...{ hidden_views: 2, shared_with: 1, start_page_of: 3, decorators: 4 },
    }),
  'GET /streams/*': () => dependents(),
  'GET /streams/s1/outputs': () => ({ total: 2, outputs: [output('o1', 'Archive'), output('o2', hostile)] }),
  'GET /streams/s2/outputs': () => ({ total: 0, outputs: [] }),
  'GET /streams/s1/routing_preview': () => ({
    ...{ examined: 1000, matches: 12, rules: {}, since: '2026-03-02T08:00:00.000Z' },
  }),
  'GET /system/indices/index_sets': () => ({ total: 3, index_sets: sets, stats: {} }),
  'PUT /streams/indexSet/*': () => undefined,
  'GET /views/fields': () => [
    { name: 'source', type: { type: 'string', properties: ['enumerable'], index_names: [] } },
    { name: 'level', type: { type: 'long', properties: ['numeric'], index_names: [] } },
  ],
  'POST /streams': () => ({ stream_id: 's9' }),
  'POST /streams/s1/clone': () => ({ stream_id: 's9' }),
  'POST /streams/s2/clone': () => ({ stream_id: 's8' }),
  'POST /streams/s1/rules': () => ({ streamrule_id: 'r10' }),
  'PUT /streams/s1/rules/*': () => ({ streamrule_id: 'r1' }),
  'POST /streams/bulk_pause': bulk,
  'POST /streams/bulk_resume': bulk,
  'POST /streams/bulk_delete': bulk,
  'POST /streams/s1/pause': () => undefined,
  'POST /streams/s2/resume': () => undefined,
  'PUT /streams/s1': ({ body }) => ({ ...first, ...objectIn(body) }),
  'DELETE /streams/*': () => undefined,
  'POST /authz/shares/entities/*': sharing,
  'GET /search/universal/relative': () => ({
    messages: [
      {
        message: { _id: 'M', message: hostile, source: 'web-01', timestamp: '2026-03-02T09:00:00.000Z', streams: [] },
        ...{ index: 'messages_0', highlight_ranges: {}, decoration_stats: null },
      },
    ],
    total_results: 1,
  }),
  'POST /streams/s1/testMatch': () => ({ matches: false, rules: { r1: true, r3: false, r5: true } }),
  'POST /cluster/metrics/multiple': () => ({ n1: { total: 2, metrics: [metric('s1', 5), metric('s3', 1234)] } }),
}));

recordedPages(admin, {
  file: 'streams.record.txt',
  stored,
  pages: [
    {
      route: '/streams',
      base: ['streams:read'],
      permissions: [
        ...['streams:create', 'streams:changestate:s1', 'streams:edit:s1', 'stream_outputs:read', 'indexsets:read'],
        'entity:own:grn::::stream:s1',
      ],
      // The dialogs of a rule are recorded with the page of rules.
      skip: /^(button (Share (Stream s[34]|<)|Search|Edit rule|Delete rule|More actions for <|0 Rules|Hide Rules)|checkbox Select (Stream s[34]|<)|menuitem Quick add rule)/,
      variants: {
        'no streams': {
          'GET /streams/paginated': () => ({
            ...{ query: '', total: 0, sort: 'title', order: 'asc', attributes, elements: [] },
            pagination: { total: 0, count: 0, page: 1, per_page: 20 },
            defaults: { sort: { id: 'title', direction: 'ASC' } },
          }),
        },
      },
    },
    {
      route: '/streams/s1/edit',
      base: ['streams:read'],
      permissions: ['streams:edit:s1', 'streams:changestate:s1', 'inputs:read'],
      skip: /rule: (source must be|gl2)|Delete rule: This/,
      variants: {
        'a paused stream without rules': {
          'GET /streams/s1': () => stream('s1', { disabled: true, rules: [], matching_type: 'OR' }),
          'GET /streams/s1/routing_preview': () => ({ examined: 0, matches: 0, rules: {}, since: null }),
        },
        'the default stream': { 'GET /streams/s1': () => stream('s1', { is_default: true, rules: [] }) },
        'a system stream': { 'GET /streams/s1': () => stream('s1', { is_editable: false }) },
        'a server without previews': {
          'GET /streams/s1/routing_preview': () => new Response('{}', { status: 404 }),
        },
        'no such stream': { 'GET /streams/s1': () => new Response('{}', { status: 404 }) },
      },
    },
    {
      route: '/streams/s1/edit',
      state: 'with a message',
      first: ['tab Recent Message', 'combobox Input', 'option Web shop (GELF HTTP)', 'button Load message'],
      skip: /./,
    },
  ],
});
