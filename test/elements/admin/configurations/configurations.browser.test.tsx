/** Tests the page of configurations against a server in the page. */
import { expect } from '@open-wc/testing';
import { LogConfigurations } from '../../../../elements/admin/configurations/index.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage, still } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';

const sharing = '/system/cluster_config/org.graylog2.users.UserAndTeamsConfig';
const searchesClass = 'org.graylog2.indexer.searches.SearchesClusterConfig';
const searching = `/system/cluster_config/${searchesClass}`;
const users = '/system/cluster_config/org.graylog2.users.UserConfiguration';
const announcements = '/system/cluster_config/log-console.PublicNotifications';
const all = ['clusterconfigentry:read', 'clusterconfigentry:edit', 'clusterconfigentry:create'];

let server: FakeServer;
let permissions: readonly string[];
let stored: Record<string, unknown>;

beforeEach(() => {
  permissions = all;
  stored = { allow_sharing_with_everyone: true, allow_sharing_with_users: false, kept: [1] };
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions, timezone: 'UTC' }),
    [`GET ${sharing}`]: () => stored,
    [`PUT ${sharing}`]: ({ body }) => (stored = JSON.parse(body ?? '') as Record<string, unknown>),
    [`GET ${users}`]: () => new Response(null, { status: 204 }),
  });
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

const open = (section: string) =>
  stage(() => (
    <main>
      <LogConfigurations route={`/system/configurations/${section}`} />
    </main>
  ));

