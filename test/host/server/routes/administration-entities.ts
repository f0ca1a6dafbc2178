/**
 * Fills a server with entities of each kind of administration: several in each list, so that each sort order, search
 * and page gives a different answer, with secrets, references, owners and shares.
 */
import assert from 'node:assert/strict';
import { permissionActions } from '../../../../host/server/auth/permission-list.js';
import { isObject } from '../../../../api/is-object.js';
import { indexSetBody } from '../../../index-set-body.js';
import { personPassword } from '../people.js';
import type { AnswerRecord, Body } from './administration-record.js';

/** A request that fills the server: it creates or changes something. */
interface Step {
  /** Name by which later requests refer to the id of the entity; absent: no later request needs it. */
  readonly keep?: string;
  readonly call: string;
  readonly body?: Body;
  /** Username of the caller; absent: the administrator. */
  readonly by?: string;
}
const step = (keep: string, call: string, body?: Body, by?: string): Step => ({
  ...(keep !== '' && { keep }),
  call,
  ...(body !== undefined && { body }),
  ...(by !== undefined && { by }),
});

const classes = 'org.graylog2';
const person = (username: string, more: object = {}): Body => ({
  username,
  password: personPassword,
  email: `${username}@example.org`,
  first_name: 'Per',
  last_name: username,
  permissions: [],
  roles: ['Reader'],
  ...more,
});
const source = (title: string, rest: string): string => `rule "${title}"\nwhen ${rest}\nthen\nend`;
const definition = (title: string, more: object = {}): Body => ({
  title,
  description: 'd',
  priority: 2,
  alert: false,
  config: {
    type: 'aggregation-v1',
    query: 'a:b',
    query_parameters: [],
    streams: ['{mill}'],
    group_by: [],
    series: [],
    conditions: { expression: null },
    search_within_ms: 60_000,
    execute_every_ms: 3_600_000,
    event_limit: 5,
  },
  field_spec: {},
  key_spec: [],
  notification_settings: { grace_period_ms: 1000, backlog_size: 7 },
  notifications: [],
  ...more,
});
const directory = (host: string, more: object = {}): Body => ({
  type: 'ldap',
  servers: [{ host, port: 1389 }],
  transport_security: 'none',
  verify_certificates: false,
  system_user_dn: 'cn=reader,dc=example',
  system_user_password: 'directory secret',
  user_search_base: 'dc=example',
  user_search_pattern: '(uid={0})',
  user_unique_id_attribute: 'entryUUID',
  user_name_attribute: 'uid',
  user_full_name_attribute: 'cn',
  ...more,
});
const constraints = [{ type: 'server-version', version: '>=5.1.0' }];
const pack = (rev: number): Body => ({
  v: '1',
  id: 'pack',
  rev,
  name: `Pack ${rev}`,
  summary: 's',
  description: 'd',
  vendor: 'v',
  url: 'http://127.0.0.1/',
  created_at: '2024-02-01T09:00:00.000Z',
  parameters: [{ name: 'PATTERN', title: 'Pattern', description: 'd', type: 'string', default_value: 'a+' }],
  entities: [
    {
      v: '1',
      type: { name: 'grok_pattern', version: '1' },
      id: 'grok-in-pack',
      data: { name: 'OF_PACK', pattern: 'b+' },
      constraints,
    },
  ],
});
const sidecar = (name: string, more: object = {}): Body => ({
  node_name: name,
  node_details: {
    operating_system: 'Linux',
    ip: '10.1.2.3',
    log_file_list: [{ path: '/var/log/syslog', mod_time: '2024-02-01T09:00:00.000Z', size: 10, is_dir: false }],
    metrics: { disks_75: [], cpu_idle: 93.5, load_1: 0.2 },
    status: { status: 0, message: 'all right', collectors: [] },
    collector_configuration_directory: '/var/lib/sidecar/generated',
    tags: ['web'],
    ...more,
  },
});

