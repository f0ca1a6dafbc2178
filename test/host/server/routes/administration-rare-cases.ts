/**
 * Requests of administration that reach rare branches of the server: optional members that are left out or null, each
 * part of a compound condition alone, and values at a limit. They come after the changes of each area.
 */
import { indexSetBody } from '../../../index-set-body.js';
import { change, type Change, open, type ChangedArea } from './administration-changes.js';
import type { Body } from './administration-record.js';

const admin = { by: 'admin' } as const;
const classes = 'org.graylog2';
const hook = { type: 'http-notification-v1', url: 'http://127.0.0.1:9/hook' };
const aggregation = {
  ...{ type: 'aggregation-v1', query: 'a:b', query_parameters: [], streams: ['{rare}'], group_by: [], series: [] },
  ...{ conditions: { expression: null }, search_within_ms: 60_000, execute_every_ms: 3_600_000, event_limit: 5 },
};
const definition = (more: object = {}): Body => ({ title: 'Rare', config: aggregation, ...more });
const directory = (host: string, more: object = {}): Body => ({
  ...{ type: 'ldap', servers: [{ host, port: 9 }], transport_security: 'none', verify_certificates: false },
  ...{ system_user_dn: 'cn=reader,dc=example', user_search_base: 'dc=example', user_search_pattern: '(uid={0})' },
  ...{ user_unique_id_attribute: 'entryUUID', user_name_attribute: 'uid', user_full_name_attribute: 'cn', ...more },
});
const tester = '/system/authentication/services/test/backend';
const backend = (host: string, more: object = {}): Readonly<Record<string, unknown>> => ({
  backend_configuration: { title: 'T', config: directory(host) },
  ...more,
});
const person = (username: string, more: object = {}): Body => ({
  ...{ username, password: 'a user password', email: `${username}@example.org`, ...more },
});
const each = (call: string, ...bodies: readonly Body[]): Change[] => bodies.map((body) => change(call, body));
const tableBody = (more: object): Body => ({
  ...{
    id: '{table1}',
    title: 'Names',
    name: 'names',
    description: 'w',
    cache_id: '{cache1}',
    data_adapter_id: '{rows}',
  },
  ...{ default_single_value: '4', default_single_value_type: 'NUMBER' },
  ...{ default_multi_value: '{"a":1}', default_multi_value_type: 'OBJECT', ...more },
});
const processors = '/system/messageprocessors/config';
const [filters, streams, pipelines] = [
  'org.graylog2.messageprocessors.MessageFilterChainProcessor',
  'org.graylog2.messageprocessors.StreamMatcherFilterProcessor',
  'org.graylog.plugins.pipelineprocessor.processors.PipelineInterpreter',
] as const;
const geo = 'org.graylog.plugins.map.geoip.processor.GeoIpProcessor';
const order = (names: readonly string[], disabled: readonly string[]): Body => ({
  processor_order: names.map((class_name) => ({ name: class_name.split('.').at(-1), class_name })),
  disabled_processors: [...disabled],
});
const routing = `rule "rare"
when to_string($message.message) == "one two c"
then
  route_to_stream(name: "Rare", remove_from_default: true);
  set_field("first", "changed");
  remove_field("second");
  create_message("new");
  let x = to_long($message.message) / 0;
end`;
const dropping = 'rule "rare drop"\nwhen to_string($message.message) == "drop c"\nthen\ndrop_message();\nend';
const way: Body = {
  ...{ texts: ['one two c', 'drop c'], codec: 'raw', remote_address: '127.0.0.1', input_id: '{raw}' },
};
const search = (id: string, ids: readonly string[]): Body => ({
  id,
  parameters: [],
  queries: [
    {
      ...{ id: '11111111-1111-4111-8111-111111111111', timerange: { type: 'relative', from: 300 } },
      ...{ query: { type: 'elasticsearch', query_string: '' }, search_types: [] },
      filter: { type: 'or', filters: ids.map((stream) => ({ type: 'stream', id: stream })) },
    },
  ],
});
const view = (title: string, search_id: string): Body => ({
  ...{ type: 'SEARCH', title, summary: '', description: '', search_id, properties: [], requires: {}, state: {} },
});
const [search1, search2] = ['0123456789abcdef01234567', '0123456789abcdef01234568'];
const variable = (name: string, content: string | null): Body => ({ name, description: '', content });
const collector = (more: object): Body => ({
  ...{ name: 'rare', service_type: 'exec', node_operating_system: 'linux', executable_path: '/x' },
  ...{ execute_parameters: '', validation_parameters: '', default_template: '', ...more },
});
const configuration = (more: object): Body => ({
  ...{ name: 'rare', collector_id: '{rareCollector}', color: '#112233', template: 'first', tags: [], ...more },
});
const node: Body = {
  node_name: 'rare',
  node_details: {
    ...{ operating_system: 'Linux', ip: '10.1.2.8', tags: [] },
    status: { status: 0, message: 'm', collectors: [] },
  },
};
const step = (action: string, by?: string): Change =>
  change('PUT /sidecar/rollouts/{rollout}', { action }, by === undefined ? {} : { by });

