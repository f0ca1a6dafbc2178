/** Tests the pages of sidecars against a server in the page: content, permissions and requests. */
import { expect } from '@open-wc/testing';
import { LogSidecars } from '../../../../elements/admin/sidecars/index.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const now = new Date().toISOString();
const collector = { id: 'c1', name: 'filebeat', service_type: 'exec', node_operating_system: 'linux' };
const wholeCollector = {
  ...collector,
  executable_path: '/usr/share/filebeat/bin/filebeat',
  execute_parameters: '-c %s',
  validation_parameters: null,
  default_template: 'default: ${sidecar.nodeId}',
};
const configuration = {
  id: 'k1',
  name: `System logs ${hostile}`,
  collector_id: 'c1',
  color: '#1e62b5',
  tags: ['web'],
  assignment_rule: '',
  version: 2,
};
const status = {
  collector_id: 'c1',
  configuration_id: 'k1',
  status: 2,
  message: 'not valid',
  verbose_message: `line 12 ${hostile}`,
};
const sidecar = (id: string, more: object = {}) => ({
  node_id: id,
  node_name: `${id} ${hostile}`,
  node_details: {
    operating_system: 'Linux',
    ip: '10.0.0.1',
    metrics: { disks_75: ['/data (91%)'], cpu_idle: 93.5, load_1: 0.4 },
    log_file_list: [{ path: '/var/log/syslog', mod_time: now, size: 2048, is_dir: false }],
    status: { status: 2, message: '1 failing', collectors: [status] },
    tags: ['web'],
    collector_configuration_directory: null,
  },
  assignments: [{ collector_id: 'c1', configuration_id: 'k1', assigned_from_tags: ['web'] }],
  last_seen: now,
  sidecar_version: '1.5.6',
  active: true,
  collectors: ['c1'],
  protocol: 'sidecar',
  state: { code: 2, since: now, flaps: 0 },
  last_word: null,
  history: '-'.repeat(40) + 'rrrrffus',
  delivered: { k1: 2 },
  ...more,
});
const silent = sidecar('silent', {
  active: false,
  state: { code: 1, since: now, flaps: 0 },
  last_word: { code: 0, message: '1 running', at: now },
});
const listed = (sidecars: object[]) => ({
  query: '',
  pagination: { total: sidecars.length, count: sidecars.length, page: 1, per_page: 10 },
  total: sidecars.length,
  only_active: false,
  sort: 'node_name',
  order: 'asc',
  sidecars,
  filters: null,
});
const page = { total: 1, count: 1, page: 1, per_page: 10 };
const rollout = {
  id: 'r1',
  configuration_id: 'k1',
  configuration_name: 'System logs',
  from_version: 1,
  to_version: 2,
  state: 'paused',
  reason: 'web-03 is failing',
  username: 'ada',
  started_at: now,
  changed_at: now,
  reached: 1,
  total: 40,
  stages: [
    { name: 'one', state: 'done', nodes: 1, running: 1, failing: [] },
    {
      name: 'tenth',
      state: 'paused',
      nodes: 4,
      running: 3,
      failing: [{ node_id: 'n', node_name: 'web-03', message: 'expected a list' }],
    },
    { name: 'all', state: 'waiting', nodes: 40, running: 0, failing: [] },
  ],
  next_at: null,
};

let server: FakeServer;
let permissions: string[];
const bodyOf = (route: string): Record<string, unknown> =>
  JSON.parse(server.to(route).at(-1)?.body ?? '{}') as Record<string, unknown>;