const readingActions =
  /^(read|list|allkeys|readall|readhistory|readsubsystem|tokenlist|failures|analyze|dump|resolve)$/;
/** All rights that only show something. */
const readingRights = Object.entries(permissionActions).flatMap(([resource, actions]) =>
  actions.filter((action) => readingActions.test(action)).map((action) => `${resource}:${action}`),
);
/** All rights by their names: those of a user who may do nearly everything, but is no administrator. */
const officersRights = Object.entries(permissionActions).flatMap(([resource, actions]) =>
  actions.map((action) => `${resource}:${action}`),
);
/** Rights of a user who creates entities, and may change only those that the user owns. */
const makingRights = [
  ...['streams', 'eventdefinitions', 'eventnotifications'].map((resource) => `${resource}:create`),
  'streams:read:{mill}',
];
/** Rights to read and edit single entities: those of a user who must see neither the others nor their number. */
const singleRights = [
  ...['streams:read', 'streams:edit', 'stream_outputs:read'].map((right) => `${right}:{mill}`),
  'stream_outputs:read:{stdout}',
  'indexsets:read:{beta}',
  'indices:read:beta_0',
  'indexranges:read:beta_0',
  'outputs:read:{web}',
  'outputs:edit:{web}',
  'inputs:read:{mqtt}',
  'inputs:edit:{mqtt}',
  'pipeline:read:{wash}',
  'pipeline_rule:read:{keepAll}',
  'pipeline_connection:read',
  'lookuptables:read:{table2}',
  'lookuptables:read:{http}',
  'lookuptables:read:{cache2}',
  'eventdefinitions:read:{disk}',
  'eventnotifications:read:{hook}',
  'eventnotifications:edit:{hook}',
  'roles:read:{night}',
  'roles:read:night',
  'authservicebackend:read:{ldap2}',
  'contentpack:read:pack',
  'users:edit:otto',
  'users:tokenlist:otto',
  'loggers:readsubsystem:sockets',
  'notifications:read:no_input_running',
  'decorators:read',
  'catalog:list',
];

