/** Shapes of event notifications (contract dashboards-sharing-alerts, type EventNotification and its members). */
import { Type, type Static } from '@sinclair/typebox';
import { SecretInput } from './authentication.schema.js';
import type { ConfigField } from './config-fields.js';
import type { EntityPage, PagedBody } from './list.schema.js';
import { orNull } from './nullable.schema.js';

const optional = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Optional(orNull(schema));

export interface NotificationConfig {
  /** Name of the notification type, for example `email-notification-v1`. */
  type: string;
  /** The notification type defines the other members. In answers, `{is_set}` replaces each secret. */
  [field: string]: unknown;
}

export interface EventNotification {
  id: string;
  title: string;
  description: string;
  config: NotificationConfig;
}

/** The schema checks only the members' types, because the handler reports the problems of each field. */
export const EventNotificationBody = Type.Object({
  id: optional(Type.String()),
  title: optional(Type.String()),
  description: optional(Type.String()),
  config: optional(Type.Record(Type.String(), Type.Unknown())),
});
export type EventNotificationBody = Static<typeof EventNotificationBody>;

export type EventNotificationPage = EntityPage<EventNotification>;
export interface EventNotificationList extends PagedBody {
  notifications: EventNotification[];
  /** Number of all notifications, including those that the query does not match; some servers do not send it. */
  grand_total?: number;
}

export interface LegacyCallbackTypes {
  types: Record<string, { name: string; configuration: Record<string, ConfigField> }>;
}

/** Request to render a template for a preview. Reference servers do not have this preview. */
export const TemplatePreviewRequest = Type.Object({
  template: Type.String(),
  /** Selects the escaping of values; `none` by default. */
  escape: Type.Optional(
    Type.Union([Type.Literal('none'), Type.Literal('html'), Type.Literal('json'), Type.Literal('url')]),
  ),
  /** IANA name of the time zone of dates; UTC by default. */
  time_zone: Type.Optional(Type.String()),
  /** Id of a stored event whose values are used; absent: the values of a built-in test event. */
  event_id: Type.Optional(Type.String()),
});
export type TemplatePreviewRequest = Static<typeof TemplatePreviewRequest>;

export interface TemplatePreview {
  text: string;
  /** True when the rendered text exceeded the limit and was cut. */
  cut: boolean;
  /** Syntax error of the template, with line and column counted from 1; null: the template has none. */
  problem: { line: number; column: number; message: string } | null;
}

export type DeliveryResult = 'sent' | 'failed' | 'retrying' | 'dropped';

/** Result of sending a notification for one event. Reference servers record no such history. */
export interface NotificationHistoryEntry {
  /** Time of the last attempt, ISO 8601 in UTC. */
  time: string;
  event_id: string;
  event_definition_id: string;
  event_definition_title: string;
  result: DeliveryResult;
  /** Number of attempts to send the notification. */
  attempts: number;
  /**
   * Receivers with their errors; null: the receiver accepted the notification. Only users who may change the
   * notification get this member and `body`.
   */
  deliveries?: { to: string; error: string | null }[];
  /** Beginning of the body that was sent. */
  body?: string;
}

export interface NotificationHistory {
  /** Number of events for which the notification still has to be sent. */
  waiting: number;
  /** Time since which the oldest event has been waiting; null: no event is waiting. */
  oldest_at: string | null;
  /** Time of the next attempt; null: no attempt is planned. */
  retry_at: string | null;
  /** Last error of a delivery; null: there is none, or the caller may not change the notification. */
  last_error: { time: string; message: string } | null;
  /** Results of past deliveries, newest first. */
  history: NotificationHistoryEntry[];
}

export const mailSecurities = ['none', 'starttls', 'tls'] as const;
export type MailSecurity = (typeof mailSecurities)[number];

/** Settings of the mail server for outgoing e-mail. Reference servers do not have these settings. */
export interface MailSettings {
  enabled: boolean;
  host: string;
  port: number;
  security: MailSecurity;
  verify_certificate: boolean;
  /** Username for the mail server; empty when it requires no authentication. */
  username: string;
  password: { is_set: boolean };
  /** Sender address of notifications that have none of their own; may be empty. */
  sender: string;
  /**
   * Origin of the settings: `settings`: an administrator has saved them in the console; `environment`: they were
   * given at the start of the server; `none`: there are none, and e-mail cannot be sent.
   */
  source: 'settings' | 'environment' | 'none';
}

export const MailSettingsBody = Type.Object({
  enabled: Type.Boolean(),
  host: Type.String({ maxLength: 253 }),
  port: Type.Integer(),
  security: Type.Union(mailSecurities.map((name) => Type.Literal(name))),
  verify_certificate: Type.Boolean(),
  username: Type.String({ maxLength: 1000 }),
  password: optional(SecretInput),
  sender: Type.String({ maxLength: 1000 }),
});
export type MailSettingsBody = Static<typeof MailSettingsBody>;

export const MailTestRequest = Type.Object({ recipient: Type.String({ maxLength: 320 }) });
export type MailTestRequest = Static<typeof MailTestRequest>;
