/** Shapes of event notifications (contract dashboards-sharing-alerts, type EventNotification and its members). */
import { Type, type Static } from '@sinclair/typebox';
import { SecretInput } from './authentication.schema.js';
import type { ConfigField } from './config-fields.js';
import type { EntityPage, PagedBody } from './list.schema.js';

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);
const optional = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Optional(orNull(schema));

export interface NotificationConfig {
  /** Type name, such as `email-notification-v1`. */
  type: string;
  /** Fields of the notification type. Secrets are read as `{is_set}`. */
  [field: string]: unknown;
}

export interface EventNotification {
  id: string;
  title: string;
  description: string;
  config: NotificationConfig;
}

/** The schema checks only the outline, because the handler reports problems field by field. */
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
  /** Number of all readable notifications without filters; some servers leave it out. */
  grand_total?: number;
}

export interface LegacyCallbackTypes {
  types: Record<string, { name: string; configuration: Record<string, ConfigField> }>;
}

/** Request to preview a template. The reference server does not have it. */
export const TemplatePreviewRequest = Type.Object({
  template: Type.String(),
  /** Escaping of values; none by default. */
  escape: Type.Optional(
    Type.Union([Type.Literal('none'), Type.Literal('html'), Type.Literal('json'), Type.Literal('url')]),
  ),
  time_zone: Type.Optional(Type.String()),
  /** Id of a stored event; absent: the built-in test event. */
  event_id: Type.Optional(Type.String()),
});
export type TemplatePreviewRequest = Static<typeof TemplatePreviewRequest>;

export interface TemplatePreview {
  text: string;
  /** True when the preview was cut at its limit. */
  cut: boolean;
  /** Syntax error of the template; null: none. Line and column count from 1. */
  problem: { line: number; column: number; message: string } | null;
}

export type DeliveryResult = 'sent' | 'failed' | 'retrying' | 'dropped';

/** Result of the delivery for one event. The reference server does not have it. */
export interface NotificationHistoryEntry {
  /** Time of the delivery, ISO 8601 in UTC. */
  time: string;
  event_id: string;
  event_definition_id: string;
  event_definition_title: string;
  result: DeliveryResult;
  /** Number of attempts. */
  attempts: number;
  /** One result for each recipient; like `body`, it is returned only to users who may change the notification. */
  deliveries?: { to: string; error: string | null }[];
  /** Beginning of the sent body. */
  body?: string;
}

export interface NotificationHistory {
  /** Number of events waiting for delivery. */
  waiting: number;
  /** Time since which the oldest delivery has been waiting; null: none is waiting. */
  oldest_at: string | null;
  /** Time of the next attempt; null: none is due. */
  retry_at: string | null;
  last_error: { time: string; message: string } | null;
  /** Deliveries, newest first. */
  history: NotificationHistoryEntry[];
}

export const mailSecurities = ['none', 'starttls', 'tls'] as const;
export type MailSecurity = (typeof mailSecurities)[number];

/** Settings of the mail server for outgoing e-mail. The reference server does not have it. */
export interface MailSettings {
  enabled: boolean;
  host: string;
  port: number;
  security: MailSecurity;
  verify_certificate: boolean;
  /** Username; empty when the mail server requires no sign-in. */
  username: string;
  password: { is_set: boolean };
  /** Sender address for notifications without their own; may be empty. */
  sender: string;
  /**
   * Origin of the settings: `settings`: saved in the console; `environment`: from the server's start; `none`: e-mail
   * cannot be sent.
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
