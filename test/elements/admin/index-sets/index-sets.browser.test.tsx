/** Tests the pages of index sets against a server in the page: list, form, and one index set with its indices. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { LogIndexSets } from '../../../../elements/admin/index-sets/index.js';
import { retentions, rotations } from '../../../../elements/admin/index-sets/strategies.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage, still } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';
import { expectGuardedForm } from '../guarded-form.js';

const sets = '/system/indices/index_sets';
const strategies = {
  rotation: {
    [rotations.time]: { rotation_period: 'P2D', max_rotation_period: 'P30D', rotate_empty_index_set: false },
    [rotations.lifetime]: { index_lifetime_min: 'P30D', index_lifetime_max: 'P40D' },
  },
  retention: { [retentions.delete]: { max_number_of_indices: 20 }, [retentions.none]: {} },
};
const offered = (kind: 'rotation' | 'retention') => ({
  strategies: Object.entries(strategies[kind]).map(([type, config]) => ({
    type,
    default_config: { type: `${type}Config`, ...config },
  })),
});
const setOf = (id: string) => ({
  id,
  title: `Set ${id}`,
  description: 'd',
  default: false,
  can_be_default: true,
  writable: true,
  index_prefix: id,
  shards: 1,
  replicas: 0,
  rotation_strategy_class: rotations.time,
  rotation_strategy: { type: 'r', ...strategies.rotation[rotations.time] },
  retention_strategy_class: retentions.delete,
  retention_strategy: { type: 'd', max_number_of_indices: 20 },
  creation_date: '2024-03-01T10:05:00.000Z',
  index_analyzer: 'standard',
  index_optimization_max_num_segments: 1,
  index_optimization_disabled: false,
  field_type_refresh_interval: 5000,
});
const indexOf = (name: string, isWritten: boolean, isClosed = false) => ({
  index_name: name,
  size: isClosed ? null : { events: 10, deleted: 0, bytes: 2048 },
  range: null,
  is_deflector: isWritten,
  is_closed: isClosed,
  is_reopened: false,
});
const operations = (index: number) => ({
  ...Object.fromEntries(
    ['flush', 'get', 'merge', 'refresh', 'search_query', 'search_fetch'].map((name) => [
      name,
      { total: 0, time_seconds: 0 },
    ]),
  ),
  index: { total: index, time_seconds: 90 },
  ...{ segments: 7, open_search_contexts: 1, documents: { count: 10, deleted: 3 } },
});
const shard = { state: 'started', active: true, node_id: 'n', node_name: 'node', relocating_to: null };
const failing = (status: number) => () => new Response('{"type":"ApiError","message":"out of order"}', { status });

let server: FakeServer;
let ids: string[];
let permissions: string[];
let health: object;
let growth: object;

beforeEach(() => {
  ids = ['a', 'b'];
  permissions = ['*'];
  health = { status: 'green', shards: { active: 3, initializing: 0, relocating: 1, unassigned: 0 } };
  growth = {
    days: [
      { date: '2024-02-29', messages: 0, bytes: 0 },
      { date: '2024-03-01', messages: 1000, bytes: 2048 },
      { date: '2024-03-02', messages: 4000, bytes: 1024 ** 2 },
    ],
    is_complete: true,
    disk: { free_bytes: 1024 ** 3, total_bytes: 4 * 1024 ** 3 },
    forecast: { bytes_per_day: 1024 ** 2, full_in_days: 40.4 },
  };
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions, timezone: 'UTC' }),
    [`GET ${sets}`]: ({ url }) => {
      const skip = Number(url.searchParams.get('skip'));
      const shown = ids.slice(skip, skip + Number(url.searchParams.get('limit')));
      return { total: ids.length, index_sets: shown.map(setOf), stats: {} };
    },
    [`GET ${sets}/stats`]: () => ({ indices: 3, documents: 30, size: 1024 }),
    'GET /system/indexer/cluster/health': () => health,
    'GET /system/indexer/cluster/name': () => ({ name: 'store' }),
    [`GET ${sets}/a`]: () => setOf('a'),
    [`PUT ${sets}/*`]: () => setOf('a'),
    'GET /system/indices/rotation/strategies': () => ({ ...offered('rotation'), context: {} }),
    'GET /system/indices/retention/strategies': () => ({ ...offered('retention'), context: {} }),
    'GET /system/cluster_config/*': () => ({
      shards: 1,
      replicas: 0,
      rotation_strategy_class: rotations.lifetime,
      rotation_strategy_config: { type: 'l', ...strategies.rotation[rotations.lifetime] },
      retention_strategy_class: retentions.delete,
      retention_strategy_config: { type: 'd', max_number_of_indices: 20 },
    }),
    'GET /system/indexer/overview/a': () => ({
      deflector: { is_up: true, current_target: 'a_2' },
      counts: { events: 30 },
      indexer_cluster: { health, name: 'store' },
      indices: [indexOf('a_2', true), indexOf('a_1', false), indexOf('a_0', false, true)],
    }),
    [`GET ${sets}/a/growth`]: () => growth,
    'POST /system/indexer/indices/multiple': ({ body }) =>
      (JSON.parse(body ?? '{}') as { indices: string[] }).indices.map((name) => ({
        index_name: name,
        primary_shards: operations(11),
        all_shards: operations(22),
        routing: [
          { ...shard, id: 0, primary: true, node_hostname: 'host-1' },
          { ...shard, id: 1, primary: false, state: 'initializing', node_hostname: null },
        ],
      })),
  });
});
afterEach(() => {
  for (const left of document.querySelectorAll('body > *')) if (left.tagName.startsWith('LOG-')) left.remove();
  server.restore();
});

const open = (route: string) => stage(() => <LogIndexSets route={route} />);
const listed = (root: ShadowRoot): string[] =>
  [...root.querySelectorAll('h2')].map(({ textContent }) => textContent).filter((title) => title.startsWith('Set '));

describe('the list of index sets', () => {
  it('shows each index set with its settings', async () => {
    const { root, host } = await open('/system/indices');
    await byText(root, 'Total: 3 indices, 30 documents, 1.0 KiB');
    await waitUntil(() => listed(root).length === 2);
    await byText(root, 'Index Time. Rotation period: P2D');
    await byRole(root, 'button', 'Create index set');
    await byText(root, 'is green. Shards: 3 active, 0 initializing, 1 relocating, 0 unassigned.');
    await still(host);
    await expectAccessible(host);
    await clickOn(root, 'link', 'Set a');
    await byText(root, '3 indices with a total of');
  });

  it('refreshes by itself', async function () {
    this.timeout(40_000);
    await open('/system/indices');
    const lists = () => server.to(`GET ${sets}`).length;
    const totals = () => server.to(`GET ${sets}/stats`).length;
    await waitUntil(() => lists() > 1 && totals() > 1, 'list and totals are requested again', { timeout: 30_000 });
  });

  it('goes to the new last page when others have deleted index sets', async () => {
    ids = [...'abcdefghijk'];
    const { root } = await open('/system/indices');
    await clickOn(root, 'button', 'Next page');
    await clickOn(root, 'button', /^More actions for index set .*Set k/);
    ids = [...'abcdefghi'];
    await clickOn(root, 'menuitem', 'Set as default');
    await waitUntil(() => listed(root).length === 9);
    expect(allByRole(root, 'button', 'Next page')).to.deep.equal([]);
  });
});

describe('the form of an index set', () => {
  const save = async (root: ShadowRoot): Promise<Record<string, unknown>> => {
    await clickOn(root, 'button', 'Update index set');
    await waitUntil(() => server.to(`PUT ${sets}/a`).length > 0);
    return JSON.parse(server.to(`PUT ${sets}/a`)[0]?.body ?? '{}') as Record<string, unknown>;
  };

  it('refuses a rotation period beyond the maximum, and accepts a period in words', async () => {
    const { root } = await open('/system/index_sets/a/configuration');
    const period = (await byRole(root, 'textbox', /^Rotation period/)) as HTMLInputElement;
    period.select();
    await sendKeys({ type: 'p31d' });
    await byText(root, 'The period must not be longer than P30D.');
    period.select();
    await sendKeys({ type: 'P1D' });
    await byText(root, '1 day');
    period.select();
    await sendKeys({ type: '2 days 3 hours' });
    await byText(root, '2 days 3 hours');
    expect((await save(root))['rotation_strategy']).to.include({ rotation_period: 'P2DT3H' });
  });

  it('shows how much data a number of indices keeps', async () => {
    server.routes['GET /system/indices/retention/strategies'] = () => ({
      ...offered('retention'),
      context: { max_index_retention_period: 'P30D' },
    });
    const { root, host } = await open('/system/index_sets/a/configuration');
    const count = (await byRole(root, 'spinbutton', 'Max number of indices')) as HTMLInputElement;
    await byText(root, 'Keeps about 40 days.');
    await byText(root, 'The server keeps messages for P30D (30 days) at most');
    count.select();
    await sendKeys({ type: '7' });
    await byText(root, 'Keeps about 14 days.');
    await still(host);
    await expectAccessible(host);
  });

  it('sets lifetimes with a slider of two handles', async () => {
    const { root, host } = await open('/system/index_sets/create');
    const [least, most] = [
      (await byRole(root, 'slider', 'Shortest lifetime')) as HTMLInputElement,
      (await byRole(root, 'slider', 'Longest lifetime')) as HTMLInputElement,
    ];
    expect([least.value, most.value, most.max]).to.deep.equal(['30', '40', '365']);
    least.focus();
    await sendKeys({ press: 'ArrowRight' });
    const number = (await byRole(root, 'spinbutton', 'Lifetime in days, at least')) as HTMLInputElement;
    expect(number.value).to.equal('31');
    await sendKeys({ press: 'End' });
    await byText(root, 'There must be at least one day between them.');
    expect(number.value).to.equal('40');
    most.focus();
    await sendKeys({ press: 'End' });
    expect([most.value, most.max]).to.deep.equal(['365', '730']);
    await still(host);
    await expectAccessible(host);
  });

  it('has a slider with one handle if the server prescribes the distance between the lifetimes', async () => {
    server.routes['GET /system/indices/rotation/strategies'] = () => ({
      ...offered('rotation'),
      context: { time_size_optimizing_retention_fixed_leeway: 'P7D' },
    });
    const { root } = await open('/system/index_sets/create');
    (await byRole(root, 'slider', 'Shortest lifetime')).focus();
    await sendKeys({ press: 'ArrowLeft' });
    await byText(root, 'At most 36 days');
    expect(allByRole(root, 'slider', 'Longest lifetime')).to.deep.equal([]);
    expect(allByRole(root, 'spinbutton', 'Lifetime in days, at most')).to.deep.equal([]);
  });

  it('saves the refresh interval in the chosen unit', async () => {
    const { root } = await open('/system/index_sets/a/configuration');
    const unit = (await byRole(root, 'combobox', 'Unit of the interval')) as HTMLSelectElement;
    expect(unit.value).to.equal('seconds');
    unit.focus();
    await sendKeys({ type: 'Min' });
    expect((await save(root))['field_type_refresh_interval']).to.equal(5 * 60_000);
  });

  it('hides the lifetimes if the retention strategy does nothing with old indices', async () => {
    const { root, host } = await open('/system/index_sets/create');
    await byRole(root, 'spinbutton', /^Lifetime in days, at most/);
    [...root.querySelectorAll('select')].find(({ labels }) => labels[0]?.textContent === 'Retention strategy')?.focus();
    await sendKeys({ type: 'Do nothing' });
    await byText(root, 'Nothing is done: all indices are kept.');
    expect(allByRole(root, 'spinbutton', /^Lifetime/)).to.deep.equal([]);
    await still(host);
    await expectAccessible(host);
  });

  for (const [route, granted, readonly] of [
    ['/system/index_sets/create', ['indices:read', 'indexsets:read', 'indexsets:edit'], false],
    ['/system/index_sets/a/configuration', ['indices:read', 'indexsets:read', 'indexsets:edit:b'], false],
    ['/system/index_sets/a/configuration', ['*'], true],
  ] as const)
    it(`is hidden without permission to save: ${route} ${granted.join()} ${readonly ? 'readonly' : ''}`, async () => {
      permissions = [...granted];
      const { root, host } = await open(route);
      if (readonly) host.setAttribute('readonly', '');
      await waitUntil(() => root.querySelector('[role=note]') !== null, 'a note explains the missing permission');
      expect(allByRole(root, 'textbox', 'Title')).to.deep.equal([]);
    });
});

describe('an index set', () => {
  it("shows its indices, and the server's details of expanded indices", async () => {
    const { root, host } = await open('/system/index_sets/a');
    await byText(root, '3 indices with a total of 30 messages under management');
    await byText(root, '7 segments, 1 open search context, 3 deleted messages');
    await byText(root, 'Shards: 3 active, 0 initializing, 1 relocating, 0 unassigned.');
    await byText(root, '11 ops (took 1 min 30 s)');
    await byText(root, '22 ops (took 1 min 30 s)');
    expect((await byText(root, 'S0')).closest('li')?.textContent).to.equal('S0');
    const requestBodies = (): string[] =>
      server.to('POST /system/indexer/indices/multiple').map(({ body }) => body ?? '');
    expect(requestBodies()[0]).to.equal('{"indices":["a_2"]}');
    await clickOn(root, 'button', 'Show Details: a_1');
    await clickOn(root, 'button', 'Show Details: a_0');
    await waitUntil(
      () => requestBodies().at(-1) === '{"indices":["a_2","a_1"]}',
      'the details of expanded indices are requested',
    );
    await byText(root, 'This index is closed.');
    await byRole(root, 'button', 'Reopen index');
    await still(host);
    await expectAccessible(host);
  });

  it('draws the volume by day, warns of a full disk, and offers the same data as a table', async () => {
    const { root, host } = await open('/system/index_sets/a');
    await byText(
      root,
      'take 1.0 MiB of the disk a day. At this rate the disk is full in about 40 days, on ' +
        `${new Date(Date.now() + 40.4 * 86_400_000).toISOString().slice(0, 10)}. 1.0 GiB of 4.0`,
    );
    const chart = await byRole(root, 'img', 'Messages by day, from 2024-02-29 to 2024-03-02');
    const heights = () =>
      [...chart.querySelectorAll<HTMLElement>('[title] > div')].map(({ offsetHeight }) => offsetHeight);
    expect(chart.scrollWidth <= chart.clientWidth).to.equal(true);
    const [none = -1, some = 0, most = 0] = heights();
    expect([none, Math.round(most / some)]).to.deep.equal([0, 4]);
    await still(host);
    await expectAccessible(host);
    await clickOn(root, 'tab', 'Size on disk');
    await byRole(root, 'img', 'Size on disk by day, from 2024-02-29 to 2024-03-02');
    expect(heights()[1]).to.equal(1);
    await clickOn(root, 'button', 'Show as table');
    await byText(root, '4,000');
    await byText(root, '1.0 MiB');
    await still(host);
    await expectAccessible(host);
  });

  it('forecasts when the disk is full, that it never fills, or that too little is known', async () => {
    for (const [change, expected, isWarning] of [
      [{ forecast: { bytes_per_day: 1, full_in_days: 6.6 } }, 'is full in about 7 days', true],
      [{ forecast: { bytes_per_day: 1, full_in_days: 14 } }, 'is full in about 14 days', true],
      [{ forecast: { bytes_per_day: 1, full_in_days: 14.1 } }, 'is full in about 14 days', false],
      [{ forecast: { bytes_per_day: 1, full_in_days: null } }, 'does not become full: retention', false],
      [{ forecast: null, is_complete: false }, 'Too little is known yet', false],
    ] as const) {
      growth = { ...growth, ...change };
      const { root, remove } = await open('/system/index_sets/a');
      const text = await byText(root, expected);
      expect(text.closest('[role=status]') !== null).to.equal(isWarning);
      remove();
    }
  });

  it('shows a sentence if no day is known, in place of a chart without dates', async () => {
    growth = { ...growth, days: [] };
    const { root } = await open('/system/index_sets/a');
    await byText(root, 'No day has been counted yet.');
    expect(root.querySelector('figure')).to.equal(null);
  });

  it('hides the volume if the server does not report it', async () => {
    server.routes[`GET ${sets}/a/growth`] = failing(404);
    const { root } = await open('/system/index_sets/a');
    await byText(root, 'under management');
    await waitUntil(() => server.to(`GET ${sets}/a/growth`).length > 0);
    await waitUntil(() => !root.textContent.includes('Messages by day'), 'the volume is hidden');
  });

  it('reports storage problems in a separate alert bar', async () => {
    health = { status: 'red', shards: { active: 0, initializing: 0, relocating: 0, unassigned: 2 } };
    const { root } = await open('/system/index_sets/a');
    const bar = await byText(root, 'is red.');
    expect(bar.closest('[role=alert]')).to.not.equal(null);
    expect((await byText(root, 'under management')).closest('[role=status]')?.textContent).to.not.contain('is red');
  });

  it('starts an optimization job for the whole index set or for one index', async () => {
    server.routes['POST /system/jobs'] = () =>
      new Response('{"system_job_id":"j"}', { status: 202, headers: { 'content-type': 'application/json' } });
    const { root } = await open('/system/index_sets/a');
    await clickOn(root, 'button', 'Maintenance');
    await clickOn(root, 'menuitem', 'Optimize index set');
    await byText(root, 'Optimizing Set a has begun');
    const of = (name: string) => byRole(root, 'group', `Details of ${name}`);
    await clickOn(await of('a_2'), 'button', 'Optimize index');
    await byText(root, 'Optimizing a_2 has begun');
    await clickOn(root, 'button', 'Show Details: a_0');
    await byRole(await of('a_0'), 'button', 'Reopen index');
    expect(allByRole(await of('a_0'), 'button', 'Optimize index'), 'a closed index has no optimization').to.have.length(
      0,
    );
    server.routes['POST /system/jobs'] = () => new Response('{"message":"The maximum is running."}', { status: 403 });
    await clickOn(root, 'button', 'Show Details: a_1');
    await clickOn(await of('a_1'), 'button', 'Optimize index');
    await byText(root, 'The maximum is running.');
    const job_name = 'org.graylog2.indexer.indices.jobs.OptimizeIndexJob';
    expect(server.to('POST /system/jobs').map(({ body }) => JSON.parse(body ?? '') as unknown)).to.deep.equal([
      { job_name, index_set_id: 'a' },
      { job_name, index: 'a_2' },
      { job_name, index: 'a_1' },
    ]);
  });

  it('offers each action on an index set with its permission', async () => {
    const offered: Record<string, string[]> = {};
    const base = ['indexsets:read', 'indices:read', 'indexercluster:read'];
    for (const granted of ['indexsets:edit:a', 'indices:failures', 'indexranges:rebuild', 'deflector:cycle']) {
      permissions = [...base, granted];
      const { root, remove } = await open('/system/index_sets/a');
      await byRole(root, 'button', 'Hide Details: a_2');
      const names = allByRole(root, 'button').map(({ textContent }) => textContent);
      const own = names.filter((name) => ['Edit index set', 'Indexer failures', 'Maintenance'].includes(name));
      if (own.includes('Maintenance')) {
        await clickOn(root, 'button', 'Maintenance');
        await byRole(root, 'menuitem');
      }
      offered[granted] = [...own, ...allByRole(root, 'menuitem').map(({ textContent }) => textContent)];
      remove();
    }
    expect(offered).to.deep.equal({
      'indexsets:edit:a': ['Edit index set'],
      'indices:failures': ['Indexer failures'],
      'indexranges:rebuild': ['Maintenance', 'Recalculate index ranges'],
      'deflector:cycle': ['Maintenance', 'Rotate active write index'],
    });
  });

  for (const [entry, route] of [
    ['Recalculate index ranges', 'POST /system/indices/ranges/index_set/a/rebuild'],
    ['Rotate active write index', 'POST /cluster/deflector/a/cycle'],
  ] as const)
    it(`asks before the action "${entry}", and reports it`, async () => {
      server.routes[route] = () => undefined;
      const { root, host } = await open('/system/index_sets/a');
      const changed: unknown[] = [];
      // Cast: elements emit this event as a CustomEvent.
      host.addEventListener('log-changed', (event) => changed.push((event as CustomEvent).detail));
      await clickOn(root, 'button', 'Maintenance');
      await clickOn(root, 'menuitem', entry);
      const question = await byRole(root, 'alertdialog', entry);
      await byText(question, 'Do you want to proceed?');
      expect(server.to(route)).to.have.length(0);
      await clickOn(question, 'button', entry);
      await waitUntil(() => changed.length > 0, 'the change is reported');
      expect([server.to(route).length, changed]).to.deep.equal([1, [{ type: 'index_set', id: 'a' }]]);
    });

  it('offers no optimization without permission to start jobs', async () => {
    permissions = ['indexsets:*', 'indices:*', 'deflector:*', 'indexranges:*', 'indexercluster:read'];
    const { root } = await open('/system/index_sets/a');
    await clickOn(root, 'button', 'Maintenance');
    await byRole(root, 'menuitem', 'Rotate active write index');
    expect(allByRole(root, 'menuitem').map(({ textContent }) => textContent)).to.not.include('Optimize index set');
    expect(allByRole(root, 'button', 'Optimize index')).to.have.length(0);
  });

  it('keeps expanded indices through a failed poll, but not when the overview is unavailable', async () => {
    const { root } = await open('/system/index_sets/a');
    await byRole(root, 'button', 'Hide Details: a_2');
    const polls = () => server.to('GET /system/indexer/overview/a').length;
    const before = polls();
    server.routes['GET /system/indexer/overview/a'] = failing(500);
    await waitUntil(() => polls() > before + 1);
    await byRole(root, 'button', 'Hide Details: a_2');
    server.routes['GET /system/indexer/overview/a'] = failing(503);
    await byText(root, 'Indices overview unavailable');
    expect(allByRole(root, 'button', 'Hide Details: a_2')).to.deep.equal([]);
  });
});

it("the form of an index set asks before it overwrites another user's change, and shows errors of the server at their fields", async () => {
  const { root } = await open('/system/index_sets/a/configuration');
  await expectGuardedForm({
    ...{ server, root, submit: /^Update/, change: ['Description', 'mine'] },
    ...{ read: `GET ${sets}/a`, meanwhile: ['"shards":', '"shards":1'], write: `PUT ${sets}/a` },
    errors: { title: 'Title', field_type_refresh_interval: 'Field type refresh interval' },
  });
});
