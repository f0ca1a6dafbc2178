/** Opens the mail settings, the suppression of alerts, and the queue of event notifications. */
import { EventNotifications } from '../alerts/notifications/event-notifications.js';
import { MailSettings } from '../alerts/notifications/mail/mail-settings.js';
import { Mailer } from '../alerts/notifications/mail/mailer.js';
import { Suppression } from '../alerts/states/suppression.js';
import type { RootLog } from '../log/log.js';
import type { Metrics } from '../metrics/metrics.js';
import type { ServerOptions } from '../options/options.js';
import type { EgressGuard } from '../outgoing/egress-guard.js';
import type { DocumentsRoom } from './open-documents.js';
import type { Opened } from './opened.js';

export interface EventNotificationsNeeds extends DocumentsRoom {
  readonly options: ServerOptions;
  readonly egress: EgressGuard;
  readonly metrics: Metrics;
  readonly log: RootLog;
}

export interface EventNotificationsRoom {
  readonly mail: MailSettings;
  readonly mailer: Mailer;
  readonly suppression: Suppression;
  readonly eventNotifications: EventNotifications;
}

export function openEventNotifications(
  { options, egress, metrics, log, documents, auth, config, notifications }: EventNotificationsNeeds,
  opened: Opened,
): EventNotificationsRoom {
  const { secrets } = auth.services;
  const mail = new MailSettings(documents, secrets, options.mailServer);
  const mailer = new Mailer(mail);
  const suppression = new Suppression(documents);
  const eventNotifications = new EventNotifications({
    documents,
    directory: options.data,
    secrets,
    means: {
      mailer,
      egress,
      addressOf: (username) => auth.users.named(username)?.email || undefined,
      keepAlive: () => config.get('events').events_notification_tcp_keepalive,
      pagerDutyUrl: 'https://events.pagerduty.com/v2/enqueue',
    },
    notifications,
    log: log.with({ room: 'notifications' }),
    retryMs: () => config.get('events').events_notification_retry_period,
    isMuted: (event) => suppression.states.muteOf(event, Date.now()) !== undefined,
  });
  opened.add(() => eventNotifications.stop());
  metrics.provide(() => eventNotifications.metrics());
  return { mail, mailer, suppression, eventNotifications };
}
