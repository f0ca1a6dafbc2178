/**
 * Tests the page of metrics against a server in the page: the node and the filter that an address names, and live
 * values.
 */
import { expect } from '@open-wc/testing';
import { metricsPages } from '../../../../elements/admin/metrics/pages.js';
import { expectAccessible } from '../../accessible.js';
import { allByRole, byRole, byText, clickOn } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';
import { administration, fill, idle } from '../admin-page.js';

const node = (id: string, isLeader: boolean) => ({
  node_id: id,
  short_node_id: id,
  hostname: `host-${id}`,
  is_leader: isLeader,
  is_master: isLeader,
});
const gauge = (full_name: string, value: number) => ({ full_name, name: full_name, type: 'gauge', metric: { value } });
let nodes: ReturnType<typeof node>[];
let value: number;

const admin = administration(metricsPages, () => {
  nodes = [node('first', false), node('second', true)];
  value = 4711;
  const routes = {
    'GET /system/cluster/nodes': () => ({ nodes, total: nodes.length }),
  };
  for (const id of ['first', 'second'])
    Object.assign(routes, {
      [`GET /cluster/${id}/metrics/namespace/org`]: () => ({
        total: 2,
        metrics: [gauge(`org.${id}.waiting`, value), { ...gauge('org.odd', 1), type: 'stopwatch' }],
      }),
      [`GET /cluster/${id}/metrics/namespace/jvm`]: () => ({ total: 1, metrics: [gauge('jvm.heap', 1)] }),
      [`POST /cluster/${id}/metrics/multiple`]: () => ({ total: 1, metrics: [gauge(`org.${id}.waiting`, value + 1)] }),
    });
  return routes;
});

const addresses: readonly [route: string, node: string | undefined][] = [
  ['/system/metrics', 'second'],
  ['/system/metrics/node/leader', 'second'],
  ['/system/metrics/node/first', 'first'],
  ['/system/metrics/node/nowhere', undefined],
];

describe('metrics', () => {
  for (const [route, id] of addresses)
    it(`${route} shows ${id === undefined ? 'that the node does not exist' : `the metrics of the node ${id}`}`, async () => {
      const { root } = await admin.open(route);
      await byText(root, id === undefined ? 'Node not found.' : `org.${id}.waiting`.slice(3));
      const metricRequests = admin.server.calls.filter(({ url }) => url.pathname.includes('/metrics/namespace/'));
      expect(new Set(metricRequests.map(({ url }) => url.pathname.split('/').at(-4)))).to.deep.equal(
        new Set(id === undefined ? [] : [id]),
      );
    });

  it('are shown for the first node if no node is the leader', async () => {
    nodes = [node('first', false)];
    const { root } = await admin.open('/system/metrics/node/leader');
    await byText(root, '.first.waiting');
  });

  it('are filtered by the address, case-insensitively, with a message when nothing matches', async () => {
    const { root, host } = await admin.open('/system/metrics/node/first?filter=WAIT');
    await byText(root, 'This node is reporting a total of 3 metrics.');
    await byText(root, '1 match');
    expect(root.querySelectorAll('li').length).to.equal(1);
    await expectAccessible(host);
    await fill(root, 'Filter metrics by a regular expression', '(');
    await byText(root, 'No metrics match the given filter.');
    await fill(root, 'Filter metrics by a regular expression', '^(jvm|org.odd)');
    await waitUntil(() => root.querySelectorAll('li').length === 2, 'both metrics are shown');
  });

  it('are shown 200 at a time, and a new filter starts with 200 again', async () => {
    admin.server.routes['GET /cluster/first/metrics/namespace/org'] = () => ({
      total: 450,
      metrics: Array.from({ length: 450 }, (_each, at) => gauge(`org.first.number-${at}`, at)),
    });
    const { root } = await admin.open('/system/metrics/node/first');
    const rows = () => root.querySelectorAll('li').length;
    await clickOn(root, 'button', 'Show 200 more');
    await byRole(root, 'button', 'Show 51 more');
    expect(rows()).to.equal(400);
    await fill(root, 'Filter metrics by a regular expression', 'number');
    await byText(root, '450 match');
    expect(rows()).to.equal(200);
    await byRole(root, 'button', 'Show 200 more');
  });

  it('have their values requested when they are expanded; an unknown type is reported', async () => {
    const { root } = await admin.open('/system/metrics');
    await admin.pressing(await byRole(root, 'button', /waiting/), 'POST /cluster/second/metrics/multiple');
    expect(admin.sent('POST /cluster/second/metrics/multiple')).to.deep.equal({ metrics: ['org.second.waiting'] });
    await byText(root, '4,712');
    await clickOn(root, 'button', /odd/);
    await byText(root, 'Invalid metric type: stopwatch');
  });

  it('require metrics:read', async () => {
    admin.permissions = ['metrics:readall'];
    const { root } = await admin.open('/system/metrics');
    await byText(root, 'denied by the table');
    await idle(admin.server);
    expect(allByRole(root, 'textbox').length).to.equal(0);
  });
});
