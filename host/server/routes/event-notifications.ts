/** Routes of event notifications (contract dashboards-sharing-alerts eventNotifications.*). */
import * as endpoints from '../../../api/contract/event-notifications.js';
import {
  EventNotificationBody,
  TemplatePreviewRequest,
  type EventNotification,
} from '../../../api/contract/event-notifications.schema.js';
import type { ConfigField } from '../../../api/contract/config-fields.js';
import { BulkRequest, PageQuery } from '../../../api/contract/list.schema.js';
import type { DefinitionDocument } from '../alerts/definition-input.js';
import type { NotificationDocument } from '../alerts/notifications/event-notifications.js';
import { openedSecrets, shownConfig } from '../alerts/notifications/fields.js';
import { kindOf } from '../alerts/notifications/kinds/index.js';
import { callbackTypes } from '../alerts/notifications/kinds/legacy.js';
import { modelOf, testJob } from '../alerts/notifications/model.js';
import {
  checkedNotification,
  secretsOf,
  storedNotification,
  typeOf,
} from '../alerts/notifications/notification-input.js';
import { parseTemplate, TemplateError } from '../alerts/notifications/templates/parse.js';
import { renderTemplate } from '../alerts/notifications/templates/render.js';
import { tryNotification } from '../alerts/notifications/testing.js';
import { readableEvent } from '../alerts/readable-events.js';
import { authorize, can, permissionOn, type Caller } from '../auth/caller.js';
import { newEntityId } from '../foundation/ids.js';
import type { Needs } from '../context.js';
import type { Entities } from '../entities/catalogue.js';
import { inBulk, StoredEntities } from '../entities/entity-routes.js';
import { entityCollection } from '../documents/kinds.js';
import { BadRequestError, NotFoundError } from '../foundation/errors.js';
import { attribute, EntityList } from '../lists/entity-list.js';
import type { Registry } from '../http/registry.js';
import { isoOrNull } from '../foundation/iso-time.js';

/** Largest number of notifications, because each may have a queue on disk. */
const mostNotifications = 1000;
const shownHistory = 100;

const list = new EntityList<NotificationDocument>(
  [
    attribute('_id', 'id', 'OBJECT_ID', ({ id }) => id, { searchable: true, hidden: true, alias: 'id' }),
    attribute('title', 'Title', 'STRING', ({ title }) => title, { searchable: true }),
    attribute('description', 'Description', 'STRING', ({ description }) => description, { searchable: true }),
    attribute('type', 'Type', 'STRING', ({ config }) => config.type),
  ],
  'title',
  ({ id }) => id,
);

function shown({ id, title, description, config }: NotificationDocument, caller: Caller): EventNotification {
  const kind = kindOf(config.type);
  const editor = can(caller, permissionOn('eventnotifications:edit', id));
  return { id, title, description, config: shownConfig(kind?.fields ?? {}, config, editor) };
}

