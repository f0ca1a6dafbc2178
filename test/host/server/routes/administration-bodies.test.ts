/**
 * Tests the bodies of requests about each kind of entity of administration.
 * - Every member is stored and returned, after creation and after a change of all members.
 * - Members that a request leaves out have their defaults or keep their values.
 * - A body with a single wrong member is refused with the reason.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isObject } from '../../../../api/is-object.js';
import { errorOf } from '../../../../host/server/foundation/caught.js';
import { indexSetBody } from '../../../index-set-body.js';
import { startTestServer, type TestServer } from '../../../server.js';

let server: TestServer;
let session: string;
/** Ids of entities by name; `{stream}` in a path or a body is replaced by the id of that name. */
const ids: Record<string, string> = {
  defaultStream: '000000000000000000000001',
  defaultSet: '000000000000000000000101',
};

type Members = Readonly<Record<string, unknown>>;
type Body = Members | readonly unknown[];

/**
 * Replaces names in braces by ids. Other texts in braces have a sign before them, or begin with a digit: `${source}`,
 * `%{WORD}`, `{0}`.
 * @throws Error for an entity that was not created
 */
const filled = (text: string): string =>
  text.replace(
    /(?<![$%])\{([a-z]\w*)\}/gi,
    (_braces, name: string) => ids[name] ?? assert.fail(`the request needs {${name}}, which was not created`),
  );
// Cast: filling in placeholders changes only strings, so the body keeps its type.
const filledIn = <T extends Body>(body: T): T => JSON.parse(filled(JSON.stringify(body))) as T;

/** Sends a request, such as `GET /streams/{stream}`. */
async function request(call: string, body?: Body): Promise<{ readonly status: number; readonly text: string }> {
  const [method = '', path = ''] = filled(call).split(' ');
  const response = await server.call(path, { method, session, ...(body && { json: filledIn(body) }) });
  return { status: response.status, text: await response.text() };
}

/** Sends a request that must succeed. @returns the answer; an empty one is an object without members */
async function send(call: string, body?: Body): Promise<Members> {
  const { status, text } = await request(call, body);
  assert.ok(status < 300, `${call}: ${status} ${text}`);
  // Cast: a few answers are lists, whose entries the callers find by their indices.
  return text === '' ? {} : (JSON.parse(text) as Members);
}

/** Returns the status and the text of an answer, without the backslashes of JSON, or why the request was not sent. */
const outcomeOf = (call: string, body?: Body): Promise<string> =>
  request(call, body).then(({ status, text }) => `${status} ${text.replaceAll('\\', '')}`, String);

/** Returns the members of an answer that a body names, so that both can be compared. */
function namedBy(body: unknown, answer: unknown): unknown {
  if (Array.isArray(body) && Array.isArray(answer)) return answer.map((one, at) => namedBy(body[at], one));
  if (typeof body !== 'object' || body === null || typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.keys(body).map((name) => [name, namedBy(objectOf(body)[name], objectOf(answer)[name])]),
  );
}

interface Kind {
  /** Name under which the id is stored for later kinds. */
  readonly keep: string;
  /** Path of the collection; single entities are below it. */
  readonly path: string;
  /** Path of the request that reads the entity if it is not below the collection. */
  readonly one?: string;
  readonly created: Members;
  /** Members that the answer has in addition to `created` if the request leaves them out. */
  readonly defaults?: Members;
  readonly changed: Members;
  /** Members that the answer has after `changed`, which the request leaves out or which the server sets. */
  readonly afterChange?: Members;
  /** Member of the answer to the creation that is the id; `id` by default. */
  readonly idOf?: (answer: Members) => unknown;
  /** Part of the answers that has the members of the body. */
  readonly shown?: (answer: Members) => unknown;
  /** Member that the server never returns. */
  readonly secret?: string;
}

/** Returns a value of an answer as an object; fails when it is none. */
function objectOf(value: unknown): Members {
  assert.ok(isObject(value), `${JSON.stringify(value)} is no object`);
  return value;
}
/** Returns a value of an answer as a list of objects; fails when it is none. */
function objectsOf(value: unknown): readonly Members[] {
  assert.ok(Array.isArray(value), `${JSON.stringify(value)} is no list`);
  return value.map(objectOf);
}
const classes = 'org.graylog2';
const rotation = `${classes}.indexer.rotation.strategies.TimeBasedRotationStrategy`;
const retention = `${classes}.indexer.retention.strategies.ClosingRetentionStrategy`;