beforeEach(() => {
  permissions = ['*'];
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions, timezone: 'Europe/Berlin' }),
    'GET /sidecars': ({ url }) =>
      listed(url.searchParams.get('only_active') === 'true' ? [sidecar('web-01')] : [sidecar('web-01'), silent]),
    'GET /sidecars/all': () => listed([sidecar('web-01'), silent]),
    'GET /sidecars/web-01': () => ({ ...sidecar('web-01'), opamp: null }),
    'POST /sidecar/administration': () => listed([sidecar('web-01', { assignments: [] }), sidecar('web-02')]),
    'PUT /sidecars/configurations': () => new Response(null, { status: 202 }),
    'PUT /sidecar/administration/action': () => new Response(null, { status: 202 }),
    'GET /sidecar/overview/figures': () => ({
      running: 36,
      failing: 3,
      unknown: 2,
      stopped: 1,
      versions: [{ version: '1.5.6', nodes: 38 }],
      by_tags_or_rule: 38,
      by_hand: 3,
      without_configuration: 1,
      attention: [
        {
          node_id: 'silent',
          node_name: hostile,
          kind: 'silent',
          message: 'Its last word was "1 running".',
          since: now,
        },
      ],
    }),
    'GET /sidecar/overview/enrolment': () => ({
      server_url: 'https://logs.example.org/api',
      user_id: 'su',
      username: 'sidecar-system',
    }),
    'POST /users/su/tokens/*': () => ({ id: 't', name: 'sidecars', token: 'secret-token', last_access: now }),
    'GET /sidecar/rollouts': () => ({ rollouts: [rollout] }),
    'PUT /sidecar/rollouts/r1': () => ({ ...rollout, state: 'rolled_back' }),
    'GET /sidecar/configurations': () => ({
      query: '',
      pagination: page,
      total: 1,
      sort: 'name',
      order: 'asc',
      configurations: [configuration],
    }),
    'GET /sidecar/configurations/k1': () => ({ ...configuration, template: 'old: ${sidecar.nodeName}' }),
    'GET /sidecar/configurations/k1/sidecars': () => ({ configuration_id: 'k1', sidecar_ids: ['web-01'] }),
    'GET /sidecar/configurations/k1/versions': () => ({
      versions: [2, 1].map((version) => ({
        version,
        name: 'System logs',
        template: version === 2 ? 'a\nnew' : 'a\nold',
        tags: [],
        assignment_rule: '',
        username: 'ada',
        created_at: now,
        restored_from: null,
      })),
    }),
    'PUT /sidecar/configurations/k1/versions/1': () => ({ ...configuration, template: 'a\nold' }),
    'PUT /sidecar/configurations/k1': ({ body }) => ({ ...configuration, ...(JSON.parse(body ?? '{}') as object) }),
    'POST /sidecar/configurations': ({ body }) => ({ ...(JSON.parse(body ?? '{}') as object), id: 'k2' }),
    'POST /sidecar/configurations/validate': ({ body }) =>
      (body ?? '').includes('broken')
        ? {
            failed: true,
            errors: { template: ['Template error: x is undefined (line 1, column 3)'] },
            error_context: {},
          }
        : { failed: false, errors: {}, error_context: {} },
    'POST /sidecar/configurations/render/preview': ({ body }) => ({
      preview: (body ?? '').includes('node_id') ? 'of web-01' : 'of <node name>',
    }),
    'POST /sidecar/assignment/match': () => ({
      total: 1,
      nodes: [{ node_id: 'web-01', node_name: 'web-01', operating_system: 'Linux' }],
    }),
    'GET /sidecar/collectors/summary': () => ({
      query: '',
      pagination: page,
      total: 1,
      sort: 'name',
      order: 'asc',
      collectors: [collector],
    }),
    'GET /sidecar/collectors/c1': () => wholeCollector,
    'PUT /sidecar/collectors/c1': ({ body }) => JSON.parse(body ?? '{}') as object,
    'POST /sidecar/collectors/validate': () => ({ failed: false, errors: {}, error_context: {} }),
    'GET /sidecar/configuration_variables': () => [{ id: 'v1', name: 'host', description: null, content: 'x' }],
    'GET /sidecar/configuration_variables/v1/configurations': () => [configuration],
  });
});
afterEach(() => {
  for (const left of document.querySelectorAll('body > *')) if (left.tagName.startsWith('LOG-')) left.remove();
  server.restore();
});

const open = (route: string) => stage(() => <LogSidecars route={`/system/sidecars${route}`} />, 1400);
const fill = (element: HTMLElement, value: string): void => {
  const own = element as HTMLInputElement;
  const prototype = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(own, value);
  own.dispatchEvent(new Event('input', { bubbles: true }));
};

