/** Tests the element `log-alerts` against a server in the page, also with a server that keeps no alert states. */
import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { AlertsPage } from '../../../../elements/admin/alerts/alerts-page.js';
import { SilencesPage } from '../../../../elements/admin/alerts/silences-page.js';
import { registerPlugin } from '../../../../elements/kit/plugins/register.js';
import '../../../../elements/log-alerts.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage } from '../../search/stage.js';
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
const change = { at: '2026-01-01T00:00:00.000Z', by: 'ada', status: 'acknowledged', note: 'I look at it', until: null };
const state = {
  event_id: 'E1',
  version: 1,
  status: 'acknowledged',
  by: 'ada',
  note: '',
  until: null,
  history: [change],
};

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
const titles = {
  'POST /system/catalog/entities/titles': () => ({
    entities: [{ id: 'd1', title: 'Disks', type: 'event_definitions' }],
  }),
};
afterEach(() => {
  document.body.replaceChildren();
  localStorage.clear();
  server.restore();
});

it('the list of alerts shows alerts with their state, sends the filters of the attributes, and emits the chosen alert', async () => {
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
  const [request] = server.to('POST /events/alerts/search');
  expect(JSON.parse(request?.body ?? '{}')).to.deep.include({
    query: '(priority:3) AND (source_streams:"s1" OR source_streams:"s2")',
    timerange: { type: 'keyword', keyword: 'last week', timezone: 'UTC' },
    filter: { alerts: 'only', event_definitions: ['d1'] },
    states: ['open', 'acknowledged'],
  });
  await clickOn(root, 'button', /Disk/);
  expect(chosen).to.deep.equal(['E1']);
  expect(request?.headers.get('X-Graylog-No-Session-Extension')).to.equal('true');
  const refused: string[] = [];
  element.addEventListener('log-error', (event) =>
    refused.push((event as CustomEvent<{ error: Error }>).detail.error.message),
  );
  element.setAttribute('states', 'open,__proto__');
  expect(refused.length).to.equal(1);
  await expectAccessible(element);
});

it('the list of alerts shows long texts as a whole in a narrow column, because alerts of one definition differ at the end', async () => {
  const sources = ['web-02', 'mail.example.org'];
  server = fakeServer({
    ...own(),
    'POST /events/alerts/search': () => ({
      ...answer(),
      events: sources.map((source) => event(source, `Many errors of a source within five minutes: ${source}`)),
      states: {},
    }),
  });
  const element = document.createElement('log-alerts');
  element.style.width = '300px';
  document.body.append(element);
  const root = element.shadowRoot;
  if (!root) throw new Error('no shadow root');
  await waitUntil(() => root.querySelectorAll('li').length === 2);
  for (const [index, row] of [...root.querySelectorAll('li')].entries()) {
    const text = row.querySelector<HTMLElement>('[title^="Many errors"]');
    expect(text?.innerText).to.equal(`Many errors of a source within five minutes: ${sources[index]}`);
    expect(text?.scrollHeight, 'the text is not cut off').to.equal(text?.clientHeight);
    expect(row.scrollWidth).to.equal(row.clientWidth);
  }
});

it('the list of alerts shows at most `limit` alerts, and the total number of alerts', async () => {
  server = fakeServer({
    ...own(),
    'POST /events/alerts/search': ({ body }) => {
      const { per_page: size } = JSON.parse(body ?? '{}') as { per_page: number };
      const events = Array.from({ length: size }, (_one, index) => event(`E${index}`, `Alert ${index}`));
      return { ...answer(), events, total_events: 35, states: {} };
    },
  });
  const element = document.createElement('log-alerts');
  document.body.append(element);
  const root = element.shadowRoot;
  if (!root) throw new Error('no shadow root');
  await byText(root, '20 of 35');
  element.setAttribute('limit', '3');
  await byText(root, '3 of 35');
  expect(root.querySelectorAll('li').length).to.equal(3);
  element.setAttribute('limit', '101');
  await byText(root, '3 of 35');
  await byRole(root, 'button', 'Open in the console');
});

