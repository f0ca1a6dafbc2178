/**
 * Records the content, the controls and the requests of the pages of sidecars, with data in which every optional part
 * is present once.
 */
import { objectIn } from '../../fake-server.js';
import { sidecarsPages } from '../../../../elements/admin/sidecars/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import stored from './sidecars.record.txt';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const at = (clock: string) => `2026-03-02T${clock}.000Z`;
const collectors = [
  { id: 'c1', name: 'filebeat', service_type: 'exec', node_operating_system: 'linux' },
  { id: 'c2', name: 'winlogbeat', service_type: 'svc', node_operating_system: 'windows' },
  { id: 'c3', name: 'nxlog', service_type: 'exec', node_operating_system: 'linux' },
];
const wholeCollector = {
  ...collectors[0],
  executable_path: '/usr/share/filebeat/bin/filebeat',
  execute_parameters: '-c %s',
  validation_parameters: null,
  default_template: 'default: ${sidecar.nodeId}',
};
const configurations = [
  {
    id: 'k1',
    name: 'System logs',
    collector_id: 'c1',
    color: '#1e62b5',
    tags: ['web', 'prod'],
    assignment_rule: 'tag:web',
    version: 3,
  },
  { id: 'k2', name: `Mail ${hostile}`, collector_id: 'c1', color: '#00aa55', tags: [], version: 1 },
  { id: 'k3', name: 'Event log', collector_id: 'c2', color: '#aa0055', tags: ['win'], version: 1 },
];
const failing = {
  collector_id: 'c1',
  configuration_id: 'k1',
  status: 2,
  message: 'not valid',
  verbose_message: `line 12 ${hostile}`,
};
const running = { collector_id: 'c3', configuration_id: null, status: 0, message: 'Running', verbose_message: '' };
const assigned = (configuration: string, more: object = {}) => ({
  collector_id: 'c1',
  configuration_id: configuration,
  assigned_from_tags: [],
  ...more,
});
const details = {
  operating_system: 'Linux',
  ip: '10.0.0.1',
  metrics: { disks_75: ['/data (91%)', '/var (80%)'], cpu_idle: 93.5, load_1: 0.4 },
  log_file_list: [
    { path: '/var/log/syslog', mod_time: at('09:59:50'), size: 2048, is_dir: false },
    { path: '/var/log/nginx', mod_time: at('08:00:00'), size: 0, is_dir: true },
    { path: '/var/log/broken', mod_time: 'never', size: 1, is_dir: false },
  ],
  status: { status: 2, message: '1 failing', collectors: [failing, running] },
  tags: ['web', 'prod'],
  collector_configuration_directory: null,
};
const sidecar = (id: string, more: object = {}) => ({
  node_id: id,
  node_name: `node ${id}`,
  node_details: details,
  assignments: [assigned('k1', { assigned_from_tags: ['web'] }), assigned('k2')],
  last_seen: at('09:59:00'),
  sidecar_version: '1.5.6',
  active: true,
  collectors: ['c1', 'c3'],
  protocol: 'sidecar',
  state: { code: 2, since: at('09:30:00'), flaps: 0 },
  last_word: null,
  history: '-'.repeat(40) + 'rrrrffus',
  delivered: { k1: 2 },
  ...more,
});
/** A sidecar as a server lists it that computes no states: it reports no metrics, files, collectors or address. */
const plain = {
  ...{ node_id: 'plain', node_name: `plain ${hostile}`, last_seen: at('09:58:00'), sidecar_version: '1.2.0' },
  ...{ active: true, assignments: [], collectors: [] },
  node_details: {
    ...{ operating_system: 'Plan9', ip: null, metrics: null, log_file_list: null, status: null, tags: [] },
    collector_configuration_directory: null,
  },
};
const silent = sidecar('silent', {
  active: false,
  last_seen: at('07:00:00'),
  state: { code: 1, since: at('07:01:00'), flaps: 0 },
  last_word: { code: 2, message: '1 failing', at: at('07:00:00') },
  node_details: {
    ...details,
    metrics: { ...details.metrics, disks_75: [] },
    log_file_list: [],
    status: {
      status: 1,
      message: '',
      collectors: [{ ...failing, status: 1, collector_id: 'unknown', message: 'old' }],
    },
  },
  assignments: [assigned('k1', { assigned_from_rule: true })],
  history: '-'.repeat(48),
  delivered: {},
});
const flapping = sidecar('flapping', {
  state: { code: 0, since: at('09:50:00'), flaps: 6 },
  node_details: { ...details, operating_system: 'windows', status: { status: 0, message: '', collectors: [] } },
  assignments: [{ collector_id: 'c2', configuration_id: 'k3', assigned_from_tags: [] }],
  collectors: ['c2'],
  history: 'r'.repeat(48),
});
const agent = {
  ...sidecar('agent', { protocol: 'opamp', assignments: [], state: { code: 3, since: at('09:00:00'), flaps: 4 } }),
  opamp: {
    service: 'otelcol',
    attributes: { 'host.name': 'agent-host', 'os.type': 'linux' },
    health: {
      ...{ name: '', healthy: false, status: 'StatusPermanentError', last_error: 'no exporter' },
      components: [{ name: 'pipeline:logs', healthy: true, status: 'StatusOK', last_error: '', components: [] }],
    },
    effective_configuration: [
      { name: '', body: 'receivers: {}' },
      { name: 'extra.yaml', body: `exporters: ${hostile}` },
    ],
    configuration_status: { status: 'failed', message: 'expected a list' },
    can_restart: true,
    accepts_configuration: true,
  },
};
const all = [sidecar('web-01'), silent, flapping, agent, plain];
const listed = (sidecars: readonly object[]) => ({
  query: '',
  pagination: { total: sidecars.length, count: sidecars.length, page: 1, per_page: 10 },
  ...{ total: sidecars.length, only_active: false, sort: 'node_name', order: 'asc', sidecars, filters: null },
});
const summaries = (name: string, rows: readonly object[]) => ({
  query: '',
  pagination: { total: rows.length, count: rows.length, page: 1, per_page: 10 },
  ...{ total: rows.length, sort: 'name', order: 'asc', [name]: rows },
});
const rollout = {
  ...{ id: 'r1', configuration_id: 'k1', configuration_name: 'System logs', from_version: 1, to_version: 2 },
  ...{ state: 'paused', reason: 'web-03 is failing', username: 'ada', started_at: at('09:00:00') },
  ...{ changed_at: at('09:10:00'), reached: 5, total: 40, next_at: null },
  stages: [
    { name: 'one', state: 'done', nodes: 1, running: 1, failing: [] },
    {
      ...{ name: 'tenth', state: 'paused', nodes: 4, running: 3 },
      failing: [{ node_id: 'n', node_name: 'web-03', message: 'expected a list' }],
    },
    { name: 'all', state: 'waiting', nodes: 40, running: 0, failing: [] },
  ],
};
const rolloutUnderWay = {
  ...rollout,
  ...{ id: 'r2', configuration_id: 'k2', configuration_name: 'Mail', state: 'running', reason: '' },
  next_at: at('10:05:00'),
  stages: rollout.stages.map((stage) => ({ ...stage, state: stage.name === 'tenth' ? 'running' : stage.state })),
};
const version = (number: number, more: object = {}) => ({
  ...{ version: number, name: 'System logs', template: 'a\nold\nend', tags: ['web'], assignment_rule: '' },
  ...{ username: 'ada', created_at: at(`0${number}:00:00`), restored_from: null },
  ...more,
});
const versions = [
  version(3, { template: 'a\nnew\nend', tags: ['web', 'prod'], assignment_rule: 'tag:web' }),
  version(2, { name: 'Old logs' }),
  version(1, { username: '', created_at: 'never' }),
];
const uploads = [
  {
    ...{ id: 'u1', collector_id: 'c1', node_id: 'web-01', collector_name: 'filebeat', created: at('06:00:00') },
    rendered_configuration: 'imported: true',
  },
];
const figures = {
  ...{ running: 36, failing: 3, unknown: 2, stopped: 1, by_tags_or_rule: 38, by_hand: 3, without_configuration: 1 },
  versions: ['1.5.6', '1.5.5', '1.4.0', '1.2.0'].map((one, index) => ({ version: one, nodes: 38 - index })),
  attention: [
    { node_id: 'silent', node_name: hostile, kind: 'silent', message: 'Its last word was failing.' },
    { node_id: 'web-01', node_name: 'web-01', kind: 'failing', message: 'not valid' },
    { node_id: 'flapping', node_name: 'flapping', kind: 'flapping', message: '6 changes' },
  ].map((one) => ({ ...one, since: at('09:30:00') })),
};
const variables = [
  { id: 'v1', name: 'host', description: null, content: 'logs.example.org' },
  { id: 'v2', name: 'port', description: 'The port of the input', content: '5044' },
];
const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
/** Answers after the form has validated its values, so that the order of the requests is the same in each run. */
async function later(answer: object): Promise<object> {
  for (let frames = 0; frames < 4; frames += 1) await frame();
  return answer;
}
const nothing = () => new Response('{}', { status: 404 });
const accepted = () => new Response(null, { status: 202 });
const { version: _version, ...withoutVersion } = configurations[1] ?? {};