const kinds: readonly Kind[] = [
  {
    keep: 'indexSet',
    path: '/system/indices/index_sets',
    created: {
      ...indexSetBody('Whole', 'whole'),
      shards: 2,
      replicas: 1,
      index_analyzer: 'english',
      writable: false,
      index_optimization_disabled: true,
      index_optimization_max_num_segments: 2,
    },
    changed: {
      title: 'Whole 2',
      description: 'changed',
      writable: true,
      shards: 3,
      replicas: 2,
      rotation_strategy_class: rotation,
      rotation_strategy: {
        type: `${rotation}Config`,
        rotation_period: 'P2D',
        max_rotation_period: null,
        rotate_empty_index_set: true,
      },
      retention_strategy_class: retention,
      retention_strategy: { type: `${retention}Config`, max_number_of_indices: 6 },
      index_optimization_max_num_segments: 3,
      index_optimization_disabled: false,
      field_type_refresh_interval: 10_000,
    },
    afterChange: { index_prefix: 'whole', index_analyzer: 'english', creation_date: '2024-02-01T09:00:00.000Z' },
  },
  {
    keep: 'stream',
    path: '/streams',
    created: {
      title: ' Whole ',
      description: 'of everything',
      index_set_id: '{indexSet}',
      matching_type: 'OR',
      remove_matches_from_default_stream: true,
      rules: [{ field: 'a', type: 2, value: 'b', inverted: true, description: 'r' }],
    },
    defaults: {
      title: 'Whole',
      disabled: true,
      is_editable: true,
      is_default: false,
      outputs: [],
      creator_user_id: 'admin',
    },
    idOf: ({ stream_id }) => stream_id,
    changed: {
      title: 'Whole 2',
      description: 'changed',
      index_set_id: '000000000000000000000101',
      matching_type: 'AND',
      remove_matches_from_default_stream: false,
    },
    afterChange: { disabled: true },
  },
  {
    keep: 'rule',
    path: '/streams/{stream}/rules',
    created: { field: 'a', type: 6, value: 'b', inverted: true, description: 'r' },
    idOf: ({ streamrule_id }) => streamrule_id,
    changed: { field: 'c', type: 3, value: '1', inverted: false, description: 's' },
    afterChange: { stream_id: '{stream}' },
  },
  {
    keep: 'role',
    path: '/roles',
    created: { name: 'whole', description: 'of everything', permissions: ['streams:read'] },
    defaults: { read_only: false },
    idOf: ({ name }) => name,
    changed: { name: 'whole', description: 'changed', permissions: ['streams:read', 'inputs:read'] },
  },
  {
    keep: 'grok',
    path: '/system/grok',
    created: { name: 'WHOLE', pattern: 'a+' },
    changed: { name: 'WHOLE_2', pattern: 'b+' },
  },
  {
    keep: 'decorator',
    path: '/search/decorators',
    created: {
      type: `${classes}.decorators.SyslogSeverityMapperDecorator`,
      config: { source_field: 'a', target_field: 'b' },
      order: 3,
      stream: '{stream}',
    },
    shown: (answer) =>
      Array.isArray(answer) ? answer.find(({ id }: { id: string }) => id === ids['decorator']) : answer,
    one: '/search/decorators',
    changed: {
      type: `${classes}.decorators.FormatStringDecorator`,
      config: { format_string: '${a}', require_all_fields: true, target_field: 'c' },
      order: 4,
      stream: null,
    },
  },
  {
    keep: 'output',
    path: '/system/outputs',
    created: {
      title: ' Whole ',
      type: `${classes}.outputs.LoggingOutput`,
      configuration: { prefix: 'a' },
      content_pack: 'p',
    },
    defaults: { title: 'Whole', creator_user_id: 'admin' },
    changed: { title: 'Whole 2', configuration: { prefix: 'b' } },
    afterChange: { type: `${classes}.outputs.LoggingOutput`, content_pack: 'p', creator_user_id: 'admin' },
  },
  {
    keep: 'input',
    path: '/system/inputs',
    created: {
      title: 'Whole',
      type: `${classes}.inputs.raw.udp.RawUDPInput`,
      global: false,
      node: '{node}',
      configuration: { bind_address: '127.0.0.1', port: 0, override_source: 'a', charset_name: 'UTF-16' },
    },
    shown: ({ attributes, ...answer }) => ({ ...answer, configuration: attributes }),
    defaults: { creator_user_id: 'admin', static_fields: {}, content_pack: null },
    changed: {
      title: 'Whole 2',
      type: `${classes}.inputs.raw.udp.RawUDPInput`,
      global: true,
      configuration: { bind_address: '127.0.0.1', port: 0, override_source: 'b' },
    },
    afterChange: { node: null },
  },
  {
    keep: 'extractor',
    path: '/system/inputs/{input}/extractors',
    created: {
      title: 'Whole',
      cursor_strategy: 'copy',
      source_field: 'a',
      target_field: 'b',
      extractor_type: 'regex',
      extractor_config: { regex_value: '(a)' },
      converters: [{ type: 'uppercase', config: {} }],
      condition_type: 'string',
      condition_value: 'c',
      order: 2,
    },
    idOf: ({ extractor_id }) => extractor_id,
    shown: ({ type, converters, ...answer }) => ({ ...answer, extractor_type: type, converters }),
    changed: {
      title: 'Whole 2',
      cursor_strategy: 'cut',
      source_field: 'd',
      target_field: 'e',
      extractor_type: 'split_and_index',
      extractor_config: { index: 1, split_by: ' ' },
      converters: [{ type: 'lowercase', config: {} }],
      condition_type: 'regex',
      condition_value: 'f',
      order: 3,
    },
    afterChange: { creator_user_id: 'admin' },
  },
  {
    keep: 'pipelineRule',
    path: '/system/pipelines/rule',
    created: { description: 'd', source: 'rule "whole"\nwhen true\nthen\nend' },
    defaults: { title: 'whole' },
    changed: { source: 'rule "whole 2"\nwhen false\nthen\nend' },
    afterChange: { title: 'whole 2', description: 'd' },
  },
  {
    keep: 'pipeline',
    path: '/system/pipelines/pipeline',
    created: { description: 'd', source: 'pipeline "whole"\nstage 0 match either\nrule "whole 2"\nend' },
    defaults: { title: 'whole' },
    changed: { description: 'e', source: 'pipeline "whole 2"\nstage 1 match all\nrule "whole 2"\nend' },
    afterChange: { title: 'whole 2', stages: [{ stage: 1, match: 'ALL', rules: ['whole 2'] }] },
  },
  {
    keep: 'cache',
    path: '/system/lookup/caches',
    created: {
      title: ' Whole ',
      name: 'whole-cache',
      description: 'd',
      config: {
        type: 'guava_cache',
        max_size: 10,
        expire_after_access: 60,
        expire_after_access_unit: 'MINUTES',
        expire_after_write: 5,
        expire_after_write_unit: 'HOURS',
      },
    },
    defaults: { title: 'Whole', content_pack: null, _scope: 'DEFAULT' },
    changed: { id: '{cache}', title: 'Whole 2', name: 'whole-cache-2', description: 'e', config: { type: 'none' } },
  },
  {
    keep: 'adapter',
    path: '/system/lookup/adapters',
    created: {
      title: 'Whole',
      name: 'whole-adapter',
      description: 'd',
      custom_error_ttl_enabled: true,
      custom_error_ttl: 7,
      custom_error_ttl_unit: 'MINUTES',
      config: { type: 'stored_table' },
    },
    changed: {
      id: '{adapter}',
      title: 'Whole 2',
      name: 'whole-adapter-2',
      description: 'e',
      custom_error_ttl_enabled: false,
      custom_error_ttl: 8,
      custom_error_ttl_unit: 'HOURS',
      config: { type: 'stored_table' },
    },
  },
  {
    keep: 'table',
    path: '/system/lookup/tables',
    created: {
      title: 'Whole',
      name: 'whole-table',
      description: 'd',
      cache_id: '{cache}',
      data_adapter_id: '{adapter}',
      default_single_value: '4',
      default_single_value_type: 'NUMBER',
      default_multi_value: '{"a":1}',
      default_multi_value_type: 'OBJECT',
    },
    shown: (answer) => (answer['lookup_tables'] === undefined ? answer : objectsOf(answer['lookup_tables'])[0]),
    changed: {
      id: '{table}',
      title: 'Whole 2',
      name: 'whole-table',
      description: 'e',
      cache_id: '{cache}',
      data_adapter_id: '{adapter}',
      default_single_value: 'x',
      default_single_value_type: 'STRING',
      default_multi_value: 'y',
      default_multi_value_type: 'NULL',
    },
    afterChange: { default_multi_value: '' },
  },
  {
    keep: 'variable',
    path: '/sidecar/configuration_variables',
    one: '/sidecar/configuration_variables',
    created: { name: 'whole', description: 'd', content: 'c' },
    shown: (answer) =>
      Array.isArray(answer) ? answer.find(({ id }: { id: string }) => id === ids['variable']) : answer,
    changed: { name: 'whole2', description: 'e', content: 'f' },
  },
  {
    keep: 'collector',
    path: '/sidecar/collectors',
    created: {
      name: 'whole',
      service_type: 'svc',
      node_operating_system: 'windows',
      executable_path: 'C:\\a.exe',
      execute_parameters: '-c %s',
      validation_parameters: '-t %s',
      default_template: 'a: b',
    },
    changed: {
      name: 'whole2',
      service_type: 'exec',
      node_operating_system: 'linux',
      executable_path: '/usr/bin/a',
      execute_parameters: null,
      validation_parameters: '',
      default_template: 'c: d',
    },
    afterChange: { validation_parameters: null },
  },
  {
    keep: 'configuration',
    path: '/sidecar/configurations',
    created: {
      name: 'whole',
      collector_id: '{collector}',
      color: '#00796b',
      template: 'a: b',
      tags: ['one', 'two', 'one', ' '],
      assignment_rule: 'os:linux',
    },
    defaults: { tags: ['one', 'two'], version: 1 },
    changed: { name: 'whole2', collector_id: '{collector}', color: '#112233', template: 'c: d', tags: ['three'] },
    afterChange: { assignment_rule: 'os:linux', version: 2 },
  },
  {
    keep: 'definition',
    path: '/events/definitions',
    created: {
      title: 'Whole',
      description: 'd',
      priority: 3,
      alert: true,
      config: {
        type: 'aggregation-v1',
        query: 'a:b',
        query_parameters: [],
        streams: ['{stream}'],
        group_by: ['source'],
        series: [{ id: 's', function: 'count', field: null }],
        conditions: {
          expression: { expr: '>', left: { expr: 'number-ref', ref: 's' }, right: { expr: 'number', value: 1 } },
        },
        search_within_ms: 60_000,
        execute_every_ms: 120_000,
        event_limit: 5,
      },
      field_spec: {
        f: { data_type: 'string', providers: [{ type: 'template-v1', template: '${source.a}', require_values: true }] },
      },
      key_spec: ['f'],
      notification_settings: { grace_period_ms: 1000, backlog_size: 7 },
      notifications: [],
    },
    changed: {
      id: '{definition}',
      title: 'Whole 2',
      description: 'e',
      priority: 1,
      alert: false,
      config: {
        type: 'aggregation-v1',
        query: 'c:d',
        query_parameters: [],
        streams: [],
        group_by: [],
        series: [],
        conditions: { expression: null },
        search_within_ms: 30_000,
        execute_every_ms: 60_000,
        event_limit: 6,
      },
      field_spec: {},
      key_spec: [],
      notification_settings: { grace_period_ms: 2000, backlog_size: 8 },
      notifications: [],
    },
  },
  {
    keep: 'backend',
    path: '/system/authentication/services/backends',
    created: {
      title: 'Whole',
      description: 'd',
      default_roles: [],
      config: {
        type: 'ldap',
        servers: [{ host: '127.0.0.1', port: 1 }],
        transport_security: 'none',
        verify_certificates: false,
        system_user_dn: 'cn=a',
        user_search_base: 'dc=example',
        user_search_pattern: '(uid={0})',
        user_unique_id_attribute: 'entryUUID',
        user_name_attribute: 'uid',
        user_full_name_attribute: 'cn',
      },
    },
    idOf: ({ backend }) => objectOf(backend)['id'],
    shown: ({ backend }) => backend,
    changed: {
      title: 'Whole 2',
      description: 'e',
      default_roles: [],
      config: {
        type: 'ldap',
        servers: [{ host: '127.0.0.2', port: 2 }],
        transport_security: 'start_tls',
        verify_certificates: true,
        system_user_dn: 'cn=b',
        user_search_base: 'dc=example2',
        user_search_pattern: '(cn={0})',
        user_unique_id_attribute: 'uid',
        user_name_attribute: 'cn',
        user_full_name_attribute: 'sn',
      },
    },
  },
  {
    keep: 'user',
    path: '/users',
    one: '/users/id/{user}',
    created: {
      username: 'whole',
      password: 'a good password',
      email: 'a@example.org',
      first_name: 'Ada',
      last_name: 'Lovelace',
      permissions: ['streams:read:1'],
      timezone: 'Asia/Tokyo',
      session_timeout_ms: 7_200_000,
      startpage: { type: 'stream', id: '{stream}' },
      roles: ['Reader'],
      service_account: true,
    },
    idOf: async () => (await send('GET /users/whole'))['id'],
    // The answer also has the permissions that every user has, and those of the roles.
    shown: ({ permissions, ...answer }) => ({
      ...answer,
      permissions: Array.isArray(permissions) && permissions.filter((one) => String(one).startsWith('streams:read:')),
    }),
    secret: 'password',
    defaults: { full_name: 'Ada Lovelace', account_status: 'enabled', external: false, read_only: false },
    changed: {
      email: 'b@example.org',
      first_name: 'Grace',
      last_name: 'Hopper',
      permissions: ['streams:read:2'],
      timezone: 'Europe/Berlin',
      session_timeout_ms: 3_600_000,
      startpage: { type: 'dashboard', id: '1' },
      roles: ['Reader', 'whole'],
      service_account: false,
    },
    afterChange: { username: 'whole', full_name: 'Grace Hopper' },
  },
  {
    keep: 'notification',
    path: '/events/notifications',
    created: {
      title: 'Whole',
      description: 'd',
      config: {
        type: 'pagerduty-notification-v2',
        routing_key: 'r'.repeat(32),
        custom_incident: true,
        key_prefix: 'a',
        client_name: 'b',
        client_url: 'http://127.0.0.1/',
        pager_duty_title: 'c',
      },
    },
    changed: {
      id: '{notification}',
      title: 'Whole 2',
      description: 'e',
      config: {
        type: 'pagerduty-notification-v2',
        routing_key: 's'.repeat(32),
        custom_incident: false,
        key_prefix: 'f',
        client_name: 'g',
        client_url: 'http://127.0.0.1/2',
      },
    },
  },
];