it('the list of alerts gives guests rows that can be chosen only if the page handles the choice', async () => {
  server = fakeServer({
    ...own(),
    'GET /system/sessions': () => ({ is_valid: true, session_id: 's', username: 'embed:6b093' }),
    'GET /users/*': () => ({ id: 'embed:6b093', username: 'embed:6b093', permissions: [], timezone: 'UTC' }),
  });
  const element = document.createElement('log-alerts');
  let navigations = 0;
  element.addEventListener('log-navigate', () => (navigations += 1));
  document.body.append(element);
  const root = element.shadowRoot;
  if (!root) throw new Error('no shadow root');
  const row = await byText(root, '<b>Disk</b> full');
  row.click();
  expect(root.querySelector('button')).to.equal(null);
  expect(getComputedStyle(row).cursor).not.to.equal('pointer');
  expect(navigations).to.equal(0);
  const chosen: unknown[] = [];
  element.addEventListener('log-alert-open', ({ type }) => chosen.push(type));
  await clickOn(root, 'button', /Disk/);
  expect(chosen).to.deep.equal(['log-alert-open']);
  element.remove();

  // The host page may also listen on an ancestor of the element.
  const handle = (event: Event): void => event.preventDefault();
  document.body.addEventListener('log-alert-open', handle);
  const other = document.createElement('log-alerts');
  document.body.append(other);
  const inner = other.shadowRoot;
  if (!inner) throw new Error('no shadow root');
  (await byText(inner, '<b>Disk</b> full')).click();
  await byRole(inner, 'button', /Disk/);
  document.body.removeEventListener('log-alert-open', handle);
});

it('the list of alerts keeps its list and its range when the page sets a keyword that the server cannot parse', async () => {
  server = fakeServer(own());
  const element = document.createElement('log-alerts');
  element.setAttribute('range', '3600');
  const codes: string[] = [];
  element.addEventListener('log-error', (event) => codes.push((event as CustomEvent<{ code: string }>).detail.code));
  document.body.append(element);
  const root = element.shadowRoot;
  if (!root) throw new Error('no shadow root');
  await byText(root, '<b>Disk</b> full');
  server.routes['GET /tools/natural_date_tester'] = () => new Response('{}', { status: 422 });
  element.setAttribute('range', 'banana split');
  await waitUntil(() => element.getAttribute('range') === '3600', 'the last range is back');
  expect(codes).to.deep.equal(['bad-value']);
  const bodies = server.to('POST /events/alerts/search').map(({ body }) => body ?? '');
  expect(bodies.join(), 'the words are never searched').not.to.include('banana');
  await byText(root, '<b>Disk</b> full');
});

it('the list of alerts is shown with a sentence about the missing states when the server keeps no alert states', async () => {
  server = fakeServer({ ...common(), 'POST /events/search': answer });
  const { root } = await stage(() => <AlertsPage params={{}} />);
  await byText(root, '<b>Disk</b> full');
  await byText(root, 'This server keeps no alert states');
  expect(root.querySelector('[type=checkbox]')).to.equal(null);
  expect(root.textContent).not.to.include('Groups');
  expect(root.textContent).not.to.include('Silences');
});

it('the list of alerts passes an absolute time range on to the console', async () => {
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
  await clickOn(root, 'button', 'Open in the console');
  const [, search] = routes[0]?.split('?') ?? [];
  const parameters = new URLSearchParams(search);
  const range = { from: parameters.get('from'), to: parameters.get('to') };
  expect(range).to.deep.equal({ from: '2026-01-01T00:00:00.000+00:00', to: '2026-01-02T06:00:00.000+00:00' });
  const [request] = server.to('POST /events/alerts/search');
  expect(JSON.parse(request?.body ?? '{}')).to.deep.include({ timerange: { type: 'absolute', ...range } });
});

it('the list of alerts names the columns in the table head, and shows a hand as the pointer over rows that a click expands', async () => {
  server = fakeServer(own());
  const { root } = await stage(() => <AlertsPage params={{}} />);
  await byText(root, '<b>Disk</b> full');
  const heads = [...root.querySelectorAll('thead th')].map(({ textContent }) => textContent);
  expect(heads).to.deep.equal(['', 'Description', 'Key', 'Type', 'State', 'Event Definition', 'Timestamp']);
  const row = root.querySelector('tbody tr');
  if (!row) throw new Error('no row');
  expect(getComputedStyle(row).cursor).to.equal('pointer');
});

