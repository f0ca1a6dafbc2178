import {
  createEventNotification,
  deleteEventNotification,
  getEventNotification,
  listEventNotifications,
  updateEventNotification,
} from '../../../../api/contract/event-notifications.js';
import { hidden, readConfig } from '../../alerts/notifications/fields.js';
import { kindOf } from '../../alerts/notifications/kinds/index.js';
import { bringNotification, isSecretField } from '../../alerts/notifications/notification-input.js';
import { everything, type ContentKind } from '../kind.js';
import { PackError, throwFirst } from '../pack-error.js';
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

/** Returns the names of the secrets that the configuration of a pack lacks although the notification needs them. */
function missingSecrets(config: PlainData): string[] {
  const known = kindOf(textIn(config, 'type'));
  if (!known) return [];
  const given = withoutPlaceholders(config);
  return Object.entries(known.fields).flatMap(([name, field]) => {
    const isMissing = isSecretField(known, name) && (given[name] ?? '') === '';
    const isNeeded =
      field.kind === 'text' ||
      Object.hasOwn(config, name) ||
      (name === 'api_secret' && textIn(given, 'api_key') !== '');
    return isMissing && isNeeded ? [name] : [];
  });
}

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
    const given = objectIn(data, 'config');
    const known = kindOf(textIn(given, 'type'));
    // An empty secret is left out in the same way as a secret that is set, so that the pack does not show whether the
    // secret is set.
    const config = Object.entries(given)
      .filter(([name, value]) => value !== '' || !known || !isSecretField(known, name))
      .map(([name, value]) => [name, name === 'type' || plainLists.includes(name) ? value : wrapped(value)]);
    return {
      title: wrapped(textIn(data, 'title')),
      description: wrapped(textIn(data, 'description')),
      config: Object.fromEntries(config) as object,
    };
  },
  titleOf: (data) => textIn(data, 'title'),
  references: () => [],
  usable: (_api, data) => {
    const names = missingSecrets(objectIn(data, 'config'));
    const [what, which] = names.length === 1 ? ['is missing', 'it'] : ['are missing', 'them'];
    const left = [
      `A pack contains no secrets: ${names.join(' and ')} ${what}. The notification works once you enter ${which}.`,
    ];
    return Promise.resolve({ data, left: names.length === 0 ? [] : left });
  },
  check: (_api, data) => {
    const { title, config } = bodyOf(data);
    if (title.trim() === '') throw new PackError('title: A notification needs a title.', { path: 'title' });
    const known = kindOf(config.type);
    if (!known)
      throw new PackError(`config: This server has no notifications of type ${config.type}.`, { path: 'config' });
    throwFirst(readConfig(known.fields, config, undefined).problems);
  },
  create: async (api, data) => (await api.call(createEventNotification, { body: bringNotification(bodyOf(data)) })).id,
  update: async (api, id, data) => {
    const { config, ...rest } = bodyOf(data);
    // If an update lacks an encrypted secret, the stored secret is kept. Another sensitive text is kept only if the
    // update contains the placeholder of the text.
    const isText = (name: string): boolean => kindOf(config.type)?.fields[name]?.kind === 'text';
    const kept = Object.fromEntries(
      missingSecrets(config)
        .filter(isText)
        .map((name) => [name, hidden]),
    );
    const body = bringNotification({ id, ...rest, config: { ...config, ...kept } });
    await api.call(updateEventNotification, { params: { id }, body });
  },
  remove: async (api, id) => {
    await api.call(deleteEventNotification, { params: { id } });
  },
  detail: (data) => `Its type is ${textIn(objectIn(data, 'config'), 'type') || 'unknown'}.`,
};
