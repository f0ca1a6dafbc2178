/**
 * Tests the simulator and the diagram of the message flow against a server in the page: requests, content and
 * permissions.
 */
import { expect } from '@open-wc/testing';
import { flowPages } from '../../../../elements/admin/pipeline-flow/pages.js';
import { simulatorPages } from '../../../../elements/admin/pipeline-simulator/pages.js';
import { expectAccessible } from '../../accessible.js';
import { allByRole, byRole, byText, clickOn } from '../../search/stage.js';
import { administration, expectControls, idle } from '../admin-page.js';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const timestamp = '2026-01-01T00:00:00.000Z';
const fields = { _id: 'm1', timestamp, message: 'took 5', source: 'web', gl2_source_input: 'i1', streams: ['s1'] };
const simulated = (more: object = {}) => ({
  message: { ...fields, took: 5, message: hostile },
  index: '',
  highlight_ranges: null,
  decoration_stats: {
    added_fields: { took: 5 },
    changed_fields: { message: 'took 5' },
    removed_fields: { level: 6 },
  },
  ...more,
});
const stream = (id: string, title: string, more: object = {}) => ({
  id,
  title,
  disabled: false,
  index_set_id: 'set1',
  is_editable: true,
  ...more,
});
let simulation: object;
let streams: object[];
let connections: object[] | undefined;
let ruleSource: string;

const admin = administration([...simulatorPages, ...flowPages], () => {
  simulation = {
    messages: [simulated(), simulated({ message: { _id: 'made', message: 'made' } })],
    simulation_trace: [{ time: 12, message: `Enter rule ${hostile}` }],
    took_microseconds: 1234,
  };
  streams = [stream('s1', 'Web'), stream('s2', hostile, { disabled: true })];
  connections = [{ stream_id: 's1', pipeline_ids: ['p1'] }];
  ruleSource = '';
  return {
    'GET /streams': () => ({ total: streams.length, streams }),
    'GET /messages/web_0/m1': () => ({ index: 'web_0', message: { id: 'm1', timestamp, fields } }),
    'POST /system/pipelines/simulate': () => simulation,
    'GET /system/messageprocessors/config': () => ({
      processor_order: [
        {
          name: 'Pipeline Processor',
          class_name: 'org.graylog.plugins.pipelineprocessor.processors.PipelineInterpreter',
        },
        { name: 'Message Filter Chain', class_name: 'org.graylog2.messageprocessors.MessageFilterChainProcessor' },
      ],
      disabled_processors: [],
    }),
    'GET /system/pipelines/pipeline': () => [
      { id: 'p1', title: 'Shop', stages: [{ stage: 0, match: 'ALL', rules: ['latency'] }], errors: null },
      { id: 'p2', title: 'Lonely', stages: [{ stage: 3, match: 'ALL', rules: [] }], errors: null },
    ],
    'GET /system/pipelines/rule': () => [{ id: 'r1', title: 'latency', source: ruleSource, errors: null }],
    'GET /system/pipelines/connections': () =>
      connections ?? Response.json({ type: 'ApiError', message: 'The database is away.' }, { status: 500 }),
    'GET /system/inputs': () => ({
      inputs: [{ id: 'i1', title: 'GELF', type: 'gelf', global: true, node: null, attributes: {}, static_fields: {} }],
      total: 1,
    }),
    'GET /system/indices/index_sets': () => ({ total: 1, index_sets: [{ id: 'set1', title: 'Usual' }], stats: {} }),
  };
});
const simulator = '/system/pipelines/simulate?index=web_0&message=m1&stream=s1';
const base = ['pipeline:read', 'pipeline_connection:read', 'pipeline_rule:read', 'streams:read', 'messages:read'];