/** Requests that fill the server, in order. The callers `reader`, `single` and `nobody` are created after them. */
const steps: readonly Step[] = [
  step('', 'PUT /system/urlwhitelist', {
    entries: [
      { id: 'a', type: 'literal', title: 'Hook', value: 'http://127.0.0.1:9/hook' },
      { id: 'b', type: 'regex', title: 'Local', value: '^http://127\\.0\\.0\\.1:9/.*$' },
    ],
    disabled: false,
  }),
  step('beta', 'POST /system/indices/index_sets', { ...indexSetBody('Beta', 'beta'), description: 'zz' }),
  step('alpha', 'POST /system/indices/index_sets', { ...indexSetBody('Alpha', 'alpha'), writable: false }),
  step('', 'POST /roles', {
    name: 'night',
    description: 'Night shift',
    permissions: ['streams:create', 'inputs:read'],
  }),
  step('', 'POST /roles', { name: 'day', description: null, permissions: [] }),
  step('', 'POST /users', person('otto', { roles: ['Reader', 'night'], timezone: 'Asia/Tokyo', email: 'a@b.example' })),
  step('', 'POST /users', person('anna', { first_name: 'Zoe', last_name: 'Ant', permissions: ['inputs:read'] })),
  step('', 'POST /users', person('robot', { service_account: true, first_name: null, last_name: null, roles: [] })),
  step('yard', 'POST /streams', { title: 'Yard', description: 'of otto', index_set_id: '{defaultSet}' }, 'otto'),
  step('mill', 'POST /streams', {
    title: 'mill',
    description: 'about',
    index_set_id: '{beta}',
    matching_type: 'OR',
    remove_matches_from_default_stream: true,
    rules: [
      { field: 'a', type: 2, value: 'b.', inverted: true, description: 'r' },
      { field: 'c', type: 3, value: '5', inverted: false },
    ],
  }),
  step('apron', 'POST /streams', { title: 'Apron', index_set_id: '{defaultSet}' }),
  step('', 'POST /streams/{apron}/resume'),
  step('ruleOfYard', 'POST /streams/{yard}/rules', { field: 'z', type: 1, value: 'y', inverted: false }, 'otto'),
  step('stdout', 'POST /system/outputs', {
    title: 'Stdout',
    type: `${classes}.outputs.LoggingOutput`,
    configuration: { prefix: 'out: ' },
  }),
  step('web', 'POST /system/outputs', {
    title: 'Web',
    type: 'log-console.outputs.http.HttpOutput',
    configuration: { url: 'http://127.0.0.1:9/hook', format: 'JSON', authorization: 'Bearer hidden' },
  }),
  step('', 'POST /streams/{mill}/outputs', { outputs: ['{stdout}'] }),
  step('callback', 'POST /streams/{mill}/alarmcallbacks', {
    type: `${classes}.alarmcallbacks.HTTPAlarmCallback`,
    title: 'Call',
    configuration: { url: 'http://127.0.0.1:9/hook' },
  }),
  step('raw', 'POST /system/inputs', {
    title: 'Raw',
    type: `${classes}.inputs.raw.tcp.RawTCPInput`,
    global: true,
    configuration: { bind_address: '127.0.0.1', port: 0, tls_key_password: 'hidden key', override_source: 'o' },
  }),
  step('mqtt', 'POST /system/inputs', {
    title: 'Broker',
    type: `${classes}.inputs.raw.amqp.RawAMQPInput`,
    global: false,
    node: '{node}',
    configuration: {
      broker_hostname: '127.0.0.1',
      broker_port: 9,
      broker_vhost: '/',
      broker_username: 'u',
      broker_password: 'hidden password',
      queue: 'q',
      exchange: 'e',
      exchange_type: 'topic',
      routing_key: '#',
      prefetch: 1,
      parallel_queues: 1,
    },
  }),
  step('', 'DELETE /system/inputstates/{mqtt}'),
  step('', 'POST /system/inputs/{raw}/staticfields', { key: 'place', value: 'Ghent' }),
  step('split', 'POST /system/inputs/{raw}/extractors', {
    title: 'Split',
    cursor_strategy: 'copy',
    source_field: 'message',
    target_field: 'first',
    extractor_type: 'split_and_index',
    extractor_config: { index: 1, split_by: ' ' },
    converters: [{ type: 'uppercase', config: {} }],
    condition_type: 'string',
    condition_value: 'c',
    order: 7,
  }),
  step('copy', 'POST /system/inputs/{raw}/extractors', {
    title: 'Copy',
    cursor_strategy: 'copy',
    source_field: 'message',
    target_field: 'second',
    extractor_type: 'copy_input',
    extractor_config: {},
    converters: [],
    condition_type: 'none',
    condition_value: '',
    order: 3,
  }),
  step('grokZ', 'POST /system/grok', { name: 'ZZ_LAST', pattern: 'z+' }),
  step('grokA', 'POST /system/grok', { name: 'ZZ_ABOVE', pattern: '%{ZZ_LAST} a' }),
  step('keepAll', 'POST /system/pipelines/rule', { description: 'first', source: source('keep all', 'true') }),
  step('cut', 'POST /system/pipelines/rule', { description: 'second', source: source('cut', 'has_field("a")') }),
  step('late', 'POST /system/pipelines/rule', { source: source('late', 'lookup_value("names", "a") == "b"') }),
  step('', 'PUT /system/pipelines/rule/{cut}/tests', {
    tests: [
      { title: 'has it', message: { a: 1 }, expected: { matches: true } },
      { title: 'wrong', message: { b: 1 }, expected: { matches: true } },
    ],
  }),
  step('samples', 'POST /system/pipelines/rule/workbench/samples', { title: 'Set', messages: [{ a: 1 }, { b: 2 }] }),
  step('wash', 'POST /system/pipelines/pipeline', {
    description: 'a',
    source: 'pipeline "wash"\nstage 1 match all\nrule "cut"\nstage 0 match either\nrule "keep all"\nrule "gone"\nend',
  }),
  step('dry', 'POST /system/pipelines/pipeline', {
    description: 'b',
    source: 'pipeline "dry"\nstage 0 match pass\nend',
  }),
  step('', 'POST /system/pipelines/connections/to_stream', { stream_id: '{mill}', pipeline_ids: ['{wash}', '{dry}'] }),
  step('', 'POST /system/pipelines/connections/to_stream', { stream_id: '{yard}', pipeline_ids: ['{dry}'] }),
  step('cache1', 'POST /system/lookup/caches', {
    title: 'Zinc',
    name: 'cache-a',
    config: {
      type: 'guava_cache',
      max_size: 10,
      expire_after_access: 60,
      expire_after_access_unit: 'MINUTES',
      expire_after_write: 0,
      expire_after_write_unit: null,
    },
  }),
  step('cache2', 'POST /system/lookup/caches', {
    title: 'None',
    name: 'cache-b',
    description: 'm',
    config: { type: 'none' },
  }),
  step('rows', 'POST /system/lookup/adapters', {
    title: 'Rows',
    name: 'adapter-a',
    custom_error_ttl_enabled: true,
    custom_error_ttl: 7,
    custom_error_ttl_unit: 'MINUTES',
    config: { type: 'stored_table' },
  }),
  step('http', 'POST /system/lookup/adapters', {
    title: 'Http',
    name: 'adapter-b',
    description: 'k',
    config: {
      type: 'httpjsonpath',
      url: 'http://127.0.0.1:9/hook',
      single_value_jsonpath: '$.a',
      headers: { 'X-Key': 'hidden header' },
    },
  }),
  step('', 'POST /system/lookup/adapters/{rows}/rows', {
    revision: 0,
    columns: [
      { name: 'value', type: 'text' },
      { name: 'floor', type: 'number' },
    ],
    rows: [
      { key: 'b', values: ['Bob', '2'], expires_at: null, note: 'n' },
      { key: 'a', values: ['Zed', '10'], expires_at: null, note: 'z' },
      { key: 'c', values: ['', '3'], expires_at: null, note: '=1' },
    ],
    deleted: [],
  }),
  step('', 'POST /system/lookup/adapters/{rows}/rows', {
    revision: 1,
    rows: [{ key: 'b', values: ['Bill', '9'], expires_at: 4_102_444_800_000, note: 'n' }],
    deleted: ['c'],
  }),
  step('table1', 'POST /system/lookup/tables', {
    title: 'Names',
    name: 'names',
    description: 'w',
    cache_id: '{cache1}',
    data_adapter_id: '{rows}',
    default_single_value: '4',
    default_single_value_type: 'NUMBER',
    default_multi_value: '{"a":1}',
    default_multi_value_type: 'OBJECT',
  }),
  step('table2', 'POST /system/lookup/tables', {
    title: 'Away',
    name: 'remote',
    description: 'x',
    cache_id: '{cache2}',
    data_adapter_id: '{http}',
    default_single_value: '',
    default_single_value_type: 'NULL',
    default_multi_value: '',
    default_multi_value_type: 'NULL',
  }),
  // Without this setting, sidecar nodes count as silent after a minute, which the tests may take on a slow machine.
  step('', 'PUT /system/cluster_config/org.graylog.plugins.sidecar.system.SidecarConfiguration', {
    sidecar_expiration_threshold: 'P14D',
    sidecar_inactive_threshold: 'PT2H',
    sidecar_update_interval: 'PT40S',
    sidecar_send_status: false,
    sidecar_configuration_override: true,
  }),
  step('variable1', 'POST /sidecar/configuration_variables', { name: 'path', description: 'where', content: '/var' }),
  step('variable2', 'POST /sidecar/configuration_variables', { name: 'Host', description: '', content: 'h' }),
  step('collector', 'POST /sidecar/collectors', {
    name: 'mover',
    service_type: 'exec',
    node_operating_system: 'linux',
    executable_path: '/usr/bin/mover',
    execute_parameters: '-c %s',
    validation_parameters: '-t %s',
    default_template: 'a: b',
  }),
  step('conf1', 'POST /sidecar/configurations', {
    name: 'web logs',
    collector_id: '{collector}',
    color: '#00796b',
    template: 'p: ${user.path} n: ${sidecar.nodeName}',
    tags: ['web'],
    assignment_rule: 'os:linux',
  }),
  step('conf2', 'POST /sidecar/configurations', {
    name: 'App logs',
    collector_id: '{collector}',
    color: '#112233',
    template: 'c: d',
    tags: [],
  }),
  step('', 'PUT /sidecar/configurations/{conf2}', {
    name: 'App logs',
    collector_id: '{collector}',
    color: '#445566',
    template: 'c: e',
    tags: [],
  }),
  step('', 'PUT /sidecars/node-b', sidecar('west')),
  step('', 'PUT /sidecars/node-a', sidecar('north', { ip: '10.1.2.4', tags: [] })),
  step(
    '',
    'PUT /sidecars/node-c',
    sidecar('attic', {
      operating_system: 'Windows',
      status: { status: 2, message: 'one failing', collectors: [] },
      tags: [],
    }),
  ),
  step('', 'PUT /sidecars/configurations', {
    nodes: [{ node_id: 'node-a', assignments: [{ collector_id: '{collector}', configuration_id: '{conf2}' }] }],
  }),
  step('', 'PUT /sidecar/administration/action', {
    action: 'restart',
    collectors: [{ sidecar_id: 'node-b', collector_ids: ['{collector}'] }],
  }),
  step('hook', 'POST /events/notifications', {
    title: 'Hook',
    description: 'calls',
    config: {
      type: 'http-notification-v2',
      url: 'http://127.0.0.1:9/hook',
      basic_auth: 'u:hidden',
      api_key: 'k',
      api_secret: 'hidden secret',
      headers: 'X-A: sensitive',
      secret_headers: 'X-B: hidden',
    },
  }),
  step('letter', 'POST /events/notifications', {
    title: 'Letter',
    description: 'about',
    config: {
      type: 'email-notification-v1',
      sender: 'from@example.org',
      subject: 's',
      body_template: 'b',
      email_recipients: ['to@example.org'],
      user_recipients: ['otto'],
    },
  }),
  step('pager', 'POST /events/notifications', {
    title: 'Alarm',
    description: 'calls the pager',
    config: {
      type: 'pagerduty-notification-v2',
      routing_key: 'r'.repeat(32),
      custom_incident: true,
      key_prefix: 'a',
      client_name: 'b',
      client_url: 'http://127.0.0.1/',
      pager_duty_title: 'c',
    },
  }),
  step(
    'disk',
    'POST /events/definitions?schedule=false',
    definition('Disk', {
      notifications: [{ notification_id: '{hook}', notification_parameters: null }],
      priority: 3,
      alert: true,
    }),
  ),
  step('cpu', 'POST /events/definitions', definition('Cpu', { description: 'very busy' })),
  step('silence', 'POST /events/alerts/silences', {
    query: 'key:quiet*',
    reason: 'maintenance',
    ends_at: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  step('ended', 'POST /events/alerts/silences', {
    query: 'key:zloud',
    reason: 'build',
    ends_at: new Date(Date.now() + 86_500_000).toISOString(),
  }),
  step('', 'POST /events/alerts/silences', {
    query: 'key:r',
    reason: 'alteration',
    ends_at: new Date(Date.now() + 86_600_000).toISOString(),
  }),
  step('', 'POST /events/alerts/silences/{ended}/end'),
  step('', 'POST /search/decorators', {
    type: `${classes}.decorators.SyslogSeverityMapperDecorator`,
    config: { source_field: 'level', target_field: 'severity' },
    order: 2,
    stream: '{mill}',
  }),
  step('decorator', 'POST /search/decorators', {
    type: `${classes}.decorators.FormatStringDecorator`,
    config: { format_string: '${a}', require_all_fields: true, target_field: 'c' },
    order: 1,
    stream: null,
  }),
  step('', 'POST /search/decorators', {
    type: `${classes}.decorators.LookupTableDecorator`,
    config: { source_field: 'a', target_field: 'b', lookup_table_name: 'names' },
    order: 3,
    stream: '{yard}',
  }),
  step('ldap1', 'POST /system/authentication/services/backends', {
    title: 'House',
    description: 'd',
    default_roles: ['{reader_role}'],
    config: directory('ldap.invalid'),
  }),
  step('ldap2', 'POST /system/authentication/services/backends', {
    title: 'Annex',
    description: 'e',
    default_roles: [],
    config: directory('ldap2.invalid', { type: 'active-directory' }),
  }),
  step('oidc', 'POST /system/authentication/services/backends', {
    title: 'Able',
    description: 'f',
    default_roles: [],
    config: {
      type: 'oidc',
      issuer: 'http://127.0.0.1:9/',
      client_id: 'id',
      client_secret: 'hidden client',
      scopes: 'profile',
      user_name_claim: 'sub',
      full_name_claim: 'name',
      email_claim: 'email',
      roles_claim: 'roles',
      role_mappings: [{ value: 'ops', role_id: '{reader_role}' }],
    },
  }),
  step('', 'POST /system/authentication/services/configuration', { active_backend: '{ldap1}' }),
  step('', 'PUT /system/email', {
    enabled: true,
    host: 'mail.invalid',
    port: 25,
    security: 'none',
    verify_certificate: false,
    username: 'u',
    password: 'hidden mail',
    sender: 'from@example.org',
  }),
  step('', 'PUT /system/cluster_config/org.graylog.aws.config.AWSPluginConfiguration', {
    lookups_enabled: false,
    lookup_regions: '',
    access_key: 'access',
    secret_key: 'hidden aws',
    proxy_enabled: false,
  }),
  step('', 'PUT /system/cluster_config/log-console.PublicNotifications', {
    notifications: [
      {
        key: 'one',
        variant: 'info',
        title: 'Window',
        hiddenTitle: false,
        shortMessage: 'On Sunday',
        longMessage: '',
        isActive: true,
        isDismissible: true,
      },
    ],
  }),
  step('', 'POST /system/content_packs', pack(1)),
  step('', 'POST /system/content_packs', pack(2)),
  step('installation', 'POST /system/content_packs/pack/1/installations', { parameters: {}, comment: 'first' }),
  // A token may expire in ten years at the latest, so its expiry must move with the present.
  step('token', 'POST /users/{otto}/tokens/backup', { expires_at: new Date(Date.now() + 86_400_000).toISOString() }),
  step('', 'POST /authz/shares/entities/grn::::stream:{yard}', {
    selected_grantee_capabilities: { 'grn::::user:{anna}': 'manage', 'grn::::user:{otto}': 'own' },
  }),
  step('', 'POST /authz/shares/entities/grn::::event_definition:{disk}', {
    selected_grantee_capabilities: { 'grn::::user:{anna}': 'view' },
  }),
  step('', 'POST /authz/shares/entities/grn::::notification:{hook}', {
    selected_grantee_capabilities: { 'grn::::user:{anna}': 'own' },
  }),
  step('', 'PUT /system/pipelines/rule/{keepAll}', { description: 'first', source: source('keep all', 'true') }),
  step('', 'PUT /favorites/grn::::stream:{yard}', undefined, 'otto'),
  step('', 'PUT /users/otto/preferences', { preferences: { themeMode: 'noir' } }),
  step('', 'POST /entitylists/preferences/streams', { displayed_attributes: ['title'], per_page: 20 }),
  step('', 'PUT /system/loggers/subsystems/sockets/level/warn'),
];

/** Members in which answers to creations have the id; the first that is there counts. */
const idMembers = ['id', 'stream_id', 'streamrule_id', 'extractor_id', 'alarmcallback_id', '_id'];

/** Returns the id of the entity in an answer. */
export function idIn(text: string): string | undefined {
  const answer: unknown = text.startsWith('{') ? JSON.parse(text) : {};
  if (!isObject(answer)) return undefined;
  const { backend, rollouts } = answer;
  // Cast: `Array.isArray` makes the members `any`.
  const [rollout] = Array.isArray(rollouts) ? (rollouts as readonly unknown[]) : [];
  const within = isObject(backend) ? backend : isObject(rollout) ? rollout : answer;
  const id = idMembers.map((name) => within[name]).find((one) => typeof one === 'string');
  return typeof id === 'string' ? id : undefined;
}

/** Waits for the next millisecond, so that entities have different times of creation. */
const nextMillisecond = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));

