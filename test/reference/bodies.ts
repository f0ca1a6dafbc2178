/**
 * Checks request bodies as a reference server does. It refuses a JSON object with an unknown member, unless the
 * contract defines otherwise. The shapes list the members of the contract that the console sends. An endpoint without
 * an entry accepts any body.
 */
import { readFileSync } from 'node:fs';
import { misfits, type Shape, type Types } from '../conformance/shape.js';

/** Builds a shape from space-separated names. */
const members = (names: string): Shape => Object.fromEntries(names.split(' ').map((name) => [`${name}?`, 'any']));

const wholeSearch = { 'id?': 'any', queries: ['#Query'], parameters: ['#Parameter'] } as const;
const wholeView: Shape = {
  ...(members('id type title summary description search_id properties requires created_at owner favorite') as object),
  state: { '*': '#ViewState' },
};
const exported = members('timerange query_string streams fields_in_order chunk_size time_zone limit');
const resultFormat = members('fields_in_order timerange limit execution_state filename time_zone');
const inBulk = members('entity_ids');
const decorator = members('id type config stream order');
const streamRule = members('type field value inverted description');
const input = members('title type global configuration node');
const extractor = members(
  'title cursor_strategy source_field target_field extractor_type extractor_config converters condition_type condition_value order',
);
const grokPattern = members('id name pattern content_pack');
const directory = members(
  'type servers transport_security verify_certificates system_user_dn system_user_password user_search_base ' +
    'user_search_pattern user_unique_id_attribute user_name_attribute user_full_name_attribute email_attributes',
);
const service: Shape = { ...(members('title description default_roles') as object), config: directory };
const serviceTest: Shape = { ...(members('backend_id user_login') as object), backend_configuration: service };
const role = members('name description permissions read_only');

/** Bodies by method and path, with `{}` for every path parameter. */
const bodies: Readonly<Record<string, Shape>> = {
  'POST /views': wholeView,
  'PUT /views/{}': wholeView,
  'POST /views/bulk_delete': inBulk,
  'POST /views/search': wholeSearch,
  'POST /views/search/metadata': wholeSearch,
  'POST /views/search/sync': wholeSearch,
  'POST /views/fields': members('streams timerange'),
  'POST /views/export': exported,
  'POST /views/export/{}': resultFormat,
  'POST /views/export/{}/{}': resultFormat,
  'POST /views/search/messages': exported,
  'POST /views/search/messages/{}': resultFormat,
  'POST /views/search/messages/{}/{}': resultFormat,
  'POST /search/validate': members('query filter timerange streams parameters parameter_bindings validation_mode'),
  'POST /search/suggest': members('field input size timerange streams'),
  'POST /search/decorators': decorator,
  'PUT /search/decorators/{}': decorator,
  'POST /messages/parse': members('message codec remote_address configuration'),
  'POST /entitylists/preferences/{}': members('displayed_attributes per_page sort'),
  'POST /system/catalog/entities/titles': { entities: [members('id type')] },
  'POST /authz/shares/entities/{}/prepare': members('selected_grantee_capabilities'),
  'POST /authz/shares/entities/{}': members('selected_grantee_capabilities'),
  'POST /streams': members(
    'title description rules content_pack matching_type remove_matches_from_default_stream index_set_id',
  ),
  'POST /streams/bulk_delete': inBulk,
  'POST /streams/bulk_pause': inBulk,
  'POST /streams/bulk_resume': inBulk,
  'POST /streams/{}/testMatch': members('message'),
  'POST /streams/{}/clone': members('title description remove_matches_from_default_stream index_set_id'),
  'POST /streams/{}/rules': streamRule,
  'PUT /streams/{}/rules/{}': streamRule,
  'POST /streams/{}/outputs': members('outputs'),
  'POST /system/outputs': members('title type configuration streams content_pack'),
  'PUT /system/outputs/{}': members('title type configuration streams'),
  'POST /system/inputs': input,
  'PUT /system/inputs/{}': input,
  'POST /system/inputs/{}/staticfields': members('key value'),
  'POST /system/inputs/{}/extractors': extractor,
  'PUT /system/inputs/{}/extractors/{}': extractor,
  'POST /system/inputs/{}/extractors/order': members('order'),
  'POST /tools/grok_tester': members('pattern string named_captures_only'),
  'POST /tools/json_tester': members(
    'flatten list_separator key_separator kv_separator replace_key_whitespace key_whitespace_replacement key_prefix string',
  ),
  'POST /tools/regex_tester': members('regex string'),
  'POST /tools/regex_replace_tester': members('regex replacement replace_all string'),
  'POST /tools/split_and_index_tester': members('split_by index string'),
  'POST /tools/substring_tester': members('start end string'),
  'POST /tools/contains_string_tester': members('search_string string'),
  'POST /tools/lookup_table_tester': members('lookup_table_name string'),
  'POST /system/grok': grokPattern,
  'PUT /system/grok/{}': grokPattern,
  'POST /system/grok/test': { grok_pattern: grokPattern, 'sampleData?': 'any' },
  'POST /system/indices/index_sets': members(
    'id title description default can_be_default writable index_prefix shards replicas rotation_strategy_class ' +
      'rotation_strategy retention_strategy_class retention_strategy creation_date index_analyzer ' +
      'index_optimization_max_num_segments index_optimization_disabled field_type_refresh_interval index_template_type',
  ),
  'POST /system/indexer/indices/multiple': members('indices'),
  'POST /system/jobs': members('job_name'),
  'POST /system/sessions': members('username password host'),
  'POST /users': members(
    'username password email first_name last_name permissions timezone session_timeout_ms startpage roles service_account',
  ),
  'PUT /users/{}/password': members('old_password password'),
  'PUT /users/{}/permissions': members('permissions'),
  'PUT /users/{}/preferences': members('preferences'),
  'POST /roles': role,
  'PUT /roles/{}': role,
  'POST /system/authentication/services/backends': service,
  'PUT /system/authentication/services/backends/{}': service,
  'POST /system/authentication/services/configuration': members('active_backend'),
  'POST /system/authentication/services/test/backend/connection': serviceTest,
  'POST /system/authentication/services/test/backend/login': serviceTest,
  'PUT /system/authentication/http-header-auth-config': members('enabled username_header'),
  'POST /cluster/metrics/multiple': members('metrics'),
  'POST /cluster/{}/metrics/multiple': members('metrics'),
  'PUT /telemetry/user/settings': members('telemetry_enabled telemetry_permission_asked'),
  'PUT /system/urlwhitelist': { entries: [members('id type title value')], 'disabled?': 'any' },
  'POST /system/urlwhitelist/check': members('url'),
  'POST /system/urlwhitelist/generate_regex': members('url_template placeholder'),
};