const kindOf = (keep: string): Kind => kinds.find((kind) => kind.keep === keep) ?? assert.fail(keep);

/** Ways to create or find further entities, by the name under which the id that they return is stored. */
const further: Readonly<Record<string, () => Promise<unknown>>> = {
  reader: async () => objectsOf((await send('GET /authz/roles?query=name:Reader'))['roles'])[0]?.['id'],
  eventSet: async () => {
    const { index_sets: sets } = await send('GET /system/indices/index_sets');
    return objectsOf(sets).find((set) => /event/.test(String(set['index_prefix'])))?.['id'];
  },
  usedSet: async () => {
    const { id } = await send('POST /system/indices/index_sets', indexSetBody('Used', 'used'));
    await send('POST /streams', { title: 'Uses the set', index_set_id: id });
    return id;
  },
  usedVariable: async () => {
    const { id } = await send('POST /sidecar/configuration_variables', { name: 'used', content: 'a' });
    const template = '${user.used}';
    const uses = { name: 'uses', collector_id: '{collector}', color: '#ffffff', template };
    await send('POST /sidecar/configurations', uses);
    return id;
  },
  httpAdapter: async () => {
    const entries = [{ id: 'a', type: 'literal', title: 'a', value: 'http://127.0.0.1:1/' }];
    await send('PUT /system/urlwhitelist', { entries, disabled: false });
    const config = { type: 'httpjsonpath', url: 'http://127.0.0.1:1/', single_value_jsonpath: '$' };
    return (await send('POST /system/lookup/adapters', { title: 'Http', name: 'http', config }))['id'];
  },
};