export function registerEventNotifications(
  registry: Registry,
  { documents, store, auth, eventNotifications: running }: Needs<'documents' | 'store' | 'auth' | 'eventNotifications'>,
  entities: Entities,
): void {
  const { secrets } = auth.services;
  const stored = new StoredEntities<NotificationDocument>(documents, entities, {
    type: 'notification',
    missing: (id) => `Notification ${id} doesn't exist`,
  });
  const definitions = entityCollection<DefinitionDocument>(documents, 'event_definition');
  const detach = async (id: string): Promise<void> => {
    const names = ({ notifications }: DefinitionDocument): boolean =>
      notifications.some((one) => one.notification_id === id);
    for (const definition of definitions.all().filter(names)) {
      await definitions.update(definition.id, (old) => ({
        ...old,
        updated_at: new Date().toISOString(),
        notifications: old.notifications.filter((one) => one.notification_id !== id),
      }));
    }
  };
  entities.on(async ({ type, change, id }) => {
    if (type !== 'notification' || change !== 'removed') return;
    await running.forget(id);
    await detach(id);
  });
  const readable = (caller: Caller): NotificationDocument[] =>
    stored.all().filter(({ id }) => can(caller, permissionOn('eventnotifications:read', id)));

  registry.serve(endpoints.eventNotificationsPage, { query: PageQuery }, ({ query, user }) =>
    list.overview(readable(user), query, (one) => shown(one, user)),
  );
  registry.serve(endpoints.listEventNotifications, { query: PageQuery }, ({ query, user }) => {
    const all = readable(user);
    const { items, body } = list.page(all, { ...query, sort: 'title', order: 'asc' });
    return {
      ...body,
      query: query.query ?? '',
      grand_total: all.length,
      notifications: items.map((one) => shown(one, user)),
    };
  });
  registry.serve(endpoints.legacyCallbackTypes, {}, ({ user }) => {
    const users = can(user, 'users:list') ? auth.users.all().map(({ username }) => [username, username]) : [];
    const withUsers = (name: string, field: ConfigField): ConfigField =>
      name === 'user_receivers' ? { ...field, additional_info: { values: Object.fromEntries(users) } } : field;
    const types = Object.entries(callbackTypes).map(([id, { name, fields }]) => {
      const configuration = Object.entries(fields).map(([field, facts]) => [field, withUsers(field, facts)]);
      return [id, { name, configuration: Object.fromEntries(configuration) as Record<string, ConfigField> }] as const;
    });
    return { types: Object.fromEntries(types) };
  });
  registry.serve(endpoints.getEventNotification, {}, ({ params, user }) => shown(stored.get(params.id), user));
  registry.serve(endpoints.createEventNotification, { body: EventNotificationBody }, async ({ body, user }) => {
    if (stored.all().length >= mostNotifications)
      throw new BadRequestError(`There are ${mostNotifications} notifications, which is as many as there may be.`);
    const checked = await checkedNotification(body, undefined, running.means);
    return shown(await stored.create(await storedNotification(secrets, newEntityId(), checked), user), user);
  });
  registry.serve(endpoints.updateEventNotification, { body: EventNotificationBody }, async ({ params, body, user }) => {
    const old = stored.get(params.id);
    if (body.id !== undefined && body.id !== null && body.id !== '' && body.id !== old.id)
      throw new BadRequestError('The notification has another ID than the address says.');
    const checked = await checkedNotification(body, old, running.means);
    const changed = await storedNotification(secrets, old.id, checked);
    const answer = shown(await stored.update(old.id, () => changed, user), user);
    await running.changed(old.id);
    return answer;
  });
  registry.serve(endpoints.deleteEventNotification, {}, async ({ params, user }) => {
    await stored.remove(params.id, user);
    return undefined;
  });
  registry.serve(endpoints.deleteEventNotifications, { body: BulkRequest }, ({ body, user }) =>
    inBulk(body, async (id) => {
      authorize(user, permissionOn('eventnotifications:delete', id));
      await stored.remove(id, user);
    }),
  );

  registry.serve(endpoints.testEventNotification, { body: EventNotificationBody }, async ({ body, user, signal }) => {
    const type = typeOf(body);
    if (type !== '' && !kindOf(type)) throw new NotFoundError(`This server has no notifications of type ${type}.`);
    // Only a user who may change the notification may test it with its stored secrets.
    const mayKeep = body.id && can(user, permissionOn('eventnotifications:edit', body.id));
    const kept = mayKeep ? stored.all().find(({ id }) => id === body.id) : undefined;
    const checked = await checkedNotification(body, kept, running.means);
    const { kind, title, config } = checked;
    const id = kept?.id ?? newEntityId();
    const notification = { id, title, config, secrets: await secretsOf(secrets, id, checked) };
    await tryNotification(running, kind, notification, user.username, signal);
    return undefined;
  });
  registry.serve(endpoints.testStoredNotification, {}, async ({ params, user, signal }) => {
    const { id, title, config } = stored.get(params.id);
    const kind = kindOf(config.type);
    if (!kind) throw new NotFoundError(`This server has no notifications of type ${config.type}.`);
    const notification = { id, title, config, secrets: await openedSecrets(secrets, id, kind.fields, config) };
    await tryNotification(running, kind, notification, user.username, signal);
    return undefined;
  });

  registry.serve(endpoints.previewTemplate, { body: TemplatePreviewRequest }, async ({ body, user, signal }) => {
    const { template, escape = 'none', time_zone: zone = 'UTC', event_id: eventId } = body;
    let parsed;
    try {
      parsed = parseTemplate(template);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      const { line, column, reason: message } = error;
      return { text: '', cut: false, problem: { line, column, message } };
    }
    const job = testJob('', user.username, new Date());
    if (eventId === undefined) return { ...renderTemplate(parsed, modelOf(job, zone), { escape }), problem: null };
    const event = (await readableEvent({ documents, store }, user, eventId, signal))?.event;
    if (!event) throw new NotFoundError(`There is no event with ID <${eventId}>.`);
    const id = event.event_definition_id;
    const known = entityCollection<DefinitionDocument>(documents, 'event_definition').get(id);
    const { title, description } = known ?? { title: '', description: '' };
    const eventDefinition = {
      ...job.eventDefinition,
      id,
      title,
      description,
      config: known?.config ?? job.eventDefinition.config,
    };
    const model = modelOf({ ...job, event, eventDefinition }, zone);
    return { ...renderTemplate(parsed, model, { escape }), problem: null };
  });
  registry.serve(endpoints.notificationHistory, {}, async ({ params, user }) => {
    const { id } = stored.get(params.id);
    const queue = running.queue(id);
    const state = queue?.state;
    const editor = can(user, permissionOn('eventnotifications:edit', id));
    const history = (await queue?.history.read(shownHistory)) ?? [];
    return {
      waiting: state?.waiting ?? 0,
      oldest_at: isoOrNull(state?.oldest),
      retry_at: isoOrNull(state?.retryAt),
      last_error:
        state?.lastError && editor ? { ...state.lastError, time: isoOrNull(state.lastError.time) ?? '' } : null,
      history: history.map(({ deliveries, body, ...entry }) => (editor ? { ...entry, deliveries, body } : entry)),
    };
  });
}