/**
 * Fills the server with the entities, in the order of `steps`.
 * @param signIn signs in with the password of persons; returns the session
 */
export async function fill(record: AnswerRecord, signIn: (username: string) => Promise<string>): Promise<void> {
  const must = async (one: Step): Promise<string> => {
    const { status, text } = await record.send(one.by ?? 'admin', one.call, one.body);
    assert.ok(status < 300, `${one.call}: ${status} ${text}`);
    return text;
  };
  const first = JSON.parse(await must({ call: 'GET /' })) as { node_id: string; cluster_id: string };
  record.keep('node', first.node_id);
  record.keep('cluster', first.cluster_id);
  record.keep('tomorrow', new Date(Date.now() + 86_400_000).toISOString());
  record.keep('defaultSet', '000000000000000000000101');
  record.keep('defaultStream', '000000000000000000000001');
  record.keep('events', '000000000000000000000002');
  record.keep('systemEvents', '000000000000000000000003');
  const roles = JSON.parse(await must({ call: 'GET /authz/roles?per_page=0' })) as {
    roles: { id: string; name: string }[];
  };
  for (const { id, name } of roles.roles) record.keep(`${name.toLowerCase().replaceAll(' ', '_')}_role`, id);
  const agentId = (JSON.parse(await must({ call: 'GET /sidecar/overview/enrolment' })) as { user_id: string }).user_id;
  record.keep('agents', agentId);
  for (const one of steps) {
    const text = await must(one);
    const id = one.keep === undefined ? undefined : idIn(text);
    if (one.keep !== undefined) record.keep(one.keep, id ?? assert.fail(`${one.call} returns no id: ${text}`));
    const user = one.call === 'POST /users' && isObject(one.body) ? String(one.body['username']) : undefined;
    if (user !== undefined) await admit(user);
    if (one.call === 'POST /roles' && isObject(one.body)) {
      const name = String(one.body['name']);
      // Cast: the answer has the form of the list of roles.
      const found = JSON.parse(await must({ call: `GET /authz/roles?query=name:=${name}` })) as typeof roles;
      record.keep(name, found.roles[0]?.id ?? assert.fail(name));
    }
    await nextMillisecond();
  }
  async function admit(name: string): Promise<void> {
    record.keep(name, (JSON.parse(await must({ call: `GET /users/${name}` })) as { id: string }).id);
    if (name !== 'robot') record.sessions.set(name, await signIn(name));
  }
  for (const [name, permissions] of [
    ['reader', readingRights],
    ['single', singleRights],
    ['nobody', []],
    ['part', []],
    ['maker', makingRights],
    ['officer', officersRights],
  ] as const) {
    await must({ call: 'POST /users', body: person(name, { permissions, roles: [] }) });
    await admit(name);
    await nextMillisecond();
  }
}
