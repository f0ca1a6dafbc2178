/** Records the list of system jobs: see records/recorder.ts. */
import { SystemJobsSection } from '../../../../elements/admin/system-jobs/index.js';
import type { Page } from '../../../../elements/kit/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import stored from './system-jobs.record.txt';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const nodeId = '4879183e-3405-4733-b32c-9a7b564afbb6';
const job = (id: string, more: object = {}) => ({
  ...{ id, description: 'Does something', name: 'org.example.Job', info: `Job ${id}`, node_id: nodeId },
  ...{ started_at: '2026-03-02T09:05:00.000Z', percent_complete: 40, is_cancelable: true, provides_progress: true },
  ...{ job_status: 'running', ...more },
});
const running = [
  job('one', { info: hostile }),
  job('two', { job_status: 'error', info: 'Bad: the disk is full', started_at: null, node_id: 'deadbeef-1' }),
  job('three', { is_cancelable: false, provides_progress: false, name: 'org.example.Other' }),
];
const ended = ['complete', 'cancelled', 'skipped', 'aborted'].map((job_status) => job(job_status, { job_status }));
const section: Page = { path: '/jobs', title: 'Jobs', Content: SystemJobsSection };

const admin = administration([section], () => ({
  'GET /system/cluster/nodes': () => ({
    nodes: [{ node_id: nodeId, short_node_id: '4879183e', hostname: 'web-01' }],
  }),
  'GET /cluster/jobs': () => ({ node: { jobs: running }, lost: null }),
  'GET /system/jobs': () => ({ jobs: [...running, ...ended] }),
  'POST /system/jobs': () => ({ system_job_id: 'four' }),
  'DELETE /cluster/jobs/*': () => job('one', { job_status: 'cancelled' }),
  'DELETE /system/jobs/acknowledge/*': () => new Response(null, { status: 202 }),
}));

recordedPages(admin, {
  file: 'system-jobs.record.txt',
  stored,
  pages: [
    {
      route: '/jobs',
      base: ['systemjobs:read'],
      permissions: [
        'systemjobs:delete',
        'systemjobs:delete:org.example.Job',
        'systemjobs:create',
        'systemjobs:create:org.graylog2.indexer.indices.jobs.OptimizeIndexJob',
      ],
      variants: {
        'no jobs': {
          'GET /cluster/jobs': () => ({ node: { jobs: [] } }),
          'GET /system/jobs': () => ({ jobs: [] }),
        },
      },
    },
  ],
});
