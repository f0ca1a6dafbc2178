/** Opens the notification queues of a data directory without the rest of the server. */
import type { EventDefinition } from '../../../../../api/contract/event-definitions.schema.js';
import {
  EventNotifications,
  type NotificationDocument,
} from '../../../../../host/server/alerts/notifications/event-notifications.js';
import type { StoredConfig } from '../../../../../host/server/alerts/notifications/fields.js';
import { MailSettings } from '../../../../../host/server/alerts/notifications/mail/mail-settings.js';
import { Mailer } from '../../../../../host/server/alerts/notifications/mail/mailer.js';
import type { NotificationJob } from '../../../../../host/server/alerts/notifications/types.js';
import { SecretBox } from '../../../../../host/server/auth/secret-box.js';
import { entityCollection } from '../../../../../host/server/documents/kinds.js';
import { createLog, type LogEntry } from '../../../../../host/server/log/log.js';
import { SystemNotifications } from '../../../../../host/server/system-notifications/notifications.js';
import { EgressGuard } from '../../../../../host/server/outgoing/egress-guard.js';
import { openDocuments } from '../../../../../host/server/store/index.js';
import type { Documents } from '../../../../../host/server/store/types.js';
import { anEvent } from '../../../../event-documents.js';

export interface OpenedNotifications {
  readonly queue: EventNotifications;
  readonly documents: Documents;
  readonly logged: readonly LogEntry[];
  /** Types of all system notifications published so far. */
  readonly published: string[];
  /** Answer of the fake allow-list for every address. */
  allowed: boolean;
  /** Returns the number of attempts to connect to the mail server. */
  attempts(): number;
  /** Returns the number of current system notifications. */
  notificationCount(): number;
  forget(id: string): Promise<void>;
  close(): Promise<void>;
}

export async function openNotifications(
  directory: string,
  {
    retryMs = 50,
    mailPort = 1,
    pagerDutyUrl = '',
    now = Date.now,
    beforePublishing = async () => undefined,
  }: {
    retryMs?: number;
    mailPort?: number;
    pagerDutyUrl?: string;
    now?: () => number;
    /** Delays the storing of each system notification until the promise resolves. */
    beforePublishing?: () => Promise<void>;
  } = {},
): Promise<OpenedNotifications> {
  const documents = await openDocuments({ directory });
  const logged: LogEntry[] = [];
  const log = createLog('info', () => undefined);
  log.listen((entry) => logged.push(entry));
  const secrets = new SecretBox(directory);
  const mailServer = {
    host: '127.0.0.1',
    port: mailPort,
    security: 'none' as const,
    verifyCertificate: true,
    username: '',
    password: '',
    sender: 'console@example.org',
  };
  const mailer = new Mailer(new MailSettings(documents, secrets, mailServer));
  const open = mailer.open.bind(mailer);
  let attempts = 0;
  mailer.open = (signal) => {
    attempts += 1;
    return open(signal);
  };
  const notifications = new SystemNotifications(documents, 'node');
  const published: string[] = [];
  const publish = notifications.publish.bind(notifications);
  notifications.publish = async (notification) => {
    published.push(notification.type);
    await beforePublishing();
    return publish(notification);
  };
  let closed: Promise<void> | undefined;
  const queue = new EventNotifications({
    documents,
    directory,
    secrets,
    means: {
      mailer,
      egress: new EgressGuard(() => Promise.resolve(opened.allowed)),
      addressOf: () => undefined,
      keepAlive: () => false,
      pagerDutyUrl,
    },
    notifications,
    log,
    now,
    retryMs: () => retryMs,
  });
  await queue.start();
  const opened: OpenedNotifications = {
    queue,
    documents,
    logged,
    published,
    allowed: true,
    attempts: () => attempts,
    notificationCount: () => notifications.all().length,
    forget: async (id) => {
      await entityCollection<NotificationDocument>(documents, 'notification').delete(id);
      await queue.forget(id);
    },
    close: () =>
      (closed ??= (async () => {
        await queue.stop();
        await documents.close();
      })()),
  };
  return opened;
}

export async function putNotification(
  { documents }: Pick<OpenedNotifications, 'documents'>,
  id: string,
  config: Readonly<Record<string, unknown>>,
): Promise<void> {
  const typed: StoredConfig = { type: 'http-notification-v1', ...config };
  await entityCollection<NotificationDocument>(documents, 'notification').put({
    id,
    title: 'N',
    description: '',
    config: typed,
  });
}

export function aJob(
  notificationId: string,
  eventId: string,
  definition = 'definition',
  type: 'aggregation-v1' | 'system-notifications-v1' = 'aggregation-v1',
): NotificationJob {
  const timestamp = '2026-01-02T03:04:05.678Z';
  const eventDefinition: EventDefinition = {
    id: definition,
    _scope: 'DEFAULT',
    title: 'Too many',
    description: '',
    updated_at: null,
    priority: 2,
    alert: true,
    config:
      type === 'system-notifications-v1'
        ? { type }
        : {
            type,
            query: '',
            query_parameters: [],
            streams: [],
            group_by: [],
            series: [],
            conditions: { expression: null },
            search_within_ms: 1,
            execute_every_ms: 1,
          },
    field_spec: {},
    key_spec: [],
    notification_settings: { grace_period_ms: 0, backlog_size: 1 },
    notifications: [],
    storage: [],
    scheduler: null,
  };
  const message = { id: 'm', index: 'i', source: 's', message: 'a line', timestamp, stream_ids: [], fields: {} };
  return {
    notificationId,
    event: anEvent({
      id: eventId,
      timestamp,
      event_definition_id: definition,
      key: 'key',
      key_tuple: ['key'],
      // Notifications about the server itself belong to no stream.
      source_streams: type === 'system-notifications-v1' ? [] : ['000000000000000000000001'],
    }),
    eventDefinition,
    backlog: [message],
  };
}
