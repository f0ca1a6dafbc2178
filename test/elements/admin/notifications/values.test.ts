/** Tests the initial values, the request body and the validation of the notification form. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { legacyType, notificationTypes, typeTitle } from '../../../../elements/admin/notifications/types.js';
import { bodyOf, faultsOf, initialValues, valuesOf } from '../../../../elements/admin/notifications/values.js';

const about = { title: ' Tell ', description: '' };
const wrong = (type: string, part: Readonly<Record<string, unknown>> = {}): string[] =>
  Object.entries(faultsOf({ ...about, type, ...initialValues(type), ...part }))
    .filter(([, fault]) => fault !== undefined)
    .map(([name]) => name);

test('the form of a notification sends a stored notification back unchanged except for its secrets, which are kept or absent', () => {
  const config = {
    type: 'http-notification-v1',
    url: 'https://example.org/hook',
    skip_tls_verification: true,
    basic_auth: { is_set: true },
    api_key: '',
    api_secret: { is_set: false },
  };
  const { config: sent, ...rest } = bodyOf(valuesOf({ id: 'n1', ...about, config }), 'n1');
  assert.deepEqual(rest, { id: 'n1', title: 'Tell', description: '' });
  assert.deepEqual(sent, { ...config, basic_auth: { keep_value: true }, api_secret: null });
});

test('the form of a notification sends only the values of the chosen type for a new notification, not those of a type chosen before', () => {
  const before = initialValues('slack-notification-v1');
  const values = { ...about, ...before, type: 'http-notification-v1', ...initialValues('http-notification-v1') };
  assert.deepEqual(bodyOf(values, undefined).config, {
    type: 'http-notification-v1',
    url: '',
    skip_tls_verification: false,
    basic_auth: null,
    api_key: '',
    api_secret: null,
  });
});

test('a legacy callback keeps the values that its own type declares', () => {
  const config = { type: legacyType, callback_type: 'org.example.Callback', configuration: { url: 'https://a', n: 3 } };
  assert.deepEqual(bodyOf(valuesOf({ id: 'n1', ...about, config }), 'n1').config, config);
});

const cases: [type: string, part: Readonly<Record<string, unknown>>, names: string[]][] = [
  ['', {}, ['type']],
  ['email-notification-v1', {}, ['email_recipients']],
  ['email-notification-v1', { user_recipients: ['ada'] }, []],
  [
    'email-notification-v1',
    { email_recipients: ['a@b.c'], body_template: '', html_body_template: ' ' },
    ['body_template'],
  ],
  ['email-notification-v1', { email_recipients: ['a@b.c'], subject: ' ' }, ['subject']],
  ['http-notification-v1', {}, ['url']],
  ['http-notification-v1', { url: 'https://a', api_key: 'k' }, ['api_secret']],
  ['http-notification-v1', { url: 'https://a', api_secret: { set_value: 's' } }, ['api_key']],
  ['http-notification-v1', { url: 'https://a', api_key: 'k', api_secret: { keep_value: true } }, []],
  ['http-notification-v2', { url: 'https://a', api_key: 'k', api_secret: { delete_value: true } }, ['api_secret']],
  ['slack-notification-v1', { webhook_url: 'https://a', channel: '#a', color: 'red' }, ['color']],
  ['teams-notification-v1', { webhook_url: 'https://a', backlog_size: 1.5 }, ['backlog_size']],
  ['pagerduty-notification-v2', { routing_key: 'r', client_name: 'c', client_url: 'https://a' }, ['key_prefix']],
  ['pagerduty-notification-v2', { custom_incident: false, client_name: 'c', client_url: 'u' }, ['routing_key']],
  [legacyType, {}, ['callback_type']],
];
for (const [type, part, names] of cases)
  test(`the validation of ${type} ${JSON.stringify(part)} reports ${names.join() || 'nothing'}`, () =>
    assert.deepEqual(wrong(type, part), names));

test('the form of a notification requires a title, and names every type in words; an unknown type is shown unchanged', () => {
  assert.deepEqual(wrong('http-notification-v1', { title: ' ', url: 'https://a' }), ['title']);
  for (const { type } of notificationTypes) assert.notEqual(typeTitle(type), type);
  assert.equal(typeTitle('other-v1'), 'other-v1');
});

/** Members of a notification's configuration that the form edits, by type, as the server names them. */
const membersByType: Readonly<Record<string, string>> = {
  'email-notification-v1':
    'subject reply_to sender user_recipients email_recipients time_zone body_template html_body_template',
  'http-notification-v1': 'url skip_tls_verification basic_auth api_key api_secret',
  'http-notification-v2':
    'url skip_tls_verification basic_auth api_key api_secret api_key_as_header method content_type body_template time_zone headers secret_headers',
  'slack-notification-v1':
    'color webhook_url channel custom_message backlog_size user_name notify_channel link_names icon_url icon_emoji time_zone',
  'teams-notification-v1': 'color webhook_url custom_message backlog_size icon_url time_zone',
  'pagerduty-notification-v2': 'routing_key custom_incident key_prefix client_name client_url pager_duty_title',
  'pagerduty-notification-v1': 'routing_key custom_incident key_prefix client_name client_url pager_duty_title',
  'legacy-alarm-callback-notification-v1': '',
};

test('the form edits each member of a configuration under the name that the server uses', () => {
  const edited = notificationTypes.map(({ type, fields }) => [type, fields.map(({ name }) => name).join(' ')]);
  assert.deepEqual(Object.fromEntries(edited), membersByType);
});
