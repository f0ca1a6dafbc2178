/** Records the overview of the system: see records/recorder.ts. */
import { overviewPages } from '../../../../elements/admin/overview/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import stored from './overview.record.txt';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const nodeId = '4879183e-3405-4733-b32c-9a7b564afbb6';
const notification = (type: string, more: object = {}) => ({
  ...{ type, severity: 'urgent', timestamp: '2026-03-02T08:00:00.000Z', node_id: nodeId, ...more },
});
const notifications = [
  notification('no_input_running'),
  notification('input_failed_to_start', { key: 'i1' }),
  notification('input_failing', { key: 'i1' }),
  notification('input_failure_shutdown', { key: 'i1' }),
  notification('output_failing', { key: 'o1' }),
  notification('output_disabled', { key: 'o1' }),
  notification('index_ranges_recalculation'),
  notification('legacy_ldap_config_migration'),
  notification('generic', { key: 'a/b', severity: 'normal' }),
];
const job = {
  ...{ id: 'j1', description: 'Does something', name: 'org.example.Job', info: hostile, node_id: nodeId },
  ...{ started_at: '2026-03-02T09:05:00.000Z', percent_complete: 40, is_cancelable: true, provides_progress: true },
  job_status: 'running',
};
const text = (title: string, description = `About ${title}`) => ({ title, description });
const plain = 'POST /system/notification/message/plaintext';

const admin = administration(overviewPages, () => ({
  'GET /system/notifications': () => ({ notifications, total: notifications.length }),
  [`${plain}/NO_INPUT_RUNNING`]: () => text('No inputs'),
  [`${plain}/GENERIC/*`]: () => text(hostile, '<b>bold</b>'),
  [`${plain}/OUTPUT_DISABLED/*`]: () => new Response('{"message":"no text"}', { status: 500 }),
  [`${plain}/*`]: ({ url }) => text(url.pathname.replace(/^.*plaintext/, '')),
  'GET /cluster/jobs': () => ({ [nodeId]: { jobs: [job] } }),
  'GET /system/jobs': () => ({ jobs: [{ ...job, id: 'j2', job_status: 'complete' }] }),
  'GET /system/cluster/nodes': () => ({
    nodes: [
      {
        ...{ cluster_id: 'abcd-ef', node_id: nodeId, type: 'server', is_leader: true, is_master: true },
        ...{ transport_address: 'http://127.0.0.1:9000/api/', last_seen: '2026-03-02T09:00:30.000Z' },
        ...{ short_node_id: '4879183e', hostname: 'host' },
      },
    ],
    total: 1,
  }),
  'GET /system/cluster/traffic': () => ({
    ...{ from: '2026-02-01T00:00:00.000Z', to: '2026-03-02T10:00:00.000Z', input: {}, decoded: {} },
    output: { '2026-03-01T09:00:00.000Z': 2048, '2026-03-02T09:00:00.000Z': 4096 },
  }),
  'GET /system/indexer/cluster/health': () => ({
    status: 'yellow',
    shards: { active: 3, initializing: 0, relocating: 0, unassigned: 1 },
  }),
  'GET /system/indexer/cluster/name': () => ({ name: 'embedded' }),
  'GET /system/indexer/failures/count': () => ({ count: 2 }),
  'GET /system': () => ({ timezone: 'Asia/Tokyo', node_id: nodeId, cluster_id: 'abcd-ef', version: '5.1.8' }),
  'GET /system/messages': () => ({
    messages: [
      { caller: 'x', content: hostile, timestamp: '2026-03-02T07:00:00.000Z', node_id: nodeId },
      { caller: 'y', content: 'second', timestamp: '2026-03-01T07:00:00.000Z', node_id: 'n2' },
    ],
    total: 61,
  }),
}));

const answers = (status: string, more: object = {}) => ({
  'GET /system/indexer/cluster/health': () => ({
    status,
    shards: { active: 3, initializing: 0, relocating: 0, unassigned: 0, ...more },
  }),
});

const { resolvedOptions } = Intl.DateTimeFormat.prototype;
beforeEach(() => {
  // The time zone of the browser is that of the machine.
  Intl.DateTimeFormat.prototype.resolvedOptions = function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone: 'America/New_York' };
  };
});
afterEach(() => {
  Intl.DateTimeFormat.prototype.resolvedOptions = resolvedOptions;
});

recordedPages(admin, {
  file: 'overview.record.txt',
  stored,
  pages: [
    {
      route: '/system/overview',
      base: [],
      permissions: [
        ...['notifications:read', 'notifications:delete:generic', 'systemjobs:read', 'indexercluster:read'],
        ...['indices:failures', 'systemmessages:read', 'system:read'],
      ],
      // The same question is asked for each notification.
      skip: /^button (Delete notification \([2-9]\)|Show as a table)$/,
      variants: {
        'a healthy system': {
          ...answers('green'),
          'GET /system/notifications': () => ({ notifications: [], total: 0 }),
          'GET /cluster/jobs': () => ({ [nodeId]: { jobs: [] } }),
          'GET /system/indexer/failures/count': () => ({ count: 0 }),
          'GET /system/messages': () => ({ messages: [], total: 0 }),
        },
        'a broken index': { ...answers('red'), 'GET /system/indexer/failures/count': () => ({ count: 1 }) },
      },
    },
  ],
});