describe('the simulator', () => {
  it('simulates the message and the stream of the address, and shows every change as text', async () => {
    const { root, host } = await admin.open(simulator);
    await byText(root, 'took 1,234 µs');
    expect(admin.sent('POST /system/pipelines/simulate')).to.deep.equal({
      stream_id: 's1',
      message: fields,
      input_id: 'i1',
    });
    const rows = (title: string) =>
      [...root.querySelectorAll(`table[aria-label="${title}"] tr`)].map((row) =>
        [...row.children].map((cell) => cell.textContent),
      );
    expect(rows('Added fields')).to.deep.equal([['took', '5']]);
    expect(rows('Removed fields')).to.deep.equal([['level', '6']]);
    expect(rows('Mutated fields')).to.deep.equal([['message', `took 5 → ${hostile}`]]);
    await byText(root, 'One additional message would be created.');
    expect(root.querySelector('img')).to.equal(null);
    await expectAccessible(host);
  });

  it('shows the resulting messages and the trace', async () => {
    const { root } = await admin.open(simulator);
    await byText(root, 'took 1,234 µs');
    await clickOn(root, 'tab', 'Results preview');
    await byText(root, 'Message 2');
    await clickOn(root, 'tab', 'Simulation trace');
    await byText(root, `12 μs – Enter rule ${hostile}`);
  });

  it('distinguishes a dropped message, an unchanged one and a failure', async () => {
    simulation = { messages: [], simulation_trace: [], took_microseconds: 1 };
    const { root } = await admin.open(simulator);
    await byText(root, 'Original message would be dropped during processing.');
    expect(root.textContent).not.to.contain('additional message');
    simulation = { ...simulation, messages: [simulated({ message: { _id: 'made', message: 'made' } })] };
    await admin.pressing(await byRole(root, 'button', 'Run again'), 'POST /system/pipelines/simulate');
    await byText(root, 'One additional message would be created.');
    await byText(root, 'Original message would be dropped during processing.');
    const unchanged = { added_fields: {}, changed_fields: {}, removed_fields: {} };
    simulation = { ...simulation, messages: [simulated({ decoration_stats: unchanged })] };
    await admin.pressing(await byRole(root, 'button', 'Run again'), 'POST /system/pipelines/simulate');
    await byText(root, 'Original message would not be modified during processing.');
    admin.server.routes['POST /system/pipelines/simulate'] = () =>
      new Response('{"message":"out of order"}', { status: 500 });
    await clickOn(root, 'button', 'Run again');
    await byText(root, 'out of order');
  });

  it('shows that there is no stream to simulate on', async () => {
    streams = [];
    const { root } = await admin.open('/system/pipelines/simulate');
    await byText(root, 'There is no stream that you may see');
    expect(admin.server.to('POST /system/pipelines/simulate').length).to.equal(0);
  });

  it('warns readers of the configuration of a wrong processor order, and lets users with permission fix it', () =>
    expectControls(admin, {
      route: simulator,
      ready: (root) => byText(root, 'took 1,234 µs'),
      base: [...base, 'clusterconfigentry:read'],
      controls: {
        'button Run pipelines after them': ['clusterconfigentry:edit'],
        'link Create rule from this message': ['pipeline_rule:create'],
      },
    }));
});

describe('the diagram of the message flow', () => {
  it('shows every stream and pipeline, and counts dead ends', async () => {
    const { root, host } = await admin.open('/system/pipelines/flow');
    await byText(root, '2 dead ends');
    for (const text of ['Web', 'Shop', 'Lonely', 'Not connected, does nothing', 'Usual', 'GELF'])
      await byText(root, text);
    // A long title is cut, so a tooltip shows the whole title.
    expect((await byText(root, 'Lonely')).title).to.equal('Lonely');
    expect(root.querySelector('img')).to.equal(null);
    await idle(admin.server);
    await expectAccessible(host);
  });

  it('offers the same connections as a table', async () => {
    const { root } = await admin.open('/system/pipelines/flow');
    await byText(root, '2 dead ends');
    await clickOn(root, 'tab', 'Table');
    await byText(root, 'Rate');
    const rows = [...root.querySelectorAll('table[aria-label="Message flow"] tbody tr')].map((row) =>
      [...row.children]
        .slice(0, 2)
        .map((cell) => cell.textContent)
        .join(' → '),
    );
    expect(rows).to.deep.equal([
      'GELF → Message processing',
      'Message processing → Web',
      'Web → Shop',
      'Shop → Usual',
      `Message processing → ${hostile}`,
      `${hostile} → Usual`,
    ]);
  });

  it('counts no stream as a dead end to which a rule of a connected pipeline routes', async () => {
    streams = [stream('s1', 'Web'), stream('s2', 'Errors')];
    ruleSource = 'rule "latency" when true then route_to_stream(name: "Errors"); end';
    const { root } = await admin.open('/system/pipelines/flow');
    await byText(root, '1 dead end');
    await byText(root, 'routed by Shop');
    await clickOn(root, 'tab', 'Table');
    await byText(root, 'Rate');
    const table = root.querySelector('table[aria-label="Message flow"]');
    const rows = [...(table?.querySelectorAll('tbody tr') ?? [])].map((row) =>
      [...row.children].slice(0, 2).map((cell) => cell.textContent),
    );
    expect(rows).to.deep.include(['Shop', 'Errors']);
  });

  it('requests no inputs, index sets or rules without permission to read them', async () => {
    admin.permissions = ['pipeline:read', 'pipeline_connection:read', 'streams:read'];
    const { root } = await admin.open('/system/pipelines/flow');
    await byText(root, 'Shop');
    await idle(admin.server);
    for (const path of ['/system/inputs', '/system/indices/index_sets', '/system/pipelines/rule'])
      expect(admin.server.to(`GET ${path}`).length, path).to.equal(0);
    expect(allByRole(root, 'link', 'GELF').length).to.equal(0);
    // Without the rules nobody knows whether one of them routes to the second stream; only the pipeline counts.
    await byText(root, '1 dead end');
  });

  it('draws nothing that it does not know: without the connections every stream would look like a dead end', async () => {
    connections = undefined;
    const { root } = await admin.open('/system/pipelines/flow');
    await byText(root, 'The database is away.');
    expect(root.textContent).not.to.contain('dead end');
    expect(allByRole(root, 'tab', 'Picture')).to.have.length(0);
    connections = [{ stream_id: 's1', pipeline_ids: ['p1'] }];
    await clickOn(root, 'button', 'Try again');
    await byText(root, '2 dead ends');
  });

  it('reports no dead ends if every stream has a pipeline', async () => {
    streams = [stream('s1', 'Web')];
    connections = [{ stream_id: 's1', pipeline_ids: ['p1', 'p2'] }];
    const { root } = await admin.open('/system/pipelines/flow');
    await byText(root, 'No dead ends');
  });
});
