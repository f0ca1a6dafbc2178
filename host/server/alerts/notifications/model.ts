/**
 * Builds the payload that receivers get and templates refer to (contract dashboards-sharing-alerts
 * NotificationPayload).
 */
import moment from 'moment-timezone';
import type { EventDefinition } from '../../../../api/contract/event-definitions.schema.js';
import type { Event } from '../../../../api/contract/events.js';
import { eventsStreamId } from '../../documents/event-documents.js';
import { beginning } from './templates/render.js';
import type { NotificationJob } from './types.js';

const unknown = '<unknown>';

export function payloadOf({ event, eventDefinition, backlog }: NotificationJob) {
  return {
    event_definition_id: eventDefinition.id || unknown,
    event_definition_type: eventDefinition.config.type || unknown,
    event_definition_title: eventDefinition.title || unknown,
    event_definition_description: eventDefinition.description || unknown,
    job_definition_id: unknown,
    job_trigger_id: unknown,
    event,
    backlog,
  };
}

const times = ['timestamp', 'timestamp_processing', 'timerange_start', 'timerange_end'] as const;

/**
 * Returns the values that a template can refer to: the payload, with the times of the event and of its messages written
 * in a time zone.
 * @param zone IANA name of the time zone; an unknown name counts as UTC
 */
export function modelOf(job: NotificationJob, zone: string): Record<string, unknown> {
  const known = moment.tz.zone(zone) ? zone : 'UTC';
  const local = (time: unknown): unknown =>
    typeof time === 'string' && moment.utc(time, moment.ISO_8601).isValid()
      ? moment.tz(time, known).format('YYYY-MM-DDTHH:mm:ss.SSSZ')
      : time;
  const { event, backlog, ...rest } = payloadOf(job);
  const { replay_info: replay } = event;
  return {
    ...rest,
    event: {
      ...event,
      ...Object.fromEntries(times.map((name) => [name, local(event[name])])),
      replay_info: replay && {
        ...replay,
        timerange_start: local(replay.timerange_start),
        timerange_end: local(replay.timerange_end),
      },
    },
    backlog: backlog.map((message) => ({ ...message, timestamp: local(message.timestamp) })),
  };
}

/** Largest number of characters of one text in a notification. */
const longestText = 32 * 1024;
/** Largest number of characters of the JSON of all messages in the backlog of a notification. */
const mostOfBacklog = 512 * 1024;

/**
 * Copies a JSON value with truncated texts and lists; objects and lists more than eight levels below the value become
 * null.
 */
function shortened(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return beginning(value, longestText);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 8) return null;
  if (Array.isArray(value)) return value.slice(0, 1000).map((one) => shortened(one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one, depth + 1)]));
}

/** Returns the first messages of a backlog, shortened, whose JSON texts together are shorter than `mostOfBacklog`. */
function boundedBacklog(backlog: NotificationJob['backlog']): NotificationJob['backlog'] {
  const bounded: NotificationJob['backlog'][number][] = [];
  let characters = 0;
  for (const message of backlog) {
    // Shortening keeps the members of a message and cuts only their texts and lists.
    const short = shortened(message) as NotificationJob['backlog'][number];
    characters += JSON.stringify(short).length;
    if (characters >= mostOfBacklog) break;
    bounded.push(short);
  }
  return bounded;
}

/**
 * Shortens a job to its limits: long texts are truncated, and the messages of the backlog end before the first that
 * does not fit. The fields and notifications of the event definition are removed.
 */
export function boundedJob(job: NotificationJob): NotificationJob {
  const { field_spec: _fields, notifications: _notifications, ...definition } = job.eventDefinition;
  return {
    notificationId: job.notificationId,
    event: shortened(job.event) as Event,
    eventDefinition: { ...(shortened(definition) as typeof definition), field_spec: {}, notifications: [] },
    backlog: boundedBacklog(job.backlog),
  };
}

/** Returns a job with the sample event of tests and previews (contract, constants.test_event). */
export function testJob(notificationId: string, username: string, now: Date): NotificationJob {
  const time = now.toISOString();
  const eventDefinition: EventDefinition = {
    id: 'NotificationTestId',
    _scope: 'DEFAULT',
    title: 'Test of a notification',
    description: 'This is a test of the notification. Nothing has happened.',
    updated_at: time,
    priority: 2,
    alert: true,
    // The contract uses a type for test definitions that no other definition has, hence the cast.
    config: { type: 'test-dummy-v1' } as unknown as EventDefinition['config'],
    field_spec: {},
    key_spec: [],
    notification_settings: { grace_period_ms: 0, backlog_size: 0 },
    notifications: [],
    storage: [],
    scheduler: null,
  };
  const event: Event = {
    id: 'TEST_NOTIFICATION_ID',
    event_definition_type: 'notification-test-v1',
    event_definition_id: 'EventDefinitionTestId',
    origin_context: null,
    timestamp: time,
    timestamp_processing: time,
    timerange_start: null,
    timerange_end: null,
    streams: [eventsStreamId],
    source_streams: [],
    message: `This is a test of a notification, asked for by ${username}.`,
    source: '000000000000000000000001',
    key_tuple: ['testkey'],
    key: 'testkey',
    priority: 2,
    alert: true,
    fields: { field1: 'value1', field2: 'value2' },
    group_by_fields: {},
    replay_info: null,
  };
  return { notificationId, event, eventDefinition, backlog: [] };
}