it('the list of alerts selects only the alerts that the user may change', async () => {
  server = fakeServer({
    ...own(),
    'GET /users/*': () => ({ id: 'u1', username: 'bob', permissions: ['eventdefinitions:edit:d1'], timezone: 'UTC' }),
    'POST /events/alerts/search': () => ({
      ...answer(),
      events: [event('E1', 'Mine'), event('E2', 'Of others', { event_definition_id: 'd2' })],
      states: { E1: { ...state, at: state.history[0]?.at } },
    }),
    'POST /events/alerts/states': () => ({ failures: [], successfully_performed: 1 }),
  });
  const { root } = await stage(() => <AlertsPage params={{}} />);
  await byText(root, 'Of others');
  expect((await byRole(root, 'checkbox', 'Select Of others')).matches(':disabled')).to.equal(true);
  await clickOn(root, 'checkbox', 'Select all on this page');
  await byText(root, '1 item selected');
  await clickOn(root, 'button', 'Close');
  await clickOn(await byRole(root, 'dialog'), 'button', 'Close');
  await waitUntil(() => server.to('POST /events/alerts/states').length === 1, 'the change is sent');
  expect(JSON.parse(server.to('POST /events/alerts/states')[0]?.body ?? '{}')).to.deep.include({
    alerts: [{ event_id: 'E1', version: 1 }],
  });
});

it('the list of alerts shows the definition and the states of the filter, and removes the definition from it', async () => {
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
  await clickOn(root, 'button', /Disks/);
  expect(new URLSearchParams(routes[0]?.split('?')[1]).getAll('definition')).to.deep.equal(['d2']);
  await expectAccessible(host);
});

it('the list of alerts requests groups without requesting the list of alerts', async () => {
  server = fakeServer({
    ...own(),
    'POST /events/alerts/groups': () => ({ groups: [], total: 0, context: { event_definitions: {}, streams: {} } }),
  });
  await stage(() => <AlertsPage params={{}} search="view=groups" />);
  await waitUntil(() => server.to('POST /events/alerts/groups').length === 1, 'the groups are requested');
  expect(server.to('POST /events/alerts/search')).to.have.length(0);
});

it('the tooltip of a state shows who set it, why, and until when', async () => {
  server = fakeServer(own());
  const { root } = await stage(() => <AlertsPage params={{}} />, 780);
  await byText(root, '<b>Disk</b> full');
  const { left, top } = (await byText(root.querySelector('tbody') ?? root, 'Acknowledged')).getBoundingClientRect();
  await sendMouse({ type: 'move', position: [Math.round(left + 8), Math.round(top + 8)] });
  await byText(root, 'Acknowledged by ada: I look at it');
  await sendMouse({ type: 'move', position: [2, 2] });
});

it('the list of alerts creates a silence for similar alerts from the menu of an alert', async () => {
  server = fakeServer({ ...own(), ...titles, 'POST /events/alerts/silences': () => ({ id: 's1' }) });
  const { root } = await stage(() => <AlertsPage params={{}} />);
  await byText(root, '<b>Disk</b> full');
  allByRole(root, 'button', /^State of/)[0]?.click();
  await clickOn(root, 'menuitem', 'Create silence');
  const reason = (await byRole(root, 'textbox', /^Reason/)) as HTMLInputElement;
  // The dialog moves the focus to its first field shortly after it has opened. So focus and text are set in one step.
  await waitUntil(() => {
    reason.focus();
    if (reason.value === '') document.execCommand('insertText', false, 'Maintenance');
    return reason.value === 'Maintenance';
  }, 'the reason is typed');
  await clickOn(root, 'button', 'Save');
  await waitUntil(() => server.to('POST /events/alerts/silences').length === 1, 'the silence is stored');
  const stored = JSON.parse(server.to('POST /events/alerts/silences')[0]?.body ?? '{}') as object;
  expect(stored).to.deep.include({ query: 'key:"web-1"', event_definition_id: 'd1', reason: 'Maintenance' });
});

it('the list of silences names the definition that a silence is limited to', async () => {
  const silence = { id: 's1', query: '*', event_definition_id: 'd1', reason: 'Move', phase: 'active', version: 1 };
  const ends_at = new Date(Date.now() + 60_000).toISOString();
  const answered = { ...silence, starts_at: new Date().toISOString(), ends_at, changed_by: 'ada' };
  const attributes = ['reason', 'query', 'phase'].map((id) => ({ id, title: id, type: 'STRING', sortable: true }));
  const pagination = { count: 1, total: 1, page: 1, per_page: 20 };
  server = fakeServer({
    ...own(),
    ...titles,
    'GET /events/alerts/silences': () => ({ elements: [answered], attributes, pagination, total: 1 }),
  });
  const { root } = await stage(() => <SilencesPage params={{}} />);
  await byText(root, 'Move');
  await byText(root, 'Disks');
});