export const rareCases: readonly ChangedArea[] = [
  {
    title: 'rare cases of streams',
    watched: ['/streams'],
    changes: [
      change('POST /streams', { title: 'Rare', index_set_id: '{defaultSet}', rules: [] }, { keep: 'rare' }),
      ...each(
        'POST /streams/{rare}/rules',
        { type: 1, field: ' ', value: 'v' },
        { type: 1, field: null, value: null },
        { type: 5, field: 'f', value: null },
        { type: 7, field: null },
        { type: 8, value: '{raw}' },
        { type: 9, field: 'f', value: 'v' },
        { type: 2, field: 'f', value: '(' },
        { type: 3, field: 'f', value: 'x' },
      ),
      ...each(
        'POST /streams',
        { title: 'R', index_set_id: '{defaultSet}', rules: [{ type: 2, field: 'f' }] },
        {
          ...{ title: 'R', index_set_id: '{defaultSet}', matching_type: 'OR', content_pack: 'p' },
          rules: Array.from({ length: 40 }, () => ({ type: 2, field: 'f', value: '(a|b|c){900}' })),
        },
        { title: 'R', index_set_id: '0' },
      ),
      ...each('PUT /streams/{rare}', { matching_type: null }, { index_set_id: '{alpha}' }, { index_set_id: '' }),
      ...each('PUT /streams/{rare}', { title: null, description: null, remove_matches_from_default_stream: true }),
      change('PUT /streams/{rare}', { description: 'kept' }),
      change('POST /streams/{rare}/testMatch', { message: { f: 'v', gl2_source_input: '{raw}' } }),
      change('PUT /streams/indexSet/0', ['{rare}']),
      change('PUT /streams/indexSet/{defaultSet}', ['{rare}', '{defaultStream}']),
      change('PUT /streams/indexSet/{beta}', []),
      // Searches that read the stream, the second by another user.
      change('POST /views/search', search(search1, ['{rare}']), { ...open, ...admin }),
      change('POST /views', view('of the administrator', search1), { ...open, ...admin, keep: 'view1' }),
      change('POST /views/search', search(search2, ['{mill}', '{rare}']), { ...open, by: 'officer' }),
      change('POST /views', view('of the officer', search2), { ...open, by: 'officer', keep: 'view2' }),
      change('GET /streams/{rare}/dependents', undefined, { ...open, ...admin }),
      change('GET /streams/{rare}/dependents', undefined, { ...open, by: 'officer' }),
      change('GET /streams/{mill}/dependents', undefined, { ...open, ...admin }),
      change('DELETE /views/{view1}', undefined, { ...open, ...admin }),
      change('DELETE /views/{view2}', undefined, { ...open, by: 'officer' }),
    ],
  },
  {
    title: 'rare cases of authentication services',
    watched: ['/system/authentication/services/backends'],
    changes: [
      ...[
        backend('127.0.0.1', { backend_id: '{ldap1}' }),
        backend('127.0.0.1', { backend_id: '0' }),
        backend('127.0.0.1', { backend_id: null }),
        { backend_id: '{ldap1}', backend_configuration: { title: 'T', config: directory('', { type: 'x' }) } },
        { backend_id: '{ldap2}', backend_configuration: { title: 'T', config: directory('127.0.0.1') } },
        { backend_configuration: { title: 'T', config: directory('127.0.0.1', { system_user_password: 'p' }) } },
      ].flatMap((body) => [
        change(`POST ${tester}/connection`, body),
        change(`POST ${tester}/connection`, body, { ...open, ...admin }),
      ]),
      ...[undefined, null, {}, { username: ' ', password: 'p' }, { username: 'u', password: null }].map((user_login) =>
        change(`POST ${tester}/login`, { ...backend('127.0.0.1'), user_login }),
      ),
      ...each(
        'PUT /system/authentication/services/backends/{ldap2}',
        { title: 'Annex', default_roles: [], config: directory('elsewhere.invalid', { type: 'active-directory' }) },
        { title: 'Annex', default_roles: [], config: directory('elsewhere.invalid') },
        { title: '', default_roles: ['0'], config: directory('') },
      ),
      change(
        'PUT /system/authentication/services/backends/{ldap2}',
        { title: 'Annex', default_roles: [], config: directory('elsewhere.invalid', { type: 'active-directory' }) },
        admin,
      ),
      change('POST /system/authentication/users/none/enable', {}),
    ],
  },
  {
    title: 'rare cases of users',
    watched: ['/users'],
    changes: [
      ...each(
        'POST /users',
        person('ida', { first_name: null, last_name: 'Only', service_account: true }),
        person('IDA', { first_name: 'I' }),
        person('hal', { service_account: true, roles: ['Admin'] }),
        person('hal', { roles: ['none'] }),
        person('hal', { timezone: 'nowhere' }),
        person('hal', { session_timeout_ms: 5 }),
        person('a/b'),
        person('hal', { email: 'x', first_name: 'x'.repeat(300) }),
        person('hal', { password: '     ' }),
      ),
      change('PUT /users/ida/permissions', { permissions: [] }),
      change('DELETE /users/ida'),
      change('POST /users', person('hal', { first_name: 'Hal', last_name: null, timezone: '' })),
      ...[
        { timezone: 'nowhere' },
        { first_name: 'H' },
        { first_name: 'H', last_name: null },
        { roles: ['Admin'] },
        { roles: ['none'] },
        { service_account: true },
        { session_timeout_ms: 0 },
        { email: null, timezone: 'Europe/Brussels' },
        { startpage: null },
        { startpage: { type: 'x', id: '' } },
        { permissions: ['*'] },
        { permissions: ['inputs:read', 'inputs:read'] },
      ].map((body) => change('PUT /users/{hal}', body)),
      change('PUT /users/{hal}', { roles: ['Reader'] }, { by: 'hal', signedIn: ['hal', 'a user password'] }),
      change('PUT /users/{hal}', { session_timeout_ms: 3_600_000, service_account: true }, { by: 'hal' }),
      change('PUT /users/{hal}/password', { password: 'a new password' }, { by: 'hal' }),
      change(
        'PUT /users/{hal}/password',
        { password: 'a new password', old_password: 'a user password' },
        { by: 'hal' },
      ),
      change('PUT /users/{hal}/status/deleted'),
      change('PUT /users/{hal}/status/none'),
      change('DELETE /users/hal?hand_over_to={anna}&delete_owned=true'),
      ...['local:admin', '{hal}', 'none', '', '{otto}'].map((heir) => change(`DELETE /users/hal?hand_over_to=${heir}`)),
      change('DELETE /users/id/local:admin'),
      change('DELETE /users/id/none'),
      change('PUT /users/admin/permissions', { permissions: [] }, admin),
      ...each(
        'POST /users/{anna}/tokens/rare',
        { expires_at: null },
        { expires_at: '2999-01-01T00:00:00.000Z' },
        { expires_at: 'x' },
        { expires_at: '' },
      ),
      change(`POST /users/{anna}/tokens/${'x'.repeat(201)}`, {}),
      change('DELETE /users/hal'),
      change('DELETE /users/a%2Fb'),
    ],
  },
  {
    title: 'rare cases of events',
    watched: ['/events/definitions?per_page=0', '/events/notifications?per_page=0', '/events/alerts/silences'],
    changes: [
      change('POST /events/notifications', { title: 'Rare', config: hook }, { keep: 'rareHook' }),
      ...[null, '', '0', '{rareHook}'].map((id) =>
        change('PUT /events/notifications/{rareHook}', { id, title: 'Rare 2', config: hook }),
      ),
      change('POST /events/notifications/bulk_delete', { entity_ids: ['0', '{rareHook}'] }),
      change('POST /events/definitions?schedule=false', definition(), { keep: 'rareEvent' }),
      ...each(
        'POST /events/definitions?schedule=false',
        definition({ _scope: 'SYSTEM_NOTIFICATION_EVENT' }),
        { title: 'R', config: { type: 'system-notifications-v1' } },
        definition({ title: ' ', priority: 9, key_spec: ['k'], notifications: [{ notification_id: '0' }] }),
        definition({ notification_settings: { grace_period_ms: -1, backlog_size: 51 } }),
        definition({ config: { ...aggregation, streams: ['0'], search_within_ms: 0, execute_every_ms: 0 } }),
        definition({ config: { ...aggregation, query: 'a:(', group_by: ['g'], event_limit: 0 } }),
        definition({ config: { ...aggregation, event_limit: undefined, query_parameters: undefined } }),
      ),
      ...each(
        'PUT /events/definitions/{rareEvent}?schedule=false',
        definition({ id: '{rareEvent}', config: { type: 'x' } }),
        definition({ id: '{rareEvent}', config: {} }),
        definition({ id: '0' }),
        definition({ id: '{rareEvent}', title: 'Rare 2', description: 'd', priority: 3, alert: true }),
      ),
      change('PUT /events/definitions/{rareEvent}', definition({ id: '{rareEvent}', key_spec: [], field_spec: {} })),
      change('PUT /events/definitions/{rareEvent}/schedule'),
      ...[
        {
          type: 'x',
          timerange: { type: 'absolute', from: '2024-02-01T01:00:00.000Z', to: '2024-02-01T02:00:00.000Z' },
        },
        { type: 'aggregation-v1', timerange: { type: 'relative', from: '1', to: '2' } },
        {
          type: 'aggregation-v1',
          timerange: { type: 'absolute', from: '2024-02-01T01:00:00.000Z', to: '2024-02-01T01:00:00.000Z' },
        },
        {
          ...{ type: 'aggregation-v1', streams: ['0'] },
          timerange: { type: 'absolute', from: '2024-02-01T01:00:00.000Z', to: '2024-02-01T02:00:00.000Z' },
        },
      ].map((body) => change('POST /events/definitions/{rareEvent}/execute', body)),
      change('DELETE /events/definitions/{rareEvent}'),
      change('POST /events/alerts/silences', { query: 'a:b', reason: 'r', ends_at: '{tomorrow}' }, { keep: 'quiet' }),
      ...each(
        'PUT /events/alerts/silences/{quiet}',
        { query: 'a:c', reason: 'r 2', ends_at: '{tomorrow}', version: 1 },
        { query: 'a:d', reason: 'r 3', ends_at: '{tomorrow}', version: 1 },
        { query: 'a:d', reason: 'r 3', starts_at: null, ends_at: '{tomorrow}', version: 2, event_definition_id: null },
      ),
      change('POST /events/alerts/silences/{quiet}/end'),
      change('POST /events/alerts/silences/{quiet}/end'),
      change('POST /events/alerts/silences/0/end'),
    ],
  },
  {
    title: 'rare cases of lookup tables',
    watched: ['/system/lookup/tables', '/system/pipelines/rule', '/search/decorators'],
    changes: [
      ...each(
        'PUT /system/lookup/tables/{table1}',
        tableBody({ name: undefined }),
        tableBody({ name: ' ' }),
        tableBody({ name: 'names', title: 'Names 2' }),
        tableBody({ id: '{table2}' }),
        tableBody({ name: 'remote' }),
        tableBody({ name: 'renamed' }),
        tableBody({ cache_id: '0', data_adapter_id: '0' }),
      ),
      change('PUT /system/lookup/tables/{table1}?rewrite=true', tableBody({ name: 'renamed' }), admin),
      change('PUT /system/lookup/tables/{table1}?rewrite=true', tableBody({ name: 'names' }), admin),
      change('POST /system/lookup/tables/{table1}/purge?key='),
      change('POST /system/lookup/tables/0/purge'),
      change('POST /cluster/system/lookup/tables/{table1}/purge?key=a'),
      change('GET /system/lookup/tables/{table1}/explain?key='),
      change('GET /system/lookup/adapters/0/status'),
    ],
  },
  {
    title: 'rare cases of messages',
    watched: [processors],
    changes: [
      change('POST /streams/{rare}/resume'),
      change('POST /system/pipelines/rule', { source: routing }, { keep: 'rareRule' }),
      change('POST /system/pipelines/rule', { source: dropping }, { keep: 'rareDrop' }),
      change(
        'POST /system/pipelines/pipeline',
        { source: 'pipeline "rare"\nstage 0 match either\nrule "rare"\nrule "rare drop"\nend' },
        { keep: 'rarePipeline' },
      ),
      change('POST /system/pipelines/connections/to_stream', {
        stream_id: '{defaultStream}',
        pipeline_ids: ['{rarePipeline}'],
      }),
      ...[
        order([geo, filters, streams, pipelines], []),
        order([pipelines, streams, filters, geo], [geo]),
        order([geo, streams, filters, pipelines], [filters]),
        order([geo, filters, streams, pipelines], [streams]),
        order([geo, filters, streams, pipelines], [pipelines]),
      ].flatMap((body) => [
        change(`PUT ${processors}`, body),
        change('POST /system/pipelines/simulate/path', way, open),
      ]),
      change('DELETE /system/cluster_config/org.graylog2.messageprocessors.MessageProcessorsConfig'),
      change('DELETE /system/pipelines/pipeline/{rarePipeline}'),
      change('DELETE /system/pipelines/rule/{rareRule}'),
      change('DELETE /system/pipelines/rule/{rareDrop}'),
      ...each(
        'POST /system/pipelines/rule/simulate',
        { rule_source: { source: 'rule "r"\nwhen true\nthen\nend' }, message: '{"streams":"x"}' },
        { rule_source: { source: 'rule "r"\nwhen true\nthen\nend' }, message: '{"streams":["{rare}","0"]}' },
        { rule_source: { source: 'rule "r"\nwhen true\nthen\nend' }, message: '[1]' },
      ),
      change('POST /system/pipelines/simulate', { stream_id: '{mill}', message: { a: 1 }, input_id: '' }),
      change('POST /system/pipelines/rule/workbench/samples', { title: '', messages: [] }),
      change('PUT /system/pipelines/rule/{cut}', { source: 'rule "keep all"\nwhen true\nthen\nend' }),
    ],
  },
  {
    title: 'rare cases of outputs',
    watched: ['/system/outputs'],
    changes: [
      ...each(
        'POST /system/outputs',
        { title: 'R', type: 'none', configuration: {} },
        { title: ' ', type: `${classes}.outputs.LoggingOutput`, configuration: {} },
        { title: 'R', type: 'log-console.outputs.http.HttpOutput', configuration: { url: 'x', format: '' } },
        { title: 'R', type: 'log-console.outputs.http.HttpOutput', configuration: { url: 'http://127.0.0.1:9/x' } },
        { title: 'R', type: 'log-console.outputs.http.HttpOutput', configuration: { url: 7, format: 7 } },
      ),
    ],
  },
  {
    title: 'rare cases of sidecars',
    watched: ['/sidecar/rollouts', '/sidecar/configurations', '/sidecar/configuration_variables'],
    changes: [
      change('POST /sidecar/collectors', collector({ default_template: null }), { keep: 'rareCollector' }),
      ...each('POST /sidecar/collectors', collector({ name: null }), collector({ executable_path: null })),
      change('POST /sidecar/configurations', configuration({ template: null, color: null, tags: null })),
      change('POST /sidecar/configurations', configuration({}), { keep: 'rareConfiguration' }),
      change('PUT /sidecars/node-r', node),
      change('PUT /sidecars/configurations', {
        nodes: [
          {
            node_id: 'node-r',
            assignments: [{ collector_id: '{rareCollector}', configuration_id: '{rareConfiguration}' }],
          },
        ],
      }),
      change(
        'PUT /sidecar/configurations/{rareConfiguration}',
        configuration({ id: '{rareConfiguration}', template: 'second', staged: true, assignment_rule: 'os:linux' }),
      ),
      change('GET /sidecar/rollouts', undefined, { ...open, keep: 'rollout' }),
      step('pause'),
      step('resume'),
      step('advance'),
      step('roll_back'),
      step('pause'),
      step('none'),
      change('GET /sidecar/configurations/{rareConfiguration}', undefined, open),
      change('GET /sidecar/configurations/{rareConfiguration}/versions', undefined, open),
      change(
        'PUT /sidecar/configurations/{rareConfiguration}',
        configuration({ id: '{rareConfiguration}', assignment_rule: 'os:(' }),
      ),
      change(
        'PUT /sidecar/configurations/{rareConfiguration}',
        configuration({ id: '{rareConfiguration}', collector_id: '{collector}' }),
      ),
      change('POST /sidecar/configurations/{rareConfiguration}/rare%20copy'),
      change('DELETE /sidecar/collectors/{rareCollector}'),
      change('POST /sidecar/configuration_variables', variable('rare', null)),
      change('POST /sidecar/configuration_variables', variable('rare', 'c'), { keep: 'rareVariable' }),
      change('POST /sidecar/configuration_variables', variable('rare', 'c')),
      change('PUT /sidecar/configuration_variables/{rareVariable}', {
        id: '{rareVariable}',
        name: 'other',
        description: 'd',
        content: 'c 2',
      }),
      change('DELETE /sidecar/configuration_variables/{rareVariable}'),
      change('DELETE /sidecar/configurations/{rareConfiguration}'),
      change('PUT /sidecars/configurations', { nodes: [{ node_id: 'node-r', assignments: [] }] }),
      change('PUT /sidecar/configurations/{rareConfiguration}', configuration({ id: '{rareConfiguration}' })),
      change('DELETE /sidecar/configurations/{rareConfiguration}'),
      change('PUT /sidecar/administration/action', { action: 'none', collectors: [] }),
      change('POST /sidecar/administration', { query: 'name:west', filters: { status: '0' } }),
      change('POST /sidecar/administration', { query: '', filters: { collector: '{collector}', os: 'linux' } }),
      change('POST /sidecar/administration', { query: '', filters: { configuration: '{conf2}' }, sort: 'x' }),
    ],
  },
  {
    title: 'rare cases of the rest',
    watched: ['/streams'],
    changes: [
      change('POST /system/content_pack_library/log-console-linux'),
      change('GET /system/content_packs/pack/9'),
      change('GET /system/indices/rotation/strategies/none'),
      change(
        `GET /system/indices/rotation/strategies/${classes}.indexer.rotation.strategies.MessageCountRotationStrategy`,
      ),
      change(
        `GET /system/indices/retention/strategies/${classes}.indexer.retention.strategies.DeletionRetentionStrategy`,
      ),
      change('GET /system/metrics/namespace/jvm.memory'),
      change('GET /system/metrics/jvm.memory.heap.used'),
      change('GET /system/processing/status/persisted'),
      change('POST /system/jobs', { job_name: 'none' }),
      change('PUT /system/indices/index_sets/{alpha}', { ...indexSetBody('Alpha', 'alpha'), writable: true }),
      change('PUT /system/processing/resume'),
      change('DELETE /streams/{rare}'),
    ],
  },
];
