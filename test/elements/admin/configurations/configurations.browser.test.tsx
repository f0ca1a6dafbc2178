/** Tests the page of configurations against a server in the page. */
import { expect } from '@open-wc/testing';
import { LogConfigurations } from '../../../../elements/admin/configurations/index.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage, still } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';
import { expectForm } from '../form-case.js';
import { expectGuardedForm } from '../guarded-form.js';

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

  it('shows that a server does not support public notifications', async () => {
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
    ['none', null],
  ] as const)
    it(`shows e-mail settings from ${source}, sends all of them, and keeps only a stored password`, async () => {
      // The form of the first settings proposes to enable sending.
      server.routes['GET /system/email'] = () => ({ ...mail, enabled: source !== 'none', source });
      server.routes['PUT /system/email'] = () => ({ ...mail, source: 'settings' });
      const { root, remove } = await open('email');
      if (source !== 'none') await byText(root, 'mail.example.org:587');
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

const config = '/system/cluster_config/org.graylog';
const least = (what: string): string => `Must be at least ${what}.`;
const whole = 'Must be a whole number that is not negative.';
/** Sections with a form: the stored values, the form's values at first, refused values, and the body after a change. */
const forms = [
  {
    section: 'events',
    at: `${config}.events.configuration.EventsConfiguration`,
    stored: {
      events_search_timeout: 60_000,
      events_notification_retry_period: 300_000,
      events_notification_default_backlog: 50,
      events_catchup_window: 7_200_000,
      events_notification_tcp_keepalive: false,
      kept: 1,
    },
    shows: {
      'Search Timeout': '1',
      'Unit of Search Timeout': 'minutes',
      'Notifications retry period': '5',
      'Default notifications backlog size': '50',
      'Enable catch up window': true,
      'Catch up window size': '2',
      'Unit of Catch up window size': 'hours',
      'Send TCP keep-alive probes': false,
    },
    refuses: [
      ['Search Timeout', '0', least('1 second')],
      ['Default notifications backlog size', '-1', whole],
      ['Catch up window size', '0', least('1 second')],
    ],
    fills: {
      'Search Timeout': '2',
      'Notifications retry period': '0',
      'Default notifications backlog size': '0',
      'Catch up window size': '3',
      'Send TCP keep-alive probes': true,
    },
    changed: {
      events_search_timeout: 120_000,
      events_notification_retry_period: 0,
      events_notification_default_backlog: 0,
      events_catchup_window: 10_800_000,
      events_notification_tcp_keepalive: true,
    },
    meanwhile: ['300000', '360000'],
    errors: {
      events_search_timeout: 'Search Timeout',
      events_notification_retry_period: 'Notifications retry period',
      events_notification_default_backlog: 'Default notifications backlog size',
      events_catchup_window: 'Catch up window size',
    },
  },
  {
    section: 'sidecars',
    at: `${config}.plugins.sidecar.system.SidecarConfiguration`,
    stored: {
      sidecar_inactive_threshold: 'PT1M',
      sidecar_expiration_threshold: 'P14D',
      sidecar_update_interval: 'PT30S',
      sidecar_send_status: true,
      sidecar_configuration_override: false,
      kept: 1,
    },
    shows: {
      'Inactive threshold': 'PT1M',
      'Expiration threshold': 'P14D',
      'Update interval': 'PT30S',
      'Send status updates': true,
      'Override Sidecar configuration': false,
    },
    refuses: [
      ['Expiration threshold', 'PT59S', least('1 minute')],
      ['Inactive threshold', 'PT0S', least('1 second')],
      ['Inactive threshold', 'PT30S', 'Must be shorter than both thresholds.'],
      ['Update interval', 'soon', 'invalid'],
    ],
    fills: {
      'Inactive threshold': 'PT2M',
      'Expiration threshold': 'PT3M',
      'Update interval': 'PT1M',
      'Send status updates': false,
      'Override Sidecar configuration': true,
    },
    changed: {
      sidecar_inactive_threshold: 'PT2M',
      sidecar_expiration_threshold: 'PT3M',
      sidecar_update_interval: 'PT1M',
      sidecar_send_status: false,
      sidecar_configuration_override: true,
    },
    meanwhile: ['P14D', 'P15D'],
    errors: {
      sidecar_inactive_threshold: 'Inactive threshold',
      sidecar_expiration_threshold: 'Expiration threshold',
      sidecar_update_interval: 'Update interval',
    },
  },
  {
    section: 'geo-location',
    at: `${config}.plugins.map.config.GeoIpResolverConfig`,
    stored: {
      enabled: true,
      enforce_graylog_schema: true,
      db_vendor_type: 'MAXMIND',
      city_db_path: '/data/city.mmdb',
      asn_db_path: '/data/asn.mmdb',
      use_s3: false,
      refresh_interval: 10,
      refresh_interval_unit: 'MINUTES',
      kept: 1,
    },
    shows: {
      'Enable Geo-Location processor': true,
      'Enforce default schema': true,
      'Geo-Location database vendor': 'MAXMIND',
      'City database path': '/data/city.mmdb',
      'ASN database path': '/data/asn.mmdb',
      'Database refresh interval': '10',
      'Unit of Database refresh interval': 'minutes',
      'Pull files from S3 bucket': false,
    },
    refuses: [
      ['City database path', ' ', 'required'],
      ['Database refresh interval', '0', least('1')],
    ],
    fills: {
      'Enforce default schema': false,
      'Geo-Location database vendor': 'IPINFO',
      'City database path': ' /data/c.mmdb ',
      'ASN database path': '',
      'Database refresh interval': '1',
      'Unit of Database refresh interval': 'days',
      'Pull files from S3 bucket': true,
    },
    changed: {
      enforce_graylog_schema: false,
      db_vendor_type: 'IPINFO',
      city_db_path: '/data/c.mmdb',
      asn_db_path: '',
      refresh_interval: 1,
      refresh_interval_unit: 'DAYS',
      use_s3: true,
    },
    meanwhile: ['asn.mmdb', 'asn2.mmdb'],
    errors: {
      city_db_path: 'City database path',
      asn_db_path: 'ASN database path',
      refresh_interval: 'Database refresh interval',
      db_vendor_type: 'Geo-Location database vendor',
    },
  },
] as const;

for (const { section, at, stored: before, shows, refuses, fills, changed, meanwhile, errors } of forms) {
  const submit = 'Update configuration';
  const edit = async (): Promise<ShadowRoot> => {
    server.routes[`GET ${at}`] = () => before;
    const { root } = await open(section);
    await clickOn(root, 'button', 'Edit configuration');
    await byRole(root, 'dialog');
    return root;
  };
  it(`the form of ${section} shows the stored values, refuses invalid ones, and keeps values it does not edit`, async () => {
    server.routes[`PUT ${at}`] = ({ body }): unknown => JSON.parse(body ?? '');
    const root = await edit();
    const write = `PUT ${at}`;
    await expectForm(server, root, { shows, refuses, fills, submit, write, body: { ...before, ...changed } });
  });

  it(`the form of ${section} asks before it overwrites another user's change, and places errors`, async () => {
    const root = await edit();
    const [label = '', value = ''] = Object.entries(fills).find(([, one]) => typeof one === 'string') ?? [];
    await expectGuardedForm({
      ...{ server, root, submit, change: [label, String(value)], read: `GET ${at}`, meanwhile },
      ...{ write: `PUT ${at}`, errors },
    });
  });
}

it('the form of message processors stores their order and status, and cannot be saved while no processor is active', async () => {
  const at = '/system/messageprocessors/config';
  const two = [
    { name: 'Pipelines', class_name: 'p' },
    { name: 'Filters', class_name: 'f' },
  ];
  server.routes[`GET ${at}`] = () => ({ processor_order: two, disabled_processors: ['f'], kept: 1 });
  server.routes[`PUT ${at}`] = ({ body }): unknown => JSON.parse(body ?? '');
  const { root } = await open('message-processors');
  await byText(root, 'Pipelines');
  const shown = [...root.querySelectorAll('tbody tr')].map(({ children }) =>
    [...children].map(({ textContent }) => textContent).join(' '),
  );
  expect(shown).to.deep.equal(['1 Pipelines active', '2 Filters disabled']);
  await clickOn(root, 'button', 'Edit configuration');
  const dialog = await byRole(root, 'dialog');
  await clickOn(dialog, 'checkbox', /Pipelines/);
  const submit = await byRole(dialog, 'button', 'Update configuration');
  await waitUntil(() => submit.matches(':disabled, [aria-disabled=true]'), 'no processor is active');
  await clickOn(dialog, 'checkbox', /Filters/);
  await clickOn(dialog, 'button', 'Update configuration');
  await waitUntil(() => server.to(`PUT ${at}`).length === 1, 'the processors are stored');
  expect(JSON.parse(server.to(`PUT ${at}`)[0]?.body ?? '')).to.deep.equal({
    ...{ processor_order: two, disabled_processors: ['p'], kept: 1 },
  });
});
