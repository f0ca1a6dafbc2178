/** Tests the list of event definitions against a server in the page. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { LogEventDefinitions } from '../../../../elements/admin/event-definitions/index.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage, still } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';

const at = '/events/definitions';
const time = '2024-03-01T10:00:00.000Z';
const scheduler = (over: object = {}) => ({
  is_scheduled: true,
  status: 'runnable',
  next_time: time,
  triggered_at: time,
  queued_notifications: 3,
  data: { type: 'event-processor-execution-v1', timerange_from: time, timerange_to: time },
  ...over,
});
const definition = (id: string, title: string, over: object = {}) => ({
  id,
  _scope: 'DEFAULT',
  title,
  description: 'd',
  updated_at: time,
  priority: 3,
  alert: true,
  config: { type: 'aggregation-v1', query: 'x', execute_every_ms: 60_000, search_within_ms: 300_000 },
  field_spec: {},
  key_spec: [],
  notification_settings: { grace_period_ms: 0, backlog_size: 0 },
  notifications: [],
  storage: [],
  scheduler: scheduler(),
  ...over,
});
const attribute = (id: string, title: string) => ({ id, title, type: 'STRING', sortable: id !== 'status' });

let server: FakeServer;
let permissions: string[];
let stored: readonly ReturnType<typeof definition>[];

beforeEach(() => {
  permissions = ['*'];
  stored = [
    definition('d1', 'Logins'),
    definition('d2', 'Paused', { scheduler: scheduler({ is_scheduled: false, status: null, data: null }) }),
    definition('d3', 'System', {
      _scope: 'SYSTEM_NOTIFICATION_EVENT',
      config: { type: 'system-notifications-v1' },
      scheduler: null,
    }),
    definition('d4', 'Broken', {
      scheduler: scheduler({ error: { message: 'no such field', since: time, attempts: 4 } }),
    }),
  ];
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions, timezone: 'UTC' }),
    'GET /entity_scopes': () => ({ entity_scopes: { DEFAULT: { is_mutable: true } } }),
    [`GET ${at}/paginated`]: () => ({
      elements: stored,
      total: stored.length,
      pagination: { total: stored.length, count: stored.length, page: 1, per_page: 20 },
      attributes: ['title', 'description', 'priority', 'status'].map((id) => attribute(id, id)),
    }),
  });
});
afterEach(() => {
  document.body.replaceChildren();
  sessionStorage.clear();
  server.restore();
});

const open = () => stage(() => <LogEventDefinitions route="/alerts/definitions" />);
const more = async (root: ShadowRoot, title: string): Promise<void> =>
  await clickOn(root, 'button', new RegExp(`^More actions for ${title}`));
const rowOf = (root: ShadowRoot, title: string): string =>
  allByRole(root, 'row').find(({ textContent }) => textContent.includes(title))?.textContent ?? '';

describe('the list of event definitions', () => {
  it('shows the schedule, the state and the error of each definition', async () => {
    const { root, host } = await open();
    await byText(root, 'Runs every 1 minute, searching within the last 5 minutes.');
    expect(rowOf(root, 'Logins')).to.contain('High').and.to.contain('enabled');
    expect(rowOf(root, 'Paused')).to.contain('disabled');
    expect(rowOf(root, 'System')).to.contain('enabled').and.to.contain('It runs with each notification of the system.');
    expect(rowOf(root, 'Broken')).to.contain('failing');
    await clickOn(root, 'button', /Scheduling of Broken/);
    await byText(root, 'no such field');
    // The opened details repeat the full text, because the row may cut it off.
    await waitUntil(
      () => root.textContent.split('Runs every 1 minute,').length === 5,
      'the schedule of each definition is shown',
    );
    await byText(root, 'Waits for its next run');
    await clickOn(root, 'button', /Scheduling of Paused/);
    const ranges = (): (string | null | undefined)[] =>
      [...root.querySelectorAll('dt')]
        .filter(({ textContent }) => textContent === 'Next time range')
        .map((term) => term.nextElementSibling?.textContent);
    await waitUntil(
      () => ranges().includes('Not scheduled'),
      'the next run of an unscheduled definition is shown as "Not scheduled"',
    );
    await still(host);
    await expectAccessible(host);
  });

  it('clears the notification queue after confirmation', async () => {
    server.routes[`PUT ${at}/d1/clear-notification-queue`] = () => undefined;
    const { root } = await open();
    await clickOn(root, 'button', /Scheduling of Logins/);
    await clickOn(root, 'button', /^Clear queued notifications of/);
    await clickOn(root, 'button', 'Clear');
    await byText(root, 'Queued notifications were cleared.');
  });

  it('disables a definition after confirmation, and reloads the list', async () => {
    server.routes[`PUT ${at}/d1/unschedule`] = () => stored[0];
    const { root } = await open();
    await more(root, 'Logins');
    await byRole(root, 'menuitem', 'Disable');
    expect(allByRole(root, 'menuitem', 'Enable')).to.have.length(0);
    await clickOn(root, 'menuitem', 'Disable');
    await clickOn(root, 'button', 'Disable');
    await byText(root, 'was disabled successfully.');
    await waitUntil(() => server.to(`GET ${at}/paginated`).length === 2, 'the list is requested again');
  });

  it('copies a definition without id, schedule and scope', async () => {
    server.routes[`POST ${at}`] = () => definition('d9', 'COPY-Logins');
    const { root } = await open();
    await more(root, 'Logins');
    await clickOn(root, 'menuitem', 'Duplicate');
    await clickOn(root, 'button', 'Copy');
    await byText(root, 'was copied successfully.');
    const [call] = server.to(`POST ${at}`);
    expect(call?.url.searchParams.get('schedule')).to.equal('false');
    const body = JSON.parse(call?.body ?? '{}') as object;
    expect(body).to.include({ title: 'COPY-Logins', _scope: 'DEFAULT' });
    expect(body).to.not.have.any.keys('id', 'scheduler');
  });

  it('keeps definitions selected that could not be deleted, and shows why', async () => {
    server.routes[`POST ${at}/bulk_delete`] = () => ({
      successfully_performed: 1,
      failures: [{ entity_id: 'd1', failure_explanation: 'still in use' }],
      errors: [],
    });
    const { root } = await open();
    for (const title of ['Logins', 'Paused']) await clickOn(root, 'checkbox', new RegExp(`^Select .*${title}`));
    await clickOn(root, 'button', /^Bulk actions/);
    await clickOn(root, 'menuitem', 'Delete');
    await clickOn(root, 'button', 'Delete');
    await byText(root, '1 out of 2 selected event definitions could not be deleted. still in use');
    await byRole(root, 'checkbox', /^Deselect .*Logins/);
    await byRole(root, 'checkbox', /^Select .*Paused/);
  });

  it('offers the permitted actions, and none for definitions of the system', async () => {
    permissions = ['eventdefinitions:read', 'eventdefinitions:edit:d1'];
    const { root } = await open();
    await more(root, 'Logins');
    await byRole(root, 'menuitem', 'Disable');
    for (const name of ['Duplicate', 'Delete']) expect(allByRole(root, 'menuitem', name)).to.have.length(0);
    expect(allByRole(root, 'button', /^More actions for System/)).to.have.length(0);
    await sendKeys({ press: 'Escape' });
    await more(root, 'Paused');
    await byRole(root, 'menuitem', 'Replay search');
    expect(allByRole(root, 'menuitem')).to.have.length(1);
  });
});
