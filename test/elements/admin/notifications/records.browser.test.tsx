/**
 * Records the content, the controls and the requests of the pages of notifications, for each type of notifications.
 */
import { objectIn } from '../../fake-server.js';
import { notificationsPages } from '../../../../elements/admin/notifications/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import stored from './notifications.record.txt';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const at = (clock: string) => `2026-03-02T${clock}.000Z`;
const path = '/events/notifications';
const notification = (id: string, title: string, config: object) => ({
  ...{ id, title, description: `about ${title}`, config },
});
const secret = (isSet: boolean) => ({ is_set: isSet });
const incident = {
  ...{ routing_key: 'r'.repeat(32), custom_incident: true, key_prefix: 'log', client_name: 'Logs' },
  ...{ client_url: 'https://logs.example.org', pager_duty_title: '' },
};
const callback = 'org.example.Pager';
const notifications = [
  notification('mail', 'Mail', {
    ...{
      type: 'email-notification-v1',
      subject: 'Alert: ${event_definition_title}',
      reply_to: '',
      sender: 'log@x.org',
    },
    ...{ user_recipients: ['bob', 'gone'], email_recipients: ['ops@example.org'], time_zone: 'Europe/Berlin' },
    ...{ body_template: `Body ${hostile}`, html_body_template: '' },
  }),
  notification('hook', `Hook ${hostile}`, {
    ...{ type: 'http-notification-v1', url: 'https://example.org/hook', skip_tls_verification: false, api_key: 'key' },
    ...{ basic_auth: secret(true), api_secret: secret(false) },
  }),
  notification('hook2', 'Custom hook', {
    ...{ type: 'http-notification-v2', url: 'https://example.org/v2', skip_tls_verification: true, api_key: '' },
    ...{ basic_auth: secret(false), api_secret: secret(true), api_key_as_header: true, method: 'PUT' },
    ...{ content_type: 'FORM_DATA', body_template: 'a=${message}', time_zone: 'UTC', headers: 'X-A: 1' },
    secret_headers: secret(true),
  }),
  notification('slack', 'Slack', {
    ...{ type: 'slack-notification-v1', color: '#00ff00', webhook_url: 'https://slack.example/x', channel: '#ops' },
    ...{ custom_message: '', backlog_size: 3, user_name: 'log', notify_channel: true, link_names: false },
    ...{ icon_url: '', icon_emoji: ':fire:', time_zone: 'UTC' },
  }),
  notification('teams', 'Teams', {
    ...{ type: 'teams-notification-v1', color: '#ff0500', webhook_url: 'https://teams.example/x', time_zone: 'UTC' },
    ...{ custom_message: 'It is ${message}', backlog_size: 0, icon_url: 'https://x.org/i.png' },
  }),
  notification('duty', 'Duty', { type: 'pagerduty-notification-v2', ...incident }),
  notification('duty1', 'Duty (old)', { type: 'pagerduty-notification-v1', ...incident, custom_incident: false }),
  notification('legacy', 'Legacy', {
    ...{ type: 'legacy-alarm-callback-notification-v1', callback_type: callback },
    configuration: { number: hostile, pin: '0815', loud: true },
  }),
  { ...notification('odd', 'Odd', { type: 'carrier-pigeon-v1', loft: 'north', birds: 2 }), description: '' },
];
const field = (name: string, more: object = {}) => ({
  ...{ type: 'text', human_name: name, additional_info: {}, attributes: [], default_value: '', is_optional: false },
  ...{ is_encrypted: false, description: `what ${name} means`, position: 0 },
  ...more,
});
const types = {
  [callback]: {
    name: 'Pager',
    configuration: {
      number: field('Number to call'),
      pin: field('Secret number', { attributes: ['is_password'], is_optional: true }),
      loud: field('Loud', { type: 'boolean', default_value: false }),
    },
  },
};
const entry = (result: string, more: object = {}) => ({
  ...{ time: at('09:00:00'), event_id: `E-${result}`, event_definition_id: 'd1', event_definition_title: 'Logins' },
  ...{ result, attempts: 1 },
  ...more,
});
const history = {
  ...{ waiting: 3, oldest_at: at('08:00:00'), retry_at: at('10:05:00') },
  last_error: { time: at('09:30:00'), message: `refused ${hostile}` },
  history: [
    entry('sent', { deliveries: [{ to: 'ops@example.org', error: null }], body: `Sent ${hostile}` }),
    entry('failed', {
      attempts: 4,
      deliveries: [
        { to: 'bob', error: 'no address' },
        { to: '', error: 'lost' },
      ],
    }),
    entry('retrying', { attempts: 2, body: '' }),
    entry('dropped'),
  ],
};
const attribute = (id: string) => ({ id, title: id, type: 'STRING', sortable: true });
const pageOf = (elements: readonly object[]) => ({
  ...{ query: '', total: elements.length, sort: 'title', order: 'asc', elements },
  pagination: { total: elements.length, count: elements.length, page: 1, per_page: 20 },
  attributes: ['title', 'description', 'type'].map(attribute),
  defaults: { sort: { id: 'title', direction: 'ASC' } },
});
const shareAnswer = {
  ...{ entity: 'grn::::notification:mail', sharing_user: 'grn::::user:me', available_grantees: [] },
  available_capabilities: [{ id: 'view', title: 'Viewer' }],
  ...{ active_shares: [], selected_grantee_capabilities: {}, missing_permissions_on_dependencies: {} },
  validation_result: { failed: false, errors: {}, error_context: {} },
};
const echoed =
  (id: string) =>
  ({ body }: { readonly body: string | undefined }) => ({ ...objectIn(body), id });