describe('the overview of sidecars', () => {
  it('shows states, history and problems; inactive sidecars only on request', async () => {
    const { root, host } = await open('');
    await byText(root, 'Sidecars 1 total');
    await byText(root, 'not valid');
    await byText(root, '38 on agent 1.5.6');
    await byRole(
      root,
      'img',
      'running in 4 half hours, failing in 2 half hours, unknown in 1 half hour, stopped in 1 half hour',
    );
    expect(root.querySelector('img')).to.equal(null);
    await expectAccessible(host);
    await clickOn(root, 'button', 'Include inactive sidecars');
    await byText(root, 'was running');
    await byRole(root, 'button', 'Hide inactive sidecars');
  });

  it('shows every column head in full beside the cards', async () => {
    const { root } = await open('');
    await byRole(root, 'link', /^web-01/);
    const cut = [...root.querySelectorAll<HTMLElement>('[role=columnheader] *')].filter(
      (part) => getComputedStyle(part).textOverflow === 'ellipsis' && part.scrollWidth > part.clientWidth,
    );
    expect(cut.map(({ textContent }) => textContent)).to.deep.equal([]);
  });

  it('shows each rollout that is under way, and an ended one only when there is no other', async () => {
    const ended = { ...rollout, id: 'r3', configuration_name: 'Mail logs', state: 'done' };
    const second = { ...rollout, id: 'r2', configuration_name: 'Database logs', state: 'running' };
    let answer: object[] = [rollout, second, ended];
    server.routes['GET /sidecar/rollouts'] = () => ({ rollouts: answer });
    const cards = (root: ShadowRoot): string[] =>
      [...root.querySelectorAll('section')]
        .map((card) => card.textContent)
        .filter((text) => text.startsWith('Rollout'));
    const { root, host, remove } = await open('');
    await byRole(root, 'link', 'Database logs');
    expect(cards(root).map((text) => /System|Database|Mail/.exec(text)?.[0])).to.deep.equal(['System', 'Database']);
    await expectAccessible(host);
    remove();
    answer = [ended];
    const { root: later } = await open('');
    await byRole(later, 'link', 'Mail logs');
    expect(cards(later)).to.have.length(1);
  });

  it('offers no actions without permission', async () => {
    permissions = ['sidecars:read'];
    const { root } = await open('');
    await byText(root, 'Sidecars 1 total');
    expect(allByRole(root, 'button', /token|install|Roll back|Go on|Delete/i).length).to.equal(0);
    expect(server.to('GET /sidecar/rollouts').length).to.equal(0);
    expect(allByRole(root, 'link', 'Configuration').length).to.equal(0);
  });

  it('is shown for a server without statistics, rollouts and histories', async () => {
    for (const route of ['GET /sidecar/overview/figures', 'GET /sidecar/overview/enrolment', 'GET /sidecar/rollouts'])
      server.routes[route] = () => new Response('{}', { status: 404 });
    server.routes['GET /users/graylog-sidecar'] = () => ({ id: 'u1', username: 'graylog-sidecar' });
    const { state: _state, history: _history, last_word: _word, delivered: _delivered, ...plain } = sidecar('web-01');
    server.routes['GET /sidecars'] = () => listed([plain]);
    const { root } = await open('');
    await byText(root, 'Sidecars 1 total');
    await byText(root, 'Failing');
    await byRole(root, 'button', 'Create or reuse a token');
    expect(allByRole(root, 'button', 'Copy install line').length).to.equal(0);
    for (const text of ['Last 24 hours', 'each piece is 30 minutes']) expect(root.textContent).not.to.contain(text);
  });
});

describe('a sidecar', () => {
  it('shows the node, its collectors with their errors, and its log files', async () => {
    const { root, host } = await open('/web-01/status');
    await byText(root, '/data (91%)');
    await byText(root, '93.5%');
    await byText(root, '/var/log/syslog');
    await clickOn(root, 'button', 'Show details');
    await byText(await byRole(root, 'dialog'), `line 12 ${hostile}`);
    expect(root.querySelector('img')).to.equal(null);
    await expectAccessible(host);
  });
});

