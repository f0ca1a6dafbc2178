/**
 * Lists the members of an entity's data that this server does not know: a later version of the server may have written
 * them.
 */
import { type PlainData } from '../values.js';
import { isObject } from '../../foundation/is-object.js';

const named = ['name', 'title', 'description', '_scope'];
const view = ['type', 'title', 'summary', 'description', 'properties', 'requires', 'owner', 'created_at'];

/** Known members by type and version. Members that mean nothing outside their server, such as dates, count as known. */
const known: Readonly<Record<string, readonly string[]>> = {
  'grok_pattern/1': ['name', 'pattern'],
  'lookup_adapter/1': [...named, 'configuration'],
  'lookup_cache/1': [...named, 'configuration'],
  'lookup_table/1': [
    ...named,
    'cache_name',
    'data_adapter_name',
    'default_single_value',
    'default_single_value_type',
    'default_multi_value',
    'default_multi_value_type',
  ],
  'input/1': ['title', 'type', 'global', 'configuration', 'static_fields', 'extractors'],
  'output/1': ['title', 'type', 'configuration'],
  'stream/1': [
    'title',
    'description',
    'disabled',
    'matching_type',
    'stream_rules',
    'outputs',
    'alert_conditions',
    'alarm_callbacks',
    'default_stream',
    'remove_matches',
  ],
  'stream_title/1': ['title'],
  'pipeline_rule/1': ['title', 'description', 'source'],
  'pipeline/1': ['title', 'description', 'source', 'connected_streams'],
  'dashboard/1': ['title', 'description', 'widgets'],
  'dashboard/2': [...view, 'search', 'state', 'last_updated_at'],
  'search/1': [...view, 'search', 'state', 'last_updated_at'],
  'notification/1': ['title', 'description', 'config'],
  'event_definition/1': [
    '_scope',
    'title',
    'description',
    'updated_at',
    'matched_at',
    'priority',
    'alert',
    'config',
    'field_spec',
    'key_spec',
    'notification_settings',
    'notifications',
    'storage',
    'is_scheduled',
  ],
  'sidecar_collector/1': [
    'name',
    'service_type',
    'node_operating_system',
    'executable_path',
    'execute_parameters',
    'validation_parameters',
    'default_template',
  ],
  'sidecar_collector_configuration/1': ['collector_id', 'title', 'color', 'template', 'tags'],
  'url_whitelist_entry/1': ['id', 'type', 'title', 'value'],
};

/** Known members of the configuration of an event definition. */
const eventConfig = [
  'type',
  'query',
  'query_parameters',
  'streams',
  'group_by',
  'series',
  'conditions',
  'search_within_ms',
  'execute_every_ms',
  'event_limit',
  'by_receive_time',
];

/** Tells whether a value is empty or false, so that the member can be left out without loss. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (!isObject(value)) return false;
  return '@value' in value ? isEmpty(value['@value']) : Object.keys(value).length === 0;
}

const others = (data: PlainData, members: readonly string[], prefix = ''): string[] =>
  Object.entries(data).flatMap(([name, value]) =>
    members.includes(name) || isEmpty(value) ? [] : [prefix + name.slice(0, 100)],
  );

/** Describes members that are left out, as the end of a sentence. */
export const unknownText = (names: readonly string[]): string =>
  names.length === 1
    ? `${names.join()} is not known here and is left out.`
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''} are not known here and are left out.`;

/**
 * Returns the names of members of an entity, at most 20. These members have a value, and this server does not know
 * them.
 * @param data with or without value references
 */
export function unknownMembers(type: { readonly name: string; readonly version: string }, data: PlainData): string[] {
  const key = `${type.name}/${type.version}`;
  const members = Object.hasOwn(known, key) ? known[key] : undefined;
  if (!members) return [];
  const { config } = data;
  const inner = key === 'event_definition/1' && isObject(config) ? others(config, eventConfig, 'config.') : [];
  return [...others(data, members), ...inner].slice(0, 20);
}
