/** The element `log-alerts`, and the list of alerts where the server keeps no states, against a server in the page. */
import { expect } from '@open-wc/testing';
import { AlertsPage } from '../../../../elements/admin/alerts/alerts-page.js';
import { registerPlugin } from '../../../../elements/kit/plugins/register.js';
import '../../../../elements/log-alerts.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { byRole, byText, stage } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';

const event = (id: string, message: string, over: object = {}) => ({
  event: {
    id,
    event_definition_type: 'aggregation-v1',
    event_definition_id: 'd1',
    origin_context: null,
    timestamp: new Date().toISOString(),
    timestamp_processing: new Date().toISOString(),
    timerange_start: null,
    timerange_end: null,
    streams: [],
    source_streams: [],
    message,
    source: 's',
    key_tuple: [],
    key: null,
    priority: 3,
    alert: true,
    fields: {},
    group_by_fields: {},
    replay_info: null,
    ...over,
  },
  index_name: 'gl-events_0',
  index_type: 'message',
});
const answer = () => ({
  events: [event('E1', '<b>Disk</b> full', { key: 'web-1' }), event('E2', 'Slow', { priority: 1 })],
  used_indices: [],
  parameters: {},
  total_events: 2,
  duration: 1,
  context: { event_definitions: { d1: { id: 'd1', title: 'Disks', description: '' } }, streams: {} },
});
const state = { event_id: 'E1', version: 1, status: 'acknowledged', by: 'ada', note: '', until: null, history: [] };

let server: FakeServer;
const common = () => ({
  ...signedIn,
  'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions: ['*'], timezone: 'UTC' }),
  'GET /events/definitions': () => ({ event_definitions: [], grand_total: 1 }),
});
const own = () => ({
  ...common(),
  'GET /events/alerts/silences': () => ({ elements: [] }),
  'POST /events/alerts/search': () => ({ ...answer(), states: { E1: { ...state, at: new Date().toISOString() } } }),
  'POST /events/alerts/timeline': () => ({ from: '', to: '', interval_ms: 0, buckets: [] }),
});
afterEach(() => {
  document.body.replaceChildren();
  localStorage.clear();
  server.restore();
});

it('lists alerts with their state, asks for what the attributes say, and tells which one is chosen', async () => {
  server = fakeServer(own());
  const element = document.createElement('log-alerts');
  const attributes = {
    query: 'priority:3',
    stream: 's1,s2',
    definition: 'd1',
    states: 'open,acknowledged',
    range: 'last week',
  };
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  const chosen: string[] = [];
  element.addEventListener('log-alert-open', (opened) => {
    opened.preventDefault();
    chosen.push((opened as CustomEvent<{ id: string }>).detail.id);
  });
  document.body.append(element);
  const root = element.shadowRoot;
  if (!root) throw new Error('no shadow root');
  await byText(root, '<b>Disk</b> full');
  await byText(root, 'Acknowledged');
  const [asked] = server.to('POST /events/alerts/search');
  expect(JSON.parse(asked?.body ?? '{}')).to.deep.include({
    query: '(priority:3) AND (source_streams:"s1" OR source_streams:"s2")',
    timerange: { type: 'keyword', keyword: 'last week' },
    filter: { alerts: 'only', event_definitions: ['d1'] },
    states: ['open', 'acknowledged'],
  });
  (await byRole(root, 'button', /Disk/)).click();
  expect(chosen).to.deep.equal(['E1']);
  expect(asked?.headers.get('X-Graylog-No-Session-Extension')).to.equal('true');
  const refused: string[] = [];
  element.addEventListener('log-error', (told) =>
    refused.push((told as CustomEvent<{ error: Error }>).detail.error.message),
  );
  element.setAttribute('states', 'open,__proto__');
  expect(refused.length).to.equal(1);
  await expectAccessible(element);
});

it('where the server keeps no states the list is there, and one sentence says what is not', async () => {
  server = fakeServer({ ...common(), 'POST /events/search': answer });
  const { root } = await stage(() => <AlertsPage params={{}} />);
  await byText(root, '<b>Disk</b> full');
  await byText(root, 'This server keeps no states of alerts');
  expect(root.querySelector('[type=checkbox]')).to.equal(null);
  expect(root.textContent).not.to.include('Groups');
  expect(root.textContent).not.to.include('Silences');
});

