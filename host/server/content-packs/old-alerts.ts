/**
 * Converts alerts of versions before 3.1, which were parts of streams (`alert_conditions`, `alarm_callbacks`), to event
 * definitions and notifications. The file of the pack stays unchanged; the plan of an installation contains the
 * converted entities.
 */
import type { ContentEntity } from '../../../api/contract/catalogue.schema.js';
import type { ContentPack } from '../../../api/contract/content-packs.schema.js';
import { listIn, objectIn, textIn, unwrapped, wrapped, type PlainData } from './values.js';
import { isObject } from '../foundation/is-object.js';

const minuteMs = 60_000;
const mostAlerts = 100;
const emailCallback = 'org.graylog2.alarmcallbacks.EmailAlarmCallback';
const httpCallback = 'org.graylog2.alarmcallbacks.HTTPAlarmCallback';

const functions: Readonly<Record<string, string>> = {
  MEAN: 'avg',
  MIN: 'min',
  MAX: 'max',
  SUM: 'sum',
  STDDEV: 'stddev',
};

interface Converted {
  readonly entities: readonly ContentEntity[];
  /** Messages about alerts that cannot be converted. */
  readonly warnings: readonly string[];
}

const none: Converted = { entities: [], warnings: [] };

/** Returns a numeric parameter of an alert condition, or `otherwise` if it has no numeric value. */
function numberIn(data: PlainData, name: string, otherwise: number): number {
  const value = data[name];
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : otherwise;
}

/** Builds the series and the condition of an aggregation. */
function aggregation(
  expr: string,
  series: { readonly id: string; readonly function: string; readonly field: unknown },
  value: number,
) {
  const expression = { expr, left: { expr: 'number-ref', ref: series.id }, right: { expr: 'number', value } };
  return { series: [series], conditions: { expression } };
}

/** Returns the query, series and condition that replace an old alert condition; undefined: no equivalent exists. */
function examined(type: string, parameters: PlainData) {
  const query = textIn(parameters, 'query').trim();
  const isLess = ['LESS', 'LOWER'].includes(textIn(parameters, 'threshold_type').toUpperCase());
  const threshold = numberIn(parameters, 'threshold', 0);
  const field = textIn(parameters, 'field');
  const kind = type.toLowerCase();
  if (/message_?count/.test(kind))
    return { query, ...aggregation(isLess ? '<' : '>', { id: 'count-', function: 'count', field: null }, threshold) };
  if (/field_?content/.test(kind)) {
    const content = `${field}:${JSON.stringify(textIn(parameters, 'value'))}`;
    const whole = query === '' || query === '*' ? content : `(${query}) AND ${content}`;
    // Without a series, each message causes an event.
    return field === '' ? undefined : { query: whole, series: [], conditions: { expression: null } };
  }
  const called = functions[textIn(parameters, 'type').toUpperCase()];
  if (!/field_?value/.test(kind) || called === undefined || field === '') return undefined;
  const series = { id: `${called}-${field}`, function: called, field };
  return { query, ...aggregation(isLess ? '<' : '>', series, threshold) };
}

function notificationOf(callback: PlainData, stream: string): PlainData | undefined {
  const type = textIn(callback, 'type');
  const configuration = objectIn(callback, 'configuration');
  const title = textIn(callback, 'title') || `Notification of the stream ${stream}`;
  if (type === httpCallback)
    return { title, description: '', config: { type: 'http-notification-v1', url: textIn(configuration, 'url') } };
  const receivers = [...listIn(configuration, 'user_receivers'), ...listIn(configuration, 'email_receivers')];
  if (type !== emailCallback || receivers.length === 0) return undefined;
  const config = { type: 'legacy-alarm-callback-notification-v1', callback_type: type, configuration };
  return { title, description: '', config };
}

/** Returns the entities that result from the alerts of one stream. */
export function convertedAlerts(entity: ContentEntity, parameters: readonly string[]): Converted {
  if (entity.type.name !== 'stream' || !isObject(entity.data)) return none;
  const raw = entity.data;
  if (listIn(raw, 'alert_conditions').length === 0 && listIn(raw, 'alarm_callbacks').length === 0) return none;
  // References to parameters are kept; they are resolved later together with the references of the other entities.
  const kept = new Map(parameters.map((name) => [name, { '@type': 'parameter', '@value': name }]));
  const { title, alert_conditions, alarm_callbacks } = raw;
  const data = unwrapped({ title, alert_conditions, alarm_callbacks }, kept).data as PlainData;
  const stream = textIn(data, 'title') || entity.id;
  const warnings: string[] = [];
  const entities: ContentEntity[] = [];
  const add = (type: string, id: string, made: PlainData): void => {
    entities.push({ v: '1', type: { name: type, version: '1' }, id, data: made, constraints: [] });
  };
  const notifications: string[] = [];
  for (const [at, callback] of listIn(data, 'alarm_callbacks').slice(0, mostAlerts).entries()) {
    if (!isObject(callback)) continue;
    const made = notificationOf(callback, stream);
    const id = `${entity.id}-callback-${at}`;
    if (made) {
      notifications.push(id);
      add('notification', id, made);
    } else
      warnings.push(
        `The alarm callback ${textIn(callback, 'title')} (${textIn(callback, 'type')}) could not be converted.`,
      );
  }
  for (const [at, condition] of listIn(data, 'alert_conditions').slice(0, mostAlerts).entries()) {
    if (!isObject(condition)) continue;
    const held = objectIn(condition, 'parameters');
    const about = textIn(condition, 'title') || `Alert of the stream ${stream}`;
    const found = examined(textIn(condition, 'type'), held);
    if (!found) {
      warnings.push(`The alert condition ${about} (${textIn(condition, 'type')}) could not be converted.`);
      continue;
    }
    add('event_definition', `${entity.id}-condition-${at}`, {
      title: about,
      description: `It was made of an alert condition of the stream ${stream}.`,
      priority: 2,
      alert: true,
      config: {
        type: 'aggregation-v1',
        streams: [entity.id],
        group_by: [],
        search_within_ms: Math.max(1, numberIn(held, 'time', 1)) * minuteMs,
        execute_every_ms: minuteMs,
        ...found,
      },
      field_spec: {},
      key_spec: [],
      notification_settings: {
        grace_period_ms: Math.max(0, numberIn(held, 'grace', 0)) * minuteMs,
        backlog_size: Math.max(0, Math.floor(numberIn(held, 'backlog', 0))),
      },
      notifications: notifications.map((id) => ({ notification_id: wrapped(id), notification_parameters: null })),
      storage: [{ type: 'persist-to-streams-v1', streams: ['000000000000000000000002'] }],
      is_scheduled: true,
    });
  }
  return { entities, warnings };
}

/** Returns the pack with the entities that replace its old alerts. */
export function withConvertedAlerts(pack: ContentPack): ContentPack {
  const names = pack.parameters.map(({ name }) => name);
  const made = pack.entities.flatMap((entity) => convertedAlerts(entity, names).entities);
  return made.length === 0 ? pack : { ...pack, entities: [...pack.entities, ...made] };
}