const searchType = 'id type name timerange query streams filter filters';
/** Members of search types that depend on their type. */
const searchTypes: Readonly<Record<string, Shape>> = {
  messages: members(`${searchType} limit offset sort fields decorators`),
  pivot: members(`${searchType} row_groups column_groups series sort rollup`),
  events: members(searchType),
};
const groups: Readonly<Record<string, Shape>> = {
  values: members('type field fields limit skip_empty_values'),
  time: members('type field fields interval'),
};
const pivotConfigs: Readonly<Record<string, Shape>> = {
  values: members('limit skip_empty_values'),
  time: members('interval'),
};
const configs: Readonly<Record<string, Shape>> = {
  aggregation: '#AggregationConfig(search)',
  messages: '#MessageTableConfig',
};

const { types: contractTypes } = JSON.parse(
  readFileSync(new URL('../../api/contract/answer-shapes.json', import.meta.url), 'utf8'),
) as { types: Types };
const types: Types = {
  ...contractTypes,
  // Titles are grouped by kind; members that depend on the type are checked by `ofTypes`.
  ViewState: { ...(contractTypes['ViewState'] as object), titles: { '*': { '*': 'string' } } },
  WidgetPivot: { ...(contractTypes['WidgetPivot'] as object), config: 'any' },
  Widget: { ...(contractTypes['Widget'] as object), config: 'any' },
  'AggregationConfig(search)': {
    ...(contractTypes['AggregationConfig(search)'] as object),
    visualization_config: 'any',
  },
};
const visualizations = contractTypes['VisualizationConfig'] as Readonly<Record<string, Shape>>;

type Tree = Readonly<Record<string, unknown>>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);
const trees = (value: unknown): readonly Tree[] =>
  (Array.isArray(value) ? (value as unknown[]) : isTree(value) ? Object.values(value) : []).filter(isTree);

const strangers = (value: unknown, shape: Shape, path: string): readonly string[] =>
  misfits(value, shape, types, path).filter(
    (text) => text.endsWith('is not in the contract') || /\.titles\./.test(text),
  );

/**
 * Returns the unknown members of a value by its type. A value of an unknown type may have any members (contract search
 * S12, Widget).
 */
const byType = (value: unknown, type: unknown, shapes: Readonly<Record<string, Shape>>, path: string) =>
  strangers(value, shapes[String(type)] ?? 'any', `${path} (${String(type)})`);

function ofTypes({ queries, state }: Tree): readonly string[] {
  const inSearch = trees(queries)
    .flatMap(({ search_types: all }) => trees(all))
    .flatMap((one) => [
      ...byType(one, one['type'], searchTypes, 'search type'),
      ...[...trees(one['row_groups']), ...trees(one['column_groups'])].flatMap((group) =>
        byType(group, group['type'], groups, 'group'),
      ),
      ...trees(one['series']).flatMap((series) => strangers(series, members('type id field percentile'), 'series')),
    ]);
  const inView = trees(state)
    .flatMap(({ widgets }) => trees(widgets))
    .flatMap(({ type, config }) => {
      const own = isTree(config) ? config : {};
      const { visualization, visualization_config: look } = own;
      const [, shape = 'any'] =
        Object.entries(visualizations).find(([names]) => names.split('|').includes(String(visualization))) ?? [];
      return [
        ...byType(config, type, configs, 'config'),
        ...[...trees(own['row_pivots']), ...trees(own['column_pivots'])].flatMap((pivot) =>
          byType(pivot['config'], pivot['type'], pivotConfigs, 'pivot'),
        ),
        ...(isTree(look) ? strangers(look, shape, `visualization_config (${String(visualization)})`) : []),
      ];
    });
  return [...inSearch, ...inView];
}

/**
 * Returns the members of a body that a reference server does not know. @param place method and path, `{}` for path
 * parameters
 */
export function unknownMembers(place: string, body: unknown): readonly string[] {
  const shape = bodies[place];
  if (shape === undefined || !isTree(body)) return [];
  return [...strangers(body, shape, 'body'), ...ofTypes(body)];
}
