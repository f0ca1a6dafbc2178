/** Paths of the requests that read data of administration, and the parts of their answers that are compared. */
import assert from 'node:assert/strict';
import { configClasses } from '../../../../api/contract/cluster-config-classes.js';
import { endpoints } from '../../../../api/contract/index.js';
import { isObject } from '../../../../api/is-object.js';
import { entityKinds } from '../../../../host/server/documents/kinds.js';
import { digested, inAnyOrder, shapeOf, shortened } from './administration-record.js';

const { href } = new URL('../../../same-machine.mjs', import.meta.url);
/** Environment of servers whose answers are the same on every machine. */
export const sameMachine = { NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${href}` };

const clusterConfigs = [...Object.values(configClasses).map(({ name }) => name), 'none'];

/** Queries that requests of a path need. */
const queries: Readonly<Record<string, string>> = {
  '/entity_suggestions': '?collection=streams&query=m',
  '/system/lookup/tables/{table1}/explain': '?key=b',
  '/system/lookup/tables/remote/explain': '?key=b',
  '/system/lookup/adapters/adapter-a/query': '?key=b',
  '/system/lookup/adapters/none/query': '?key=b',
  '/system/lookup/tables/names/query': '?key=z',
  '/system/lookup/tables/remote/query': '?key=b',
  '/system/indexer/failures': '?limit=10&offset=0',
  '/system/indexer/failures/count': '?since=2024-02-01T09:00:00.000Z',
};

/** Suggestions of entities of each kind, which need the right to read all of them. */
const suggestions = [...new Set(entityKinds.map(({ collection }) => collection))].map(
  (collection) => `/entity_suggestions?collection=${collection}&per_page=3`,
);

/** Paths of searches, dashboards and messages, and of answers that have tests of their own. */
const elsewhere = new RegExp(
  `^/(${[
    'views',
    'search/(?!decorators)',
    'dashboards',
    'messages',
    'chart_marks',
    'embed',
    'snapshots',
    'count',
    'events/\\{eventId\\}',
    'startpage',
    'favorites',
    'openapi.json',
    'api-docs',
    'tools',
    'system/authentication/oidc',
    'system/sessions',
    'system/threaddump',
    'cluster/\\{nodeId\\}/threaddump',
    'system/processbufferdump',
    'cluster/debug/support/bundle/download',
    'system/loggers/messages',
    'system/lbstatus',
    'system/notifications',
    'system/indices/index_sets/\\{indexSetId\\}/growth',
    'system/metrics$',
    'system/stats',
    'system/cluster/stats',
  ].join('|')})`,
);
/** Paths whose answers have numbers that change: only the shape of the answers is compared. */
const changing = new RegExp(
  `^/(${[
    'cluster',
    'cluster/debug/support/manifest',
    '(system|cluster/[^/]+)/journal',
    '(system|cluster/[^/]+)/jvm',
    '(system|cluster|cluster/[^/]+)/metrics/.+',
    '(system|cluster)/processing/status(/persisted)?',
    'system',
    'system/cluster/(node|nodes|nodes/[^/]+|traffic)',
    'system/indices/index_sets/([^/]+/)?stats',
    'system/messages',
    'system/serviceManager',
    'system/throughput',
  ].join('|')})$`,
);
/** Paths whose answers are long descriptions that never change: only digests of their entries are compared. */
const fixed = new RegExp(
  `^/(${[
    'alerts/callbacks/types',
    'authz/roles',
    'events/notifications/legacy/types',
    'roles',
    'search/decorators/available',
    'system/codecs/types/all',
    'system/content_pack_library',
    'system/inputs/types/[^/]+',
    'system/lookup/types/adapters',
    'system/outputs/available',
    'system/pipelines/rule/functions',
  ].join('|')})$`,
);
/** Paths of lists whose order is not defined. */
const unordered = /^\/system\/(indices\/ranges|indexer\/indices(\/open|\/multiple)?)$/;

/** Returns the language tags of an answer; the names of languages depend on the version of Node. */
const tagsOf = (value: unknown): unknown =>
  isObject(value) && isObject(value['locales']) ? Object.keys(value['locales']) : value;

/** Returns the function that reduces the answers of a path to what is recorded; undefined: `shortened`. */
export function changeOf(call: string): ((value: unknown) => unknown) | undefined {
  const [method, path = ''] = call.split(' ');
  if (changing.test(path)) return shapeOf;
  if (unordered.test(path)) return (value) => shortened(inAnyOrder(value));
  if (method !== 'GET') return undefined;
  if (path === '/system/locales') return tagsOf;
  return fixed.test(path) ? digested : undefined;
}

/** Values of the parameters of a path, by the beginning of the path; the first that fits is used. */
const parameters: readonly (readonly [path: string, ...values: readonly Readonly<Record<string, string>>[]])[] = [
  ['/authz/roles/user', { username: 'otto' }],
  ['/authz/roles', { roleId: '{night}' }, { roleId: '0' }],
  ['/roles', { roleName: 'night' }, { roleName: 'Admin' }, { roleName: 'none' }],
  ['/authz/shares', { userId: '{otto}' }, { userId: '{anna}' }],
  ['/users/id', { userId: '{otto}' }, { userId: '{robot}' }],
  ['/users/{userId}', { userId: '{otto}' }, { userId: 'local:admin' }],
  ['/users/{username}', { username: 'otto' }, { username: 'admin' }, { username: 'none' }],
  ['/system/permissions', { username: 'otto' }],
  [
    '/streams/{streamId}',
    ...['mill', 'yard', 'defaultStream', 'none'].map((streamId) => ({
      streamId: `{${streamId}}`,
      alertId: '0',
      outputId: '{stdout}',
      ruleId: '{ruleOfYard}',
    })),
  ],
  ['/system/inputs/types', { inputType: 'org.graylog2.inputs.raw.tcp.RawTCPInput' }, { inputType: 'none' }],
  ['/system/input', { inputId: '{raw}', extractorId: '{split}' }, { inputId: '{mqtt}', extractorId: '0' }],
  ['/system/outputs', { outputId: '{web}' }, { outputId: '{stdout}' }],
  ['/system/grok', { patternId: '{grokA}' }],
  ['/system/pipelines/pipeline', { pipelineId: '{wash}' }, { pipelineId: '{dry}' }],
  ['/system/pipelines/rule', { ruleId: '{cut}' }, { ruleId: '{keepAll}' }],
  ['/system/pipelines/connections', { streamId: '{mill}' }, { streamId: '{apron}' }],
  ['/system/lookup/tables', { idOrName: '{table1}', name: 'names' }, { idOrName: 'remote', name: 'remote' }],
  ['/system/lookup/adapters', { idOrName: '{rows}', name: 'adapter-a' }, { idOrName: 'adapter-b', name: 'none' }],
  ['/system/lookup/caches', { idOrName: '{cache1}' }, { idOrName: 'cache-b' }],
  [
    '/sidecar/configurations',
    { id: '{conf1}', sidecarId: 'node-b', configurationId: '{conf1}' },
    {
      id: '{conf2}',
      sidecarId: 'node-a',
      configurationId: '{conf2}',
    },
  ],
  ['/sidecar/configuration_variables', { id: '{variable1}' }, { id: '{variable2}' }],
  ['/sidecar/collectors', { id: '{collector}' }],
  ['/sidecar', { sidecarId: 'node-a' }, { sidecarId: 'node-b' }, { sidecarId: 'none' }],
  ['/events/definitions', { definitionId: '{disk}' }, { definitionId: '{cpu}' }],
  ['/events/notifications', ...['hook', 'letter', 'pager'].map((id) => ({ id: `{${id}}` }))],
  ['/system/authentication/services', ...['ldap1', 'ldap2', 'oidc'].map((id) => ({ backendId: `{${id}}` }))],
  ['/system/cluster_config', ...clusterConfigs.map((className) => ({ className }))],
  [
    '/system/content_packs',
    { contentPackId: 'pack', revision: '1', installationId: '{installation}' },
    {
      contentPackId: 'pack',
      revision: '2',
      installationId: '0',
    },
  ],
  ['/system/indices/index_sets', { indexSetId: '{beta}' }, { indexSetId: '{defaultSet}' }],
  ['/system/indexer/overview', { indexSetId: '{beta}' }],
  ['/system/deflector', { indexSetId: '{beta}' }],
  ['/system/indexer/indices/templates', { indexSetId: '{beta}' }],
  ['/system/indexer/indices/{index}', { index: 'beta_0' }, { index: 'none_0' }],
  ['/system/indexer/indices', { indexSetId: '{beta}' }],
  ['/system/indices/ranges', { index: 'beta_0' }, { index: 'alpha_0' }],
  ['/system/indices', { strategy: 'none' }],
  ['/system/metrics', { metricName: 'none', namespace: 'none' }],
  ['/system/cluster/nodes', { nodeId: '{node}' }, { nodeId: 'none' }],
  [
    '/cluster',
    { nodeId: '{node}', namespace: 'none', jobId: 'none' },
    { nodeId: 'none', namespace: 'none', jobId: 'none' },
  ],
  ['/system/jobs', { jobId: 'none' }],
  ['/system/searchVersion', { distribution: 'opensearch?version=%3E2.0.0' }],
  ['/entitylists', { entityListId: 'streams' }, { entityListId: 'none' }],
  ['', {}],
];

/** Returns the paths of requests to an endpoint, with values instead of parameters. */
function pathsOf(path: string): string[] {
  const [, ...values] = parameters.find(([beginning]) => path.startsWith(beginning)) ?? [''];
  const all = (values.length > 0 ? values : [{}]).map((given: Readonly<Record<string, string>>) =>
    path.replace(
      /\{(\w+)\}/g,
      (_whole, name: string) => given[name] ?? assert.fail(`${path} needs a value for ${name}`),
    ),
  );
  return [...new Set(all)];
}

export const paths = endpoints
  .filter(({ method, path }) => method === 'GET' && !elsewhere.test(path))
  .flatMap(({ path }) => pathsOf(path))
  .map((path) => `${path}${queries[path] ?? ''}`)
  .concat(suggestions);
