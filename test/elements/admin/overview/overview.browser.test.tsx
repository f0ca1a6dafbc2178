/** Tests the overview of the system, against a server in the page. */
import { expect } from '@open-wc/testing';
import type { SystemNotification } from '../../../../api/contract/system.js';
import { OverviewPage } from '../../../../elements/admin/overview/overview-page.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { byRole, byText, clickOn, settled, stage } from '../../search/stage.js';
import { idle } from '../admin-page.js';
import { waitUntil } from '../../wait.js';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const nodeId = '4879183e-3405-4733-b32c-9a7b564afbb6';
const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString();

let server: FakeServer;
let permissions: string[];
let notifications: SystemNotification[];
let refused: boolean;
beforeEach(() => {
  permissions = ['*'];
  refused = false;
  notifications = [
    { type: 'no_input_running', severity: 'urgent', timestamp: hour, node_id: nodeId },
    { type: 'generic', key: 'a/b', severity: 'normal', timestamp: hour, node_id: nodeId },
  ];
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions, timezone: 'Europe/Berlin' }),
    'GET /system/notifications': () => ({ notifications, total: notifications.length }),
    'POST /system/notification/message/plaintext/NO_INPUT_RUNNING': () => ({
      title: 'No inputs',
      description: 'Launch one.',
    }),
    'POST /system/notification/message/plaintext/GENERIC/*': () => ({ title: hostile, description: '<b>bold</b>' }),
    'DELETE /system/notifications/*': () => {
      notifications = notifications.slice(0, 1);
      return new Response(null, { status: 204 });
    },
    'GET /cluster/jobs': () => ({ [nodeId]: { jobs: [] } }),
    'GET /system/cluster/nodes': () => ({
      nodes: [
        {
          cluster_id: 'abcd-ef',
          node_id: nodeId,
          type: 'server',
          is_leader: true,
          is_master: true,
          transport_address: 'http://127.0.0.1:9000/api/',
          // The clock of the server differs from the clock of the browser.
          last_seen: '2040-01-02T03:00:30.000Z',
          short_node_id: '4879183e',
          hostname: 'host',
        },
      ],
      total: 1,
    }),
    'GET /system/cluster/traffic': () =>
      refused
        ? new Response('{"message":"no disk"}', { status: 500 })
        : { from: hour, to: new Date().toISOString(), input: {}, decoded: {}, output: { [hour]: 2048 } },
    'GET /system/indexer/cluster/health': () => ({
      status: 'yellow',
      shards: { active: 3, initializing: 0, relocating: 0, unassigned: 1 },
    }),
    'GET /system/indexer/cluster/name': () => ({ name: 'embedded' }),
    'GET /system/indexer/failures/count': () => ({ count: 2 }),
    'GET /system': () => ({ timezone: 'Asia/Tokyo', node_id: nodeId }),
    'GET /system/messages': () => ({
      messages: [{ caller: 'x', content: hostile, timestamp: hour, node_id: nodeId }],
      total: 61,
    }),
  });
});
afterEach(() => {
  for (const left of document.querySelectorAll('body > *')) if (left.tagName.startsWith('LOG-')) left.remove();
  server.restore();
});

const page = () => stage(() => <OverviewPage />);

