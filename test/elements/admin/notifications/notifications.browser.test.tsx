/** Tests the pages of notifications against a server in the page: list, form and details. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { NotFound } from '../../../../api/failures.js';
import { LogNotifications } from '../../../../elements/admin/notifications/index.js';
import { WithNotification } from '../../../../elements/admin/notifications/with-notification.js';
import { PageTitleContext } from '../../../../elements/element/page-title.js';
import { ErrorBoundary } from '../../../../elements/kit/error-boundary.js';
import { RefusalContext } from '../../../../elements/kit/refusal-context.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage, still } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';
import { expectGuardedForm } from '../guarded-form.js';

const at = '/events/notifications';
const attribute = (id: string, title: string) => ({ id, title, type: 'STRING', sortable: true });
const http = {
  id: 'n1',
  title: 'Hook',
  description: 'calls',
  config: {
    type: 'http-notification-v1',
    url: 'https://example.org/hook',
    skip_tls_verification: false,
    basic_auth: { is_set: true },
    api_key: '',
    api_secret: { is_set: false },
  },
};
const foreign = { id: 'n2', title: 'Odd', description: '', config: { type: 'carrier-pigeon-v1', loft: 'north' } };
const answering = (status: number, body: object) => () =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

let server: FakeServer;
let permissions: string[];
let stored: readonly (typeof http | typeof foreign)[];

beforeEach(() => {
  permissions = ['*'];
  titles = [];
  stored = [http, foreign];
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions, timezone: 'UTC' }),
    'GET /users/paginated': () => ({ users: [{ username: 'bob', full_name: 'Bob' }], total: 1 }),
    [`GET ${at}/paginated`]: () => ({
      elements: stored,
      total: stored.length,
      pagination: { total: stored.length, count: stored.length, page: 1, per_page: 20 },
      attributes: [attribute('title', 'Title'), attribute('description', 'Description'), attribute('type', 'Type')],
    }),
    [`GET ${at}/n1`]: () => http,
    [`GET ${at}/n2`]: () => foreign,
    [`POST ${at}/preview`]: () => ({ text: '', cut: false, problem: null }),
    'POST /system/urlwhitelist/check': () => ({ url: '', is_whitelisted: true }),
  });
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

/** Opens a page of notifications beside a button, because `stage` waits until there is a control. */
const open = (route: string) =>
  stage(() => (
    <PageTitleContext value={named}>
      <button type="button">Beside</button>
      <LogNotifications route={route} />
    </PageTitleContext>
  ));