it('the dialog of a silence sends the stored values of a silence back unchanged, with its version', async () => {
  const times = { starts_at: '2026-01-01T10:00:00.000Z', ends_at: '2026-01-02T11:30:15.000Z' };
  const stored = { query: 'host:web', event_definition_id: 'd1', reason: 'Move', ...times };
  const attributes = ['reason', 'query', 'phase'].map((id) => ({ id, title: id, type: 'STRING', sortable: true }));
  const pagination = { count: 1, total: 1, page: 1, per_page: 20 };
  const silence = { id: 's1', ...stored, phase: 'active', version: 3, changed_by: 'ada' };
  server = fakeServer({
    ...own(),
    ...titles,
    'GET /events/alerts/silences': () => ({ elements: [silence], attributes, pagination, total: 1 }),
    'PUT /events/alerts/silences/s1': () => silence,
  });
  const { root } = await stage(() => <SilencesPage params={{}} />);
  await byText(root, 'Move');
  await clickOn(root, 'button', /^Edit/);
  await byRole(root, 'textbox', /^Reason/);
  await clickOn(root, 'button', 'Save');
  await waitUntil(() => server.to('PUT /events/alerts/silences/s1').length === 1, 'the silence is stored');
  expect(JSON.parse(server.to('PUT /events/alerts/silences/s1')[0]?.body ?? '')).to.deep.equal({
    ...stored,
    version: 3,
  });
});

const group = (key: string, last: object | null = null) => {
  const { event: newest } = event(key, `${key} is full`, { key });
  const { timestamp } = newest;
  return { event_definition_id: 'd1', key, count: 3, first: timestamp, event: newest, state: last, since: timestamp };
};
const grouped = (...groups: object[]) => ({
  ...own(),
  'POST /events/alerts/groups': () => ({ groups, total: 1000, context: answer().context }),
});

it('the list of alerts shows who set the state of a group in its expanded row, by keyboard and by touch', async () => {
  server = fakeServer(grouped(group('web-1', { ...state, event_id: 'web-1' }), group('web-2')));
  const { root, host } = await stage(() => <AlertsPage params={{}} search="view=groups" />, 340);
  const opens = await byRole(root, 'button', /^Details of .*web-1 is full/);
  expect(opens.ariaExpanded).to.equal('false');
  opens.focus();
  await sendKeys({ press: 'Enter' });
  await byText(root, 'I look at it');
  await byText(root, 'by ada');
  expect(opens.ariaExpanded).to.equal('true');
  await expectAccessible(host);
  (await byText(root, 'I look at it')).closest('tbody')?.querySelector('td')?.click();
  await waitUntil(() => opens.ariaExpanded === 'false', 'a click on the row closes its details');
  expect(allByRole(root, 'button', /^Details of/).map((one) => one.ariaExpanded)).to.deep.equal(['false', 'false']);
});

it('the list of alerts distinguishes groups with the same last message by their keys', async () => {
  const full = (key: string | null) => ({ ...group(key ?? 'none'), key, event: event('E1', 'Disk full').event });
  server = fakeServer(grouped(full('web-1'), full('web-2'), full(null)));
  const { root } = await stage(() => <AlertsPage params={{}} search="view=groups" />);
  await byText(root, 'web-2');
  const names = allByRole(root, 'button', /^Details of/).map(({ ariaLabel }) =>
    ariaLabel?.replace(/[\u2066-\u2069]/g, ''),
  );
  expect(names).to.deep.equal(['Details of Disk full, web-1', 'Details of Disk full, web-2', 'Details of Disk full']);
});

