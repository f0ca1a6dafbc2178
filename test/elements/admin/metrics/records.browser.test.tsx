/** Records the metrics page with metrics of every type: see records/recorder.ts. */
import { metricsPages } from '../../../../elements/admin/metrics/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import stored from './metrics.record.txt';

const node = (id: string, isLeader: boolean) => ({
  ...{ node_id: id, short_node_id: id, hostname: `host-${id} <b>`, is_leader: isLeader, is_master: isLeader },
  ...{ cluster_id: 'c', type: 'server', transport_address: '', last_seen: '2026-03-02T09:59:00.000Z' },
});
const metric = (full_name: string, type: string, values: object) => ({
  full_name,
  name: full_name,
  type,
  metric: values,
});
const rates = { total: 90, mean: 1.234, one_minute: 2, five_minute: 3.5, fifteen_minute: 4 };
const times = {
  ...{ min: 1, max: 2000, mean: 3, std_dev: 4, '95th_percentile': 5, '98th_percentile': 6, '99th_percentile': 7 },
};
const org = [
  metric('org.second.waiting', 'gauge', { value: 4711 }),
  metric('org.second.text', 'gauge', { value: '<b>text' }),
  metric('org.count', 'counter', { count: 12_345 }),
  metric('org.rate', 'meter', { rate: rates, rate_unit: 'events/second' }),
  metric('org.size', 'histogram', { time: times, count: 17 }),
  metric('org.taken', 'timer', { time: times, rate: rates, rate_unit: 'calls/second', duration_unit: 'microseconds' }),
  metric('org.odd', 'stopwatch', {}),
];

const admin = administration(metricsPages, () => ({
  'GET /system/cluster/nodes': () => ({ nodes: [node('first', false), node('second', true)], total: 2 }),
  'GET /cluster/second/metrics/namespace/org': () => ({ total: org.length, metrics: org }),
  'GET /cluster/second/metrics/namespace/jvm': () => ({ total: 0, metrics: [] }),
  'GET /cluster/first/metrics/namespace/org': () => ({ total: 0, metrics: [] }),
  'GET /cluster/first/metrics/namespace/jvm': () => ({
    total: 1,
    metrics: [metric('jvm.heap', 'gauge', { value: 1 })],
  }),
  'POST /cluster/second/metrics/multiple': ({ body }) => {
    const { metrics: names } = JSON.parse(body ?? '{}') as { metrics: string[] };
    return { total: 1, metrics: org.filter(({ full_name }) => names.includes(full_name)) };
  },
}));

recordedPages(admin, {
  file: 'metrics.record.txt',
  stored,
  pages: [
    { route: '/system/metrics', base: ['metrics:read'] },
    { route: '/system/metrics/node/first', skip: /./ },
    { route: '/system/metrics/node/leader?filter=RATE', skip: /./ },
    { route: '/system/metrics/node/nowhere', skip: /./ },
  ],
});