describe('the overview of the system', () => {
  it('shows every section, and renders server texts as plain text', async () => {
    const { root, host } = await page();
    await byText(root, 'There are 2 notifications');
    await byText(root, 'Launch one.');
    await byText(root, '<b>bold</b>');
    await byText(root, 'ABCD-EF');
    await byText(root, 'Last 30 days: 2.0 KiB');
    // Sections further down are rendered when the user scrolls near them.
    window.scrollTo(0, document.body.scrollHeight);
    await byText(root, 'There were 2 failed indexing attempts in the last 24 hours.');
    await byText(root, 'User ada:');
    const times = root.textContent.match(/\d{4}-\d\d-\d\d \d\d:\d\d(?=[^(]*\(Asia\/Tokyo\))/);
    expect(times?.[0]).to.match(/^2040-01-02 12:0\d$/);
    await byText(root, '4879183e');
    expect(root.querySelector('img')).to.equal(null);
    expect((globalThis as { hacked?: unknown }).hacked).to.equal(undefined);
    await expectAccessible(host);
  });

  it('links to the page where a failing output is repaired', async () => {
    notifications = [{ type: 'output_failing', key: 'o1', severity: 'urgent', timestamp: hour, node_id: nodeId }];
    server.routes['POST /system/notification/message/plaintext/OUTPUT_FAILING/o1'] = () => ({
      title: 'An output is failing',
      description: 'It is dead.',
    });
    const { root } = await page();
    await byText(root, 'It is dead.');
    const link = await byRole(root, 'link', 'Open outputs');
    expect(link.getAttribute('href')).to.match(/\/system\/outputs$/);
  });

  it('updates the text of a persisting notification', async () => {
    let reason = 'It is dead.';
    const notification = () => ({
      type: 'output_failing',
      key: 'o1',
      severity: 'urgent' as const,
      timestamp: hour,
      node_id: nodeId,
      details: { errorMessage: reason },
    });
    server.routes['GET /system/notifications'] = () => ({ notifications: [notification()], total: 1 });
    server.routes['POST /system/notification/message/plaintext/OUTPUT_FAILING/o1'] = () => ({
      title: 'An output is failing',
      description: reason,
    });
    const { root } = await page();
    await byText(root, 'It is dead.');
    reason = 'Its certificate has expired.';
    await byText(root, 'Its certificate has expired.');
  });

  it('names the days of the shown traffic while a newly requested range is loading', async () => {
    const answer = server.routes['GET /system/cluster/traffic'];
    let tell = (): void => undefined;
    server.routes['GET /system/cluster/traffic'] = async (call) => {
      if (call.url.searchParams.get('days') === '90') await new Promise<void>((resolve) => (tell = resolve));
      return answer?.(call);
    };
    const { root } = await page();
    await byText(root, 'Last 30 days: 2.0 KiB');
    const days = (await byRole(root, 'combobox')) as HTMLSelectElement;
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(days, '90');
    days.dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(
      () => server.calls.some(({ url }) => url.searchParams.get('days') === '90'),
      'the traffic of 90 days is requested',
    );
    await settled();
    await byText(root, 'Last 30 days: 2.0 KiB');
    tell();
    await byText(root, 'Last 90 days: 2.0 KiB');
  });

  it('dismisses the clicked notification after confirmation', async () => {
    const { root } = await page();
    await byText(root, '<b>bold</b>');
    const buttons = [...root.querySelectorAll<HTMLElement>('button[aria-label="Delete notification"]')];
    expect(buttons.length).to.equal(2);
    buttons[1]?.click();
    const question = await byRole(root, 'alertdialog');
    await byText(question, 'Really delete this notification?');
    await clickOn(question, 'button', 'Delete');
    await byText(root, 'There is one notification');
    expect(server.to('DELETE /system/notifications/generic/a%2Fb').length).to.equal(1);
  });

  it('shows the other blocks when one fails', async () => {
    refused = true;
    const { root } = await page();
    await byText(root, 'Could not load the traffic');
    await byText(root, 'ABCD-EF');
    notifications = [];
    await byText(root, 'No notifications');
  });

  it('requests each section with its permission alone', async () => {
    const sections: Readonly<Record<string, string>> = {
      'notifications:read': 'GET /system/notifications',
      'systemjobs:read': 'GET /cluster/jobs',
      'indexercluster:read': 'GET /system/indexer/cluster/health',
      'indices:failures': 'GET /system/indexer/failures/count',
      'systemmessages:read': 'GET /system/messages',
      'system:read': 'GET /system',
    };
    for (const [permission, route] of Object.entries(sections)) {
      permissions = [permission];
      server.calls.length = 0;
      const { root, remove } = await page();
      await byText(root, 'ABCD-EF');
      window.scrollTo(0, document.body.scrollHeight);
      await waitUntil(() => server.to(route).length > 0, `${route} is called with ${permission}`);
      await idle(server);
      const called = Object.values(sections).filter((one) => server.to(one).length > 0);
      expect(called, permission).to.deep.equal([route]);
      remove();
    }
  });

  it('sends no requests without permission', async () => {
    permissions = [];
    const { root } = await page();
    await byText(root, 'ABCD-EF');
    await byText(root, 'User ada:');
    for (const path of ['/system/notifications', '/cluster/jobs', '/system/indexer', '/system/messages'])
      expect(server.calls.filter(({ url }) => url.pathname.includes(path)).length, path).to.equal(0);
  });
});