const admin = administration(sidecarsPages, () => ({
  'GET /sidecars': ({ url }) =>
    listed(url.searchParams.get('only_active') === 'true' ? all.filter(({ active }) => active) : all),
  'GET /sidecars/all': () => listed(all),
  ...Object.fromEntries(
    all.map((one) => [`GET /sidecars/${one.node_id}`, () => ({ opamp: null, ...one, collectors: null })]),
  ),
  'POST /sidecar/administration': ({ body }) =>
    listed(
      (body ?? '').includes('"query":"nothing"')
        ? []
        : [...all, sidecar('web-02', { assignments: [assigned('k1')], node_name: 'node web-02' })],
    ),
  'PUT /sidecars/configurations': accepted,
  'PUT /sidecar/administration/action': accepted,
  'DELETE /sidecars/web-01': () => undefined,
  'GET /sidecar/overview/figures': () => figures,
  'GET /sidecar/overview/enrolment': () => ({
    ...{ server_url: 'https://logs.example.org/api', user_id: 'su', username: 'sidecar-system' },
  }),
  'POST /users/su/tokens/*': () => ({ id: 't', name: 'sidecars', token: 'secret-token', last_access: at('10:00:00') }),
  'GET /sidecar/rollouts': () => ({ rollouts: [rollout, rolloutUnderWay, { ...rollout, id: 'r3', state: 'done' }] }),
  'PUT /sidecar/rollouts/r1': () => ({ ...rollout, state: 'rolled_back' }),
  'PUT /sidecar/rollouts/r2': () => ({ ...rolloutUnderWay, state: 'paused' }),
  'GET /sidecar/configurations': () => summaries('configurations', configurations),
  'GET /sidecar/configurations/k1': () => ({ ...configurations[0], template: 'old: ${sidecar.nodeName}' }),
  'GET /sidecar/configurations/k2': () => ({ ...withoutVersion, template: 'plain' }),
  'GET /sidecar/configurations/*': nothing,
  'GET /sidecar/configurations/k1/sidecars': () => ({ configuration_id: 'k1', sidecar_ids: ['web-01'] }),
  'GET /sidecar/configurations/k2/sidecars': () => ({ configuration_id: 'k2', sidecar_ids: [] }),
  'GET /sidecar/configurations/k1/versions': () => ({ versions }),
  'GET /sidecar/configurations/k2/versions': nothing,
  'GET /sidecar/configurations/uploads': () => ({
    pagination: { total: 11, count: 1, page: 1, per_page: 10 },
    ...{ total: 11, uploads },
  }),
  'PUT /sidecar/configurations/k1/versions/2': () => ({ ...configurations[0], template: 'a\nold' }),
  'PUT /sidecar/configurations/k1': ({ body }) => ({ ...configurations[0], ...objectIn(body) }),
  'PUT /sidecar/configurations/k2': ({ body }) => ({ ...withoutVersion, ...objectIn(body) }),
  'DELETE /sidecar/configurations/k1': () => undefined,
  'POST /sidecar/configurations/k1/*': ({ body }) => ({
    ...configurations[0],
    ...objectIn(body),
  }),
  'POST /sidecar/configurations': ({ body }) => ({ ...objectIn(body), id: 'k9' }),
  'POST /sidecar/configurations/validate': ({ body }) =>
    (body ?? '').includes('${')
      ? {
          failed: true,
          errors: { template: ['The name x is not known.', 'The name y is not known.'] },
          error_context: {},
        }
      : { failed: false, errors: {}, error_context: {} },
  'POST /sidecar/configurations/render/preview': ({ body }) => ({
    preview: (body ?? '').includes('node_id') ? 'of web-01' : 'of <node name>',
  }),
  'POST /sidecar/assignment/match': ({ body }) =>
    (body ?? '').includes('none')
      ? { total: 0, nodes: [] }
      : {
          total: 14,
          nodes: Array.from({ length: 13 }, (_, index) => ({
            ...{ node_id: `n${index}`, node_name: `node ${index}`, operating_system: 'Linux' },
          })),
        },
  'GET /sidecar/collectors/summary': () => summaries('collectors', collectors),
  'GET /sidecar/collectors/c1': () => later(wholeCollector),
  'GET /sidecar/collectors/c2': () =>
    later({
      ...{ ...collectors[1], executable_path: 'C:\\beat.exe', execute_parameters: null },
      ...{ validation_parameters: 'test %s', default_template: '' },
    }),
  'GET /sidecar/collectors/c3': () => later({ ...wholeCollector, ...collectors[2], default_template: 'nx' }),
  'PUT /sidecar/collectors/c1': ({ body }) => objectIn(body),
  'PUT /sidecar/collectors/c2': ({ body }) => objectIn(body),
  'POST /sidecar/collectors': ({ body }) => ({ ...objectIn(body), id: 'c9' }),
  'POST /sidecar/collectors/c1/*': () => ({ ...wholeCollector, id: 'c9' }),
  'DELETE /sidecar/collectors/c1': () => undefined,
  'POST /sidecar/collectors/validate': ({ body }) =>
    (body ?? '').includes('bad')
      ? { failed: true, errors: { executable_path: ['This path is taken.'] }, error_context: {} }
      : { failed: false, errors: {}, error_context: {} },
  'GET /sidecar/configuration_variables': () => variables,
  'GET /sidecar/configuration_variables/v1/configurations': () => configurations.slice(0, 1),
  'GET /sidecar/configuration_variables/v2/configurations': () => [],
  'POST /sidecar/configuration_variables/validate': () => ({ failed: false, errors: {}, error_context: {} }),
  'POST /sidecar/configuration_variables': ({ body }) => ({ ...objectIn(body), id: 'v9' }),
  'PUT /sidecar/configuration_variables/v2': ({ body }) => objectIn(body),
  'PUT /sidecar/configuration_variables/v1': ({ body }) => objectIn(body),
  'DELETE /sidecar/configuration_variables/v2': () => undefined,
}));