it('takes the range between two instants along to the console', async () => {
  server = fakeServer(own());
  const element = document.createElement('log-alerts');
  element.setAttribute('range', '2026-01-01/2026-01-02 06:00:00');
  const routes: string[] = [];
  element.addEventListener('log-navigate', (left) => {
    left.preventDefault();
    routes.push((left as CustomEvent<{ route: string }>).detail.route);
  });
  document.body.append(element);
  const root = element.shadowRoot;
  if (!root) throw new Error('no shadow root');
  (await byRole(root, 'button', 'Open in the console')).click();
  const [, search] = routes[0]?.split('?') ?? [];
  const parameters = new URLSearchParams(search);
  const range = { from: parameters.get('from'), to: parameters.get('to') };
  expect(range).to.deep.equal({ from: '2026-01-01T00:00:00.000+00:00', to: '2026-01-02T06:00:00.000+00:00' });
  const [asked] = server.to('POST /events/alerts/search');
  expect(JSON.parse(asked?.body ?? '{}')).to.deep.include({ timerange: { type: 'absolute', ...range } });
});

it('the head of the table names its columns; a row that opens says so', async () => {
  server = fakeServer(own());
  const { root } = await stage(() => <AlertsPage params={{}} />);
  await byText(root, '<b>Disk</b> full');
  const heads = [...root.querySelectorAll('thead th')].map(({ textContent }) => textContent);
  expect(heads).to.deep.equal(['', 'Description', 'Key', 'Type', 'State', 'Event Definition', 'Timestamp']);
  const row = root.querySelector('tbody tr');
  if (!row) throw new Error('no row');
  expect(getComputedStyle(row).cursor).to.equal('pointer');
});

it('says which definition and which states are asked for, and takes the definition away', async () => {
  server = fakeServer({
    ...own(),
    'POST /system/catalog/entities/titles': ({ body }) => ({
      entities: (JSON.parse(body ?? '{}') as { entities: { id: string; type: string }[] }).entities.map((one) => ({
        ...one,
        title: `Title of ${one.id}`,
      })),
      not_permitted_to_view: [],
    }),
  });
  const { root, host } = await stage(() => (
    <AlertsPage params={{}} search="definition=d1&definition=d2&state=open,muted" />
  ));
  await byText(root, 'Title of d2');
  const routes: string[] = [];
  host.addEventListener('log-navigate', (left) => {
    left.preventDefault();
    routes.push((left as CustomEvent<{ route: string }>).detail.route);
  });
  const states = (await byRole(root, 'combobox', 'State')) as HTMLSelectElement;
  expect(states.selectedOptions[0]?.textContent).to.equal('Open, Muted');
  (await byRole(root, 'button', /Disks/)).click();
  expect(new URLSearchParams(routes[0]?.split('?')[1]).getAll('definition')).to.deep.equal(['d2']);
  await expectAccessible(host);
});

it('groups are asked for without the list', async () => {
  server = fakeServer({
    ...own(),
    'POST /events/alerts/groups': () => ({ groups: [], total: 0, context: { event_definitions: {}, streams: {} } }),
  });
  await stage(() => <AlertsPage params={{}} search="view=groups" />);
  await waitUntil(() => server.to('POST /events/alerts/groups').length === 1, 'no groups');
  expect(server.to('POST /events/alerts/search')).to.have.length(0);
});

it('has the actions of plug-ins in the details of an alert', async () => {
  registerPlugin({
    name: 'tickets',
    eventActions: [{ id: 'open', title: 'Open a ticket', href: ({ id }) => `https://tickets.example/?alert=${id}` }],
  });
  server = fakeServer(own());
  const { root, host } = await stage(() => <AlertsPage params={{}} />);
  (await byText(root, '<b>Disk</b> full')).click();
  const link = (await byRole(root, 'link', /^Open a ticket/)) as HTMLAnchorElement;
  expect(link.href).to.equal('https://tickets.example/?alert=E1');
  await expectAccessible(host);
});
