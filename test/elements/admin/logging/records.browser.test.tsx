/** Records the logging page: see records/recorder.ts. */
import { loggingPages } from '../../../../elements/admin/logging/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import stored from './logging.record.txt';

const subsystem = (title: string, level: string) => ({ title, description: `About ${title}`, level, category: 'c' });
const lines = ['TRACE zero', 'DEBUG half', 'INFO one', 'WARN two <b>', 'ERROR three', 'FATAL four', 'odd line']
  .map((text) => `2026-03-02T09:05:00.000Z ${text}`)
  .join('\n');

const admin = administration(loggingPages, () => ({
  'GET /cluster/system/loggers/subsystems': () => ({
    n1: { subsystems: { auth: subsystem('Authentication', 'info'), store: subsystem('Store', 'off') } },
    n2: null,
  }),
  'GET /system/cluster/nodes': () => ({
    nodes: [{ node_id: 'n1', short_node_id: 'n1', hostname: 'web-01', is_leader: true, is_master: true }],
    total: 1,
  }),
  'GET /cluster/system/loggers': () => ({
    n1: { loggers: { 'org.graylog2': { level: 'info', syslog_level: 6 } } },
  }),
  'GET /system/loggers/messages/recent': () => new Response(`${lines}\nno time at all`),
  'GET /cluster/debug/support/bundle/list': () => [
    { file_name: 'a.zip', size: 2048 },
    { file_name: 'b <b>.zip', size: 0 },
  ],
  'POST /cluster/debug/support/bundle/build': () => undefined,
  'GET /cluster/debug/support/bundle/download/*': () => new Response('zip'),
  'POST /cluster/metrics/multiple': ({ body }) => {
    const { metrics } = JSON.parse(body ?? '{}') as { metrics: string[] };
    const meter = (full_name: string, at: number) => ({
      ...{ full_name, name: full_name, type: 'meter' },
      metric: { rate: { total: at * 1000, mean: at + 0.25, one_minute: at, five_minute: 0, fifteen_minute: 0 } },
    });
    return { n1: { total: metrics.length, metrics: metrics.map(meter) }, n2: null };
  },
  'DELETE /cluster/debug/support/bundle/*': () => undefined,
}));

recordedPages(admin, {
  file: 'logging.record.txt',
  stored,
  pages: [
    {
      route: '/system/logging',
      base: ['loggers:read'],
      permissions: [
        'loggers:editsubsystem',
        'loggers:editsubsystem:auth',
        'loggersmessages:read',
        'supportbundle:read',
        'supportbundle:read + supportbundle:create',
        'metrics:read',
      ],
      skip: /b <b>|\(2\)$/,
      values: { 'Filter lines': 't' },
      variants: {
        'no lines and no bundles': {
          'GET /system/loggers/messages/recent': () => new Response(''),
          'GET /cluster/debug/support/bundle/list': () => [],
        },
      },
    },
    {
      route: '/system/logging',
      state: 'with figures of levels',
      first: ['button Show log level metrics'],
      brief: true,
      only: /^$/,
    },
  ],
});