before(async () => {
  await import('../../../../elements/admin/sidecars/template-language.js');
});

const reading = ['sidecars:read', 'sidecar_collectors:read', 'sidecar_collector_configurations:read'];
const base = '/system/sidecars';
const otherColors = /^radio (?!dark red)/;

recordedPages(admin, {
  file: 'sidecars.record.txt',
  stored,
  pages: [
    {
      route: base,
      base: ['sidecars:read', 'sidecar_collector_configurations:read'],
      permissions: [
        'sidecar_collectors:read',
        'sidecar_collector_configurations:update',
        'users:tokenlist:sidecar-system',
        'users:tokencreate:sidecar-system',
      ],
      skip: /^button (Name|(Manage sidecar|Show messages) (node|plain)(?! web-01).*)$/,
      variants: {
        'a server without figures, rollouts and histories': {
          'GET /sidecar/overview/figures': nothing,
          'GET /sidecar/overview/enrolment': nothing,
          'GET /sidecar/rollouts': nothing,
          'GET /users/*': nothing,
        },
        'no active sidecar': { 'GET /sidecars': () => listed([]) },
        'no sidecar at all': {
          'GET /sidecars': () => listed([]),
          'GET /sidecar/overview/figures': () => ({
            ...{ ...figures, running: 0, failing: 0, unknown: 0, stopped: 0, without_configuration: 0 },
            ...{ versions: [], attention: [] },
          }),
          'GET /sidecar/rollouts': () => ({ rollouts: [] }),
        },
        'a rollout that has ended': {
          'GET /sidecar/rollouts': () => ({
            rollouts: [
              { ...rollout, state: 'rolled_back' },
              { ...rollout, id: 'r3', state: 'done' },
            ],
          }),
        },
      },
    },
    {
      route: `${base}/administration?node_id=web-01`,
      base: reading,
      permissions: ['sidecars:update'],
      skip: /^checkbox Select (all collectors|nxlog|.* of node (silent|agent|flapping))/,
      variants: {
        'no sidecar that matches': { 'POST /sidecar/administration': () => listed([]) },
        'further pages': {
          'POST /sidecar/administration': () => ({
            ...listed(all.slice(0, 1)),
            pagination: { total: 31, count: 1, page: 1, per_page: 10 },
          }),
        },
      },
    },
    {
      route: `${base}/configuration`,
      base: reading.slice(1),
      skip: /(Mail|Event log|winlogbeat|nxlog)/,
      permissions: [
        ...['create', 'update', 'delete'].map((action) => `sidecar_collector_configurations:${action}`),
        ...['create', 'update', 'delete'].map((action) => `sidecar_collectors:${action}`),
        'sidecars:read',
      ],
    },
    {
      route: `${base}/failuretracking`,
      base: ['sidecars:read'],
      permissions: reading.slice(1),
      variants: { 'no failure': { 'GET /sidecars/all': () => listed([]) } },
    },
    {
      route: `${base}/configuration/new`,
      skip: /^(button (Change color|Preview|Migrate)|tab .*)$/,
      variants: {
        'a server without rollouts and configurations': {
          'GET /sidecar/configurations': () => summaries('configurations', []),
          'GET /sidecar/rollouts': nothing,
        },
        'no configuration': { 'GET /sidecar/configurations': () => summaries('configurations', []) },
      },
    },
    {
      route: `${base}/configuration/edit/k1`,
      base: reading,
      permissions: ['sidecar_collector_configurations:update', 'sidecar_collector_configurations:create'],
      skip: otherColors,
    },
    {
      route: `${base}/configuration/edit/k2`,
      skip: /^(button (Change color|Migrate)|tab .*)$/,
    },
    { route: `${base}/collector/new` },
    {
      route: `${base}/collector/edit/c1`,
      base: ['sidecar_collectors:read'],
      permissions: ['sidecar_collectors:update', 'sidecar_collectors:create'],
    },
    { route: `${base}/collector/edit/c2` },
    { route: `${base}/web-01/status`, base: ['sidecars:read'], permissions: ['sidecars:delete', ...reading.slice(1)] },
    { route: `${base}/silent/status`, skip: /^button (Delete|Administration)$/ },
    { route: `${base}/flapping/status`, skip: /^button (Delete|Administration|Show details)$/ },
    { route: `${base}/agent/status`, skip: /^button (Delete|Administration|Show details)$/ },
    { route: `${base}/plain/status`, skip: /^button (Delete|Administration|Show details)$/ },
  ],
});