describe('long texts', () => {
  const unbroken = 'x'.repeat(200);

  it('leave the name of a collector unbroken on the page of a sidecar', async () => {
    server.routes['GET /sidecars/web-01'] = () => {
      const one = sidecar('web-01');
      const long = { ...status, message: 'a long message '.repeat(40) };
      return {
        ...one,
        node_details: { ...one.node_details, status: { status: 2, message: '', collectors: [long] } },
        opamp: null,
      };
    };
    const { root } = await open('/web-01/status');
    await byText(root, 'a long message');
    const name = root.querySelector('[aria-label="Collectors status"] tbody td');
    expect(name?.getBoundingClientRect().width).to.be.at.least(120);
  });

  it('stay within the cells of the overview', async () => {
    server.routes['GET /sidecars'] = () => {
      const one = sidecar('web-01', { node_name: unbroken });
      return listed([
        {
          ...one,
          node_details: {
            ...one.node_details,
            status: { status: 2, message: '', collectors: [{ ...status, message: unbroken }] },
          },
        },
      ]);
    };
    const { root } = await open('');
    await byRole(root, 'link', unbroken);
    const cells = [...root.querySelectorAll('[role=cell], [role=rowheader]')].filter(({ textContent }) =>
      textContent.includes(unbroken),
    );
    expect(cells.length).to.be.at.least(2);
    for (const cell of cells)
      for (const part of cell.querySelectorAll('a, span'))
        expect(part.getBoundingClientRect().right).to.be.at.most(cell.getBoundingClientRect().right + 1);
  });
});

describe('the administration of collectors', () => {
  it('assigns configurations to the selected collectors, after a summary', async () => {
    const { root, host } = await open('/administration');
    await byText(root, 'web-01');
    await expectAccessible(host);
    await clickOn(root, 'checkbox', `Select filebeat of web-01 ${hostile}`);
    await byText(root, '1 selected');
    await clickOn(root, 'button', 'Configuration');
    const dialog = await byRole(root, 'dialog');
    await clickOn(dialog, 'checkbox', configuration.name);
    await clickOn(dialog, 'button', 'Save');
    await clickOn(await byRole(root, 'alertdialog'), 'button', 'Confirm');
    await waitUntil(() => server.to('PUT /sidecars/configurations').length === 1, 'the configuration is assigned');
    expect(bodyOf('PUT /sidecars/configurations')).to.deep.equal({
      nodes: [{ node_id: 'web-01', assignments: [{ collector_id: 'c1', configuration_id: 'k1' }] }],
    });
  });

  it('assigns nothing to collectors of two operating systems that have the same name', async () => {
    const windows = { ...collector, id: 'c2', node_operating_system: 'windows' };
    const ofAll = { query: '', pagination: page, total: 2, sort: 'name', order: 'asc' };
    server.routes['GET /sidecar/collectors/summary'] = () => ({ ...ofAll, collectors: [collector, windows] });
    server.routes['POST /sidecar/administration'] = () =>
      listed([sidecar('web-01'), sidecar('win-01', { collectors: ['c2'], assignments: [] })]);
    const { root } = await open('/administration');
    await clickOn(root, 'checkbox', `Select filebeat of web-01 ${hostile}`);
    await byText(root, '1 selected');
    const assign = await byRole(root, 'button', 'Configuration');
    expect(assign.matches(':disabled, [aria-disabled=true]'), 'with one collector').to.equal(false);
    await clickOn(root, 'checkbox', `Select filebeat of win-01 ${hostile}`);
    await byText(root, '2 selected');
    expect(assign.matches(':disabled, [aria-disabled=true]'), 'with both').to.equal(true);
  });
});