it('the list of alerts sorts groups by their column heads, page by page; a phone shows no columns beside each other and a menu to sort by', async () => {
  server = fakeServer(grouped(group('web-1'), group('web-2')));
  const routes: string[] = [];
  const { root, host } = await stage(() => <AlertsPage params={{}} search="view=groups&page=2&sort=count&order=asc" />);
  host.addEventListener('log-navigate', (left) => {
    left.preventDefault();
    routes.push((left as CustomEvent<{ route: string }>).detail.route);
  });
  await byText(root, '1,000 groups');
  const body = JSON.parse(server.to('POST /events/alerts/groups')[0]?.body ?? '{}') as object;
  expect(body).to.deep.include({ sort_by: 'count', sort_direction: 'asc', page: 2, per_page: 10 });
  // The tab of the event kind has the same name.
  const [head, menu] = allByRole(root, 'button', 'Events')
    .filter((one) => one.role !== 'tab')
    .reverse();
  expect(menu, 'there is no sorting menu beside the column headers').to.equal(undefined);
  expect(head?.closest('th')?.ariaSort).to.equal('ascending');
  head?.click();
  await clickOn(root, 'button', 'Key');
  await clickOn(root, 'button', 'Page 100');
  const [turned, byKey, last] = routes.map((route) => new URLSearchParams(route.split('?')[1]));
  expect([turned?.get('sort'), turned?.get('order'), turned?.get('page')]).to.deep.equal(['count', 'desc', null]);
  expect([byKey?.get('sort'), byKey?.get('order')]).to.deep.equal(['key', 'asc']);
  expect([last?.get('sort'), last?.get('page')]).to.deep.equal(['count', '100']);
  await expectAccessible(host);
  host.style.width = '340px';
  const table = root.querySelector('table');
  await waitUntil(
    () => table && table.scrollWidth <= (table.parentElement?.clientWidth ?? 0),
    'the table is not wider than the page',
  );
  expect(allByRole(root, 'button', 'Since')).to.have.length(0);
  await byText(root, 'Since');
  await expectAccessible(host);
  allByRole(root, 'button', 'Events')
    .find((one) => one.role !== 'tab' && !one.closest('th'))
    ?.click();
  await clickOn(root, 'menuitemradio', 'Since');
  await waitUntil(() => routes.length === 4, 'the fourth sorting is in the address');
  const since = new URLSearchParams(routes[3]?.split('?')[1]);
  expect([since.get('sort'), since.get('order'), since.get('page')]).to.deep.equal(['since', 'asc', null]);
});

it('the list of alerts is requested newest first from a server without groups, whatever the address contains', async () => {
  server = fakeServer({ ...common(), 'POST /events/search': answer });
  const { root } = await stage(() => <AlertsPage params={{}} search="view=groups&sort=count&order=asc" />);
  await byText(root, '<b>Disk</b> full');
  const [request] = server.to('POST /events/search');
  expect(JSON.parse(request?.body ?? '{}')).to.deep.include({ sort_by: 'timestamp', sort_direction: 'desc' });
});

it('the list of alerts shows the last page when the requested page does not exist', async () => {
  const pageOf = ({ body }: { readonly body: string | undefined }) =>
    (JSON.parse(body ?? '{}') as { page: number }).page;
  const all = { ...answer(), total_events: 12 };
  server = fakeServer({
    ...own(),
    'POST /events/alerts/search': (request) => (pageOf(request) > 2 ? { ...all, events: [] } : all),
  });
  const { root } = await stage(() => <AlertsPage params={{}} search="page=9" />);
  await byText(root, '<b>Disk</b> full');
  expect((await byRole(root, 'button', 'Page 2')).ariaCurrent).to.equal('page');
  expect(server.to('POST /events/alerts/search').map(pageOf)).to.deep.equal([9, 2]);
  expect(server.to('POST /events/alerts/timeline')).to.have.length(1);
});

it('the keys of a slider move through the timeline, and the unselected part is faded', async () => {
  const [from, to] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:04:00.000Z'];
  const buckets = [{ at: from, low: 1, normal: 2, high: 3 }];
  const timeline = { from, to, interval_ms: 60_000, buckets };
  server = fakeServer({ ...own(), 'POST /events/alerts/timeline': () => timeline });
  const { root, host } = await stage(() => <AlertsPage params={{}} />);
  const plot = await byRole(root, 'slider', /^Events over time/);
  plot.focus();
  const valueAfter = async (press: string): Promise<string | null> => {
    await sendKeys({ press });
    return plot.ariaValueNow;
  };
  expect(await valueAfter('End')).to.equal('3');
  expect(await valueAfter('Home')).to.equal('0');
  await sendKeys({ down: 'Shift' });
  expect(await valueAfter('ArrowRight')).to.equal('1');
  await sendKeys({ up: 'Shift' });
  const opacities = [...plot.children].map((bar) => getComputedStyle(bar).opacity);
  expect(opacities).to.deep.equal(['1', '1', '0.35', '0.35']);
  const routes: string[] = [];
  host.addEventListener('log-navigate', (left) => {
    left.preventDefault();
    routes.push((left as CustomEvent<{ route: string }>).detail.route);
  });
  await sendKeys({ press: 'Enter' });
  const chosen = new URLSearchParams(routes[0]?.split('?')[1]);
  expect([chosen.get('from'), chosen.get('to')]).to.deep.equal([from, '2026-01-01T00:02:00.000Z']);
});

it('the list of alerts shows the actions of plug-ins in the details of an alert', async () => {
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