describe('configurations', () => {
  it('shows the stored values of a section, and keeps values that its form does not edit', async () => {
    const { root, remove } = await open('permissions');
    await byText(root, 'Share with everyone');
    await byText(root, 'Disabled');
    await still(root.host);
    await expectAccessible(root.host);
    await clickOn(root, 'button', 'Edit configuration');
    await byRole(root, 'dialog', 'Configure Permissions');
    await clickOn(root, 'checkbox', 'Share with users');
    await clickOn(root, 'button', 'Update configuration');
    await waitUntil(() => server.to(`PUT ${sharing}`).length === 1, 'the section is stored');
    expect(stored).to.deep.equal({ allow_sharing_with_everyone: true, allow_sharing_with_users: true, kept: [1] });
    remove();
  });

  it('creates, edits and deletes public notifications', async () => {
    let stored: { notifications: Record<string, unknown>[] } = { notifications: [] };
    server.routes[`GET ${announcements}`] = () => stored;
    server.routes[`PUT ${announcements}`] = ({ body }) => (stored = JSON.parse(body ?? '') as typeof stored);
    const { root, remove } = await open('public-notifications');
    await byText(root, 'No announcement is shown.');
    await clickOn(root, 'button', 'Edit configuration');
    const dialog = await byRole(root, 'dialog', 'Update Public Notifications');
    await clickOn(dialog, 'button', 'Add notification');
    await byRole(dialog, 'textbox', /^Title/);
    await still(root.host);
    await expectAccessible(root.host);
    const write = async (name: RegExp, text: string): Promise<void> => {
      const field = (await byRole(dialog, 'textbox', name)) as HTMLInputElement;
      const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    };
    const update = await byRole(dialog, 'button', 'Update configuration');
    await waitUntil(
      () => update.matches(':disabled, [aria-disabled=true]'),
      'an announcement without a title cannot be stored',
    );
    await write(/^Title/, 'Maintenance');
    const message = dialog.querySelectorAll('textarea')[0];
    if (!message) throw new Error('no message');
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(message, 'Tonight.');
    message.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await clickOn(dialog, 'button', 'Update configuration');
    await waitUntil(() => stored.notifications.length === 1, 'the announcement is stored');
    const { key, ...rest } = stored.notifications[0] ?? {};
    expect(key).to.match(/^[0-9a-f-]{36}$/);
    expect(rest).to.deep.equal({
      variant: 'info',
      title: 'Maintenance',
      hiddenTitle: false,
      shortMessage: 'Tonight.',
      longMessage: '',
      isActive: true,
      isDismissible: true,
    });
    await byText(root, 'Maintenance');
    await clickOn(root, 'button', 'Edit configuration');
    const again = await byRole(root, 'dialog', 'Update Public Notifications');
    await clickOn(again, 'button', /^Remove/);
    await clickOn(again, 'button', 'Update configuration');
    await waitUntil(() => stored.notifications.length === 0, 'the announcement is deleted');
    remove();
  });

  it('says when a server does not support public notifications', async () => {
    const { root, remove } = await open('public-notifications');
    await byText(root, 'The server that this console is connected to keeps none');
    expect(allByRole(root, 'button', 'Edit configuration')).to.have.length(0);
    remove();
  });

  it('does not overwrite another user’s change without asking', async () => {
    const { root, remove } = await open('permissions');
    await clickOn(root, 'button', 'Edit configuration');
    await clickOn(root, 'checkbox', 'Share with users');
    stored = { ...stored, allow_sharing_with_everyone: false };
    await clickOn(root, 'button', 'Update configuration');
    await byText(root, 'Changed meanwhile');
    expect(server.to(`PUT ${sharing}`)).to.have.length(0);
    remove();
  });

  it('shows defaults for settings that were never saved, and does not store an invalid period', async () => {
    const { root, remove } = await open('users');
    await byText(root, 'Global session timeout interval');
    await clickOn(root, 'button', 'Edit configuration');
    await byRole(root, 'dialog', 'Configure User Settings');
    await clickOn(root, 'checkbox', 'Enable global session timeout');
    const field = (await byRole(root, 'textbox', 'Global session timeout interval')) as HTMLInputElement;
    expect([field.value, field.disabled]).to.deep.equal(['PT1H', false]);
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    set?.call(field, 'soon');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await clickOn(root, 'button', 'Update configuration');
    await byText(root, 'invalid');
    expect(server.to(`PUT ${users}`)).to.have.length(0);
    remove();
  });

  it('requires a refresh interval of at least 1 for geolocation databases', async () => {
    const geo = '/system/cluster_config/org.graylog.plugins.map.config.GeoIpResolverConfig';
    server.routes[`GET ${geo}`] = () => new Response(null, { status: 204 });
    const { root, remove } = await open('geo-location');
    await clickOn(root, 'button', 'Edit configuration');
    await clickOn(root, 'checkbox', /^Enable/);
    const field = (await byRole(root, 'spinbutton')) as HTMLInputElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '0');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await byText(root, 'Must be at least 1.');
    await clickOn(root, 'button', 'Update configuration');
    expect(server.to(`PUT ${geo}`)).to.have.length(0);
    remove();
  });

  it('edits the search options and shows server errors at their fields', async () => {
    const changed: unknown[] = [];
    let searches: Record<string, unknown> = { analysis_disabled_fields: ['full_message'], cancel_after: 'PT1M' };
    let refused = true;
    server.routes[`GET ${searching}`] = () => searches;
    server.routes[`PUT ${searching}`] = ({ body }) => {
      if (refused) {
        const errors = { surrounding_timerange_options: [{ error: 'Too many of them.' }] };
        return new Response(JSON.stringify({ type: 'ApiError', message: 'no', validation_errors: errors }), {
          status: 400,
        });
      }
      return (searches = JSON.parse(body ?? '') as typeof searches);
    };
    const { root, remove } = await open('search');
    root.host.addEventListener('log-changed', (event) => changed.push((event as CustomEvent).detail));
    await clickOn(root, 'button', 'Edit configuration');
    const dialog = await byRole(root, 'dialog', 'Update Search Configuration');
    const fields = (await byRole(dialog, 'textbox', /^Disabled analysis fields/)) as HTMLInputElement;
    await still(root.host);
    await expectAccessible(root.host);
    const fill = (text: string): void => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(fields, text);
      fields.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    };
    fill('');
    await byText(root, 'Field is required.');
    await clickOn(dialog, 'button', 'Update configuration');
    expect(server.to(`PUT ${searching}`)).to.have.length(0);
    fill('message');
    await clickOn(dialog, 'button', 'Update configuration');
    await byText(dialog, 'Too many of them.');
    // Another user has changed the value first.
    refused = false;
    searches = { ...searches, query_time_range_limit: 'P7D' };
    await clickOn(dialog, 'button', 'Update configuration');
    await byText(root, 'Changed meanwhile');
    expect(server.to(`PUT ${searching}`)).to.have.length(1);
    await clickOn(root, 'button', 'Overwrite');
    await waitUntil(() => changed.length === 1, 'the change is reported');
    expect(changed).to.deep.equal([{ type: 'configuration', id: searchesClass }]);
    expect([searches.analysis_disabled_fields, searches.cancel_after]).to.deep.equal([['message'], 'PT1M']);
    remove();
  });

  const mail = {
    ...{ enabled: true, host: 'mail.example.org', port: 587, security: 'starttls', verify_certificate: true },
    ...{ username: 'robot', password: { is_set: true }, sender: 'logs@example.org', source: 'settings' },
  };
  for (const [source, password] of [
    ['settings', { keep_value: true }],
    ['environment', null],
  ] as const)
    it(`shows e-mail settings from ${source}, sends all of them, and keeps only a stored password`, async () => {
      server.routes['GET /system/email'] = () => ({ ...mail, source });
      server.routes['PUT /system/email'] = () => ({ ...mail, source: 'settings' });
      const { root, remove } = await open('email');
      await byText(root, 'mail.example.org:587');
      await clickOn(root, 'button', 'Edit configuration');
      await byRole(root, 'dialog', 'Update E-mail Configuration');
      await clickOn(root, 'checkbox', 'Verify the certificate of the mail server');
      await clickOn(root, 'button', 'Update configuration');
      await waitUntil(() => server.to('PUT /system/email').length === 1, 'the settings are stored');
      const { source: _source, ...settings } = mail;
      expect(JSON.parse(server.to('PUT /system/email')[0]?.body ?? '')).to.deep.include({
        ...settings,
        password,
        verify_certificate: false,
      });
      remove();
    });

  it('hides the buttons from users without permission, and explains a missing second permission', async () => {
    permissions = ['clusterconfigentry:read'];
    const first = await open('permissions');
    await byText(first.root, 'Share with everyone');
    expect(allByRole(first.root, 'button')).to.have.length(0);
    first.remove();
    permissions = ['clusterconfigentry:read', 'clusterconfigentry:edit'];
    const second = await open('permissions');
    const button = await byRole(second.root, 'button', 'Edit configuration');
    expect(button.getAttribute('aria-disabled')).to.equal('true');
    second.remove();
  });

  it('offers to change the list of allowed URLs only with the permission to write it', async () => {
    server.routes['GET /system/urlwhitelist'] = () => ({ entries: [], disabled: false });
    for (const held of [['urlwhitelist:read'], ['urlwhitelist:read', 'urlwhitelist:write']]) {
      permissions = ['clusterconfigentry:read', ...held];
      const { root, remove } = await open('url-whitelist');
      const heading = 'URL Whitelist Configuration (';
      await waitUntil(() => root.textContent?.includes(heading) ?? false, 'the section is not shown');
      await still(root.host);
      const [button] = allByRole(root, 'button', 'Edit configuration');
      const isOffered = button !== undefined && button.getAttribute('aria-disabled') !== 'true';
      expect(isOffered, held.join()).to.equal(held.length === 2);
      remove();
    }
  });

  it('shows decorators to users who may only read them, without a button that edits them', async () => {
    server.routes['GET /search/decorators'] = () => [
      { id: 'd1', type: 'severity', config: { source_field: 'level' }, stream: null, order: 0 },
    ];
    server.routes['GET /search/decorators/available'] = () => ({
      severity: { type: 'severity', name: 'Severity', human_name: 'Severity mapper', requested_configuration: {} },
    });
    server.routes['GET /streams'] = () => ({ total: 0, streams: [] });
    for (const [held, buttons] of [
      [['decorators:read'], 0],
      [['decorators:read', 'decorators:create', 'decorators:edit'], 1],
    ] as const) {
      permissions = ['clusterconfigentry:read', ...held];
      const { root, remove } = await open('decorators');
      await byText(root, '1. Severity mapper');
      await still(root.host);
      expect(allByRole(root, 'button', 'Edit configuration'), held.join()).to.have.length(buttons);
      remove();
    }
  });

  it('shows an error in a section that cannot be loaded or rendered, and keeps the other sections', async () => {
    server.routes[`GET ${sharing}`] = () => new Response('{"type":"ApiError","message":"broken"}', { status: 500 });
    const { root, remove } = await open('permissions');
    await byText(root, 'Could not load the configuration');
    await byRole(root, 'link', 'Users');
    remove();
    server.routes[`GET ${searching}`] = () => ({
      relative_timerange_options: {},
      surrounding_filter_fields: 5,
    });
    const other = await open('search');
    await byText(other.root, 'Something went wrong:');
    await byRole(other.root, 'link', 'Users');
    other.remove();
  });
});