describe('configurations and collectors', () => {
  it('are listed with their permitted actions', async () => {
    const { root, host } = await open('/configuration');
    await byText(root, 'filebeat on Linux');
    await byRole(root, 'button', 'Create Configuration');
    await byRole(root, 'button', 'Create Log Collector');
    expect(root.querySelector('img')).to.equal(null);
    await expectAccessible(host);
  });

  it('shows a stored configuration, validates it while typing, and saves the change', async () => {
    const { root, host } = await open('/configuration/edit/k1');
    const name = await byRole(root, 'textbox', /^Name/);
    expect((name as HTMLInputElement).value).to.equal(configuration.name);
    await byText(root, 'old: ');
    await expectAccessible(host);
    fill(name, 'broken');
    await byText(root, 'Template error: x is undefined (line 1, column 3)');
    fill(name, 'Mail logs');
    fill(await byRole(root, 'textbox', /^Assignment rule/), 'tag:web');
    await byText(root, 'The rule finds 1 sidecar:');
    await clickOn(root, 'checkbox', /^Distribute in stages/);
    await clickOn(root, 'button', 'Update configuration');
    await waitUntil(() => server.to('PUT /sidecar/configurations/k1').length === 1, 'the configuration is stored');
    expect(bodyOf('PUT /sidecar/configurations/k1')).to.deep.equal({
      id: 'k1',
      name: 'Mail logs',
      color: '#1e62b5',
      tags: ['web'],
      collector_id: 'c1',
      template: 'old: ${sidecar.nodeName}',
      assignment_rule: 'tag:web',
      staged: true,
    });
  });

  it('previews a configuration with placeholders, compares versions and rolls back', async () => {
    const { root } = await open('/configuration/edit/k1');
    await clickOn(root, 'button', 'Preview');
    const preview = await byRole(root, 'dialog');
    await byText(preview, 'of <node name>');
    await clickOn(preview, 'button', 'Close');
    await clickOn(root, 'button', 'Versions');
    const versions = await byRole(root, 'dialog');
    await byText(versions, 'new');
    await clickOn(versions, 'button', 'Roll back to version 1');
    await clickOn(await byRole(root, 'alertdialog'), 'button', 'Roll back');
    await waitUntil(
      () => server.to('PUT /sidecar/configurations/k1/versions/1').length === 1,
      'the configuration is rolled back',
    );
  });

  it('shows a stored collector and saves the change', async () => {
    const { root, host } = await open('/collector/edit/c1');
    const path = await byRole(root, 'textbox', /^Executable Path/);
    expect((path as HTMLInputElement).value).to.equal('/usr/share/filebeat/bin/filebeat');
    await expectAccessible(host);
    fill(path, ' ');
    await clickOn(root, 'button', 'Update collector');
    await byText(root, 'A path is needed.');
    expect(server.to('PUT /sidecar/collectors/c1')).to.have.length(0);
    fill(path, '/opt/filebeat');
    await clickOn(root, 'button', 'Update collector');
    await waitUntil(() => server.to('PUT /sidecar/collectors/c1').length === 1, 'the collector is stored');
    expect(bodyOf('PUT /sidecar/collectors/c1')).to.deep.equal({
      id: 'c1',
      name: 'filebeat',
      service_type: 'exec',
      node_operating_system: 'linux',
      executable_path: '/opt/filebeat',
      execute_parameters: '-c %s',
      validation_parameters: '',
      default_template: 'default: ${sidecar.nodeId}',
    });
  });
});

describe('failure tracking', () => {
  it('lists failing collectors with their output, and marks silent nodes', async () => {
    server.routes['GET /sidecars/all'] = () =>
      listed([
        sidecar('web-01'),
        {
          ...silent,
          last_word: { code: 2, message: 'x', at: now },
          node_details: {
            ...sidecar('x').node_details,
            status: { status: 1, message: '', collectors: [{ ...status, status: 1 }] },
          },
        },
      ]);
    const { root, host } = await open('/failuretracking');
    await byText(root, 'not valid');
    await byText(root, '(inactive)');
    await byText(root, 'filebeat – System logs');
    await expectAccessible(host);
    await clickOn(root, 'button', 'Hide inactive sidecars');
    await waitUntil(() => allByRole(root, 'button', 'Show Details').length === 1, 'the inactive sidecar is hidden');
    await clickOn(root, 'button', 'Show Details');
    await byText(await byRole(root, 'dialog'), 'line 12');
  });
});