/** Window titles set so far. */
let titles: (string | undefined)[];
const named = (title: string | undefined): void => void titles.push(title);
const bodyOf = (route: string): unknown => JSON.parse(server.to(route).at(-1)?.body ?? 'null');
/** Returns the control that belongs to a label. */
async function control(root: ShadowRoot, label: RegExp): Promise<HTMLElement> {
  const find = (): HTMLElement | null => {
    const named = [...root.querySelectorAll('label')].find(({ textContent }) => label.test(textContent));
    return root.getElementById(named?.htmlFor ?? '');
  };
  await waitUntil(() => find() !== null, `there is a control ${String(label)}`);
  const found = find();
  if (!found) throw new Error(`no control ${String(label)}`);
  return found;
}
async function type(root: ShadowRoot, label: RegExp, text: string): Promise<void> {
  (await control(root, label)).focus();
  await sendKeys({ press: 'End' });
  await sendKeys({ type: text });
}
async function choose(root: ShadowRoot, label: RegExp, value: string): Promise<void> {
  const select = (await control(root, label)) as HTMLSelectElement;
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

describe('a template', () => {
  const problem = { line: 2, column: 3, message: 'the ${ is not closed' };
  const preview = `POST ${at}/preview`;
  const show = async (root: ShadowRoot): Promise<void> => {
    await choose(root, /^Notification Type/, 'email-notification-v1');
    await clickOn(root, 'button', 'Preview of Body Template');
  };

  it('is previewed with an existing event, and validated while typing', async () => {
    server.routes['POST /events/search'] = () => ({
      events: [{ event: { id: 'E1', message: 'Disk <b>full</b>', timestamp: '2024-03-01T10:00:00.000Z' } }],
    });
    server.routes[preview] = ({ body }) => {
      const { template, event_id: id } = JSON.parse(body ?? '{}') as { template: string; event_id?: string };
      return template.includes('${x') && !template.includes('${x}')
        ? { text: '', cut: false, problem }
        : { text: `<b>${id ?? 'of tests'}</b>`, cut: id !== undefined, problem: null };
    };
    const { root, host } = await open('/alerts/notifications/new');
    await show(root);
    await byText(root, '<b>of tests</b>');
    await choose(root, /^With the event/, 'E1');
    await byText(root, '<b>E1</b>');
    await byText(root, 'The text is longer');
    expect(bodyOf(preview)).to.include({ escape: 'none', time_zone: 'UTC', event_id: 'E1' });
    await still(host);
    await expectAccessible(host);
    await type(root, /^Subject/, '${x');
    await byText(root, 'Line 2, column 3: the ${ is not closed');
    await sendKeys({ type: '}' });
    await waitUntil(() => !root.textContent.includes('Line 2, column 3'), 'the error of the template is gone');
  });

  it('has no button for a preview, and the reason in its place, if the server offers no preview', async () => {
    server.routes[preview] = answering(404, {});
    const { root } = await open('/alerts/notifications/new');
    await choose(root, /^Notification Type/, 'email-notification-v1');
    await byText(root, 'The preview needs Log Console');
    expect(allByRole(root, 'button', /^Preview of/)).to.have.length(0);
  });
});

describe('the list of notifications', () => {
  it('shows each notification with its type, and the result of a test under its title', async () => {
    const { root, host } = await open('/alerts/notifications');
    await byText(root, 'HTTP Notification');
    await byText(root, 'carrier-pigeon-v1');
    server.routes[`POST ${at}/n1/test`] = answering(500, { type: 'ApiError', message: 'nothing listens there' });
    await clickOn(root, 'button', /^More actions for Hook/);
    await clickOn(root, 'menuitem', 'Test Notification');
    await byText(root, 'The test notification was not sent: nothing listens there');
    server.routes[`POST ${at}/n1/test`] = () => undefined;
    await clickOn(root, 'button', /^More actions for Hook/);
    await clickOn(root, 'menuitem', 'Test Notification');
    await byText(root, 'The test notification was sent.');
    await still(host);
    await expectAccessible(host);
  });

  it('offers only permitted actions', async () => {
    permissions = ['eventnotifications:read:n1', 'eventnotifications:edit:n1'];
    const { root } = await open('/alerts/notifications');
    await byText(root, 'HTTP Notification');
    expect(allByRole(root, 'button', 'Create notification')).to.have.length(0);
    expect(allByRole(root, 'button', /^More actions for Odd/)).to.have.length(0);
    await clickOn(root, 'button', /^More actions for Hook/);
    await byRole(root, 'menuitem', 'Edit');
    expect(allByRole(root, 'menuitem', 'Delete')).to.have.length(0);
  });

  it('deletes one by one if the server has no bulk deletion, and keeps the remaining ones selected', async () => {
    server.routes[`POST ${at}/bulk_delete`] = answering(405, {
      type: 'ApiError',
      message: 'HTTP 405 Method Not Allowed',
    });
    server.routes[`DELETE ${at}/n1`] = () => {
      stored = [foreign];
      return undefined;
    };
    server.routes[`DELETE ${at}/n2`] = answering(403, { type: 'ApiError', message: 'Not authorized' });
    const { root } = await open('/alerts/notifications');
    for (const title of ['Hook', 'Odd']) await clickOn(root, 'checkbox', new RegExp(`^Select .*${title}`));
    await clickOn(root, 'button', /^Bulk actions/);
    await clickOn(root, 'menuitem', 'Delete');
    await clickOn(root, 'button', 'Delete');
    await byText(root, '1 out of 2 selected notifications could not be deleted. Not authorized');
    await byRole(root, 'checkbox', /^Deselect .*Odd/);
    expect(allByRole(root, 'checkbox', /Hook/)).to.have.length(0);
  });

  it('shows that there is no notification yet', async () => {
    stored = [];
    const { root } = await open('/alerts/notifications');
    await byText(root, 'There are no notifications yet');
    await byRole(root, 'button', 'Create notification');
  });
});

describe('the form of a notification', () => {
  it('reports missing values, then sends the entered ones', async () => {
    const { root, host } = await open('/alerts/notifications/new');
    await clickOn(root, 'button', 'Create notification');
    await byText(root, 'Title is required');
    await byText(root, 'Choose a type of notification.');
    await type(root, /^Title/, 'Pager');
    await choose(root, /^Notification Type/, 'http-notification-v1');
    await type(root, /^URL/, 'https://example.org/x');
    await type(root, /^API Key/, 'k');
    await clickOn(root, 'button', 'Create notification');
    await byText(root, 'API Key and API Secret come together.');
    await type(root, /^API Secret/, 'hush');
    await still(host);
    await expectAccessible(host);
    server.routes[`POST ${at}`] = () => ({ ...http, id: 'n3', title: 'Pager' });
    await clickOn(root, 'button', 'Create notification');
    await waitUntil(() => server.to(`POST ${at}`).length === 1, 'the notification is sent to the server');
    expect(bodyOf(`POST ${at}`)).to.deep.equal({
      title: 'Pager',
      description: '',
      config: {
        type: 'http-notification-v1',
        url: 'https://example.org/x',
        skip_tls_verification: false,
        basic_auth: null,
        api_key: 'k',
        api_secret: { set_value: 'hush' },
      },
    });
  });

  it('marks the fields of an HTTP notification that may stay empty as optional', async () => {
    const { root } = await open('/alerts/notifications/new');
    await choose(root, /^Notification Type/, 'http-notification-v1');
    await control(root, /^API Key/);
    const optional = [...root.querySelectorAll('label')]
      .map(({ textContent }) => textContent)
      .filter((text) => text.endsWith('(optional)'));
    const names = ['Description', 'Basic authentication', 'API Key', 'API Secret'];
    expect(optional).to.deep.equal(names.map((name) => `${name} (optional)`));
  });

  it('proposes the title of the notification as the title of the entry in the URL whitelist', async () => {
    server.routes['POST /system/urlwhitelist/check'] = () => ({ url: '', is_whitelisted: false });
    server.routes['GET /system/urlwhitelist'] = () => ({ entries: [], disabled: false });
    const { root } = await open('/alerts/notifications/new');
    await type(root, /^Title/, 'Pager');
    await choose(root, /^Notification Type/, 'http-notification-v1');
    await type(root, /^URL/, 'https://example.org/x');
    await clickOn(root, 'button', 'Add to URL Whitelist');
    const title = await byRole(root, 'textbox', 'Title of entry 1');
    expect(title).to.have.property('value', 'Pager');
  });

  it('keeps stored secrets, tests the entered values, and shows server errors at their fields', async () => {
    const { root } = await open('/alerts/notifications/n1/edit');
    await byRole(root, 'button', 'Reset Basic authentication');
    await type(root, /^Description/, ' much');
    server.routes[`POST ${at}/test`] = answering(400, { failed: true, errors: { url: ['It may not be called.'] } });
    await clickOn(root, 'button', 'Execute Test Notification');
    await byText(root, 'It may not be called.');
    await byText(root, 'some fields are not right');
    const { config, ...rest } = bodyOf(`POST ${at}/test`) as typeof http;
    expect(rest).to.deep.equal({ id: 'n1', title: 'Hook', description: 'calls much' });
    expect(config.basic_auth).to.deep.equal({ keep_value: true });
    server.routes[`PUT ${at}/n1`] = answering(400, { failed: true, errors: { url: ['No such place.'] } });
    await clickOn(root, 'button', 'Update notification');
    await byText(root, 'No such place.');
  });

  it('tests the stored notification for users without permission to create one', async () => {
    permissions = ['eventnotifications:read:n1', 'eventnotifications:edit:n1'];
    server.routes[`POST ${at}/n1/test`] = () => undefined;
    const { root } = await open('/alerts/notifications/n1/edit');
    await clickOn(root, 'button', 'Execute Test Notification');
    await byText(root, 'The test notification was sent.');
    await type(root, /^Title/, 'x');
    expect((await byRole(root, 'button', 'Execute Test Notification')).getAttribute('aria-disabled')).to.equal('true');
  });

  it('hides features of this server when it talks to another server', async () => {
    server.routes[`POST ${at}/preview`] = answering(405, {});
    const { root } = await open('/alerts/notifications/new');
    const select = (await control(root, /^Notification Type/)) as HTMLSelectElement;
    await byText(root, 'This server has no notifications with a body and headers of their own');
    expect([...select.options].map(({ value }) => value)).to.not.include('http-notification-v2');
  });

  it('reports the status of a failed save', async () => {
    server.routes[`PUT ${at}/n1`] = answering(500, { type: 'ApiError', message: 'no disk' });
    const { root } = await open('/alerts/notifications/n1/edit');
    await clickOn(root, 'button', 'Update notification');
    await byText(root, 'Updating notification failed with status: no disk');
    await byText(root, 'Could not update notification');
  });

  it("shows the tabs of its section, and puts the notification's name into the window title", async () => {
    for (const [route, heading] of [
      ['/alerts/notifications/new', 'New Notification'],
      ['/alerts/notifications/n1/edit', 'Edit Notification'],
      ['/alerts/notifications/n1', 'View Notification'],
    ] as const) {
      const { root } = await open(route);
      await byText(root, heading);
      expect((await byRole(root, 'link', 'Notifications')).getAttribute('aria-current')).to.equal('page');
      await byRole(root, 'link', 'Event Definitions');
      if (route.includes('/n1')) await waitUntil(() => titles.at(-1)?.includes('"Hook"') === true);
      document.body.replaceChildren();
    }
    expect(titles).to.include('Edit "Hook" Notification').and.to.include('View "Hook" Notification');
  });

  it('cannot change a notification of a type that it does not know', async () => {
    const { root } = await open('/alerts/notifications/n2/edit');
    await byText(root, 'Notifications of type carrier-pigeon-v1 cannot be changed here.');
    expect((await byRole(root, 'button', 'Update notification')).getAttribute('aria-disabled')).to.equal('true');
  });
});

describe('the details of a notification', () => {
  it('show the configuration without secrets, and the sent notifications', async () => {
    server.routes[`GET ${at}/n1/history`] = () => ({
      waiting: 2,
      oldest_at: '2024-03-01T10:00:00.000Z',
      retry_at: null,
      last_error: { time: '2024-03-01T10:00:00.000Z', message: 'no answer' },
      history: [
        {
          time: '2024-03-01T09:00:00.000Z',
          event_id: 'e1',
          event_definition_id: 'd1',
          event_definition_title: 'Denied logins',
          result: 'failed',
          attempts: 3,
          deliveries: [
            { to: 'https://example.org', error: 'status 500' },
            { to: '', error: 'no mail server' },
          ],
        },
      ],
    });
    const { root, host } = await open('/alerts/notifications/n1');
    await byText(root, 'https://example.org/hook');
    await byText(root, '********');
    await byText(root, '2 events wait to be sent');
    await byText(root, 'Denied logins');
    await byText(root, 'https://example.org: status 500');
    // Some failures happen before a receiver is reached.
    expect((await byText(root, 'no mail server')).textContent).to.equal('no mail server');
    await still(host);
    await expectAccessible(host);
  });

  it('show the raw values of an unknown type, and show a sentence if the server keeps no history', async () => {
    const { root } = await open('/alerts/notifications/n2');
    await byText(root, 'This page does not know notifications of type carrier-pigeon-v1.');
    await byText(root, 'north');
    await byText(root, 'This server keeps no history of notifications');
  });

  it('report a missing notification', async () => {
    const { root } = await open('/alerts/notifications/gone');
    await byText(root, 'Notification not found');
  });

  it('let the console report a missing notification', async () => {
    const { root } = await stage(() => (
      <RefusalContext value={() => null}>
        <button type="button">Beside</button>
        <ErrorBoundary fallback={(error) => <p>{error instanceof NotFound ? 'Page not found' : String(error)}</p>}>
          <WithNotification notificationId="gone" title="" titled={() => ''} description="">
            {() => null}
          </WithNotification>
        </ErrorBoundary>
      </RefusalContext>
    ));
    await byText(root, 'Page not found');
  });

  it('name the fields of a legacy callback, hide its secrets, and show a sentence if the server lacks it', async () => {
    const callback = 'org.example.Pager';
    server.routes[`GET ${at}/n2`] = () => ({
      ...foreign,
      config: {
        type: 'legacy-alarm-callback-notification-v1',
        callback_type: callback,
        configuration: { number: '<b>112</b>', pin: '0815' },
      },
    });
    const field = (name: string, attributes: readonly string[]) => ({
      type: 'text',
      human_name: name,
      additional_info: {},
      attributes,
      default_value: '',
      is_optional: false,
      is_encrypted: false,
      description: '',
      position: 0,
    });
    let types: object = {
      [callback]: {
        name: 'Pager',
        configuration: { number: field('Number to call', []), pin: field('Secret number', ['is_password']) },
      },
    };
    server.routes[`GET ${at}/legacy/types`] = () => ({ types });
    const { root, host } = await open('/alerts/notifications/n2');
    await byText(root, 'Number to call');
    await byText(root, '<b>112</b>');
    await byText(root, 'Legacy Pager');
    await byText(root, '********');
    expect(root.textContent).to.not.contain('0815');
    await still(host);
    await expectAccessible(host);
    document.body.replaceChildren();
    types = {};
    const { root: lacking } = await open('/alerts/notifications/n2');
    await byText(lacking, `The server has no callbacks of type ${callback}`);
    await byText(lacking, '<b>112</b>');
  });
});

it("the form of a notification asks before it overwrites another user's change, and shows errors of the server at their fields", async () => {
  const { root } = await open('/alerts/notifications/n1/edit');
  await expectGuardedForm({
    ...{ server, root, submit: 'Update notification', change: ['Description', 'mine'] },
    ...{ read: `GET ${at}/n1`, meanwhile: ['Hook', 'Theirs'], write: `PUT ${at}/n1` },
    errors: { title: 'Title', description: 'Description', config: 'Notification Type', url: 'URL' },
  });
});
