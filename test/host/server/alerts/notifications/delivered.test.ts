// Follows a message to the mail: a definition fires on real logs, and its notifications arrive.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type {
  EventNotification,
  NotificationHistory,
  TemplatePreview,
} from '../../../../../api/contract/event-notifications.js';
import type { EventDefinition, EventDefinitionWithContext } from '../../../../../api/contract/event-definitions.js';
import { mostWithBacklog } from '../../../../../host/server/alerts/window-run.js';
import { startHttpReceiver, type HttpReceiver } from '../../../../http-receiver.js';
import { startMailServer, type TestMailServer } from '../../../../mail-server.js';
import { startTestServer, type TestServer } from '../../../../server.js';
import { until } from '../../../../until.js';
import { putMessages } from '../../messages-input.js';
import { addPerson } from '../../people.js';
import { Asking, counting, definitionOf, filtering } from '../definitions.js';

let server: TestServer;
let admin: Asking;
let mail: TestMailServer;
let receiver: HttpReceiver;

before(async () => {
  [mail, receiver] = await Promise.all([startMailServer({ plain: true }), startHttpReceiver()]);
  server = await startTestServer({
    environment: {
      LOG_CONSOLE_SMTP_SERVER: `smtp://127.0.0.1:${mail.port}?tls=off`,
      LOG_CONSOLE_SMTP_SENDER: 'console@example.org',
    },
  });
  admin = new Asking(server, await server.login());
  const entries = [{ id: '5d0b7c4e-0000-4000-8000-000000000001', type: 'literal', title: 'R', value: receiver.url }];
  await admin.ask('PUT', '/system/urlwhitelist', { entries, disabled: false });
});
after(() => Promise.all([server.stop(), mail.close(), receiver.close()]));

const make = (config: object) =>
  admin.ask<EventNotification>('POST', '/events/notifications', { title: 'N', description: '', config });

test('an alert on a message arrives as e-mail and over HTTP, is in the history and can be previewed', async (t) => {
  const emailNotification = await make({
    type: 'email-notification-v1',
    subject: '${event_definition_title}!',
    body_template: '${event.message}\n${foreach backlog line}${line.source}: ${line.message}${end}',
    email_recipients: ['ann@example.org'],
  });
  const called = await make({ type: 'http-notification-v1', url: receiver.url });
  const lost = await make({ type: 'http-notification-v1', url: receiver.url });
  const notifications = [emailNotification, called, lost].map(({ id }) => ({ notification_id: id }));
  await admin.ask('DELETE', `/events/notifications/${lost.id}`);
  const config = filtering({ query: 'message:disaster', execute_every_ms: 1000 });
  const definition = await admin.ask<EventDefinition>(
    'POST',
    '/events/definitions',
    definitionOf(config, { notifications, notification_settings: { grace_period_ms: 0, backlog_size: 5 } }),
  );
  const begun = performance.now();
  await putMessages(server, admin.session, [{ host: 'h1', short_message: 'a disaster <happened>' }]);
  await until('the mail has arrived', () => mail.received.length > 0);
  t.diagnostic(`${Math.round(performance.now() - begun)} ms from the message to the mail, looking every second`);
  await until('the HTTP call has arrived', () => receiver.received.length > 0);
  assert.match(mail.received[0]?.text ?? '', /^Subject: Many messages!\r?$/m);
  assert.match(mail.received[0]?.text ?? '', /h1: a disaster <happened>/);
  const payload = JSON.parse(receiver.received[0]?.body ?? '') as { event: { id: string }; backlog: unknown[] };
  assert.equal(payload.backlog.length, 1);

  const path = `/events/notifications/${emailNotification.id}/history`;
  const history = await until('the history contains the notification', async () => {
    const answer = await admin.ask<NotificationHistory>('GET', path);
    return answer.history.length > 0 ? answer : undefined;
  });
  const [entry] = history.history;
  assert.deepEqual(
    [entry?.result, entry?.event_id, entry?.event_definition_id, entry?.deliveries],
    ['sent', payload.event.id, definition.id, [{ to: 'ann@example.org', error: null }]],
  );
  assert.match(entry?.body ?? '', /a disaster/);
  const reader = await addPerson(server, admin.session, 'reader', ['eventnotifications:read']);
  const seen = await new Asking(server, reader.session).ask<NotificationHistory>('GET', path);
  assert.equal(seen.history.length, 1);
  assert.ok(!JSON.stringify(seen).includes('disaster') && !JSON.stringify(seen).includes('ann@'));

  const template = { template: '${event_definition_title}: ${event.id}', event_id: payload.event.id };
  const preview = await admin.ask<TemplatePreview>('POST', '/events/notifications/preview', template);
  assert.equal(preview.text, `Many messages: ${payload.event.id}`);
  const other = new Asking(server, reader.session);
  assert.equal((await other.answer('POST', '/events/notifications/preview', template)).status, 404);
});

