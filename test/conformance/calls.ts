/**
 * Describes one valid call of every endpoint. Entities that a call deletes are created for the call. Path parameters
 * without a value in this file come from the test world (see world.ts).
 */
import { inputTypeIds } from '../../host/server/intake/types/input-types.js';
import { alertCalls, alertRefusals, alertRules } from './alert-calls.js';
import { chartMarkCalls, chartMarkRules } from './chart-mark-calls.js';
import { lookupCalls, lookupRules } from './lookup-calls.js';
import { pipelineCalls, pipelineRules } from './pipeline-calls.js';
import { contentPackCalls, contentPackRules } from './content-pack-calls.js';
import { workbenchCalls, workbenchRules } from './workbench-calls.js';
import { embedCalls, embedRules } from './embed-calls.js';
import { searchHistoryCalls, searchHistoryRules } from './search-history-calls.js';
import { snapshotCalls, snapshotRules } from './snapshot-calls.js';
import { notificationCalls, notificationRules } from './notification-calls.js';
import type { Rule } from './rules.js';
import { ruleTestCalls, ruleTestRules } from './rule-test-calls.js';
import { sidecarCalls, sidecarRules } from './sidecar-calls.js';
import { ldap, password, searchWith, viewOf, type World } from './world.js';

export interface Call {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly json?: unknown;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text that the answer contains if, and only if, the caller may see the entity (rules `filtered` and `inBulk`). */
  readonly shows?: string;
  /** Makes another call as the caller, before the tested call. */
  readonly prepare?: (send: (method: string, path: string, json: unknown) => Promise<Response>) => Promise<unknown>;
}
export type Maker = (world: World) => Call | Promise<Call>;

const each = (...permissions: string[]): Rule => ({ kind: 'each', permissions });
const filtered = (...permissions: string[]): Rule => ({ kind: 'filtered', permissions });
const everybody: Rule = { kind: 'public', permissions: [] };
const session: Rule = { kind: 'session', permissions: [] };

