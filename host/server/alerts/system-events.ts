/** Creates an event for each system notification (contract dashboards-sharing-alerts SYSTEM EVENT DEFINITION). */
import { systemNotificationsType } from '../../../api/contract/event-definitions.schema.js';
import type { Event } from '../../../api/contract/events.js';
import { instantText } from '../../../api/instant-text.js';
import type { SystemNotification } from '../../../api/contract/system.schema.js';
import { newEntityId } from '../foundation/ids.js';
import { notificationMessage } from '../system-notifications/notification-texts.js';
import { storageOf, type DefinitionDocument } from './definition-input.js';
import { eventId } from './event-ids.js';
import type { Made } from './make-events.js';

export const systemScope = 'SYSTEM_NOTIFICATION_EVENT';

export const isSystem = ({ config }: DefinitionDocument): boolean => config.type === systemNotificationsType;

/** Returns the initial definition of system events; users may attach notifications to it later. */
export function systemDefinition(): DefinitionDocument {
  const config = { type: systemNotificationsType } as const;
  return {
    id: newEntityId(),
    _scope: systemScope,
    title: 'System notifications',
    description: 'Makes an event of each system notification',
    updated_at: null,
    priority: 1,
    alert: false,
    config,
    field_spec: {},
    key_spec: [],
    notification_settings: { grace_period_ms: 0, backlog_size: 0 },
    notifications: [],
    storage: storageOf(config),
    isScheduled: false,
  };
}

const longestValue = 10_000;

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, longestValue);

export function systemEvent(
  definition: DefinitionDocument,
  { type, key, details = {}, node_id, timestamp }: SystemNotification,
  { source, now }: Made,
): Event {
  const notification = notificationMessage(type, { node_id, ...details }, 'plaintext');
  const text = notification ? `${notification.title}: ${notification.description}` : textOf(details);
  const at = Date.parse(timestamp);
  return {
    id: eventId(at, [definition.id, 'notification', type, key ?? '', timestamp]),
    event_definition_type: definition.config.type,
    event_definition_id: definition.id,
    origin_context: null,
    timestamp: instantText(at),
    timestamp_processing: instantText(now),
    timerange_start: null,
    timerange_end: null,
    streams: definition.storage.flatMap(({ streams }) => streams),
    source_streams: [],
    message: `${type.toUpperCase()}: ${text}`,
    source,
    key_tuple: [],
    key: null,
    priority: definition.priority,
    alert: definition.alert,
    fields: Object.fromEntries(Object.entries(details).map(([name, value]) => [name, textOf(value)])),
    group_by_fields: {},
    replay_info: null,
  };
}
