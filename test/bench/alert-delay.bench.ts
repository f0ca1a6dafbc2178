/**
 * Measures the delay from a sent message to the notification of its alert, for an event definition that runs every
 * second.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { EventNotification } from '../../api/contract/event-notifications.js';
import { inputTypeIds } from '../../host/server/intake/types/input-type-ids.js';
import { startHttpReceiver } from '../http-receiver.js';
import { Asking, definitionOf, filtering } from '../host/server/alerts/definitions.js';
import { startTestServer } from '../server.js';
import { startInput } from '../started-input.js';
import { until } from '../until.js';

type Report = (name: string, value: number, unit: string, goal?: string) => void;

const everyMs = 1000;
const alerts = 30;
/**
 * Milliseconds between two messages. They are not a divisor of the interval of the event definition, so that the delays
 * between messages and runs vary.
 */
const pauseMs = 730;

export async function bench(report: Report): Promise<void> {
  const [server, receiver] = await Promise.all([startTestServer({ costlyPasswords: true }), startHttpReceiver()]);
  try {
    const asking = new Asking(server, await server.login());
    const { port } = await startInput(server, asking.session, inputTypeIds.gelfHttp);
    const entries = [{ id: '5d0b7c4e-0000-4000-8000-000000000001', type: 'literal', title: 'R', value: receiver.url }];
    await asking.ask('PUT', '/system/urlwhitelist', { entries, disabled: false });
    const notification = await asking.ask<EventNotification>('POST', '/events/notifications', {
      title: 'N',
      description: '',
      config: { type: 'http-notification-v1', url: receiver.url },
    });
    const notifications = [{ notification_id: notification.id }];
    const notification_settings = { grace_period_ms: 0, backlog_size: 1 };
    const config = filtering({ query: 'message:disaster', search_within_ms: 60_000, execute_every_ms: everyMs });
    await asking.ask(
      'POST',
      '/events/definitions',
      definitionOf(config, { notifications, notification_settings, title: 'Disasters' }),
    );
    const delays: number[] = [];
    // The first alert is not measured, because the server opens some resources only when they are first used.
    for (let at = 0; at <= alerts; at += 1) {
      const begun = performance.now();
      const body = JSON.stringify({ version: '1.1', host: 'h', short_message: `disaster number${at}` });
      await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body });
      const called = new RegExp(`disaster number${at}\\b`);
      await until('the notification has been received', () =>
        receiver.received.some(({ body: text }) => called.test(text)),
      );
      if (at > 0) delays.push(performance.now() - begun);
      await pause(pauseMs);
    }
    delays.sort((left, right) => left - right);
    const share = (part: number): number => (delays[Math.floor((delays.length - 1) * part)] ?? 0) / 1000;
    const goal = 'the interval (1 s) + 1 s';
    report('message sent → notification received, run every second, median', share(0.5), 's', goal);
    report('… 95th percentile', share(0.95), 's');
  } finally {
    await server.stop();
    await receiver.close();
  }
}