/** Permission rules that the contract's table describes in sentences, abbreviates or omits, by method and path. */
export const rules: Readonly<Record<string, Rule>> = {
  // The contract's table names these permissions without the entity, for example "streams:read per entity".
  'GET /streams': filtered('streams:read:{streamId}'),
  'GET /streams/enabled': filtered('streams:read:{streamId}'),
  'GET /streams/paginated': filtered('streams:read:{streamId}'),
  'GET /system/inputs': filtered('inputs:read:{inputId}'),
  'GET /system/inputstates': filtered('inputs:read:{inputId}'),
  'GET /system/indices/index_sets': filtered('indexsets:read:{indexSetId}'),
  'GET /system/indexer/indices': each('indices:read'),
  'GET /system/indexer/indices/closed': filtered('indices:read:{index}'),
  'GET /system/indexer/indices/reopened': filtered('indices:read:{index}'),
  'POST /system/indexer/indices/multiple': filtered('indices:read:{index}'),
  'GET /system/indices/ranges': filtered('indexranges:read:{index}'),
  'GET /system/indexer/overview/{indexSetId}': each('deflector:read', 'indexercluster:read', 'indices:read'),
  'GET /system/jobs': filtered('systemjobs:read:{jobId}'),
  'POST /system/jobs': each('systemjobs:create:{jobName}'),
  'GET /views': filtered('view:read:{viewId}'),
  'GET /views/{viewId}': each('view:read:{viewId}'),
  'POST /views': each('dashboards:create'),
  'GET /search/saved': filtered('view:read:{viewId}'),
  'GET /dashboards': filtered('view:read:{viewId}', 'dashboards:read:{viewId}'),
  'GET /dashboards/{dashboardId}': {
    kind: 'any',
    permissions: ['view:read:{dashboardId}', 'dashboards:read:{dashboardId}'],
  },
  'PUT /dashboards/{dashboardId}': {
    kind: 'any',
    permissions: ['view:edit:{dashboardId}', 'dashboards:edit:{dashboardId}'],
  },
  'DELETE /dashboards/{dashboardId}': each('view:delete:{dashboardId}'),
  'POST /views/forValue': session,
  'POST /views/bulk_delete': { kind: 'inBulk', permissions: ['view:delete:{viewId}'] },
  'POST /streams/bulk_delete': { kind: 'inBulk', permissions: ['streams:edit:{streamId}'] },
  'POST /streams/bulk_pause': {
    kind: 'inBulk',
    permissions: ['streams:changestate:{streamId}', 'streams:edit:{streamId}'],
  },
  'POST /streams/bulk_resume': {
    kind: 'inBulk',
    permissions: ['streams:changestate:{streamId}', 'streams:edit:{streamId}'],
  },
  'PUT /streams/indexSet/{indexSetId}': each('indexsets:read:{indexSetId}', 'streams:edit:{streamId}'),
  'GET /views/functions': session,
  'GET /views/fields': session,
  'POST /views/fields': each('streams:read:{streamId}'),
  'POST /views/search': each('streams:read:{streamId}'),
  'GET /views/search': filtered('view:read:{viewId}'),
  'GET /views/search/{searchId}': each('view:read:{viewId}'),
  'POST /views/search/metadata': session,
  'GET /views/search/metadata/{searchId}': each('view:read:{viewId}'),
  'POST /views/search/{searchId}/execute': each('view:read:{viewId}', 'streams:read:{streamId}'),
  'POST /views/search/sync': each('streams:read:{streamId}'),
  'POST /search/validate': each('streams:read:{streamId}'),
  'POST /search/suggest': session,
  'POST /views/export': session,
  'POST /views/export/{searchId}': each('view:read:{viewId}'),
  'POST /views/export/{searchId}/{searchTypeId}': each('view:read:{viewId}'),
  'POST /views/search/messages': each('streams:read:{streamId}'),
  'POST /views/search/messages/{searchId}': each('view:read:{viewId}', 'streams:read:{streamId}'),
  'POST /views/search/messages/{searchId}/{searchTypeId}': each('view:read:{viewId}', 'streams:read:{streamId}'),
  'GET /messages/{index}/{messageId}': each('messages:read:{messageId}', 'streams:read:{defaultStreamId}'),
  'POST /messages/parse': session,
  'POST /search/messages': each('streams:read:{streamId}'),
  'GET /search/messages': each('streams:read:{streamId}'),
  'POST /search/aggregate': each('streams:read:{streamId}'),
  'GET /search/decorators/available': session,
  'GET /search/universal/absolute': each('searches:absolute'),
  'GET /search/universal/relative': each('searches:relative'),
  'GET /search/universal/keyword': each('searches:keyword'),
  'POST /authz/shares/entities/{entityGrn}/prepare': each('entity:own:{entityGrn}'),
  'POST /authz/shares/entities/{entityGrn}': each('entity:own:{entityGrn}'),
  'GET /entity_suggestions': filtered('indexsets:read:*'),
  'POST /system/catalog/entities/titles': filtered('streams:read:{streamId}'),
  'POST /events/search': filtered('streams:read:{streamId}'),
  'GET /events/{eventId}': filtered('streams:read:{streamId}'),
  'GET /events/definitions/paginated': filtered('eventdefinitions:read:{definitionId}'),
  'GET /events/definitions': filtered('eventdefinitions:read:{definitionId}'),
  'POST /events/definitions': each('eventdefinitions:create', 'streams:read:{streamId}'),
  'PUT /events/definitions/{definitionId}': each('eventdefinitions:edit:{definitionId}', 'streams:read:{streamId}'),
  'POST /events/definitions/bulk_delete': { kind: 'inBulk', permissions: ['eventdefinitions:delete:{definitionId}'] },
  'POST /events/definitions/bulk_schedule': { kind: 'inBulk', permissions: ['eventdefinitions:edit:{definitionId}'] },
  'POST /events/definitions/bulk_unschedule': { kind: 'inBulk', permissions: ['eventdefinitions:edit:{definitionId}'] },
  ...alertRules,
  ...chartMarkRules,
  ...searchHistoryRules,
  ...lookupRules,
  ...pipelineRules,
  ...embedRules,
  ...snapshotRules,
  ...sidecarRules,
  ...ruleTestRules,
  ...contentPackRules,
  ...notificationRules,
  ...workbenchRules,
  'GET /system/metrics/{metricName}': each('metrics:read:{metricName}'),
  'GET /cluster/system/loggers': filtered('loggers:read'),
  'GET /system/loggers': filtered('loggers:read'),
  'GET /cluster/system/loggers/subsystems': filtered('loggers:readsubsystem'),
  'GET /system/loggers/subsystems': filtered('loggers:readsubsystem'),
  // The following endpoints are not in the contract, except the list of sign-in services, whose rows the contract
  // filters.
  'GET /tools/grok_tester': session,
  'POST /search/computed_fields/preview': session,
  'POST /search/patterns': each('streams:read:{streamId}'),
  'POST /search/differences': each('streams:read:{streamId}'),
  'GET /system/inputs/{inputId}/failures': each('inputs:read:{inputId}'),
  'POST /system/inputs/preview': each('inputs:create'),
  'POST /system/inputs/{inputId}/test_message': each('inputs:edit:{inputId}'),
  'POST /system/inputs/{inputId}/extractors/preview': each('inputs:edit:{inputId}'),
  'GET /system/indices/index_sets/{indexSetId}/growth': each('indexsets:read:{indexSetId}'),
  'GET /system/indices/index_sets/{indexSetId}/field_types': each('indexsets:read:{indexSetId}'),
  'PUT /system/indices/index_sets/{indexSetId}/field_types': each('indexsets:edit:{indexSetId}'),
  'POST /system/indexer/failures/retry': each('indices:failures', 'indices:changestate'),
  'GET /streams/{streamId}/routing_preview': each('streams:read:{streamId}'),
  'GET /system/outputstates': each('outputs:read'),
  'GET /streams/{streamId}/dependents': each('streams:edit:{streamId}'),
  'GET /users/{userId}/sessions': each('users:edit:{username}'),
  'DELETE /users/{userId}/sessions/{sessionId}': each('users:edit:{username}'),
  'DELETE /users/{userId}/sessions': each('users:edit:{username}'),
  'GET /users/{userId}/permissions/why': each('users:permissionsedit:{username}'),
  'GET /users/{userId}/owned': each('users:edit:{username}'),
  'GET /system/authentication/services/backends': filtered('authservicebackend:read:{backendId}'),
  'GET /system/authentication/sign-in': everybody,
  'GET /system/authentication/oidc/start': everybody,
  'GET /system/authentication/oidc/callback': everybody,
  'GET /api-docs/global': everybody,
  'GET /api-docs/{route}': everybody,
  'GET /openapi.json': everybody,
  'GET /system/public_notifications': everybody,
  'GET /system/first_start': each('*'),
  'POST /system/first_start/done': each('*'),
};

