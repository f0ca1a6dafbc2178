/**
 * Compares the answers of every request of administration that reads something with the stored ones, for an
 * administrator, for a user who may read everything, for a user who may read single entities, and for a user without
 * rights (`administration-answers.txt`).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { configClasses } from '../../../../api/contract/cluster-config-classes.js';
import { isObject } from '../../../../api/is-object.js';
import { endpoints } from '../../../../api/contract/index.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { personPassword } from '../people.js';
import { fill } from './administration-entities.js';
import { lists, queriesOf } from './administration-lists.js';
import {
  type Answer,
  compareRecord,
  digested,
  inAnyOrder,
  Recorder,
  shapeOf,
  shortened,
} from './administration-record.js';

let server: TestServer;
let recorder: Recorder;

before(async () => {
  server = await startTestServer();
  recorder = new Recorder(server);
  recorder.sessions.set('admin', await server.login());
  await fill(recorder, (username) => server.login(username, personPassword));
});
after(() => server.stop());

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
    'system/metrics$',
    'system/stats',
    'system/cluster/stats',
  ].join('|')})`,
);
/** Paths whose answers have figures that change: only the shape of the answers is compared. */
const changing =
  /metrics|jvm|\/stats|journal|throughput|traffic|\/system$|^\/cluster$|processing|serviceManager|system\/messages|jobs|plugins|cluster\/nodes?\b|node$/;
/** Paths whose answers are long descriptions that never change: only digests of their entries are compared. */
const fixed =
  /inputs\/types\/|locales|rule\/functions|codecs\/types|outputs\/available|legacy\/types|decorators\/available|types\/adapters|callbacks\/types|content_pack_library|authz\/roles$|^\/roles$/;

/** Paths of lists whose order is not defined. */
const unordered = /indices\/ranges$|indexer\/indices(\/open)?$/;

/** Values of the parameters of a path, by the beginning of the path; the first that fits is used. */
const parameters: readonly (readonly [path: string, ...values: readonly Readonly<Record<string, string>>[]])[] = [
  ['/authz/roles/user', { username: 'otto' }],
  ['/authz/roles', { roleId: '{night}' }, { roleId: '0' }],
  ['/roles', { roleName: 'night' }, { roleName: 'Admin' }, { roleName: 'none' }],
  ['/authz/shares', { userId: '{otto}' }, { userId: '{anna}' }],
  ['/users/id', { userId: '{otto}' }, { userId: '{robot}' }],
  ['/users/{userId}', { userId: '{otto}' }],
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

test('each answer is as it is stored', async () => {
  const sections = new Map<string, string>();
  const paths = endpoints
    .filter(({ method, path }) => method === 'GET' && !elsewhere.test(path))
    .flatMap(({ path }) => pathsOf(path))
    .map((path) => `${path}${queries[path] ?? ''}`);
  for (const path of paths) {
    const change = changing.test(path)
      ? shapeOf
      : fixed.test(path)
        ? digested
        : unordered.test(path)
          ? (value: unknown) => shortened(inAnyOrder(value))
          : undefined;
    const told = new Map<string, string>();
    const lines: string[] = [];
    for (const by of ['admin', 'reader', 'single', 'nobody']) {
      const answer = await recorder.send(by, `GET ${path}`);
      const text = recorder.told(answer, answer.status < 300 ? change : undefined);
      const same = told.get(text);
      lines.push(same === undefined ? `${by}: ${text}` : `${by}: as ${same}`);
      if (same === undefined) told.set(text, by);
    }
    sections.set(`GET ${path}`, lines.join('\n'));
  }
  compareRecord('administration-answers.txt', sections);
});

/** Members that name an entity in a list, the first that is there. */
const nameMembers = ['title', 'username', 'node_name', 'name', 'key', 'reason', 'value', 'id'];

/** Returns the list in an answer: its first member that is a list of objects. */
function listIn(answer: unknown): readonly unknown[] {
  assert.ok(isObject(answer));
  const lists = Object.entries(answer).filter(
    ([name, value]) => Array.isArray(value) && !/attributes|columns/.test(name),
  );
  const [, list] = lists[0] ?? [];
  return Array.isArray(list) ? list : [];
}

/** The lists compare ids like other texts. */
const byId = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Tells the names of the entities in a list and its figures; a list by id only as whether it is in this order. */
function toldList(query: string, { status, text }: Answer): string {
  if (status !== 200) return recorder.told({ status, text });
  const answer: unknown = JSON.parse(text);
  assert.ok(isObject(answer));
  const entries = listIn(answer).filter(isObject);
  const pagination = isObject(answer['pagination']) ? answer['pagination'] : {};
  const figures = ['total', 'count', 'page', 'per_page', 'grand_total', 'all', 'sort', 'order', 'query', 'only_active']
    .filter((name) => typeof answer[name] !== 'object' && typeof answer[name] !== 'undefined')
    .map((name) => `${name} ${String(answer[name])}`);
  const names = entries.map((one) => String(nameMembers.map((name) => one[name]).find((value) => value !== undefined)));
  const ids = entries.map((one) => String(one['id']));
  const [, direction] = /^sort=_?id&order=(\w+)$/.exec(query) ?? [];
  const wanted = [...ids].sort(byId.compare);
  if (direction === 'desc') wanted.reverse();
  const shown = direction === undefined ? names.join(', ') : `by id ${String(wanted.join() === ids.join())}`;
  return recorder.readable(`${shown} | ${[...figures, ...Object.values(pagination)].join(', ')}`).trim();
}

test('each list is sorted, searched, filtered and paged as it is stored', async () => {
  const sections = new Map<string, string>();
  for (const list of lists) {
    const lines: string[] = [];
    for (const query of queriesOf(list)) {
      const answer = await recorder.send('admin', `GET ${list.path}?${query}`);
      lines.push(`${query}: ${toldList(query, answer)}`);
    }
    sections.set(list.path, lines.join('\n'));
  }
  compareRecord('administration-lists.txt', sections);
});