/** Answers to the request that reads an entity: after its creation, and after its change. */
interface Course {
  readonly created: Members;
  readonly changed: Members;
}
const courses = new Map<string, Course>();
/** Errors of the requests that create and change an entity, by its name. */
const failures = new Map<string, Error>();

async function keepId(name: string, found: unknown): Promise<void> {
  const id = await found;
  assert.ok(typeof id === 'string', `${name} has an id`);
  ids[name] = id;
}

async function createAndChange(kind: Kind): Promise<void> {
  const { keep, path, one = `${path}/{${keep}}`, idOf = ({ id }) => id } = kind;
  await keepId(keep, idOf(await send(`POST ${path}`, kind.created)));
  const created = await send(`GET ${one}`);
  await send(`PUT ${path}/{${keep}}`, kind.changed);
  courses.set(keep, { created, changed: await send(`GET ${one}`) });
}

before(async () => {
  server = await startTestServer();
  session = await server.login();
  const attempt = (name: string, work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) => void failures.set(name, errorOf(error)));
  await attempt('node', async () => keepId('node', (await send('GET /'))['node_id']));
  // Later kinds refer to earlier ones, which have been changed already.
  for (const kind of kinds) await attempt(kind.keep, () => createAndChange(kind));
  for (const [name, find] of Object.entries(further)) await attempt(name, () => keepId(name, find()));
});
after(() => server.stop());

for (const {
  keep,
  created,
  defaults,
  changed,
  afterChange,
  shown = (answer: Members): unknown => answer,
  secret,
} of kinds)
  test(`every member of a ${keep} is stored and returned${secret ? `, except the ${secret}` : ''}`, () => {
    const course = courses.get(keep);
    assert.ok(course, failures.get(keep));
    const compare = (members: Members, answer: Members, when: string): void => {
      const wanted = filledIn(Object.fromEntries(Object.entries(members).filter(([name]) => name !== secret)));
      assert.deepEqual(namedBy(wanted, shown(answer)), wanted, when);
    };
    compare({ ...created, ...defaults }, course.created, 'after its creation');
    compare({ ...changed, ...afterChange }, course.changed, 'after its change');
    const timeOf = (answer: Members): unknown => answer['modified_at'] ?? answer['updated_at'];
    const time = timeOf(course.created);
    if (time !== undefined) assert.ok(String(timeOf(course.changed)) > String(time), 'the time of the change is later');
  });

test('the password of a user is stored: the user signs in with it', async () => {
  await server.login('whole', String(kindOf('user').created['password']));
});

test('every request that creates or finds a further entity for these tests succeeds', () => {
  assert.deepEqual(['node', ...Object.keys(further)].map((name) => failures.get(name)?.message).filter(Boolean), []);
});

const long = (characters: number): string => 'a'.repeat(characters);

/** Returns the body that creates a kind with some members replaced; `config` is merged into its configuration. */
function bodyWith(
  keep: string,
  { config, ...changes }: { readonly [name: string]: unknown; readonly config?: Members },
): Members {
  const { created } = kindOf(keep);
  return { ...created, ...changes, ...(config && { config: { ...objectOf(created['config']), ...config } }) };
}
const series = { id: 's', function: 'count', field: null };
const over = { expression: { expr: '>', left: { expr: 'number-ref', ref: 's' }, right: { expr: 'number', value: 1 } } };
const provider = { data_type: 'string', providers: [{ type: 'template-v1', template: 'a', require_values: false }] };

/**
 * Changes of a valid body that make it invalid. Each has the sentence of the refusal, with the field before it if the
 * form shows it there, and the status, which is 400 if it is absent.
 */