/**
 * Responses to callers without a permission that differ from the usual ones (403, or 200 for filtered lists), with
 * reasons.
 */
export const otherRefusals: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  ...alertRefusals,
  'GET /events/{eventId}': [
    204,
    'an event that the caller may not see counts as missing (contract dashboards-sharing-alerts events.get)',
  ],
  'GET /views/{viewId}': [
    404,
    'whoever may not read a view does not learn that it exists (contract dashboards-sharing-alerts views.get)',
  ],
  'PUT /views/{viewId} view:read:{viewId}': [404, 'as GET /views/{viewId}'],
  'PUT /views/{viewId}/default view:read:{viewId}': [404, 'as GET /views/{viewId}'],
  'GET /dashboards/{dashboardId}': [404, 'as GET /views/{viewId}'],
  'PUT /dashboards/{dashboardId} view:read:{dashboardId}': [404, 'as GET /views/{viewId}'],
  'GET /system/metrics/namespace/{namespace}': [404, 'a namespace without readable metrics counts as unknown'],
  'GET /cluster/{nodeId}/metrics/namespace/{namespace}': [
    404,
    'a namespace without readable metrics counts as unknown',
  ],
};

/** Endpoints without a permission rule, each with the reason why no unauthorized call is tested. */
export const withoutRule: Readonly<Record<string, string>> = {
  'GET /views/search/status/{jobId}':
    'allowed only for the user who started the job: test/host/server/routes/searches.test.ts',
  'DELETE /views/search/cancel/{jobId}':
    'allowed only for the user who started the job: test/host/server/routes/searches.test.ts',
  'GET /views/search/messages/job/{exportJobId}/{filename}':
    'allowed only for the page that started the export, by its cookie: test/host/server/routes/searches.test.ts',
  'DELETE /system/jobs/{jobId}':
    'a job ends before the call could cancel it: test/host/server/routes/system-jobs.test.ts',
  'DELETE /cluster/jobs/{jobId}': 'as DELETE /system/jobs/{jobId}',
  'DELETE /system/jobs/acknowledge/{jobId}': 'as DELETE /system/jobs/{jobId}',
};

const freshPerson = async (world: World) => {
  const { id, username } = await world.person();
  return { userId: id, username };
};
const freshRole = async (world: World) => {
  const { id, name } = await world.role();
  return { roleId: id, roleName: name };
};
const freshStream = async (world: World) => ({ streamId: await world.stream() });
const freshRule = async (world: World) => {
  const streamId = await world.stream();
  return { streamId, ruleId: await world.rule(streamId) };
};
const freshInput = async (world: World) => ({ inputId: await world.input() });
const ofInput: Maker = async (world) => ({ params: await freshInput(world) });
const freshOutput = async (world: World) => {
  const streamId = await world.stream();
  return { streamId, outputId: await world.output(streamId) };
};
const freshExtractor = async (world: World) => {
  const inputId = await world.input();
  return { inputId, extractorId: await world.extractor(inputId) };
};
const ofExtractor: Maker = async (world) => ({ params: await freshExtractor(world) });
const stored = ({ known }: World) => searchWith(known['searchId'] ?? '', [known['streamId'] ?? '']);
const metrics = { json: { metrics: ['jvm.memory.heap.used'] }, shows: 'jvm.memory.heap.used' };
const subsystemLevel = { params: { subsystem: 'sockets', level: 'info' } };
const loggerLevel = { params: { loggerName: 'log-console.intake', level: 'info' } };
const bundle: Maker = async (world) => {
  await world.ask('POST', '/cluster/debug/support/bundle/build');
  const [newest] = await world.ask<{ file_name: string }[]>('GET', '/cluster/debug/support/bundle/list');
  return { params: { filename: newest?.file_name ?? '' } };
};
const bulkStreams: Maker = async (world) => {
  const params = await freshStream(world);
  return { params, json: { entity_ids: [params.streamId] }, shows: '"successfully_performed":1' };
};
const bulkDefinitions: Maker = async (world) => {
  const definitionId = await world.definition();
  return { params: { definitionId }, json: { entity_ids: [definitionId] }, shows: '"successfully_performed":1' };
};
const ofDefinition: Maker = async (world) => ({ params: { definitionId: await world.definition() } });
const visibleDefinition: Maker = ({ known }) => ({ query: 'per_page=0', shows: known['definitionId'] ?? '' });
const visibleEvent: Maker = async (world) => {
  const eventId = await world.event();
  return { params: { eventId }, json: { timerange: { type: 'relative', range: 0 }, per_page: 1000 }, shows: eventId };
};
const csv = { headers: { Accept: 'text/csv' } };
const newStream = ({ known }: World) => ({
  title: 'T',
  description: 'd',
  index_set_id: known['indexSetId'],
  rules: [],
});
const newRule = { field: 'a', type: 1, value: 'b', inverted: false, description: 'r' };
const absolute = 'query=*&from=2020-01-01T00:00:00.000Z&to=2020-01-02T00:00:00.000Z';
const sealed: Maker = async (world) => ({ params: { index: await world.sealedIndex() } });
const strategy = (name: string): Call => ({ params: { strategy: `org.graylog2.indexer.${name}` } });
const freshSet = async (world: World) => ({ indexSetId: await world.indexSet() });
const ofSet: Maker = async (world) => ({ params: await freshSet(world) });
const removing: Maker = async (world) => {
  const jobId = await world.removalJob();
  return { params: { jobId }, shows: jobId };
};
const grokTrial = { pattern: '%{INT:a}', string: '1', named_captures_only: true };
const jsonTrial = {
  flatten: false,
  list_separator: ', ',
  key_separator: '_',
  kv_separator: '=',
  replace_key_whitespace: false,
  key_whitespace_replacement: '_',
  key_prefix: '',
  string: '{"a":1}',
};
const decorator = { type: 'org.graylog2.decorators.SyslogSeverityMapperDecorator', config: {}, order: 0 };
const visibleStream: Maker = ({ known }) => ({ shows: known['streamId'] ?? '' });
const visibleView: Maker = ({ known }) => ({ query: 'per_page=0', shows: known['viewId'] ?? '' });
const visibleInput: Maker = async (world) => {
  const { inputId } = await freshInput(world);
  return { params: { inputId }, shows: inputId };
};

