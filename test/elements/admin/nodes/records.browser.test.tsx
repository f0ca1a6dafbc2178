/** Records the pages of nodes: see records/recorder.ts. */
import { gaugeNames } from '../../../../elements/admin/nodes/gauges.js';
import { nodesPages } from '../../../../elements/admin/nodes/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import stored from './nodes.record.txt';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const values: Readonly<Record<string, number>> = {
  [gaugeNames.input]: 7,
  [gaugeNames.output]: 8,
  [gaugeNames.appended]: 7,
  [gaugeNames.read]: 8,
  [gaugeNames.waiting]: 1234,
  [gaugeNames.segments]: 2,
  [gaugeNames.lag]: 12.4,
  [gaugeNames.heapUsed]: 1024 * 1024,
  [gaugeNames.heapCommitted]: 2 * 1024 * 1024,
  [gaugeNames.heapMax]: 4 * 1024 * 1024,
  'org.graylog2.buffers.process.usage': 16384,
  'org.graylog2.buffers.process.size': 65536,
};
const node = (id: string, more: object = {}) => ({
  ...{ cluster_id: 'abcd', node_id: id, type: 'server', is_leader: false, is_master: false, short_node_id: id },
  ...{ transport_address: 'http://127.0.0.1:9000/api/', last_seen: '2026-03-02T10:00:00.000Z', hostname: id },
  ...more,
});
const nodes = [node('n1', { is_leader: true, is_master: true, hostname: hostile }), node('n2'), node('n3')];
const state = (id: string, more: object = {}) => ({
  ...{ node_id: id, version: '5.1.8', codename: 'X', is_processing: true, lifecycle: 'running', lb_status: 'alive' },
  ...{ timezone: 'UTC', cluster_id: 'abcd', hostname: id, started_at: '2026-03-01T10:00:00.000Z' },
  ...{ operating_system: 'Linux 6', facility: 'f', ...more },
});
const journal = {
  ...{ enabled: true, append_events_per_second: 1, read_events_per_second: 2, uncommitted_journal_entries: 3 },
  ...{ journal_size: 512, journal_size_limit: 1024, number_of_segments: 2, oldest_segment: '2026-03-01T10:00:00.000Z' },
  journal_config: {
    ...{ directory: '/data/journal', segment_size: 1, segment_age: 0, max_size: 1024, max_age: 3_600_000 },
    ...{ flush_interval: 1, flush_age: 0 },
  },
};

const admin = administration(nodesPages, () => ({
  'GET /system/cluster/nodes': () => ({ nodes, total: 3 }),
  'GET /system/cluster/nodes/n1': () => nodes[0],
  'GET /system/cluster/nodes/n2': () => nodes[1],
  'GET /cluster': () => ({
    n1: state('n1'),
    n2: state('n2', { is_processing: false, lifecycle: 'paused', lb_status: 'dead' }),
    n3: null,
  }),
  'POST /cluster/metrics/multiple': () => ({
    n1: {
      total: 1,
      metrics: Object.entries(values).map(([full_name, value]) => ({
        ...{ full_name, name: full_name, type: 'gauge', metric: { value } },
      })),
    },
    n2: null,
  }),
  'GET /cluster/n1/jvm': () => ({ pid: '42', info: 'Node.js 20', node_id: 'n1' }),
  'GET /cluster/n1/journal': () => journal,
  'GET /cluster/n1/plugins': () => ({
    plugins: [
      {
        ...{ unique_id: 'p', name: 'Plug', version: '1.2', author: 'me', url: 'https://example.org/' },
        ...{ description: hostile, required_version: '5', required_capabilities: [] },
      },
    ],
    total: 1,
  }),
  'GET /cluster/inputstates': () => ({
    n1: [
      { id: 'i', state: 'RUNNING' },
      { id: 'j', state: 'FAILED' },
    ],
  }),
  'GET /system/inputs/types/all': () => ({
    raw: { type: 'raw', name: 'Raw TCP', is_exclusive: false, link_to_docs: '', requested_configuration: {} },
  }),
  'GET /cluster/n1/threaddump': () => ({ threaddump: `Main thread\n${hostile}` }),
  'GET /cluster/n1/processbufferdump': () => ({
    processbuffer_dump: { 'Processor #0': 'idle', 'Processor #1': hostile },
  }),
}));

const rights = [
  ...['system:read', 'journal:read', 'inputs:read', 'loggers:read', 'jvmstats:read:n1', 'metrics:read'],
  ...['processing:changestate:n1', 'threads:dump', 'processbuffer:dump', 'lbstatus:change'],
];

recordedPages(admin, {
  file: 'nodes.record.txt',
  stored,
  pages: [
    {
      route: '/system/nodes',
      base: [],
      permissions: rights.filter((one) => !/journal|loggers|jvm/.test(one)),
      skip: / n3/,
      variants: { 'one node': { 'GET /system/cluster/nodes': () => ({ nodes: [nodes[1]], total: 1 }) } },
    },
    {
      route: '/system/nodes/n1',
      base: ['system:read'],
      permissions: rights,
      variants: {
        'a node that rests': {
          'GET /cluster': () => ({
            n1: state('n1', { is_processing: false, lifecycle: 'paused', lb_status: 'dead' }),
          }),
          'GET /cluster/n1/journal': () => ({ enabled: false }),
          'GET /cluster/n1/plugins': () => ({ plugins: [], total: 0 }),
          'GET /system/inputs/types/all': () => ({}),
          'POST /cluster/metrics/multiple': () => ({ n1: null }),
        },
        'a node that does not answer': { 'GET /cluster': () => ({ n1: null }) },
      },
    },
    { route: '/system/nodes/gone', skip: /./ },
    { route: '/system/threaddump/n1', base: ['threads:dump'] },
    { route: '/system/processbufferdump/n1', base: ['processbuffer:dump'] },
  ],
});