const nothing = () => new Response('{}', { status: 404 });
const mail = (enabled: boolean) => ({
  ...{ enabled, host: 'mail.example.org', port: 25, security: 'none', verify_certificate: true, username: '' },
  ...{ password: secret(false), sender: '', web_interface_url: '', source: enabled ? 'settings' : 'none' },
});

const admin = administration(notificationsPages, () => ({
  'GET /users/paginated': () => ({
    ...{ query: '', total: 2, sort: 'username', order: 'asc' },
    pagination: { total: 2, count: 2, page: 1, per_page: 0 },
    users: [
      { id: 'u2', username: 'bob', full_name: 'Bob', email: 'bob@example.org' },
      { id: 'u3', username: 'eve', full_name: '', email: 'eve@example.org' },
    ],
  }),
  [`GET ${path}/paginated`]: () => pageOf(notifications),
  ...Object.fromEntries(
    notifications.flatMap((one) => [
      [`GET ${path}/${one.id}`, () => one],
      [`PUT ${path}/${one.id}`, echoed(one.id)],
      [`DELETE ${path}/${one.id}`, () => undefined],
      [
        `GET ${path}/${one.id}/history`,
        () => ({ waiting: 0, oldest_at: null, retry_at: null, last_error: null, history: [] }),
      ],
      [`POST ${path}/${one.id}/test`, () => undefined],
    ]),
  ),
  [`GET ${path}/mail/history`]: () => history,
  [`GET ${path}/legacy/types`]: () => ({ types }),
  [`POST ${path}`]: echoed('new'),
  [`POST ${path}/test`]: () => undefined,
  [`POST ${path}/bulk_delete`]: () => ({ successfully_performed: 1, failures: [], errors: [] }),
  [`POST ${path}/preview`]: ({ body }) => {
    const { template } = JSON.parse(body ?? '{}') as { template: string };
    return template.endsWith('x')
      ? { text: '', cut: false, problem: { line: 2, column: 3, message: 'the ${ is not closed' } }
      : { text: `preview of ${template}`, cut: template.includes('Body'), problem: null };
  },
  'POST /events/search': () => ({
    events: [{ event: { id: 'E1', message: `Disk ${hostile}`, timestamp: at('09:00:00') } }],
  }),
  'POST /system/urlwhitelist/check': ({ body }) => {
    const { url } = JSON.parse(body ?? '{}') as { url: string };
    return { url, is_whitelisted: !url.includes('v2') };
  },
  'GET /system/email': () => mail(false),
  'POST /authz/shares/entities/*': () => shareAnswer,
}));

const list = '/alerts/notifications';
const base = ['eventnotifications:read'];
const url = 'https://example.org/new';
const values = {
  URL: url,
  'Webhook URL': url,
  Color: '#123456',
  'Routing key': 'k'.repeat(32),
  'Client URL': url,
};
/**
 * Controls that the records of edit pages skip: the page of a new notification records the types, and time zones depend
 * on the browser.
 */
const otherType = /^(combobox (Notification Type|Time zone.*)|button (Remove|View Details))/;
const moreOfOthers = /^(button (Share|More actions for)|checkbox Select) (?!Mail|Select all).*/;

recordedPages(admin, {
  file: 'notifications.record.txt',
  stored,
  pages: [
    {
      route: list,
      base,
      permissions: ['eventnotifications:create', 'eventnotifications:edit:mail', 'eventnotifications:delete:mail'],
      skip: moreOfOthers,
      variants: { 'no notification': { [`GET ${path}/paginated`]: () => pageOf([]) } },
    },
    { route: `${list}/new`, base: [...base, 'eventnotifications:create'], permissions: ['users:list'] },
    {
      route: `${list}/mail`,
      base,
      permissions: ['eventnotifications:edit:mail'],
      variants: { 'a server without a history': { [`GET ${path}/mail/history`]: nothing } },
    },
    ...['hook', 'hook2', 'slack', 'legacy', 'odd'].map((id) => ({
      route: `${list}/${id}`,
      ...{ skip: /^button/, brief: id !== 'legacy' },
      ...(id === 'legacy' && {
        variants: { 'a server without the callback': { [`GET ${path}/legacy/types`]: () => ({ types: {} }) } },
      }),
    })),
    {
      route: `${list}/mail/edit`,
      values,
      skip: otherType,
      base,
      permissions: ['eventnotifications:edit:mail', 'eventnotifications:create'],
      variants: {
        'a server with e-mail': { 'GET /system/email': () => mail(true) },
        'a server that renders no templates': { [`POST ${path}/preview`]: nothing },
      },
    },
    ...notifications
      .slice(1, -1)
      .map(({ id }) => ({ route: `${list}/${id}/edit`, values, skip: otherType, brief: true })),
    { route: `${list}/odd/edit`, skip: /^(combobox|button View)/, brief: true },
  ],
});