const invalid: readonly (readonly [keep: string, changes: Members, refusal: RegExp, status?: number])[] = [
  ['indexSet', { title: ' ', index_prefix: 'b' }, /title.*must not be blank/],
  ['indexSet', { title: long(1001), index_prefix: 'b' }, /title.*has more than 1000 characters/],
  ['indexSet', { shards: 0, index_prefix: 'b' }, /shards.*must be greater than or equal to 1/],
  ['indexSet', { replicas: -1, index_prefix: 'b' }, /replicas.*must be greater than or equal to 0/],
  ['indexSet', { index_optimization_max_num_segments: 0, index_prefix: 'b' }, /max_num_segments.*or equal to 1/],
  ['indexSet', { field_type_refresh_interval: 999, index_prefix: 'b' }, /refresh_interval.*or equal to 1000/],
  ['indexSet', { index_analyzer: ' ', index_prefix: 'b' }, /index_analyzer.*must not be blank/],
  ['indexSet', { creation_date: 'x', index_prefix: 'b' }, /creation_date.*must be a time/],
  ['indexSet', { rotation_strategy_class: 'x', index_prefix: 'b' }, /rotation_strategy_class.*is no strategy/],
  ['indexSet', { retention_strategy_class: 'x', index_prefix: 'b' }, /retention_strategy_class.*is no strategy/],
  ['indexSet', { index_prefix: 'whole' }, /"whole" would collide with "whole"/],
  ['stream', { title: ' ' }, /"title".*A stream needs a title/],
  ['stream', { index_set_id: '0' }, /Index set with ID <0>/],
  ['stream', { matching_type: 'XOR' }, /Unknown matching type "XOR"/],
  ['rule', { type: 9 }, /Unknown stream rule type 9/],
  ['rule', { type: 0 }, /Unknown stream rule type 0/],
  ['rule', { field: ' ' }, /"field".*Field must be set/],
  ['rule', { value: '' }, /"value".*Value must be set/],
  ['rule', { type: 2, value: '(' }, /"value".*no regular expression .* A bracket is missing/],
  ['rule', { type: 3, value: 'x' }, /"value".*Value must be a number/],
  ['role', { name: 'a:b' }, /"name".*must not hold/],
  ['role', { name: 'WHOLE' }, /Role WHOLE already exists/],
  ['grok', { name: '' }, /The name must not be empty/],
  ['grok', { name: 'C', pattern: '' }, /The pattern must not be empty/],
  ['grok', { name: 'WHOLE_2' }, /Grok pattern WHOLE_2 already exists/],
  ['grok', { name: 'C', pattern: '%{WHOLE_3}' }, /No definition for key 'WHOLE_3' found/],
  ['decorator', { config: { source_field: '' } }, /Missing or invalid configuration: "source_field" is mandatory/],
  ['decorator', { config: { other: 'a' } }, /The decorator has no field "other"/],
  ['output', { title: ' ' }, /"title".*An output needs a title/],
  ['output', { title: long(1001) }, /"title".*at most 1000 characters/],
  ['output', { type: 'x' }, /"type".*This server has no outputs of type x/],
  ['output', { configuration: { prefix: 'a', other: 1 } }, /"configuration".*the type has no field "other/],
  ['input', { title: '' }, /An input needs a title/],
  ['input', { node: 'x' }, /There is no node x/],
  ['input', { type: 'x' }, /There is no input type x/, 404],
  [
    'input',
    { configuration: { bind_address: '127.0.0.1', port: 65_536 } },
    /invalid configuration: "port" must be a port/,
  ],
  ['extractor', { title: ' ' }, /An extractor needs a title/],
  ['extractor', { source_field: '' }, /An extractor needs a source field/],
  ['extractor', { target_field: '' }, /The target field "" is missing or reserved/],
  ['extractor', { extractor_type: 'x' }, /There is no extractor type "x"/],
  ['extractor', { condition_type: 'x' }, /Unknown condition type "x"/],
  ['extractor', { cursor_strategy: 'x' }, /Unknown cursor strategy "x"/],
  ['extractor', { condition_type: 'regex', condition_value: '(' }, /Condition: This is no regular expression/],
  ['extractor', { extractor_config: { regex_value: '(' } }, /"This is no regular expression/],
  ['extractor', { extractor_config: { regex_value: '(a)', other: long(32_768) } }, /longer than 32768 characters/],
  [
    'pipelineRule',
    { source: 'rule "whole 2"\nwhen true\nthen\nend' },
    /There is a rule with the title whole 2 already/,
  ],
  [
    'pipeline',
    { source: 'pipeline "whole 2"\nstage 0 match either\nend' },
    /There is a pipeline with the title whole 2 already/,
  ],
  ['cache', { title: ' ', name: 'c' }, /"title":\["Required"/],
  ['cache', { name: ' ' }, /"name":\["Required"/],
  ['cache', { name: long(301) }, /"name":\["A name has at most 300 characters/],
  ['cache', { name: 'a\u0001' }, /"name":\["A name has no control characters/],
  ['cache', { name: 'whole-cache-2' }, /"name":\["The cache name is already in use/],
  ['cache', { name: 'c', config: { type: 'x' } }, /"type":\["The type must be one of/],
  ['cache', { name: 'c', config: { max_size: -1 } }, /"max_size":\["It must be 0 or more/],
  [
    'cache',
    { name: 'c', config: { expire_after_access_unit: 'x' } },
    /"expire_after_access":\["It needs a unit of time/,
  ],
  ['adapter', { name: 'whole-adapter-2' }, /"name":\["The data adapter name is already in use/],
  ['adapter', { name: 'c', custom_error_ttl: 0 }, /"custom_error_ttl":\["It needs a whole number from 1/],
  ['adapter', { name: 'c', custom_error_ttl_unit: 'x' }, /"custom_error_ttl":\["It needs a whole number from 1/],
  ['table', { name: 'whole-table' }, /"name":\["The lookup table name is already in use/],
  ['table', { name: 'c', cache_id: '' }, /"cacheId":\["Required/],
  ['table', { name: 'c', cache_id: 'x' }, /"cacheId":\["The cache does not exist/],
  ['table', { name: 'c', data_adapter_id: '' }, /"dataAdapterId":\["Required/],
  ['table', { name: 'c', data_adapter_id: 'x' }, /"dataAdapterId":\["The data adapter does not exist/],
  ['table', { name: 'c', default_single_value: 'x' }, /"default_single_value":\[""x" is no number/],
  ['table', { name: 'c', default_multi_value: '{' }, /"default_multi_value":\["It is no JSON/],
  ['variable', { name: ' ' }, /"name":\["Variable name can not be empty/],
  ['variable', { name: '1a' }, /"name":\["Variable name can only contain/],
  ['variable', { name: 'whole2' }, /"name":\["Variable already exists/],
  ['variable', { name: 'c', content: ' ' }, /"content":\["Variable content can not be empty/],
  ['collector', { name: ' ' }, /"name":\["Collector name cannot be empty/],
  ['collector', { name: 'a b' }, /"name":\["Collector name can only contain/],
  [
    'collector',
    { name: 'whole2', service_type: 'exec', node_operating_system: 'linux' },
    /name already exists for this/,
  ],
  ['collector', { executable_path: '' }, /"executable_path":\["Collector binary path cannot be empty/],
  ['collector', { executable_path: '/a;b' }, /"executable_path":\["Collector binary path cannot contain/],
  ['collector', { node_operating_system: '' }, /"node_operating_system":\["Collector operating system cannot be empty/],
  ['collector', { node_operating_system: 'dos' }, /"node_operating_system":\["Operating system can only be one of/],
  ['collector', { service_type: 'x' }, /"service_type":\["Collector service type does only support/],
  ['collector', { node_operating_system: 'linux' }, /"service_type":\["Windows service execution is only/],
  ['configuration', { name: ' ' }, /"name":\["Configuration name cannot be empty/],
  ['configuration', { name: 'a|b' }, /"name":\["Configuration name cannot include/],
  ['configuration', { name: 'whole2' }, /"name":\["Configuration "whole2" already exists/],
  ['configuration', { collector_id: '' }, /"collector_id":\["Associated collector ID cannot be empty/],
  ['configuration', { collector_id: 'x' }, /"collector_id":\["The collector does not exist/],
  ['configuration', { color: '' }, /"color":\["Configuration color cannot be empty/],
  ['configuration', { color: 'red' }, /"color":\["A color is written as/],
  ['configuration', { template: ' ' }, /"template":\["Configuration template cannot be empty/],
  ['configuration', { template: '<#if a>' }, /"template":\["Template error: /],
  ['configuration', { assignment_rule: '(' }, /"assignment_rule":\["A term .* is expected at the end/],
  ['definition', { title: ' ' }, /"title":\["A title is needed/],
  ['definition', { title: long(1001) }, /"title":\["A title has at most 1000/],
  ['definition', { description: long(20_001) }, /"description":\["A description has at most 20000/],
  ['definition', { priority: 0 }, /"priority":\["The priority is 1/],
  ['definition', { priority: 4 }, /"priority":\["The priority is 1/],
  ['definition', { _scope: 'x' }, /"_scope":\["There is no scope/],
  ['definition', { config: { type: 'x' } }, /"config":\["The definition needs a condition/],
  ['definition', { config: { search_within_ms: 0 } }, /"search_within_ms":\["This must be greater than zero/],
  ['definition', { config: { search_within_ms: 999 } }, /"search_within_ms":\["This must be at least one second/],
  [
    'definition',
    { config: { execute_every_ms: 366 * 86_400_000 + 1 } },
    /"execute_every_ms":\["This must be at most a year/,
  ],
  ['definition', { config: { event_limit: -1 } }, /"event_limit":\["This must be a whole number/],
  ['definition', { config: { event_limit: 1.5 } }, /"event_limit":\["This must be a whole number/],
  ['definition', { config: { streams: [1] } }, /"streams":\["This must be a list of texts/],
  [
    'definition',
    { config: { group_by: Array.from({ length: 21 }, (_, at) => `f${at}`) } },
    /"group_by":\["There may be at most 20/,
  ],
  ['definition', { config: { series: [], conditions: over } }, /"series":\["Groups need at least one series/],
  [
    'definition',
    { config: { group_by: [], series: [], conditions: over } },
    /"series":\["A condition needs at least one/,
  ],
  ['definition', { config: { group_by: [], conditions: null } }, /"conditions":\["Series need a condition/],
  ['definition', { config: { series: [series, series] } }, /"series":\["Two series have the id/],
  [
    'definition',
    { config: { series: [{ ...series, function: 'avg' }] } },
    /"series":\["The function avg needs a field/,
  ],
  ['definition', { config: { series: [{ ...series, function: 'x' }] } }, /A series cannot be read .* "x" is none of/],
  [
    'definition',
    { config: { series: [{ ...series, id: 't' }] } },
    /"conditions":\["The condition refers to the series/,
  ],
  [
    'definition',
    { config: { query: 'a:$b$' } },
    /"query_parameters":\["The query has parameters that are not declared: b/,
  ],
  ['definition', { config: { query: 'a:(' } }, /"query":\["Unable to perform search query: .* incomplete query/],
  ['definition', { config: { query_parameters: [{ name: 'a' }] } }, /"query_parameters":\["A parameter needs a name/],
  ['definition', { config: { query_parameters: [{ embryonic: true }] } }, /has the property "embryonic/],
  ['definition', { field_spec: { 'a b': provider }, key_spec: [] }, /"field_spec":\[""a b" is no name of a field/],
  ['definition', { field_spec: { f: { providers: [{ type: 'x' }] } } }, /"field_spec":\["Field "f" needs a template/],
  [
    'definition',
    { field_spec: { f: { providers: [{ type: 'lookup-v1' }] } } },
    /"field_spec":\["Field "f" needs a lookup table/,
  ],
  [
    'definition',
    { field_spec: { f: { providers: [{ type: 'template-v1' }] } } },
    /"field_spec":\["Field "f": the template is empty/,
  ],
  ['definition', { key_spec: ['g'] }, /"key_spec":\["Fields of the key must be among/],
  ['definition', { notification_settings: { grace_period_ms: -1 } }, /"notification_settings":\["The grace period/],
  [
    'definition',
    { notification_settings: { grace_period_ms: 0, backlog_size: 1001 } },
    /"notification_settings":\["The backlog has from 0/,
  ],
  [
    'definition',
    { notification_settings: { grace_period_ms: 0, backlog_size: -1 } },
    /"notification_settings":\["The backlog has from 0/,
  ],
  ['notification', { title: ' ' }, /"title":\["A notification needs a title/],
  ['notification', { title: long(1001) }, /"title":\["A title has at most 1000/],
  ['notification', { description: long(10_001) }, /"description":\["A description has at most 10000/],
  ['notification', { config: { type: '' } }, /"config":\["The type is missing/],
  ['notification', { config: { type: 'x' } }, /"config":\["This server has no notifications of type x/],
  ['notification', { config: { routing_key: 'r' } }, /"routing_key":\["A routing key has 32 characters/],
  ['notification', { config: { client_url: 'x' } }, /"client_url":\["It must be an address of http/],
  ['backend', { title: ' ' }, /"title":\["must not be empty/],
  ['backend', { title: long(201) }, /"title":\["must not be longer than 200/],
  ['backend', { default_roles: ['x'] }, /"default_roles":\["must be roles that exist/],
  ['backend', { config: { servers: [] } }, /"servers":\["must name at least one server/],
  ['backend', { config: { servers: [{ host: 'a b', port: 1 }] } }, /"servers":\["must have a host name/],
  ['backend', { config: { servers: [{ host: 'a', port: 0 }] } }, /"servers":\["must have a port from 1 to 65535/],
  ['backend', { config: { servers: [{ host: 'a', port: 65_536 }] } }, /"servers":\["must have a port from 1 to 65535/],
  ['backend', { config: { transport_security: 'x' } }, /"transport_security":\["must be one of/],
  ['backend', { config: { user_search_base: ' ' } }, /"user_search_base":\["must not be empty/],
  ['backend', { config: { user_search_pattern: '(' } }, /"user_search_pattern":\["must be an LDAP filter/],
  ['backend', { config: { user_name_attribute: '1' } }, /"user_name_attribute":\["must be the name of an attribute/],
  ['backend', { config: { user_full_name_attribute: '' } }, /"user_full_name_attribute":\["must not be empty/],
  ['backend', { config: { user_unique_id_attribute: '1' } }, /"user_unique_id_attribute":\["must be the name of/],
  ['backend', { config: { email_attributes: ['1'] } }, /"email_attributes":\["must be names of attributes/],
  ['backend', { config: { system_user_password: { set_value: 'a', keep_value: true } } }, /takes one of set_value/],
  ['backend', { config: { type: 'x' } }, /Unknown authentication service type/],
  ['user', { username: 'whole' }, /Username is already taken/],
  ['user', { username: ' ' }, /"username":\[.*must not be empty/],
  ['user', { username: long(101) }, /"username":\[.*must not be longer than 100/],
  ['user', { username: 'u', email: ' ' }, /"email":\[.*must not be empty/],
  ['user', { username: 'u', email: long(255) }, /"email":\[.*must not be longer than 254/],
  ['user', { username: 'u', first_name: long(101) }, /"first_name":\[.*must not be longer than 100/],
  ['user', { username: 'u', last_name: long(101) }, /"last_name":\[.*must not be longer than 100/],
  ['user', { username: 'u', password: 'seven c' }, /"password":\[.*must have at least 8/],
  ['user', { username: 'u', roles: ['Nobody'] }, /Invalid role names: Nobody/],
  ['user', { username: 'u', roles: ['Admin'] }, /A service account cannot hold the Admin role/],
  ['user', { username: 'u', startpage: { type: long(101), id: 'a' } }, /startpage.type.*must not be longer than 100/],
  ['user', { username: 'u', startpage: { type: 'a', id: long(101) } }, /startpage.id.*must not be longer than 100/],
];

/** Changes of a valid body that reach a limit, but do not exceed it. */
const atTheLimit: readonly (readonly [keep: string, changes: Members])[] = [
  ['indexSet', { title: long(1000), index_prefix: 'limit', replicas: 0, field_type_refresh_interval: 1000 }],
  ['rule', { type: 8 }],
  ['output', { title: long(1000) }],
  ['cache', { name: long(300) }],
  ['adapter', { name: 'limit', custom_error_ttl: 1 }],
  [
    'definition',
    { title: long(1000), description: long(20_000), priority: 1, config: { search_within_ms: 1000, event_limit: 0 } },
  ],
  [
    'definition',
    {
      config: { execute_every_ms: 366 * 86_400_000 },
      notification_settings: { grace_period_ms: 0, backlog_size: 1000 },
    },
  ],
  ['notification', { title: long(1000), description: long(10_000) }],
  ['backend', { title: long(200), config: { servers: [{ host: 'a', port: 65_535 }] } }],
  ['user', { username: long(100), email: long(254), first_name: long(100), last_name: long(99), password: 'eight ch' }],
];

const attempt = (keep: string, changes: Members): Promise<string> =>
  outcomeOf(`POST ${kindOf(keep).path}`, bodyWith(keep, changes));

test('an invalid body is refused with the reason, at its field if the form shows it there', async () => {
  const wrong: string[] = [];
  for (const [keep, changes, refusal, status = 400] of invalid) {
    const outcome = await attempt(keep, changes);
    if (!outcome.startsWith(`${status} `) || !refusal.test(outcome))
      wrong.push(`${keep} ${JSON.stringify(changes).slice(0, 100)}: ${outcome.slice(0, 300)}`);
  }
  assert.deepEqual(wrong, []);
});

test('a body that reaches a limit is accepted', async () => {
  for (const [keep, changes] of atTheLimit)
    assert.match(await attempt(keep, changes), /^2/, `${keep} ${JSON.stringify(changes).slice(0, 100)}`);
});

/**
 * Requests that the server refuses: an entity is missing, in use, or read only, or two members contradict each other.
 * Each has the status and the reason; an answer with the status 304 has no text.
 */
const refused: readonly (readonly [call: string, body: Body | undefined, refusal: RegExp])[] = [
  ['GET /roles/nothing', undefined, /^404.*Couldn't find role nothing/],
  ['PUT /roles/Reader', { name: 'Reader', permissions: [] }, /^400.*Cannot update read only system role Reader/],
  ['DELETE /roles/Reader', undefined, /^400.*Cannot update read only system role Reader/],
  ['DELETE /authz/roles/{reader}', undefined, /^405.*Cannot delete read only system role Reader/],
  ['PUT /roles/whole', { name: 'Reader', permissions: [] }, /^400.*Role Reader already exists/],
  ['PUT /authz/roles/{reader}/assignees', ['admin'], /^400.*Cannot modify read-only user admin/],
  ['DELETE /authz/roles/{reader}/assignee/admin', undefined, /^400.*Cannot modify read-only user admin/],
  ['PUT /roles/Reader/members/nobody', {}, /^404.*Couldn't find user nobody/],
  ['GET /users/nobody', undefined, /^404.*Couldn't find user nobody/],
  ['GET /users/id/0', undefined, /^404.*Couldn't find user with ID <0>/],
  ['DELETE /users/id/0', undefined, /^404.*Couldn't find user with ID <0>/],
  ['PUT /users/admin/permissions', { permissions: [] }, /^400.*Cannot modify read-only user admin/],
  ['PUT /users/local:admin', { email: null }, /^400.*Cannot modify read-only user admin"/],
  ['PUT /users/{user}/status/sleepy', undefined, /^400.*Unknown account status sleepy/],
  ['PUT /users/{user}', { service_account: true, roles: ['Admin'] }, /^400.*A service account cannot hold the Admin/],
  ['DELETE /users/id/{user}?hand_over_to=0&delete_owned=true', undefined, /^400.*exclude each other/],
  ['DELETE /users/id/{user}?hand_over_to=0', undefined, /^400.*must be the id of another user/],
  ['DELETE /users/id/{user}?hand_over_to={user}', undefined, /^400.*must be the id of another user/],
  ['DELETE /users/id/{user}?hand_over_to=local:admin', undefined, /^400.*Everything belongs to the built-in/],
  ['POST /system/authentication/users/0/disable', undefined, /^404.*Couldn't find user with ID <0>/],
  ['GET /system/authentication/services/backends/0', undefined, /^404.*Couldn't find authentication service with ID/],
  ['GET /system/cluster_config/x', undefined, /^404.*Couldn't find configuration class 'x'/],
  ['PUT /system/cluster_config/x', {}, /^404.*Couldn't find configuration class 'x'/],
  ['GET /system/grok/0', undefined, /^404.*Couldn't find Grok pattern with ID 0/],
  ['GET /streams/0', undefined, /^404.*Stream <0> not found/],
  ['PUT /streams/{defaultStream}', { title: 'a' }, /^400.*The default stream cannot be edited/],
  ['DELETE /streams/{defaultStream}', undefined, /^400.*The default stream cannot be edited/],
  ['PUT /streams/indexSet/{defaultSet}', ['000000000000000000000002'], /^400.*This stream belongs to the system/],
  ['PUT /streams/indexSet/0', ['{stream}'], /^404.*Index set with ID <0>/],
  ['GET /streams/{stream}/rules/0', undefined, /^404.*Stream rule <0> not found/],
  ['DELETE /system/indices/index_sets/{defaultSet}', undefined, /^400.*The default index set cannot be deleted/],
  ['DELETE /system/indices/index_sets/{usedSet}', undefined, /^400.*is used by these streams: "Uses the set"/],
  ['PUT /system/indices/index_sets/{eventSet}/default', undefined, /^409.*events cannot be the default/],
  ['GET /system/inputs/{input}/extractors/0', undefined, /^404.*Couldn't find extractor with ID 0/],
  ['POST /system/inputs/{input}/extractors/order', { order: { '-1': '{extractor}' } }, /^400.*are positions/],
  ['POST /system/inputs/{input}/extractors/order', { order: { '0.5': '{extractor}' } }, /^400.*are positions/],
  ['POST /system/inputs/{input}/staticfields', { key: 'a b', value: 'c' }, /^400.*Invalid key: "a b"/],
  ['POST /system/inputs/{input}/staticfields', { key: 'message', value: 'c' }, /^400.*"message" is reserved/],
  ['GET /system/outputs/0', undefined, /^404.*Output with ID <0> not found/],
  ['PUT /system/outputs/{output}', { title: ' ' }, /^400.*An output needs a title/],
  [
    'PUT /system/outputs/{output}',
    { type: `${classes}.outputs.DiscardOutput` },
    /^400.*needs a configuration of its own/,
  ],
  ['POST /streams/{stream}/outputs', { outputs: ['0'] }, /^404.*Output with ID <0> not found/],
  ['GET /streams/{stream}/outputs/{output}', undefined, /^404.*The stream has no output with ID/],
  ['DELETE /streams/{stream}/outputs/{output}', undefined, /^404.*The stream has no output with ID/],
  ['GET /system/pipelines/rule/0', undefined, /^404.*Couldn't find rule with ID <0>/],
  ['GET /system/pipelines/pipeline/0', undefined, /^404.*Couldn't find pipeline with ID <0>/],
  ['GET /system/pipelines/connections/{stream}', undefined, /^404.*There are no pipeline connections/],
  ['POST /system/pipelines/connections/to_stream', { stream_id: '0', pipeline_ids: [] }, /^404.*stream with ID <0>/],
  [
    'POST /system/pipelines/connections/to_stream',
    { stream_id: '000000000000000000000002', pipeline_ids: [] },
    /^400.*Cannot connect pipeline to non editable stream/,
  ],
  ['PUT /system/pipelines/rule/0/tests', { tests: [] }, /^404.*Couldn't find rule with ID <0>/],
  ['DELETE /system/pipelines/rule/workbench/samples/0', undefined, /^404.*Couldn't find sample set with ID/],
  [
    'PUT /system/lookup/caches/other',
    { title: 'a', name: 'b', config: { type: 'none' } },
    /^404.*There is no cache with the id or name "other"/,
  ],
  ['PUT /system/lookup/caches/{cache}', { title: 'a', name: 'b', config: { type: 'none' } }, /^400.*does not match/],
  [
    'PUT /system/lookup/caches/whole-cache-2',
    { id: '0', title: 'a', name: 'whole-cache-2', config: { type: 'none' } },
    /^400.*has the id of another cache/,
  ],
  ['DELETE /system/lookup/caches/{cache}', undefined, /^400.*The cache is still in use/],
  ['DELETE /system/lookup/adapters/{adapter}', undefined, /^400.*The adapter is still in use/],
  ['GET /system/lookup/adapters/{httpAdapter}/rows', undefined, /^400.*"Http" has no stored rows/],
  [
    'POST /system/lookup/adapters/{adapter}/rows',
    { revision: 0, rows: [{ key: ' ', values: [], expires_at: null, note: '' }], deleted: [] },
    /^400.*A row needs a key/,
  ],
  [
    'POST /system/lookup/adapters/{adapter}/rows',
    { revision: 0, rows: ['a', 'a'].map((key) => ({ key, values: [], expires_at: null, note: '' })), deleted: [] },
    /^400.*"a" appears in two rows/,
  ],
  [
    'POST /system/lookup/adapters/{adapter}/rows',
    { revision: 0, rows: [], deleted: [], columns: [{ name: 'note', type: 'text' }] },
    /^400.*A column cannot be named "note"/,
  ],
  ['DELETE /sidecar/collectors/{collector}', undefined, /^400.*Collector still in use/],
  [
    'DELETE /sidecar/configuration_variables/{usedVariable}',
    undefined,
    /^400.*"name":\["Variable is still used in the following configurations: uses/,
  ],
  ['GET /sidecar/collectors/0', undefined, /^404.*Could not find collector <0>/],
  ['GET /sidecar/configurations/0', undefined, /^404.*Could not find configuration <0>/],
  ['PUT /sidecar/configurations/{configuration}/versions/9', undefined, /^404.*has no version 9/],
  ['DELETE /sidecar/collectors/0', undefined, /^304 $/],
  ['DELETE /sidecar/configurations/0', undefined, /^304 $/],
  ['PUT /events/definitions/{definition}', { id: '0', title: 'a' }, /^400.*The id is not that of the address/],
  ['GET /events/definitions/0', undefined, /^404.*Event definition <0> doesn't exist/],
  ['PUT /events/notifications/{notification}', { id: '0', title: 'a' }, /^400.*has another ID than the address/],
  ['GET /system/content_packs/x/0', undefined, /^404.*A revision is a whole number from 1 on/],
  ['DELETE /system/content_packs/x', undefined, /^404.*Content pack x not found/],
  ['POST /system/content_pack_library/x', undefined, /^404.*The library has no content pack x/],
  ['PUT /system/loggers/x/level/info', undefined, /^404.*Logger x not found/],
  ['PUT /system/loggers/subsystems/x/level/info', undefined, /^404.*Subsystem x not found/],
  ['PUT /cluster/system/loggers/x/subsystems/sockets/level/info', undefined, /^404.*Node x not found/],
  ['POST /system/jobs', { job_name: 'x' }, /^400.*There is no system job x to start/],
  ['GET /system/jobs/x', undefined, /^404.*No system job with ID <x>/],
  ['DELETE /system/notifications/x', undefined, /^400.*Unknown notification type x/],
  [
    'PUT /system/urlwhitelist',
    { entries: [{ id: 'a', type: 'literal', title: ' ', value: 'http://a/' }], disabled: false },
    /^400.*"entries.0.title".*must not be empty/,
  ],
  [
    'PUT /system/urlwhitelist',
    { entries: [{ id: 'a', type: 'literal', title: 'a', value: 'ftp://a/' }], disabled: false },
    /^400.*must be an address of http or https/,
  ],
  [
    'PUT /system/urlwhitelist',
    { entries: [{ id: 'a', type: 'regex', title: 'a', value: '(' }], disabled: false },
    /^400.*is not a valid regular expression/,
  ],
];

test('a request for something missing, used, read only or contradictory is refused with the reason', async () => {
  const wrong: string[] = [];
  for (const [call, body, refusal] of refused) {
    const outcome = await outcomeOf(call, body);
    if (!refusal.test(outcome)) wrong.push(`${call}: ${outcome.slice(0, 300)}`);
  }
  assert.deepEqual(wrong, []);
});

test('validating a stored entity does not report its own name as used, and validating a new one does', async () => {
  const validated = ['cache', 'adapter', 'table', 'variable', 'collector', 'configuration'];
  for (const { keep, path, changed } of kinds.filter((kind) => validated.includes(kind.keep))) {
    const { errors } = await send(`POST ${path}/validate`, { ...changed, id: `{${keep}}` });
    assert.deepEqual(errors, {}, keep);
    const twin = await send(`POST ${path}/validate`, { ...changed, id: null });
    assert.deepEqual([twin['failed'], Object.keys(objectOf(twin['errors']))], [true, ['name']], keep);
  }
});

test('a copy of a collector or a configuration has every member of the original except name, tags and rule', async () => {
  const copies = [
    ['/sidecar/collectors', 'collector', {}],
    ['/sidecar/configurations', 'configuration', { tags: [], assignment_rule: '', version: 1 }],
  ] as const;
  for (const [path, keep, reset] of copies) {
    const original = await send(`GET ${path}/{${keep}}`);
    await send(`POST ${path}/{${keep}}/copied`);
    const found = await send(`GET ${path === '/sidecar/collectors' ? `${path}/summary` : path}?query=name:copied`);
    const [listed] = objectsOf(Object.values(found).find(Array.isArray));
    const copy = await send(`GET ${path}/${String(listed?.['id'])}`);
    assert.deepEqual(copy, { ...original, ...reset, id: copy['id'], name: 'copied' }, keep);
  }
});

test('lists contain only the requested part: running streams, and index sets from an offset', async () => {
  const running = async (): Promise<boolean> =>
    objectsOf((await send('GET /streams/enabled'))['streams']).some(({ id }) => id === ids['stream']);
  const { disabled } = await send('GET /streams/{stream}');
  assert.deepEqual([disabled, await running()], [true, false]);
  await send('POST /streams/{stream}/resume');
  assert.equal(await running(), true);
  const titles = async (query: string): Promise<string[]> =>
    objectsOf((await send(`GET /system/indices/index_sets${query}`))['index_sets']).map(({ title }) => String(title));
  const all = await titles('');
  assert.deepEqual(await titles('?skip=1&limit=2'), all.slice(1, 3));
  assert.deepEqual(await titles('?skip=2'), all.slice(2));
});

test('lists of roles name the members of each role, and accounts are found by their e-mail address', async () => {
  const { roles, context } = await send('GET /authz/roles?query=name:whole');
  const [role] = objectsOf(roles);
  assert.deepEqual(objectOf(context)['users'], { [String(role?.['id'])]: [{ id: ids['user'], username: 'whole' }] });
  const { users } = await send('GET /users/paginated?query=email:b@example.org');
  assert.deepEqual(
    objectsOf(users).map(({ username }) => username),
    ['whole'],
  );
});

test('an index set is assigned to none of the streams if one of them belongs to the system', async () => {
  const { status } = await request('PUT /streams/indexSet/{usedSet}', ['{stream}', '000000000000000000000002']);
  assert.equal(status, 400);
  assert.equal((await send('GET /streams/{stream}'))['index_set_id'], ids['defaultSet']);
});
