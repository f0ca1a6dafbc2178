/**
 * Endpoints of event notifications (contract dashboards-sharing-alerts eventNotifications.*), and of the mail server
 * that sends their e-mail.
 */
import { endpoint } from './endpoint.js';
import type {
  EventNotification,
  EventNotificationBody,
  EventNotificationList,
  EventNotificationPage,
  LegacyCallbackTypes,
  MailSettings,
  MailSettingsBody,
  MailTestRequest,
  NotificationHistory,
  TemplatePreview,
  TemplatePreviewRequest,
} from './event-notifications.schema.js';
import type { BulkAnswer, BulkRequest, PageQuery } from './list.schema.js';

export type * from './event-notifications.schema.js';

const nothing = { produces: 'nothing' } as const;
const accepted = { status: 200, produces: 'nothing' } as const;
const rows = { handler: 'rows filtered to eventnotifications:read:{id}' } as const;
const create = { needs: 'eventnotifications:create' } as const;

export const eventNotificationsPage = endpoint<{ query: PageQuery; answer: EventNotificationPage }>()(
  'GET',
  '/events/notifications/paginated',
  rows,
);
/** Lists notifications by ascending title; the server ignores the sort order in the query. */
export const listEventNotifications = endpoint<{ query: PageQuery; answer: EventNotificationList }>()(
  'GET',
  '/events/notifications',
  rows,
);
export const legacyCallbackTypes = endpoint<{ answer: LegacyCallbackTypes }>()(
  'GET',
  '/events/notifications/legacy/types',
  'session',
);
export const getEventNotification = endpoint<{ answer: EventNotification }>()('GET', '/events/notifications/{id}', {
  needs: 'eventnotifications:read:{id}',
});
export const createEventNotification = endpoint<{ body: EventNotificationBody; answer: EventNotification }>()(
  'POST',
  '/events/notifications',
  create,
);
export const updateEventNotification = endpoint<{ body: EventNotificationBody; answer: EventNotification }>()(
  'PUT',
  '/events/notifications/{id}',
  { needs: 'eventnotifications:edit:{id}' },
);
/** Deletes a notification and removes it from all event definitions that use it. */
export const deleteEventNotification = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/events/notifications/{id}',
  { needs: 'eventnotifications:delete:{id}' },
  nothing,
);
export const deleteEventNotifications = endpoint<{ body: BulkRequest; answer: BulkAnswer }>()(
  'POST',
  '/events/notifications/bulk_delete',
  { handler: 'eventnotifications:delete:{id} per entity' },
);
/**
 * Sends a test notification with the configuration in the body. For a secret that the body keeps (`keep_value`), the
 * server uses the secret of the stored notification with the body's id, if the caller may change that notification. An
 * error of the receiver is answered with 500 and its message.
 */
export const testEventNotification = endpoint<{ body: EventNotificationBody; answer: undefined }>()(
  'POST',
  '/events/notifications/test',
  create,
  accepted,
);
export const testStoredNotification = endpoint<{ answer: undefined }>()(
  'POST',
  '/events/notifications/{id}/test',
  { needs: 'eventnotifications:edit:{id}' },
  accepted,
);

/** Renders a template with an event for a preview. The reference server does not have this endpoint. */
export const previewTemplate = endpoint<{ body: TemplatePreviewRequest; answer: TemplatePreview }>()(
  'POST',
  '/events/notifications/preview',
  { handler: 'session; of a stored event streams:read of its streams' },
);
/** Lists the latest deliveries of a notification. The reference server does not have this endpoint. */
export const notificationHistory = endpoint<{ answer: NotificationHistory }>()(
  'GET',
  '/events/notifications/{id}/history',
  { needs: 'eventnotifications:read:{id}' },
);
/** Returns the settings of the mail server. The reference server does not have this endpoint. */
export const mailSettings = endpoint<{ answer: MailSettings }>()('GET', '/system/email', {
  needs: 'clusterconfigentry:edit',
});
/** Changes the settings of the mail server. The reference server does not have this endpoint. */
export const changeMailSettings = endpoint<{ body: MailSettingsBody; answer: MailSettings }>()('PUT', '/system/email', {
  needs: 'clusterconfigentry:edit',
});
/**
 * Removes the stored settings of the mail server, so that the settings given at the start of the server apply again.
 * The reference server does not have this endpoint.
 */
export const forgetMailSettings = endpoint<{ answer: MailSettings }>()('DELETE', '/system/email', {
  needs: 'clusterconfigentry:edit',
});
/**
 * Sends a test e-mail; an error of the mail server is answered with 500 and its message. The reference server does not
 * have this endpoint.
 */
export const testMailSettings = endpoint<{ body: MailTestRequest; answer: undefined }>()(
  'POST',
  '/system/email/test',
  { needs: 'clusterconfigentry:edit' },
  accepted,
);
