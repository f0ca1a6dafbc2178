import {
  createEventNotification,
  deleteEventNotification,
  getEventNotification,
  listEventNotifications,
  updateEventNotification,
} from '../../../../api/contract/event-notifications.js';
import { everything, type ContentKind } from '../kind.js';
import { objectIn, textIn, wrapped, type PlainData } from '../values.js';
import { unlessMissing } from './missing.js';
import { withoutPlaceholders, withoutSecrets } from './secrets.js';

/** Members with lists of recipients, which are written without value references. */
const plainLists = ['email_recipients', 'user_recipients'];

const bodyOf = (data: PlainData) => {
  const config = withoutPlaceholders(objectIn(data, 'config'));
  return {
    title: textIn(data, 'title'),
    description: textIn(data, 'description'),
    config: { ...config, type: textIn(config, 'type') },
  };
};

export const notificationKind: ContentKind = {
  type: 'notification',
  version: '1',
  title: 'Notification',
  needs: createEventNotification,
  list: async (api) =>
    (await api.call(listEventNotifications, everything)).notifications.map(({ id, title }) => ({ id, title })),
  read: async (api, id) => {
    const notification = await unlessMissing(api.call(getEventNotification, { params: { id } }));
    if (!notification) return undefined;
    const { title, description, config } = notification;
    return { title, references: [], data: () => ({ title, description, config: withoutSecrets(config) }) };
  },
  wrap: (data) => {
    const config = Object.entries(objectIn(data, 'config')).map(([name, value]) => [
      name,
      name === 'type' || plainLists.includes(name) ? value : wrapped(value),
    ]);
    return {
      title: wrapped(textIn(data, 'title')),
      description: wrapped(textIn(data, 'description')),
      config: Object.fromEntries(config) as object,
    };
  },
  titleOf: (data) => textIn(data, 'title'),
  references: () => [],
  create: async (api, data) => (await api.call(createEventNotification, { body: bodyOf(data) })).id,
  update: async (api, id, data) => {
    await api.call(updateEventNotification, { params: { id }, body: { id, ...bodyOf(data) } });
  },
  remove: async (api, id) => {
    await api.call(deleteEventNotification, { params: { id } });
  },
  detail: (data) => `Of the type ${textIn(objectIn(data, 'config'), 'type') || 'unknown'}.`,
};
