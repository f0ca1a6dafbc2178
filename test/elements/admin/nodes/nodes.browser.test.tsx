/** Tests the pages of nodes, of one node and of dumps, against a server in the page. */
import { expect } from '@open-wc/testing';
import { LogNodes } from '../../../../elements/admin/nodes/index.js';
import { gaugeNames } from '../../../../elements/admin/nodes/gauges.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, byText, clickOn, nameOf, stage } from '../../search/stage.js';
import { idle } from '../admin-page.js';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const nodeId = '4879183e-3405-4733-b32c-9a7b564afbb6';
const nodeTitle = `4879183e / ${hostile}`;
const now = new Date().toISOString();

let server: FakeServer;
let permissions: string[];
let isProcessing: boolean;
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
const node = {
  cluster_id: 'abcd',
  node_id: nodeId,
  type: 'server',
  is_leader: true,
  is_master: true,
  transport_address: 'http://127.0.0.1:9000/api/',
  last_seen: now,
  short_node_id: '4879183e',
  hostname: hostile,
};

beforeEach(() => {
  permissions = ['*'];
  isProcessing = true;
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions, timezone: 'Europe/Berlin' }),
    'GET /system/cluster/nodes': () => ({ nodes: [node], total: 1 }),
    [`GET /system/cluster/nodes/${nodeId}`]: () => node,
    'GET /cluster': () => ({
      [nodeId]: {
        node_id: nodeId,
        version: '5.1.8',
        codename: 'X',
        is_processing: isProcessing,
        lifecycle: isProcessing ? 'running' : 'paused',
        lb_status: 'alive',
        timezone: 'UTC',
      },
    }),
    'POST /cluster/metrics/multiple': () => ({
      [nodeId]: {
        total: 1,
        metrics: Object.entries(values).map(([full_name, value]) => ({
          full_name,
          name: full_name,
          type: 'gauge',
          metric: { value },
        })),
      },
    }),
    [`POST /cluster/${nodeId}/processing/*`]: ({ url }) => {
      isProcessing = url.pathname.endsWith('resume');
      return new Response(null, { status: 204 });
    },
    [`PUT /cluster/${nodeId}/lbstatus/override/DEAD`]: () => new Response('{"message":"no"}', { status: 500 }),
    [`GET /cluster/${nodeId}/jvm`]: () => ({ pid: '42', info: 'Node.js 20' }),
    [`GET /cluster/${nodeId}/journal`]: () => ({
      enabled: true,
      append_events_per_second: 1,
      read_events_per_second: 1,
      uncommitted_journal_entries: 3,
      journal_size: 512,
      journal_size_limit: 1024,
      number_of_segments: 2,
      oldest_segment: now,
      journal_config: {
        directory: '/data/journal',
        segment_size: 1,
        segment_age: 0,
        max_size: 1024,
        max_age: 0,
        flush_interval: 1,
        flush_age: 0,
      },
    }),
    [`GET /cluster/${nodeId}/plugins`]: () => ({ plugins: [], total: 0 }),
    'GET /cluster/inputstates': () => ({ [nodeId]: [{ id: 'i', state: 'RUNNING' }] }),
    'GET /system/inputs/types/all': () => ({}),
    [`GET /cluster/${nodeId}/threaddump`]: () => ({ threaddump: `Main thread\n${hostile}` }),
    [`GET /cluster/${nodeId}/processbufferdump`]: () => ({ processbuffer_dump: { 'Processor #0': 'idle' } }),
  });
});
afterEach(() => {
  for (const left of document.querySelectorAll('body > *')) if (left.tagName.startsWith('LOG-')) left.remove();
  server.restore();
});

const open = (route: string) => stage(() => <LogNodes route={route} />);

