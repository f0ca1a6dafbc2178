/**
 * Compares answers of administration with stored texts:
 * - the answers of every request that reads something, for an administrator, for a user who may read everything, for a
 *   user who may read single entities, and for a user without rights (`administration-answers.txt`),
 * - the order, searches, filters and pages of each list (`administration-lists.txt`),
 * - the answer and the consequences of each change, and its refusals (`administration-changes`).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { configClasses } from '../../../../api/contract/cluster-config-classes.js';
import { isObject } from '../../../../api/is-object.js';
import { endpoints } from '../../../../api/contract/index.js';
import { entityKinds } from '../../../../host/server/documents/kinds.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { personPassword } from '../people.js';
import { areas, type Change } from './administration-changes.js';
import { fill, idIn } from './administration-entities.js';
import { lists, queriesOf } from './administration-lists.js';
import {
  type Answer,
  AnswerRecord,
  type Body,
  compareRecord,
  differences,
  digested,
  inAnyOrder,
  inText,
  shapeOf,
  shortened,
} from './administration-record.js';

let server: TestServer;
let record: AnswerRecord;

before(async () => {
  const { href } = new URL('../../../same-machine.mjs', import.meta.url);
  const options = `${process.env['NODE_OPTIONS'] ?? ''} --import=${href}`;
  server = await startTestServer({ environment: { NODE_OPTIONS: options } });
  record = new AnswerRecord(server);
  record.sessions.set('admin', await server.login());
  await fill(record, (username) => server.login(username, personPassword));
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

const titled: Readonly<Record<string, readonly string[]>> = {
  streams: ['mill', 'yard'],
  inputs: ['raw', 'mqtt'],
  outputs: ['web', 'stdout'],
  event_definitions: ['disk', 'cpu'],
  event_notifications: ['hook', 'pager'],
  index_sets: ['beta', 'alpha'],
  grok_patterns: ['grokA'],
  lookup_tables: ['table1', 'table2'],
  lookup_caches: ['cache1', 'cache2'],
  lookup_adapters: ['rows', 'http'],
  pipelines: ['wash', 'dry'],
  pipeline_rules: ['cut', 'keepAll'],
  sidecar_collectors: ['collector'],
  sidecar_configurations: ['conf1'],
  sidecar_variables: ['variable1'],
  authentication_services: ['ldap1', 'ldap2'],
  decorators: ['decorator'],
  users: ['otto', 'anna'],
  roles: ['night', 'day'],
};
/** Requests that read something with a body. */
const reads: readonly (readonly [path: string, body: Body])[] = [
  [
    '/system/catalog/entities/titles',
    {
      entities: Object.entries(titled).flatMap(([type, names]) => names.map((name) => ({ id: `{${name}}`, type }))),
    },
  ],
  ['/system/indexer/indices/multiple', { indices: ['beta_0', 'alpha_0', 'none'] }],
  ['/system/pipelines/rule/multiple', { rules: ['cut', 'keep all', 'none'] }],
  ['/system/lookup/errorstates', { tables: ['names'], caches: ['cache-a'], data_adapters: ['adapter-a', 'none'] }],
  ['/sidecar/administration', { query: '', filters: {} }],
  ['/authz/shares/entities/grn::::stream:{yard}/prepare', {}],
  ['/authz/shares/entities/grn::::event_definition:{disk}/prepare', {}],
];

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
/** Paths whose answers have figures that change: only the shape of the answers is compared. */
const changing = new RegExp(
  `^/(${[
    'cluster',
    'cluster/debug/support/manifest',
    '(system|cluster/[^/]+)/journal',
    '(system|cluster/[^/]+)/jvm',
    '(system|cluster/[^/]+)/metrics/.+',
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
function changeOf(call: string): ((value: unknown) => unknown) | undefined {
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

test('each answer is as it is stored', async () => {
  const sections = new Map<string, string>();
  const paths = endpoints
    .filter(({ method, path }) => method === 'GET' && !elsewhere.test(path))
    .flatMap(({ path }) => pathsOf(path))
    .map((path) => `${path}${queries[path] ?? ''}`)
    .concat(suggestions);
  const calls: readonly (readonly [call: string, body?: Body])[] = [
    ...paths.map((path) => [`GET ${path}`] as const),
    ...reads.map(([path, body]) => [`POST ${path}`, body] as const),
  ];
  for (const [call, body] of calls) {
    const change = changeOf(call);
    const told = new Map<string, string>();
    const lines: string[] = [];
    for (const by of ['admin', 'reader', 'single', 'nobody']) {
      const answer = await record.send(by, call, body);
      const text = record.told(answer, answer.status < 300 ? change : undefined);
      const same = told.get(text);
      lines.push(same === undefined ? `${by}: ${text}` : `${by}: as ${same}`);
      if (same === undefined) told.set(text, by);
    }
    sections.set(call, lines.join('\n'));
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
  if (status !== 200) return record.told({ status, text });
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
  return record.readable(`${shown} | ${[...figures, ...Object.values(pagination)].join(', ')}`).trim();
}

test('each list is sorted, searched, filtered and paged as it is stored', async () => {
  const sections = new Map<string, string>();
  for (const list of lists) {
    const lines: string[] = [];
    for (const query of queriesOf(list)) {
      const answer = await record.send('admin', `GET ${list.path}?${query}`);
      lines.push(`${query}: ${toldList(query, answer)}`);
    }
    sections.set(list.path, lines.join('\n'));
  }
  compareRecord('administration-lists.txt', sections);
});

/** Answers that every area watches: owners and shares, and the list of recent activities. */
const always = ['/authz/grants-overview', '/startpage/recentActivity?per_page=0', '/favorites'];

/** Returns the watched answers as values, with names instead of ids. */
async function watchedAnswers(paths: readonly string[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const path of paths) {
    const { status, text } = await record.send('admin', `GET ${path}`);
    found[path] = status === 200 ? JSON.parse(record.readable(text)) : status;
  }
  return found;
}

/** Last line of the log that has been read; undefined: none. */
let lastLine: string | undefined;
/** Returns the new lines of the log about changes, which name who made them. */
async function newLines(): Promise<string[]> {
  for (const limit of [40, 1000]) {
    const { text } = await record.send('admin', `GET /system/loggers/messages/recent?limit=${limit}`);
    const lines = text.trimEnd().split('\n');
    const at = lastLine === undefined ? lines.length - 1 : lines.lastIndexOf(lastLine);
    if (at < 0) continue;
    lastLine = lines.at(-1);
    return lines
      .slice(at + 1)
      .filter((line) => line.includes('"by":'))
      .map((line) => record.readable(line.replace(/^\S+ /, '')));
  }
  return assert.fail(`The log has no longer the last line that was read: ${lastLine}`);
}

/**
 * Sends a change as users who may not make it, and returns the answers of `reader` and `nobody` that are not 403, and
 * each answer to a user with only one right of `partly`.
 */
async function refusals({ call, body, partly = [] }: Change): Promise<string[]> {
  const told: string[] = [];
  const answerTo = async (by: string): Promise<string> => {
    const { status, text } = await record.send(by, call, body);
    // A request about many entities succeeds, and its answer tells for each entity whether it was refused.
    return status === 200 && call.includes('bulk') ? `200 ${record.readable(text)}` : String(status);
  };
  for (const by of ['reader', 'nobody']) {
    const answer = await answerTo(by);
    if (answer !== '403') told.push(`${by}: ${answer}`);
  }
  for (const right of partly) {
    await record.send('admin', 'PUT /users/part/permissions', { permissions: [right] });
    told.push(`only ${right}: ${await answerTo('part')}`);
  }
  return told;
}

for (const { title, watched, changes } of areas)
  test(`each change of ${title} has the stored answer and consequences`, async () => {
    const paths = [...watched, ...always];
    const sections = new Map<string, string>();
    let before = await watchedAnswers(paths);
    await newLines();
    for (const one of changes) {
      const refused = one.open ? [] : await refusals(one);
      if (one.signedIn) record.sessions.set(one.signedIn[0], await server.login(...one.signedIn));
      // The sign-in changes the activity of the user, which is none of the consequences.
      if (one.signedIn) before = await watchedAnswers(paths);
      const answer = await record.send(one.by ?? 'admin', one.call, one.body);
      const id = answer.status < 300 ? idIn(answer.text) : undefined;
      if (one.keep !== undefined) record.keep(one.keep, id ?? assert.fail(`${one.call}: ${answer.text}`));
      if (one.call === 'POST /users' && answer.status === 201 && !record.knows('fay')) {
        const { text } = await record.send('admin', 'GET /users/fay');
        record.keep('fay', idIn(text) ?? assert.fail(text));
      }
      const by = one.by === undefined ? '' : ` by ${one.by}`;
      const name = `${one.call}${by} ${inText(one.body) ?? ''}`.trim();
      const same = [...sections.keys()].filter((other) => other === name || other.startsWith(`${name} (`)).length;
      // A refused request changes nothing; otherwise the next comparison shows what it changed.
      const isRefused = answer.status >= 400 && one !== changes.at(-1);
      const after = isRefused ? before : await watchedAnswers(paths);
      const audit = isRefused ? [] : await newLines();
      const notes = [...refused, ...audit, ...differences(before, after)].map((line) => `  ${line}`);
      sections.set(
        same === 0 ? name : `${name} (${same + 1})`,
        [record.told(answer, answer.status < 300 ? changeOf(one.call) : undefined), ...notes].join('\n'),
      );
      before = after;
    }
    compareRecord(`administration-changes/${title.replaceAll(/[ ,]+/g, '-')}.txt`, sections);
  });
