import {
  createEventDefinition,
  deleteEventDefinition,
  getEventDefinitionWithContext,
  listEventDefinitions,
  updateEventDefinition,
  validateEventDefinition,
  type EventDefinitionBody,
} from '../../../../api/contract/event-definitions.js';
import { everything, isSystemStream, type ContentKind, type IdOf } from '../kind.js';
import { MissingReference, throwFirst } from '../pack-error.js';
import { listIn, objectIn, textIn, wrapped, type PlainData } from '../values.js';
import { unlessMissing } from './missing.js';
import { isObject } from '../../foundation/is-object.js';

const notificationIds = (data: PlainData): string[] =>
  listIn(data, 'notifications').flatMap((one) => (isObject(one) ? [textIn(one, 'notification_id')] : []));

function bodyOf(data: PlainData, idOf: IdOf): EventDefinitionBody {
  const config = objectIn(data, 'config');
  const streams = listIn(config, 'streams').map((id, at) => {
    const known = idOf('stream', String(id));
    const path = `config.streams[${at}]`;
    if (known === undefined) throw new MissingReference(path, 'stream', id);
    return known;
  });
  const notifications = listIn(data, 'notifications').flatMap((one, at) => {
    if (!isObject(one)) return [];
    const written = textIn(one, 'notification_id');
    const id = idOf('notification', written);
    if (id === undefined) throw new MissingReference(`notifications[${at}].notification_id`, 'notification', written);
    return [{ ...one, notification_id: id }];
  });
  return {
    title: textIn(data, 'title'),
    description: textIn(data, 'description'),
    priority: typeof data['priority'] === 'number' ? data['priority'] : 2,
    alert: data['alert'] === true,
    config: { ...config, streams },
    field_spec: { ...objectIn(data, 'field_spec') },
    key_spec: listIn(data, 'key_spec').map(String),
    notification_settings: { ...objectIn(data, 'notification_settings') },
    notifications,
  };
}

/**
 * Writes texts, priority, flags, query and notification ids as value references; streams, series and times stay plain.
 */
function wrap(data: PlainData): object {
  const config = objectIn(data, 'config');
  return {
    ...data,
    _scope: wrapped(data['_scope'] ?? 'DEFAULT'),
    title: wrapped(textIn(data, 'title')),
    description: wrapped(textIn(data, 'description')),
    priority: wrapped(data['priority'] ?? 2),
    alert: wrapped(data['alert'] === true),
    is_scheduled: wrapped(data['is_scheduled'] !== false),
    config: { ...config, query: wrapped(textIn(config, 'query')) },
    notifications: listIn(data, 'notifications').map((one) =>
      isObject(one) ? { ...one, notification_id: wrapped(textIn(one, 'notification_id')) } : one,
    ),
  };
}

const schedule = (data: PlainData) => ({ schedule: data['is_scheduled'] !== false });

export const eventDefinitionKind: ContentKind = {
  type: 'event_definition',
  version: '1',
  title: 'Event definition',
  needs: createEventDefinition,
  list: async (api) =>
    (await api.call(listEventDefinitions, everything)).event_definitions.flatMap(({ id, title, config }) =>
      config.type === 'system-notifications-v1' ? [] : [{ id, title }],
    ),
  read: async (api, id) => {
    const found = await unlessMissing(api.call(getEventDefinitionWithContext, { params: { definitionId: id } }));
    const definition = found?.event_definition;
    if (!definition || definition.config.type !== 'aggregation-v1') return undefined;
    const { config, title, notifications } = definition;
    return {
      title,
      references: [
        ...config.streams.map((stream) => ({ type: 'stream', id: stream })),
        ...notifications.map((one) => ({ type: 'notification', id: one.notification_id })),
      ],
      data: (idOf) => ({
        _scope: 'DEFAULT',
        title,
        description: definition.description,
        priority: definition.priority,
        alert: definition.alert,
        config: { ...config, streams: config.streams.map((stream) => idOf('stream', stream) ?? stream) },
        field_spec: definition.field_spec,
        key_spec: definition.key_spec,
        notification_settings: definition.notification_settings,
        notifications: notifications.map((one) => ({
          ...one,
          notification_id: idOf('notification', one.notification_id) ?? one.notification_id,
        })),
        storage: definition.storage,
        is_scheduled: found?.context.scheduler.is_scheduled ?? true,
      }),
    };
  },
  wrap,
  titleOf: (data) => textIn(data, 'title'),
  references: (data) => [
    ...listIn(objectIn(data, 'config'), 'streams').flatMap((id) =>
      isSystemStream(String(id)) ? [] : [{ type: 'stream', id: String(id) }],
    ),
    ...notificationIds(data).map((id) => ({ type: 'notification', id })),
  ],
  without: (data, isLeftOut) => ({
    ...data,
    notifications: listIn(data, 'notifications').filter((one) => !isObject(one) || !isLeftOut(one['notification_id'])),
  }),
  check: async (api, data) => {
    if (!api.serves(validateEventDefinition)) return;
    const body = bodyOf(data, (_type, id) => id);
    throwFirst((await api.call(validateEventDefinition, { body })).errors);
  },
  create: async (api, data, idOf) =>
    (await api.call(createEventDefinition, { query: schedule(data), body: bodyOf(data, idOf) })).id,
  update: async (api, id, data, idOf) => {
    const body = { id, ...bodyOf(data, idOf) };
    await api.call(updateEventDefinition, { params: { definitionId: id }, query: schedule(data), body });
  },
  remove: async (api, id) => {
    await api.call(deleteEventDefinition, { params: { definitionId: id } });
  },
  detail: (data) => {
    const minutes = Number(objectIn(data, 'config')['execute_every_ms']) / 60_000;
    const count = notificationIds(data).length;
    const every = Number.isFinite(minutes)
      ? `Runs every ${minutes === 1 ? 'minute' : `${Math.round(minutes * 10) / 10} minutes`}`
      : 'Runs regularly';
    return `${every}, with ${count} ${count === 1 ? 'notification' : 'notifications'}.`;
  },
};