describe('the list of nodes', () => {
  it('shows the state of each node, and pauses its processing after confirmation', async () => {
    const { root, host } = await open('/system/nodes');
    await byText(root, 'In 7 / Out 8 msg/s');
    await byText(root, 'The journal contains 1,234 unprocessed messages in 2 segments. 7 messages appended');
    await byText(root, 'Everything received until 12 s ago is searchable.');
    await byText(root, '1.0 MiB used, 2.0 MiB committed, 4.0 MiB at most');
    expect(root.querySelector('img')).to.equal(null);
    await expectAccessible(host);
    await clickOn(root, 'button', /^More actions on/);
    await clickOn(root, 'menuitem', 'Pause message processing');
    const question = await byRole(root, 'alertdialog');
    expect(server.to(`POST /cluster/${nodeId}/processing/pause`).length).to.equal(0);
    await clickOn(question, 'button', 'Pause');
    await byText(root, 'Disabled');
    expect(server.to(`POST /cluster/${nodeId}/processing/pause`).length).to.equal(1);
  });

  it('links to the API browser of each node, and to the global one if a node has an address of its own', async () => {
    const { root, remove } = await open('/system/nodes');
    const link = (await byRole(root, 'link', `API browser of ${nodeTitle}`)) as HTMLAnchorElement;
    expect([link.textContent, link.target, new URL(link.href).pathname]).to.deep.equal([
      'API browser',
      '_blank',
      '/api/api-browser',
    ]);
    expect(allByRole(root, 'link', 'Cluster Global API browser').length).to.equal(0);
    remove();
    server.routes['GET /system/cluster/nodes'] = () => ({
      nodes: [{ ...node, transport_address: 'http://10.0.0.5:9000/api/' }],
      total: 1,
    });
    const other = await open('/system/nodes');
    const global = (await byRole(other.root, 'link', 'Cluster Global API browser')) as HTMLAnchorElement;
    expect(new URL(global.href).pathname).to.equal('/api/api-browser/global/index.html');
    const own = (await byRole(other.root, 'link', /^API browser of/)) as HTMLAnchorElement;
    expect(own.href).to.equal('http://10.0.0.5:9000/api/api-browser');
    await expectAccessible(other.host);
  });

  it('shows why a load balancer status could not be changed', async () => {
    const { root } = await open('/system/nodes');
    await byText(root, 'In 7 / Out 8 msg/s');
    await clickOn(root, 'button', /^More actions on/);
    await clickOn(root, 'menuitem', 'DEAD');
    await clickOn(await byRole(root, 'alertdialog'), 'button', 'Change status');
    await byText(root, 'Could not change the load balancer status');
  });

  it('offers each entry of the menu with its permission alone', async () => {
    const entries: readonly [permission: string, entries: readonly string[]][] = [
      ['system:read', []],
      ['threads:dump', ['Get thread dump']],
      ['processbuffer:dump', ['Get process-buffer dump']],
      ['inputs:read', ['Local message inputs']],
    ];
    for (const [permission, expected] of entries) {
      permissions = [permission];
      const { root, remove } = await open('/system/nodes');
      await byText(root, 'In 7 / Out 8 msg/s');
      await idle(server);
      const menu = allByRole(root, 'button', /^More actions on/)[0];
      menu?.click();
      if (menu) await byRole(root, 'menuitem');
      expect(allByRole(root, 'menuitem').map(nameOf), permission).to.deep.equal(expected);
      remove();
    }
  });

  it('offers no actions to readers, and requests nothing without permission', async () => {
    permissions = [];
    const { root } = await open('/system/nodes');
    await byText(root, 'In 7 / Out 8 msg/s');
    expect(allByRole(root, 'button', /^More actions on/).length).to.equal(0);
    expect(server.to('GET /cluster').length).to.equal(0);
  });
});

describe('a node', () => {
  it('shows buffers, journal and system of the node, and resumes processing', async () => {
    isProcessing = false;
    const { root, host } = await open(`/system/nodes/${nodeId}`);
    await byText(root, 'Message processing is paused. Incoming messages wait in the journal.');
    await byText(root, '16,384 messages in the process buffer, 25.00% utilized.');
    await byText(root, '/data/journal');
    await byText(root, '50.00% of the journal is in use');
    await byText(root, 'Everything received until 12 s ago is searchable.');
    await byText(root, 'PID 42, Node.js 20');
    await byText(root, 'No plugins are installed.');
    await expectAccessible(host);
    await clickOn(root, 'button', 'Actions');
    const entry = await byRole(root, 'menuitem', 'API Browser');
    expect(new URL((entry as HTMLAnchorElement).href).pathname).to.equal('/api/api-browser');
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await clickOn(root, 'button', 'Resume processing');
    await clickOn(await byRole(root, 'alertdialog'), 'button', 'Resume');
    await byText(root, 'Processing 7 incoming and 8 outgoing msg/s.');
  });

  it('reports buffers as unknown if the node does not provide them', async () => {
    server.routes['POST /cluster/metrics/multiple'] = () => ({ [nodeId]: { total: 0, metrics: [] } });
    const { root } = await open(`/system/nodes/${nodeId}`);
    await byText(root, 'The node does not report its fill level.');
    expect(root.textContent).not.to.include('Loading buffer metrics');
  });

  it('shows why a request has failed, and tries again', async () => {
    const path = `GET /system/cluster/nodes/${nodeId}`;
    const answer = server.routes[path];
    server.routes[path] = () => new Response('{"message":"no disk"}', { status: 500 });
    const { root } = await open(`/system/nodes/${nodeId}`);
    await byText(root, 'Error getting data');
    await byText(root, 'We had trouble fetching some data required to build this page, so here is a picture instead.');
    await byText(root, 'no disk');
    server.routes[path] = answer ?? (() => ({}));
    await clickOn(root, 'button', 'Try again');
    await byText(root, 'No plugins are installed.');
  });

  it('is reported as unknown if it does not exist', async () => {
    const { root } = await open('/system/nodes/nowhere');
    await byText(root, 'Unknown Node');
    await byRole(root, 'link', 'All nodes');
  });
});

describe('dumps', () => {
  it('are shown as text, and taken again on request', async () => {
    const { root, host } = await open(`/system/threaddump/${nodeId}`);
    await byText(root, 'Main thread');
    expect(root.querySelector('img')).to.equal(null);
    await expectAccessible(host);
    await clickOn(root, 'button', 'Take another');
    await byText(root, 'Taken at');
  });

  it('show what each processor of the process buffer is processing', async () => {
    const { root } = await open(`/system/processbufferdump/${nodeId}`);
    await byText(root, 'Processor #0');
    await byText(root, 'Nothing is being processed.');
  });
});