/**
 * Functions that create calls, by method and path; an endpoint without an entry is called with its path parameters
 * only.
 */
export const calls: Readonly<Record<string, Maker>> = {
  'PUT /system/lbstatus/override/{status}': () => ({ params: { status: 'alive' } }),
  'PUT /cluster/{nodeId}/lbstatus/override/{status}': () => ({ params: { status: 'alive' } }),
  'POST /events/search': visibleEvent,
  'GET /events/{eventId}': async (world) => {
    const eventId = await world.event();
    return { params: { eventId }, shows: eventId };
  },
  'GET /events/definitions/paginated': visibleDefinition,
  'GET /events/definitions': visibleDefinition,
  'POST /events/definitions': (world) => ({ query: 'schedule=false', json: world.newDefinition() }),
  'PUT /events/definitions/{definitionId}': async (world) => {
    const definitionId = await world.definition();
    return { params: { definitionId }, query: 'schedule=false', json: { ...world.newDefinition(), id: definitionId } };
  },
  'DELETE /events/definitions/{definitionId}': ofDefinition,
  'PUT /events/definitions/{definitionId}/schedule': ofDefinition,
  'PUT /events/definitions/{definitionId}/unschedule': ofDefinition,
  'POST /events/definitions/bulk_delete': bulkDefinitions,
  'POST /events/definitions/bulk_schedule': bulkDefinitions,
  'POST /events/definitions/bulk_unschedule': bulkDefinitions,
  'POST /events/definitions/validate': (world) => ({ json: world.newDefinition() }),
  'POST /events/definitions/{definitionId}/execute': () => ({
    json: {
      type: 'aggregation-v1',
      timerange: { type: 'absolute', from: '2020-01-01T00:00:00.000Z', to: '2020-01-01T00:05:00.000Z' },
    },
  }),
  'POST /system/sessions': ({ known }) => ({ json: { username: known['username'], password, host: '' } }),
  'DELETE /system/sessions/{sessionId}': () => ({ params: { sessionId: 'whatever it is' } }),
  'POST /users': (world) => ({
    json: {
      username: `made${world.newId()}`,
      password,
      email: 'm@example.org',
      first_name: 'M',
      last_name: 'E',
      permissions: [],
      roles: [],
    },
  }),
  'PUT /users/{userId}': () => ({ json: { email: 'other@example.org' } }),
  'DELETE /users/{username}': async (world) => ({ params: await freshPerson(world) }),
  'DELETE /users/id/{userId}': async (world) => ({ params: await freshPerson(world) }),
  'PUT /users/{userId}/password': async (world) => ({
    params: await freshPerson(world),
    json: { old_password: password, password: 'another one' },
  }),
  'PUT /users/{userId}/status/{newStatus}': async (world) => ({
    params: { ...(await freshPerson(world)), newStatus: 'disabled' },
  }),
  'POST /users/{userId}/tokens/{tokenName}': async (world) => ({
    params: { ...(await freshPerson(world)), tokenName: 'one' },
    json: {},
  }),
  'DELETE /users/{userId}/tokens/{tokenIdOrValue}': async (world) => {
    const person = await freshPerson(world);
    return { params: { ...person, tokenIdOrValue: await world.token(person.userId) } };
  },
  'PUT /users/{username}/permissions': () => ({ json: { permissions: [] } }),
  'PUT /users/{username}/preferences': () => ({ json: { preferences: {} } }),
  'DELETE /users/{userId}/sessions/{sessionId}': async (world) => {
    const person = await freshPerson(world);
    await world.server.login(person.username, password);
    const { sessions } = await world.ask<{ sessions: { id: string }[] }>('GET', `/users/${person.userId}/sessions`);
    return { params: { ...person, sessionId: sessions[0]?.id ?? '' } };
  },
  'GET /system/authentication/services/backends': ({ known }) => ({
    query: 'per_page=0',
    shows: known['backendId'] ?? '',
  }),
  'POST /system/authentication/services/backends': () => ({ json: ldap }),
  'PUT /system/authentication/services/backends/{backendId}': async (world) => ({
    params: { backendId: await world.backend() },
    json: ldap,
  }),
  'DELETE /system/authentication/services/backends/{backendId}': async (world) => ({
    params: { backendId: await world.backend() },
  }),
  'POST /system/authentication/services/configuration': () => ({ json: { active_backend: null } }),
  'POST /system/authentication/services/test/backend/connection': () => ({
    json: { backend_configuration: ldap, backend_id: null },
  }),
  'POST /system/authentication/services/test/backend/login': () => ({
    json: { backend_configuration: ldap, backend_id: null, user_login: { username: 'a', password: 'b' } },
  }),
  'POST /system/authentication/users/{userId}/enable': async (world) => ({
    params: await freshPerson(world),
    json: {},
  }),
  'POST /system/authentication/users/{userId}/disable': async (world) => ({
    params: await freshPerson(world),
    json: {},
  }),
  'PUT /system/authentication/http-header-auth-config': async (world) => ({
    json: await world.ask<object>('GET', '/system/authentication/http-header-auth-config'),
  }),
  'POST /roles': (world) => ({ json: { name: `New ${world.newId()}`, description: '', permissions: [] } }),
  'PUT /roles/{roleName}': async (world) => {
    const { roleId, roleName } = await freshRole(world);
    return {
      params: { roleId, roleName },
      json: { name: roleName, description: 'other', permissions: ['metrics:read'] },
    };
  },
  'DELETE /roles/{roleName}': async (world) => ({ params: await freshRole(world) }),
  'DELETE /authz/roles/{roleId}': async (world) => ({ params: await freshRole(world) }),
  'PUT /roles/{roleName}/members/{username}': () => ({ json: {} }),
  'PUT /authz/roles/{roleId}/assignees': ({ known }) => ({ json: [known['username']] }),
  'PUT /telemetry/user/settings': () => ({ json: { telemetry_enabled: false, telemetry_permission_asked: true } }),
  'GET /system/searchVersion/satisfiesVersion/{distribution}': () => ({ query: 'version=>1' }),
  'POST /cluster/metrics/multiple': () => metrics,
  'POST /cluster/{nodeId}/metrics/multiple': () => metrics,
  'POST /system/metrics/multiple': () => metrics,
  'GET /cluster/{nodeId}/metrics/namespace/{namespace}': () => ({ shows: 'jvm.memory.heap.used' }),
  'GET /system/metrics/namespace/{namespace}': () => ({ shows: 'jvm.memory.heap.used' }),
  'GET /system/metrics/{metricName}': () => ({ params: { metricName: 'jvm.memory.heap.used' } }),
  'GET /cluster/system/loggers': () => ({ shows: 'log-console.store' }),
  'GET /system/loggers': () => ({ shows: 'log-console.store' }),
  'GET /cluster/system/loggers/subsystems': () => ({ shows: 'indexer' }),
  'GET /system/loggers/subsystems': () => ({ shows: 'indexer' }),
  'PUT /cluster/system/loggers/{nodeId}/subsystems/{subsystem}/level/{level}': () => subsystemLevel,
  'PUT /system/loggers/subsystems/{subsystem}/level/{level}': () => subsystemLevel,
  'PUT /cluster/system/loggers/{loggerName}/level/{level}': () => loggerLevel,
  'PUT /system/loggers/{loggerName}/level/{level}': () => loggerLevel,
  'GET /api-docs/{route}': () => ({ params: { route: 'system-inputs' } }),
  'GET /cluster/debug/support/bundle/download/{filename}': bundle,
  'DELETE /cluster/debug/support/bundle/{filename}': bundle,
  'GET /system/notifications': async (world) => {
    const params = await failedInput(world);
    return { params, shows: params.key };
  },
  'DELETE /system/notifications/{type}': () => ({ params: { type: 'es_open_files' } }),
  'DELETE /system/notifications/{type}/{key}': () => ({ params: { type: 'es_open_files', key: 'one' } }),
  'POST /system/notification/message/html/{type}': withoutInputs,
  'POST /system/notification/message/html/{type}/{key}': async (world) => ({
    params: await failedInput(world),
    json: {},
  }),
  'POST /system/notification/message/plaintext/{type}': withoutInputs,
  'POST /system/notification/message/plaintext/{type}/{key}': async (world) => ({
    params: await failedInput(world),
    json: {},
  }),
  'PUT /system/cluster_config/{className}': () => ({
    params: { className: 'org.graylog2.users.UserAndTeamsConfig' },
    json: { allow_sharing_with_everyone: true, allow_sharing_with_users: true },
  }),
  'DELETE /system/cluster_config/{className}': () => ({
    params: { className: 'org.graylog2.users.UserAndTeamsConfig' },
  }),
  'PUT /system/messageprocessors/config': async (world) => ({
    json: await world.ask<object>('GET', '/system/messageprocessors/config'),
  }),
  'PUT /system/urlwhitelist': () => ({ json: { entries: [], disabled: false } }),
  'POST /system/urlwhitelist/check': () => ({ json: { url: 'https://example.org/' } }),
  'POST /system/urlwhitelist/generate_regex': () => ({
    json: { url_template: 'https://example.org/${key}', placeholder: '${key}' },
  }),
  'GET /dashboards': visibleDashboard,
  'POST /entitylists/preferences/{entityListId}': () => ({ json: { per_page: 25 } }),
  'POST /authz/shares/entities/{entityGrn}/prepare': () => ({ json: {} }),
  'POST /authz/shares/entities/{entityGrn}': () => ({ json: {} }),
  'GET /streams': visibleStream,
  'GET /streams/enabled': async (world) => {
    const { streamId } = await freshStream(world);
    await world.ask('POST', `/streams/${streamId}/resume`);
    return { params: { streamId }, shows: streamId };
  },
  'GET /streams/paginated': ({ known }) => ({ query: 'per_page=0', shows: `"id":"${known['streamId']}"` }),
  'POST /streams': (world) => ({ json: newStream(world) }),
  'PUT /streams/{streamId}': async (world) => ({ params: await freshStream(world), json: { title: 'Other' } }),
  'DELETE /streams/{streamId}': async (world) => ({ params: await freshStream(world) }),
  'POST /streams/bulk_delete': bulkStreams,
  'POST /streams/bulk_pause': bulkStreams,
  'POST /streams/bulk_resume': bulkStreams,
  'POST /streams/{streamId}/testMatch': () => ({ json: { message: { a: 'b' } } }),
  'POST /streams/{streamId}/clone': (world) => ({ json: newStream(world) }),
  'PUT /streams/indexSet/{indexSetId}': ({ known }) => ({ json: [known['streamId']] }),
  'POST /streams/{streamId}/rules': async (world) => ({ params: await freshStream(world), json: newRule }),
  'PUT /streams/{streamId}/rules/{ruleId}': async (world) => ({ params: await freshRule(world), json: newRule }),
  'DELETE /streams/{streamId}/rules/{ruleId}': async (world) => ({ params: await freshRule(world) }),
  'POST /streams/{streamId}/outputs': async (world) => ({
    params: await freshStream(world),
    json: { outputs: [world.known['outputId']] },
  }),
  'DELETE /streams/{streamId}/outputs/{outputId}': async (world) => ({ params: await freshOutput(world) }),
  'POST /system/outputs': ({ newOutput }) => ({ json: newOutput }),
  'PUT /system/outputs/{outputId}': async (world) => ({ params: await freshOutput(world), json: { title: 'Other' } }),
  'DELETE /system/outputs/{outputId}': async (world) => ({ params: await freshOutput(world) }),
  'GET /system/inputs': visibleInput,
  'GET /system/inputs/{inputId}': ofInput,
  'POST /system/inputs': ({ gelfInput }) => ({ json: gelfInput }),
  'PUT /system/inputs/{inputId}': async (world) => ({ params: await freshInput(world), json: world.gelfInput }),
  'DELETE /system/inputs/{inputId}': ofInput,
  'GET /system/inputs/{inputId}/failures': ofInput,
  'POST /system/inputs/preview': () => ({
    json: {
      type: 'org.graylog2.inputs.raw.tcp.RawTCPInput',
      configuration: { bind_address: '127.0.0.1', port: 0 },
      text: 'a line',
    },
  }),
  'POST /system/inputs/{inputId}/test_message': async (world) => ({
    params: await freshInput(world),
    json: { text: '{"host":"h","short_message":"m"}' },
  }),
  'POST /system/inputs/{inputId}/staticfields': async (world) => ({
    params: await freshInput(world),
    json: { key: 'a', value: 'b' },
  }),
  'DELETE /system/inputs/{inputId}/staticfields/{key}': async (world) => {
    const { inputId } = await freshInput(world);
    await world.ask('POST', `/system/inputs/${inputId}/staticfields`, { key: 'a', value: 'b' });
    return { params: { inputId, key: 'a' } };
  },
  'GET /system/inputstates': visibleInput,
  'GET /system/inputstates/{inputId}': ofInput,
  'PUT /system/inputstates/{inputId}': ofInput,
  'DELETE /system/inputstates/{inputId}': ofInput,
  'PUT /cluster/inputstates/{inputId}': ofInput,
  'DELETE /cluster/inputstates/{inputId}': ofInput,
  'POST /tools/grok_tester': () => ({ json: grokTrial }),
  'GET /tools/grok_tester': () => ({ query: 'pattern=a&string=a&named_captures_only=true' }),
  'GET /system/inputs/{inputId}/extractors': ofInput,
  'GET /system/inputs/{inputId}/extractors/{extractorId}': ofExtractor,
  'POST /system/inputs/{inputId}/extractors': async (world) => ({
    params: await freshInput(world),
    json: world.newExtractor,
  }),
  'PUT /system/inputs/{inputId}/extractors/{extractorId}': async (world) => ({
    params: await freshExtractor(world),
    json: world.newExtractor,
  }),
  'DELETE /system/inputs/{inputId}/extractors/{extractorId}': ofExtractor,
  'POST /system/inputs/{inputId}/extractors/order': async (world) => {
    const { inputId, extractorId } = await freshExtractor(world);
    return { params: { inputId }, json: { order: { '0': extractorId } } };
  },
  'POST /system/inputs/{inputId}/extractors/preview': async (world) => ({
    params: await freshInput(world),
    json: { extractor: world.newExtractor, texts: ['a'] },
  }),
  'POST /tools/regex_tester': () => ({ json: { regex: '(a)', string: 'a' } }),
  'GET /tools/regex_tester/validate': () => ({ query: 'regex=a' }),
  'POST /tools/regex_replace_tester': () => ({
    json: { regex: '(a)', replacement: 'b', replace_all: true, string: 'a' },
  }),
  'POST /tools/json_tester': () => ({ json: jsonTrial }),
  'POST /tools/split_and_index_tester': () => ({ json: { split_by: ' ', index: 1, string: 'a b' } }),
  'POST /tools/substring_tester': () => ({ json: { start: 0, end: 1, string: 'ab' } }),
  'POST /tools/contains_string_tester': () => ({ json: { search_string: 'a', string: 'ab' } }),
  'POST /tools/lookup_table_tester': () => ({ json: { lookup_table_name: 'none', string: 'a' } }),
  'GET /tools/natural_date_tester': () => ({ query: 'string=last+hour&timezone=UTC' }),
  'POST /system/grok': (world) => ({ json: { name: `MADE${world.newId()}`, pattern: 'a' } }),
  'POST /system/grok (text)': (world) => ({
    body: `TEXT${world.newId()} a`,
    headers: { 'Content-Type': 'text/plain' },
  }),
  'PUT /system/grok': (world) => ({ json: { patterns: [{ name: `MANY${world.newId()}`, pattern: 'a' }] } }),
  'PUT /system/grok/{patternId}': async (world) => ({
    params: { patternId: await world.pattern() },
    json: { name: `CHANGED${world.newId()}`, pattern: 'b' },
  }),
  'DELETE /system/grok/{patternId}': async (world) => ({ params: { patternId: await world.pattern() } }),
  'POST /system/grok/test': () => ({ json: { grok_pattern: { name: 'A', pattern: '%{INT:a}' }, sampleData: '1' } }),
  'GET /system/indices/index_sets': ({ known }) => ({ shows: known['indexSetId'] ?? '' }),
  'POST /system/indices/index_sets': (world) => ({ json: world.newIndexSet() }),
  'PUT /system/indices/index_sets/{indexSetId}': async (world) => ({
    params: await freshSet(world),
    json: world.newIndexSet(),
  }),
  'DELETE /system/indices/index_sets/{indexSetId}': ofSet,
  'PUT /system/indices/index_set_defaults': async (world) => ({
    json: await world.ask<object>(
      'GET',
      '/system/cluster_config/org.graylog2.configuration.IndexSetsDefaultConfiguration',
    ),
  }),
  'GET /system/indices/rotation/strategies/{strategy}': () =>
    strategy('rotation.strategies.MessageCountRotationStrategy'),
  'GET /system/indices/retention/strategies/{strategy}': () =>
    strategy('retention.strategies.DeletionRetentionStrategy'),
  'POST /system/indexer/indices/{index}/close': sealed,
  'POST /system/indexer/indices/{index}/reopen': sealed,
  'DELETE /system/indexer/indices/{index}': async (world) => ({ params: { index: await world.freshIndex() } }),
  'GET /system/indexer/indices/closed': async (world) => {
    const index = await world.closedIndex();
    return { params: { index }, shows: index };
  },
  'GET /system/indexer/indices/reopened': async (world) => {
    const index = await world.closedIndex();
    await world.ask('POST', `/system/indexer/indices/${index}/reopen`);
    return { params: { index }, shows: index };
  },
  'POST /system/indexer/indices/multiple': ({ known }) => ({
    json: { indices: [known['index']] },
    shows: known['index'] ?? '',
  }),
  'GET /system/indices/ranges': ({ known }) => ({ shows: known['index'] ?? '' }),
  'GET /system/jobs': removing,
  'GET /system/jobs/{jobId}': removing,
  'GET /cluster/jobs/{jobId}': removing,
  'POST /system/jobs': () => {
    const name = 'org.graylog2.indexer.indices.jobs.OptimizeIndexJob';
    return { params: { jobName: name }, json: { job_name: name } };
  },
  'GET /system/indexer/failures': () => ({ query: 'limit=10&offset=0' }),
  'GET /system/indexer/failures/count': () => ({ query: 'since=2020-01-01T00:00:00.000Z' }),
  'POST /system/indexer/failures/retry': () => ({ json: { query: 'what no failure says' } }),
  'PUT /system/indices/index_sets/{indexSetId}/field_types': async (world) => ({
    params: await freshSet(world),
    json: { types: { code: 'keyword' } },
  }),
  'GET /views': visibleView,
  'GET /search/saved': visibleView,
  'POST /views': (world) => {
    const search = searchWith(world.newId(), []);
    return {
      // The caller creates the search, because a view cannot refer to another user's search.
      prepare: (send) => send('POST', '/views/search', search),
      json: viewOf(world.newId(), search.id, 'DASHBOARD'),
    };
  },
  'PUT /views/{viewId}': changedView('SEARCH'),
  'DELETE /views/{viewId}': async (world) => ({ params: await world.view() }),
  'GET /dashboards/{dashboardId}': ofDashboard,
  'PUT /dashboards/{dashboardId}': changedView('DASHBOARD'),
  'DELETE /dashboards/{dashboardId}': ofDashboard,
  'POST /views/bulk_delete': async (world) => {
    const params = await world.view();
    return { params, json: { entity_ids: [params.viewId] }, shows: '"successfully_performed":1' };
  },
  'POST /views/forValue': () => ({ json: {} }),
  'POST /views/search': (world) => ({ json: searchWith(world.newId(), [world.known['streamId'] ?? '']) }),
  'GET /views/search': ({ known }) => ({ shows: known['searchId'] ?? '' }),
  'POST /views/search/metadata': (world) => ({ json: stored(world) }),
  'POST /views/search/{searchId}/execute': () => ({ json: { parameter_bindings: {}, global_override: {} } }),
  'POST /views/search/sync': (world) => ({ json: searchWith(world.newId(), [world.known['streamId'] ?? '']) }),
  'POST /views/fields': ({ known }) => ({ json: { streams: [known['streamId']] } }),
  'POST /search/validate': ({ known }) => ({
    json: { query: 'source:x', timerange: { type: 'relative', range: 300 }, streams: [known['streamId']] },
  }),
  'POST /search/patterns': (world) => ({ json: searchWith(world.newId(), [world.known['streamId'] ?? '']) }),
  'POST /search/differences': (world) => ({
    json: {
      search: searchWith(world.newId(), [world.known['streamId'] ?? '']),
      selection: { query: 'source:x' },
    },
  }),
  'POST /search/suggest': () => ({
    json: { field: 'source', input: '', timerange: { type: 'relative', range: 3600 }, size: 5 },
  }),
  'POST /views/export': () => ({ json: {}, ...csv }),
  'POST /views/export/{searchId}': () => ({ json: {}, ...csv }),
  'POST /views/export/{searchId}/{searchTypeId}': () => ({ json: {}, ...csv }),
  'POST /views/search/messages': ({ known }) => ({ json: { streams: [known['streamId']] }, ...csv }),
  'POST /views/search/messages/{searchId}': () => ({ json: {}, ...csv }),
  'POST /views/search/messages/{searchId}/{searchTypeId}': () => ({ json: {}, ...csv }),
  'POST /messages/parse': () => ({
    json: { message: 'a', codec: 'raw', remote_address: '127.0.0.1', configuration: {} },
  }),
  'GET /messages/{index}/analyze': () => ({ query: 'string=a+b' }),
  'POST /search/decorators': () => ({ json: decorator }),
  'PUT /search/decorators/{decoratorId}': () => ({ json: decorator }),
  'DELETE /search/decorators/{decoratorId}': async (world) => ({ params: { decoratorId: await world.decorator() } }),
  'POST /search/computed_fields/preview': () => ({ json: { kind: 'regex', pattern: '(a)', texts: ['a'] } }),
  'GET /search/universal/absolute': () => ({ query: absolute }),
  'GET /search/universal/absolute/export': () => ({ query: `${absolute}&fields=message` }),
  'GET /search/universal/keyword': () => ({ query: 'query=*&keyword=last+hour' }),
  'GET /search/universal/keyword/export': () => ({ query: 'query=*&keyword=last+hour&fields=message' }),
  'GET /search/universal/relative': () => ({ query: 'query=*&range=300' }),
  'GET /search/universal/relative/export': () => ({ query: 'query=*&range=300&fields=message' }),
  'POST /search/messages': ({ known }) => ({ json: { streams: [known['streamId']], fields: ['source'] } }),
  'GET /search/messages': ({ known }) => ({ query: `streams=${known['streamId']}&timerange=1h` }),
  'POST /search/aggregate': ({ known }) => ({
    json: { streams: [known['streamId']], group_by: [{ field: 'source' }], metrics: [{ function: 'count' }] },
  }),
  'GET /entity_suggestions': () => ({ query: 'collection=index_sets', shows: '"value":' }),
  'POST /system/catalog': ({ known }) => ({
    json: { entities: [{ id: known['streamId'], type: { name: 'stream', version: '1' } }] },
  }),
  'POST /system/catalog/entities/titles': ({ known }) => ({
    json: { entities: [{ id: known['streamId'], type: 'streams' }] },
    shows: '"not_permitted_to_view":[]',
  }),
  ...alertCalls,
  ...chartMarkCalls,
  ...searchHistoryCalls,
  ...lookupCalls,
  ...pipelineCalls,
  ...contentPackCalls,
  ...embedCalls,
  ...snapshotCalls,
  ...notificationCalls,
  ...workbenchCalls,
  ...sidecarCalls,
  ...ruleTestCalls,
  'GET /system/inputs/types/{inputType}': () => ({ params: { inputType: inputTypeIds.gelfUdp } }),
};

function changedView(type: 'SEARCH' | 'DASHBOARD'): Maker {
  return async (world) => {
    const { viewId } = await world.view(type);
    const search = searchWith(world.newId(), []);
    return {
      params: { viewId, dashboardId: viewId },
      prepare: (send) => send('POST', '/views/search', search),
      json: viewOf(viewId, search.id, type),
    };
  };
}

async function ofDashboard(world: World): Promise<Call> {
  const { viewId } = await world.view('DASHBOARD');
  return { params: { dashboardId: viewId } };
}

async function visibleDashboard(world: World): Promise<Call> {
  const params = await world.view('DASHBOARD');
  return { params, query: 'per_page=0', shows: params.viewId };
}

async function withoutInputs(world: World): Promise<Call> {
  await world.withoutInputs();
  return { params: { type: 'no_input_running' }, json: {} };
}

async function failedInput(world: World) {
  return { type: 'input_failed_to_start', key: await world.failedInput() };
}