test('waiting notifications of a definition are shown, and dropped when its queue is cleared or it is disabled', async () => {
  const closed = 'http://127.0.0.1:1/';
  const entries = [receiver.url, closed].map((value, at) => ({
    id: `5d0b7c4e-0000-4000-8000-00000000000${at}`,
    type: 'literal',
    title: 'R',
    value,
  }));
  await admin.ask('PUT', '/system/urlwhitelist', { entries, disabled: false });
  const { id } = await make({ type: 'http-notification-v1', url: closed });
  const definition = await admin.create(filtering({ query: 'message:queued', execute_every_ms: 1000 }), {
    notifications: [{ notification_id: id }],
    notification_settings: { grace_period_ms: 0, backlog_size: 0 },
  });
  const path = `/events/definitions/${definition.id}`;
  const queued = async (): Promise<number> => {
    const { context } = await admin.ask<EventDefinitionWithContext>('GET', `${path}/with-context`);
    return context.scheduler.queued_notifications;
  };
  const isQueued = async (): Promise<boolean> => (await queued()) === 1;
  for (const drop of ['clear-notification-queue', 'unschedule']) {
    await putMessages(server, admin.session, [{ host: 'h1', short_message: 'queued' }]);
    await until('the notification is waiting', isQueued);
    // The history has the time of the oldest notification only once its delivery has begun.
    const history = await until('the history has the time of the oldest notification', async () => {
      const now = await admin.ask<NotificationHistory>('GET', `/events/notifications/${id}/history`);
      return now.oldest_at === null ? undefined : now;
    });
    assert.ok(history.waiting > 0);
    assert.ok(Date.parse(history.oldest_at ?? '') > Date.now() - 3_600_000);
    await admin.ask('PUT', `${path}/${drop}`);
    assert.equal(await queued(), 0, drop);
  }
});

test('deleting a notification removes it from the definitions that name it', async () => {
  const { id } = await make({ type: 'http-notification-v1', url: receiver.url });
  const made = await admin.ask<EventDefinition>(
    'POST',
    '/events/definitions?schedule=false',
    definitionOf(filtering(), { notifications: [{ notification_id: id }] }),
  );
  await admin.ask('DELETE', `/events/notifications/${id}`);
  const left = await admin.ask<EventDefinition>('GET', `/events/definitions/${made.id}`);
  assert.deepEqual(left.notifications, []);
  assert.ok(String(left.updated_at) > String(made.updated_at));
});

test('an alert notifies about very many events at once, without their messages beyond some hundreds', async () => {
  const messages = Array.from({ length: mostWithBacklog + 20 }, (_, at) => ({
    host: `h${at}`,
    short_message: 'flood',
  }));
  await putMessages(server, admin.session, messages);
  const { id } = await make({ type: 'http-notification-v1', url: receiver.url });
  const definition = await admin.create(
    counting({ query: 'message:flood', group_by: ['source'], conditions: { expression: { expr: 'true' } } }),
    { notifications: [{ notification_id: id }], notification_settings: { grace_period_ms: 0, backlog_size: 1 } },
  );
  const deliveries = () =>
    receiver.received
      .map(({ body }) => JSON.parse(body) as { event_definition_id: string; backlog: unknown[] })
      .filter(({ event_definition_id: of }) => of === definition.id);
  // The bodies are parsed only when there are enough of them, because otherwise each check of the condition would parse
  // all of them.
  await until(
    'all events are notified',
    () => receiver.received.length >= messages.length && deliveries().length >= messages.length,
    240_000,
  );
  assert.equal(deliveries().length, messages.length);
  assert.equal(deliveries().filter(({ backlog }) => backlog.length === 1).length, mostWithBacklog);
});
