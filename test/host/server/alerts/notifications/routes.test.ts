// A running server sends notifications to a real mail server and to a real HTTP receiver.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type {
  EventNotification,
  EventNotificationList,
  EventNotificationPage,
  LegacyCallbackTypes,
  MailSettings,
  TemplatePreview,
} from '../../../../../api/contract/event-notifications.js';
import { startHttpReceiver, type HttpReceiver } from '../../../../http-receiver.js';
import { startMailServer, type TestMailServer } from '../../../../mail-server.js';
import { startTestServer, type TestServer } from '../../../../server.js';
import { addPerson } from '../../people.js';

let server: TestServer;
let session: string;
let mail: TestMailServer;
let receiver: HttpReceiver;
const smtpPassword = 'the-smtp-password';

async function send(method: string, path: string, json?: unknown, as = session) {
  const response = await server.call(path, { method, session: as, ...(json !== undefined && { json }) });
  const text = await response.text();
  const body = /^[[{]/.test(text) ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, text, body };
}
async function ask<T>(method: string, path: string, json?: unknown, as = session): Promise<T> {
  const { status, text } = await send(method, path, json, as);
  assert.ok(status < 300, `${method} ${path}: ${status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
const allow = (...urls: string[]) =>
  ask('PUT', '/system/urlwhitelist', {
    entries: urls.map((value, index) => ({
      id: `00000000-0000-4000-8000-00000000000${index}`,
      type: 'literal',
      title: 't',
      value,
    })),
    disabled: false,
  });

const smtp = {
  enabled: true,
  host: '127.0.0.1',
  port: 0,
  security: 'none',
  verify_certificate: true,
  username: 'console',
  password: { set_value: smtpPassword },
  sender: 'console@example.org',
};
const email = {
  type: 'email-notification-v1',
  sender: '',
  reply_to: 'team@example.org',
  subject: 'On ${event_definition_title}',
  body_template: 'Key ${event.key}\n${foreach event.fields field}${field.key}=${field.value};${end}',
  html_body_template: '<b>${event.message}</b>',
  email_recipients: ['ann@example.org'],
  user_recipients: [],
  time_zone: 'Europe/Berlin',
};
const hook = () => `${receiver.url}/hook`;
const http = (more: object = {}) => ({
  type: 'http-notification-v1',
  url: hook(),
  basic_auth: { set_value: 'user:pass-word-of-basic' },
  api_key: 'key',
  api_secret: { set_value: 'the api secret/+' },
  skip_tls_verification: false,
  ...more,
});
const make = (config: object, title = 'N') =>
  ask<EventNotification>('POST', '/events/notifications', { title, description: 'd', config });

before(async () => {
  [server, mail, receiver] = await Promise.all([
    startTestServer(),
    startMailServer({ auth: { user: 'console', pass: smtpPassword } }),
    startHttpReceiver(),
  ]);
  session = await server.login();
  await allow(hook());
  await ask('PUT', '/system/email', { ...smtp, port: mail.port });
});
after(() => Promise.all([server.stop(), mail.close(), receiver.close()]));

test('the server reports problems of a notification by field', async () => {
  const cases: readonly (readonly [config: unknown, fields: readonly string[], title?: string])[] = [
    [email, ['title'], ' '],
    [undefined, ['config']],
    [{ type: 'nosuch' }, ['config']],
    [{ ...email, subject: ' ' }, ['subject']],
    [{ ...email, body_template: '', html_body_template: '' }, ['body']],
    [{ ...email, email_recipients: [] }, ['recipients']],
    [{ ...email, email_recipients: ['a@b\r\nBcc: c@d'] }, ['recipients']],
    [{ ...email, sender: 'nobody' }, ['sender']],
    [{ ...email, body_template: 'a\n ${if b}' }, ['body_template']],
    [{ ...email, time_zone: 5 }, ['time_zone']],
    [http({ url: '' }), ['url']],
    [http({ url: 'ftp://a/' }), ['url']],
    [http({ url: 'http://somebody:secret@127.0.0.1/' }), ['url']],
    [http({ api_key: '' }), ['api_key']],
    [http({ api_secret: null }), ['api_secret']],
    [http({ basic_auth: { set_value: 'a', delete_value: true } }), ['basic_auth']],
    [http({ basic_auth: { set_value: 5 } }), ['basic_auth']],
    [{ type: 'http-notification-v2', url: hook(), headers: 'no header' }, ['headers']],
    [{ type: 'http-notification-v2', url: hook(), secret_headers: { set_value: 'Host: a' } }, ['secret_headers']],
    [{ type: 'http-notification-v2', url: hook(), method: 'DELETE', body_template: '${' }, ['body_template', 'method']],
    [{ type: 'legacy-alarm-callback-notification-v1' }, ['callback_type']],
    [
      {
        type: 'legacy-alarm-callback-notification-v1',
        callback_type: 'org.graylog2.alarmcallbacks.HTTPAlarmCallback',
        configuration: { url: 'ftp://127.0.0.1:1/' },
      },
      ['configuration'],
    ],
    [{ type: 'slack-notification-v1', webhook_url: 'x', channel: '' }, ['channel', 'webhook_url']],
    [{ type: 'slack-notification-v1', webhook_url: hook(), channel: '#a', color: 'red' }, ['color']],
    [{ type: 'teams-notification-v1', webhook_url: 'x', backlog_size: -1 }, ['backlog_size', 'webhook_url']],
    [
      { type: 'pagerduty-notification-v2', routing_key: 'short', custom_incident: true },
      ['client_name', 'client_url', 'key_prefix', 'routing_key'],
    ],
  ];
  for (const [config, fields, title = 'N'] of cases) {
    const { status, body, text } = await send('POST', '/events/notifications', { title, description: '', config });
    assert.equal(status, 400, JSON.stringify(config));
    assert.equal(body['failed'], true, text);
    assert.deepEqual(Object.keys(body['errors'] as object).sort(), fields, text);
  }
  const { body } = await send('POST', '/events/notifications', {
    title: 'N',
    config: { ...email, body_template: 'a\n ${if b}' },
  });
  assert.match(JSON.stringify(body['errors']), /Line 2, column 2/);
});

test('a test e-mail arrives over an authenticated connection, with escaped bodies and times of its time zone', async () => {
  const { id } = await make(email);
  mail.received.length = 0;
  assert.equal((await send('POST', `/events/notifications/${id}/test`)).text, '');
  const [got] = mail.received;
  assert.ok(got && mail.received.length === 1);
  assert.deepEqual([got.from, got.to, got.user], ['console@example.org', ['ann@example.org'], 'console']);
  assert.match(got.text, /^Subject: On Test of a notification\r?$/m);
  assert.match(got.text, /^Reply-To: team@example.org\r?$/m);
  assert.match(got.text, /Key testkey\r?\nfield1=value1;field2=value2;/);
  assert.match(got.text, /<b>This is a test of a notification, asked for by admin\.<\/b>/);
  await ask('POST', '/events/notifications/test', {
    title: 'unsaved',
    description: '',
    config: {
      ...email,
      sender: 'Other <other@example.org>',
      subject: 'a\r\nBcc: evil@example.org',
      html_body_template: '',
    },
  });
  assert.deepEqual([mail.received[1]?.from, mail.received[1]?.to], ['other@example.org', ['ann@example.org']]);
  assert.match(mail.received[1]?.text ?? '', /^Subject: a Bcc: evil@example.org\r?$/m);
  assert.doesNotMatch(mail.received[1]?.text ?? '', /^Bcc:/m);
});

test('users receive mail at their addresses; refused and missing addresses are reported, others are delivered', async () => {
  const ann = await addPerson(server, session, 'mailed', []);
  await ask('PUT', `/users/${ann.id}`, { email: 'mailed@example.org' });
  mail.received.length = 0;
  mail.refused.set('gone@example.org', { code: 550, message: 'no such box' });
  const config = { ...email, email_recipients: ['gone@example.org'], user_recipients: ['mailed', 'nosuch'] };
  const { status, body } = await send('POST', '/events/notifications/test', { title: 'N', description: '', config });
  assert.equal(status, 500);
  assert.match(String(body['message']), /gone@example.org.*no such box/);
  assert.match(String(body['message']), /nosuch: The user does not exist/);
  assert.deepEqual(
    mail.received.map(({ to }) => to),
    [['mailed@example.org']],
  );
});

test('the server answers with the mail server’s error, without the password', async () => {
  await ask('PUT', '/system/email', { ...smtp, port: mail.port, password: { set_value: 'another-password' } });
  const { status, body, text } = await send('POST', '/system/email/test', { recipient: 'ann@example.org' });
  assert.equal(status, 500);
  assert.equal(body['type'], 'ApiError');
  assert.match(text, /Not known: console with \*\*\*/);
  await ask('PUT', '/system/email', { ...smtp, port: mail.port });
});

test('e-mail settings enforce TLS, send the password to no other server and never show it', async () => {
  const tls = await startMailServer({ secure: true });
  const upgraded = await startMailServer({});
  const plain = await startMailServer({ plain: true });
  try {
    const tryWith = async (more: object) => {
      await ask('PUT', '/system/email', { ...smtp, username: '', password: null, ...more });
      return (await send('POST', '/system/email/test', { recipient: 'ann@example.org' })).text;
    };
    await ask('DELETE', '/system/email');
    assert.match(await tryWith({ port: tls.port, security: 'tls' }), /certificate/);
    assert.equal(await tryWith({ port: tls.port, security: 'tls', verify_certificate: false }), '');
    assert.equal(tls.received[0]?.secure, true);
    assert.match(await tryWith({ port: upgraded.port, security: 'starttls' }), /certificate/);
    assert.equal(await tryWith({ port: upgraded.port, security: 'starttls', verify_certificate: false }), '');
    assert.equal(upgraded.received[0]?.secure, true);
    assert.match(await tryWith({ port: plain.port, security: 'starttls', verify_certificate: false }), /STARTTLS|TLS/);
    assert.equal(plain.received.length, 0);
    await ask('DELETE', '/system/email');
    const saved = await ask<MailSettings>('PUT', '/system/email', { ...smtp, port: mail.port });
    assert.deepEqual([saved.password, saved.source], [{ is_set: true }, 'settings']);
    const moved = await send('PUT', '/system/email', { ...smtp, port: plain.port, password: { keep_value: true } });
    assert.deepEqual(Object.keys(moved.body['errors'] as object), ['password']);
    assert.equal(
      (
        await send('PUT', '/system/email', {
          ...smtp,
          port: mail.port,
          password: { keep_value: true },
          sender: 'b@example.org',
        })
      ).status,
      200,
    );
    for (const wrong of [{ host: '' }, { host: 'a b' }, { port: 0 }, { sender: 'x' }])
      assert.equal(
        (await send('PUT', '/system/email', { ...smtp, port: mail.port, ...wrong })).status,
        400,
        JSON.stringify(wrong),
      );
    await ask('PUT', '/system/email', { ...smtp, port: mail.port });
  } finally {
    await Promise.all([tls.close(), upgraded.close(), plain.close()]);
  }
});

test('an HTTP notification sends the payload of the contract, basic authorization and the API key in its URL', async () => {
  const { id, config } = await make(http());
  assert.deepEqual([config['basic_auth'], config['api_secret']], [{ is_set: true }, { is_set: true }]);
  receiver.received.length = 0;
  receiver.answer = { status: 204 };
  assert.equal((await send('POST', `/events/notifications/${id}/test`)).text, '');
  const [got] = receiver.received;
  assert.equal(got?.method, 'POST');
  assert.equal(got?.headers.authorization, `Basic ${Buffer.from('user:pass-word-of-basic').toString('base64')}`);
  assert.equal(new URL(got?.url ?? '', 'http://a').searchParams.get('key'), 'the api secret/+');
  const body = JSON.parse(got?.body ?? '') as Record<string, unknown>;
  assert.deepEqual(Object.keys(body), [
    'event_definition_id',
    'event_definition_type',
    'event_definition_title',
    'event_definition_description',
    'job_definition_id',
    'job_trigger_id',
    'event',
    'backlog',
  ]);
  assert.equal((body['event'] as { id: string }).id, 'TEST_NOTIFICATION_ID');
  assert.equal(body['job_trigger_id'], '<unknown>');
});

test('the server redacts secrets that an answer echoes, and follows no redirections', async () => {
  const { id } = await make(http());
  const basic = Buffer.from('user:pass-word-of-basic').toString('base64');
  receiver.answer = { status: 403, body: `no: ${basic} pass-word-of-basic the api secret/+ the+api+secret%2F%2B` };
  const { status, body } = await send('POST', `/events/notifications/${id}/test`);
  assert.equal(status, 500);
  assert.match(String(body['message']), /answers with status 403: no: \*\*\* \*\*\* \*\*\* \*\*\*$/);
  receiver.received.length = 0;
  receiver.answer = { status: 302, headers: { Location: `${receiver.url}/elsewhere` } };
  assert.equal((await send('POST', `/events/notifications/${id}/test`)).status, 500);
  assert.deepEqual(receiver.received.length, 1);
  receiver.answer = { status: 200 };
});

test('secrets of a notification are kept, cleared and changed, and go to no other address', async () => {
  const { id } = await make(http());
  const path = `/events/notifications/${id}`;
  const put = (config: object, as = session) => send('PUT', path, { id, title: 'N', description: '', config }, as);
  const word = async () => {
    receiver.received.length = 0;
    await ask('POST', `${path}/test`);
    return receiver.received[0]?.headers.authorization;
  };
  assert.equal(
    (await put(http({ basic_auth: { keep_value: true }, api_secret: { delete_value: true }, api_key: '' }))).status,
    200,
  );
  assert.match((await word()) ?? '', /^Basic /);
  assert.equal((await put(http({ basic_auth: { is_set: true }, api_secret: null, api_key: '' }))).status, 200);
  assert.match((await word()) ?? '', /^Basic /);
  await allow(hook(), 'http://127.0.0.1:1/');
  const moved = await put(
    http({ url: 'http://127.0.0.1:1/', basic_auth: { keep_value: true }, api_secret: null, api_key: '' }),
  );
  assert.deepEqual(Object.keys(moved.body['errors'] as object), ['basic_auth']);
  const tried = await send('POST', '/events/notifications/test', {
    id,
    title: 'N',
    description: '',
    config: http({ url: 'http://127.0.0.1:1/', basic_auth: { keep_value: true }, api_secret: null, api_key: '' }),
  });
  assert.equal(tried.status, 400);
  assert.equal((await put(http({ basic_auth: { delete_value: true }, api_secret: null, api_key: '' }))).status, 200);
  assert.equal(await word(), undefined);
  assert.equal(
    (await send('PUT', path, { id: 'f'.repeat(24), title: 'N', description: '', config: http() })).status,
    400,
  );
  await allow(hook());
});

test('a user who may create notifications cannot make the server send the secrets of another notification', async () => {
  const { id } = await make(http());
  const maker = await addPerson(server, session, 'maker', ['eventnotifications:create']);
  receiver.received.length = 0;
  const config = http({ basic_auth: { keep_value: true }, api_key: '', api_secret: null });
  const body = { id, title: 'N', description: '', config };
  assert.equal((await send('POST', '/events/notifications/test', body, maker.session)).status, 200);
  assert.equal(receiver.received[0]?.headers.authorization, undefined);
});

test('no secret is in an answer, the documents, the log or the history', async () => {
  const made = await make(http());
  const slack = await make({ type: 'slack-notification-v1', webhook_url: hook(), channel: '#a' });
  const answers = [JSON.stringify(made)];
  for (const path of ['', '/paginated', `/${made.id}`, `/${made.id}/history`])
    answers.push((await send('GET', `/events/notifications${path}`)).text);
  answers.push((await send('GET', '/system/email')).text);
  const { stdout, stderr } = server.output();
  for (const entry of await readdir(server.data, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && !/^idx|\.db|duckdb/.test(entry.name))
      answers.push(await readFile(join(entry.parentPath, entry.name), 'utf8'));
  }
  for (const text of [...answers, stdout, stderr])
    for (const secret of ['pass-word-of-basic', 'the api secret', smtpPassword])
      assert.ok(!text.includes(secret), `${secret} is in ${text.slice(0, 200)}`);
  const reader = await addPerson(server, session, 'reader', ['eventnotifications:read']);
  const read = await ask<EventNotification>('GET', `/events/notifications/${slack.id}`, undefined, reader.session);
  assert.equal(read.config['webhook_url'], '<value hidden>');
  assert.equal(slack.config['webhook_url'], hook());
});

test('a webhook has its own body, method and headers; log text stays inside its quotes', async () => {
  const url = hook();
  receiver.received.length = 0;
  const config = {
    type: 'http-notification-v2',
    url,
    method: 'PUT',
    body_template: '{"text":"${event.message}","key":"${event.key}"}',
    headers: 'X-Kind: alert\n',
    secret_headers: { set_value: 'Authorization: Token of-the-header' },
    api_key: 'X-Api-Key',
    api_secret: { set_value: 'as-header' },
    api_key_as_header: true,
  };
  const made = await make(config);
  await ask('POST', `/events/notifications/${made.id}/test`);
  const [got] = receiver.received;
  assert.deepEqual(
    [got?.method, got?.url, got?.headers['x-kind'], got?.headers.authorization, got?.headers['x-api-key']],
    ['PUT', '/hook', 'alert', 'Token of-the-header', 'as-header'],
  );
  assert.equal((JSON.parse(got?.body ?? '') as { key: string }).key, 'testkey');
  assert.deepEqual(made.config['secret_headers'], { is_set: true });
});

test('Slack and Teams receive notifications in their formats', async () => {
  receiver.received.length = 0;
  for (const type of ['slack-notification-v1', 'teams-notification-v1']) {
    const config = {
      type,
      webhook_url: hook(),
      channel: '#ops',
      notify_channel: true,
      custom_message: '<!here> ${event.key}',
    };
    await ask('POST', '/events/notifications/test', { title: 'Told', description: '', config });
  }
  const [slack, teams] = receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  assert.deepEqual([slack?.['channel'], slack?.['text']], ['#ops', '<!channel> Told']);
  assert.match(JSON.stringify(slack?.['attachments']), /&lt;!here&gt; testkey/);
  assert.equal(teams?.['themeColor'], 'ff0500');
  assert.match(JSON.stringify(teams?.['sections']), /<!here> testkey/);
});

test('legacy alarm callbacks are listed and run', async () => {
  const { types } = await ask<LegacyCallbackTypes>('GET', '/events/notifications/legacy/types');
  assert.deepEqual(Object.keys(types).sort(), [
    'org.graylog2.alarmcallbacks.EmailAlarmCallback',
    'org.graylog2.alarmcallbacks.HTTPAlarmCallback',
  ]);
  const users = types['org.graylog2.alarmcallbacks.EmailAlarmCallback']?.configuration['user_receivers'];
  assert.ok(users?.additional_info.values?.['admin']);
  receiver.received.length = 0;
  mail.received.length = 0;
  const legacy = (callback: string, configuration: object) => ({
    title: 'Old',
    description: '',
    config: {
      type: 'legacy-alarm-callback-notification-v1',
      callback_type: `org.graylog2.alarmcallbacks.${callback}`,
      configuration,
    },
  });
  await ask('POST', '/events/notifications/test', legacy('HTTPAlarmCallback', { url: hook() }));
  await ask(
    'POST',
    '/events/notifications/test',
    legacy('EmailAlarmCallback', { email_receivers: ['old@example.org'] }),
  );
  assert.match(receiver.received[0]?.body ?? '', /"check_result"/);
  assert.deepEqual(mail.received[0]?.to, ['old@example.org']);
});

test('a notification whose URL is not on the allow-list is stored, and refused when it is sent', async () => {
  const config = http({ url: 'http://127.0.0.1:2/later' });
  assert.equal((await send('POST', '/events/notifications', { title: 'Later', description: '', config })).status, 200);
  const { status, text } = await send('POST', '/events/notifications/test', {
    title: 'Later',
    description: '',
    config,
  });
  assert.ok(status >= 400, text);
  assert.match(text, /is not on the URL whitelist/);
});

test('callbacks of a stream are stored, tested, and deleted with the stream', async () => {
  const { index_set_id } = await ask<{ index_set_id: string }>('GET', '/streams/000000000000000000000001');
  const stream = { title: 'S', description: '', index_set_id, rules: [] };
  const { stream_id: streamId } = await ask<{ stream_id: string }>('POST', '/streams', stream);
  const path = `/streams/${streamId}/alarmcallbacks`;
  const type = 'org.graylog2.alarmcallbacks.HTTPAlarmCallback';
  const refused = { type, title: 'C', configuration: { url: 'ftp://127.0.0.1:1/' } };
  for (const wrong of [refused, { ...refused, type: '__proto__' }, { ...refused, configuration: { nosuch: 1 } }])
    assert.equal((await send('POST', path, wrong)).status, 400);
  const body = { type, title: 'C', configuration: { url: hook() } };
  const { alarmcallback_id: id } = await ask<{ alarmcallback_id: string }>('POST', path, body);
  receiver.received.length = 0;
  assert.equal((await send('POST', `/alerts/callbacks/${id}/test`)).status, 204);
  assert.equal(receiver.received.length, 1);
  const stranger = await addPerson(server, session, 'stranger', []);
  const editor = await addPerson(server, session, 'editor', [`streams:edit:${streamId}`]);
  const tried = (one: string, as: string) => send('POST', `/alerts/callbacks/${one}/test`, undefined, as);
  const unknown = '5d0b7c4e0000000000000001';
  for (const { session: as } of [stranger, editor]) assert.equal((await tried(unknown, as)).status, 403);
  assert.deepEqual(
    await tried(id, stranger.session),
    await tried(unknown, stranger.session),
    'a user without permission cannot learn whether a callback exists',
  );
  assert.equal((await tried(id, editor.session)).status, 204);
  assert.equal((await tried(unknown, session)).status, 404);
  assert.equal((await send('PUT', `/streams/000000000000000000000001/alarmcallbacks/${id}`, body)).status, 404);
  assert.equal((await send('PUT', `${path}/${id}`, { ...body, title: 'Other' })).status, 204);
  const list = await ask<{ total: number; alarmcallbacks: { title: string }[] }>('GET', path);
  assert.deepEqual([list.total, list.alarmcallbacks[0]?.title], [1, 'Other']);
  await ask('DELETE', `/streams/${streamId}`);
  assert.equal((await ask<{ total: number }>('GET', '/alerts/callbacks')).total, 0);
});

test('lists of notifications are searched, sorted and paged, and contain only readable entries', async () => {
  const one = await make(http({ basic_auth: null }), 'Zulu');
  await make(email, 'Alpha of lists');
  const page = await ask<EventNotificationPage>(
    'GET',
    '/events/notifications/paginated?query=title:zulu&sort=type&order=desc',
  );
  assert.deepEqual([page.total, page.elements[0]?.id, page.sort], [1, one.id, 'type']);
  const list = await ask<EventNotificationList>('GET', '/events/notifications?per_page=1');
  assert.equal(list.count, 1);
  assert.ok(list.total > 1 && list.grand_total === list.total);
  const person = await addPerson(server, session, 'one-reader', [`eventnotifications:read:${one.id}`]);
  const seen = await ask<EventNotificationList>('GET', '/events/notifications?per_page=0', undefined, person.session);
  assert.deepEqual([seen.notifications.map(({ id }) => id), seen.grand_total], [[one.id], 1]);
});

test('the creator of a notification owns and shares it; deleting it removes it from all definitions', async () => {
  const maker = await addPerson(server, session, 'owner', ['eventnotifications:create']);
  const body = { title: 'Mine', description: '', config: http({ basic_auth: null }) };
  const { id } = await ask<EventNotification>('POST', '/events/notifications', body, maker.session);
  const other = await addPerson(server, session, 'other', []);
  assert.equal((await send('GET', `/events/notifications/${id}`, undefined, other.session)).status, 403);
  const share = {
    selected_grantee_capabilities: { [`grn::::user:${other.id}`]: 'view', [`grn::::user:${maker.id}`]: 'own' },
  };
  await ask('POST', `/authz/shares/entities/grn::::notification:${id}`, share);
  assert.equal((await send('GET', `/events/notifications/${id}`, undefined, other.session)).status, 200);
  assert.equal((await send('POST', `/events/notifications/${id}/test`, undefined, other.session)).status, 403);
  const bulk = await ask<{ successfully_performed: number; failures: unknown[] }>(
    'POST',
    '/events/notifications/bulk_delete',
    { entity_ids: [id, 'nosuch'] },
    maker.session,
  );
  assert.deepEqual([bulk.successfully_performed, bulk.failures.length], [1, 1]);
  assert.equal((await send('GET', `/events/notifications/${id}`)).status, 404);
});

test('hostile ids and bodies in requests about notifications are refused with an error, and the server keeps running', async () => {
  for (const id of ['__proto__', '..%2F..%2Fetc', '%00', 'a'.repeat(5000), 'test', '%F0%9F%98%80'])
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['GET', '/history'],
    ] as const) {
      const { status } = await send(method, `/events/notifications/${id}${path}`, method === 'PUT' ? {} : undefined);
      assert.ok(status >= 400 && status < 500, `${method} ${id}${path}: ${status}`);
    }
  for (const config of [
    { type: '__proto__' },
    { type: 'constructor' },
    { type: 5 },
    { type: email.type, __proto__: { subject: 'x' } },
  ])
    assert.equal((await send('POST', '/events/notifications', { title: 'N', config })).status, 400);
  assert.equal(
    (await send('POST', '/events/notifications/test', { title: 'N', config: { type: 'nosuch' } })).status,
    404,
  );
});

test('the preview tries a template on the test event and reports problems with their place', async () => {
  const path = '/events/notifications/preview';
  const shown = await ask<TemplatePreview>('POST', path, { template: '${event.message}|${event.key}', escape: 'html' });
  assert.deepEqual(shown, {
    text: 'This is a test of a notification, asked for by admin.|testkey',
    cut: false,
    problem: null,
  });
  const { problem } = await ask<TemplatePreview>('POST', path, { template: 'a\n${if x}' });
  assert.deepEqual([problem?.line, problem?.column], [2, 1]);
  const zoned = await ask<TemplatePreview>('POST', path, { template: '${event.timestamp}', time_zone: 'Asia/Tokyo' });
  assert.match(zoned.text, /\+09:00$/);
  assert.equal((await send('POST', path, { template: 'a', event_id: 'nosuch' })).status, 404);
});
