/** Routes of system notifications and their texts. */
import * as endpoints from '../../../api/contract/system.js';
import { NotificationValues } from '../../../api/contract/system.schema.js';
import { can } from '../auth/caller.js';
import type { Needs } from '../context.js';
import { BadRequestError, NotFoundError } from '../foundation/errors.js';
import { notificationMessage, notificationTexts } from '../system-notifications/notification-texts.js';
import type { Registry } from '../http/registry.js';

export function registerNotifications(
  registry: Registry,
  { notifications, nodeId }: Needs<'notifications' | 'nodeId'>,
): void {
  registry.serve(endpoints.listNotifications, {}, ({ user }) => {
    const readable = notifications.all().filter(({ type }) => can(user, `notifications:read:${type}`));
    return { notifications: readable, total: readable.length };
  });

  async function remove(type: string, key?: string): Promise<undefined> {
    const name = type.toLowerCase();
    if (!Object.hasOwn(notificationTexts, name)) throw new BadRequestError(`Unknown notification type ${type}`);
    await notifications.remove(name, key);
    return undefined;
  }
  registry.serve(endpoints.deleteNotification, {}, ({ params }) => remove(params.type));
  registry.serve(endpoints.deleteKeyedNotification, {}, ({ params }) => remove(params.type, params.key));

  function message(format: 'html' | 'plaintext', body: NotificationValues, type: string, key?: string) {
    const name = type.toLowerCase();
    const found = notifications.find(name, key);
    const text = found && notificationMessage(name, { node_id: nodeId, ...found.details, ...body?.values }, format);
    if (!text)
      throw new NotFoundError(`There is no notification of type ${type}${key === undefined ? '' : ` and key ${key}`}`);
    return text;
  }
  const body = { body: NotificationValues };
  registry.serve(endpoints.notificationHtml, body, (request) => message('html', request.body, request.params.type));
  registry.serve(endpoints.notificationText, body, (request) =>
    message('plaintext', request.body, request.params.type),
  );
  registry.serve(endpoints.keyedNotificationHtml, body, ({ params, body: values }) =>
    message('html', values, params.type, params.key),
  );
  registry.serve(endpoints.keyedNotificationText, body, ({ params, body: values }) =>
    message('plaintext', values, params.type, params.key),
  );
}
