/** Tests the list of system jobs, against a server in the page. */
import { expect } from '@open-wc/testing';
import type { SystemJob } from '../../../../api/contract/system-overview.js';
import { SystemJobsSection } from '../../../../elements/admin/system-jobs/index.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const nodeId = '4879183e-3405-4733-b32c-9a7b564afbb6';
const jobOf = (id: string, more: Partial<SystemJob> = {}): SystemJob => ({
  id,
  description: 'Does something',
  name: 'org.example.Job',
  info: `Job ${id}`,
  node_id: nodeId,
  started_at: '2024-03-01T10:05:00.000Z',
  percent_complete: 40,
  is_cancelable: true,
  provides_progress: true,
  job_status: 'running',
  ...more,
});

let server: FakeServer;
let permissions: string[];
let running: SystemJob[];
let ended: SystemJob[];
let refusal: Response | undefined;
beforeEach(() => {
  permissions = ['*'];
  refusal = undefined;
  running = [
    jobOf('one', { info: hostile }),
    jobOf('two', { job_status: 'error', info: 'Bad: the disk is full', started_at: null, node_id: 'deadbeef-1' }),
  ];
  ended = [...running, jobOf('three', { job_status: 'complete', percent_complete: 100 })];
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions, timezone: 'Europe/Berlin' }),
    'GET /system/cluster/nodes': () => ({
      nodes: [{ node_id: nodeId, short_node_id: '4879183e', hostname: 'web-01' }],
    }),
    'GET /cluster/jobs': () => ({ node: { jobs: running }, lost: null }),
    'GET /system/jobs': () => ({ jobs: ended }),
    'POST /system/jobs': () => refusal ?? { system_job_id: 'four' },
    'DELETE /cluster/jobs/*': () => {
      running = running.filter(({ id }) => id !== 'one');
      return jobOf('one', { job_status: 'cancelled' });
    },
    'DELETE /system/jobs/acknowledge/*': () => {
      running = running.filter(({ id }) => id !== 'two');
      return new Response(null, { status: 202 });
    },
  });
});
afterEach(() => {
  for (const left of document.querySelectorAll('body > *')) if (left.tagName.startsWith('LOG-')) left.remove();
  server.restore();
});

const section = () => stage(() => <SystemJobsSection />);

describe('system jobs', () => {
  it('show their progress, are cancelled after confirmation, and are acknowledged when they have failed', async () => {
    const { root, host } = await section();
    await byText(root, hostile);
    await byText(root, 'Bad: the disk is full');
    const bars = [...root.querySelectorAll('progress')];
    expect(bars.map(({ value }) => value)).to.deep.equal([40]);
    const link = await byRole(root, 'link', '4879183e / web-01');
    expect(link.getAttribute('href')).to.match(/\/system\/nodes\/4879183e-3405-4733-b32c-9a7b564afbb6$/);
    await byText(root, 'deadbeef');
    expect(allByRole(root, 'link').length).to.equal(1);
    await expectAccessible(host);
    await clickOn(root, 'button', `Cancel "${hostile}"`);
    expect(server.to('DELETE /cluster/jobs/one').length).to.equal(0);
    const question = await byRole(root, 'alertdialog');
    await byText(question, `Are you sure you want to cancel system job "${hostile}"?`);
    await clickOn(question, 'button', 'Cancel the job');
    await clickOn(root, 'button', 'Acknowledge "Bad: the disk is full"');
    await byText(root, 'No active system jobs.');
    expect(server.to('DELETE /cluster/jobs/one').length).to.equal(1);
  });

  it('include ended jobs on request', async () => {
    const { root } = await section();
    await byText(root, hostile);
    expect(server.to('GET /system/jobs').length).to.equal(0);
    await clickOn(root, 'button', 'Show ended jobs');
    await byText(root, 'Job three');
    await byText(root, 'complete');
    ended = [];
    await clickOn(root, 'button', 'Hide ended jobs');
    await clickOn(root, 'button', 'Show ended jobs');
    await byText(root, 'No job has ended in the last hour.');
  });

  it('are started, or show why they cannot be started', async () => {
    const { root } = await section();
    await clickOn(root, 'button', 'Start a job');
    await clickOn(root, 'menuitem', 'Optimize indices');
    await waitUntil(() => server.to('POST /system/jobs').length === 1);
    refusal = new Response('{"message":"The maximum is running."}', { status: 403 });
    await clickOn(root, 'button', 'Start a job');
    await clickOn(root, 'menuitem', 'Recalculate all index ranges');
    await byText(root, 'Could not start the job');
    expect(server.to('POST /system/jobs').map(({ body }) => JSON.parse(body ?? '') as unknown)).to.deep.equal([
      { job_name: 'org.graylog2.indexer.indices.jobs.OptimizeIndexJob' },
      { job_name: 'org.graylog2.indexer.ranges.RebuildIndexRangesJob' },
    ]);
  });

  it('offer the actions of one type of jobs to users who may act on this type', async () => {
    running = [
      jobOf('one', { name: 'a.Job', info: 'Running' }),
      jobOf('two', { name: 'a.Job', job_status: 'error', info: 'Failed' }),
      jobOf('three', { name: 'other.Job', job_status: 'error', info: 'Other' }),
      jobOf('four', { name: 'a.Job', is_cancelable: false, info: 'Whole' }),
      jobOf('five', { name: 'a.Job', is_cancelable: false, job_status: 'error', info: 'Broken' }),
    ];
    permissions = ['systemjobs:read', 'systemjobs:delete:a.Job'];
    const { root } = await section();
    await byText(root, 'Other');
    const named = allByRole(root, 'button', /^(?:Cancel|Acknowledge)/).map((button) =>
      button.getAttribute('aria-label'),
    );
    expect(named).to.deep.equal(['Cancel "Running"', 'Acknowledge "Failed"', 'Acknowledge "Broken"']);
  });

  it('offer no actions to readers', async () => {
    permissions = ['systemjobs:read'];
    const { root } = await section();
    await byText(root, hostile);
    const names = allByRole(root, 'button').map((button) => button.textContent);
    expect(names).to.deep.equal(['Show ended jobs']);
  });
});
