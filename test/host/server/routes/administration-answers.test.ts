/**
 * Compares answers of administration with stored texts:
 * - the answers of every request that reads something, for an administrator, for a user who may read everything, for a
 *   user who may read single entities, and for a user without rights (`administration-answers.txt`),
 * - the order, searches, filters and pages of each list (`administration-lists.txt`),
 * - the answer and the consequences of each change and of each trial, and its refusals (`administration-changes`),
 * - a content pack of entities of each kind (`administration-pack.txt`),
 * - refusals of wrong values of each field of each type (`administration-fields.txt`).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isObject } from '../../../../api/is-object.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { personPassword } from '../people.js';
import { areas, type Change, type ChangedArea } from './administration-changes.js';
import { fill, idIn } from './administration-entities.js';
import { fieldSections } from './administration-fields.js';
import { leftovers } from './administration-leftovers.js';
import { rareCases } from './administration-rare-cases.js';
import { lists, queriesOf } from './administration-lists.js';
import { packSections } from './administration-pack.js';
import { changeOf, paths, sameMachine } from './administration-paths.js';
import { trials } from './administration-trials.js';
import { type Answer, AnswerRecord, type Body, compareRecord, differences, inText } from './administration-record.js';

let server: TestServer;
let record: AnswerRecord;

before(async () => {
  server = await startTestServer({ environment: sameMachine });
  record = new AnswerRecord(server);
  record.sessions.set('admin', await server.login());
  await fill(record, (username) => server.login(username, personPassword));
});
after(() => server.stop());

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

test('each answer to a request that reads something equals the stored text', async () => {
  const sections = new Map<string, string>();
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

/** Members that may name an entity of a list; the first of them that the entity has is its name. */
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

/** Compares ids as the server's lists do: like other texts. */
const byId = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/**
 * Returns the names of the entities in a list and the numbers of the answer; for a list that is sorted by id, only
 * whether it is sorted.
 */
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

test('the order, searches, filters and pages of each list equal the stored text', async () => {
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

test('the refusals of wrong values of each field of each type equal the stored text', async () => {
  compareRecord('administration-fields.txt', await fieldSections(record));
});

test('the answers to export, installation, change and removal of a content pack equal the stored text', async () => {
  compareRecord('administration-pack.txt', await packSections(record));
});

/**
 * Answers that are watched, that is, compared before and after each change, in every area: owners and shares, the
 * list of recent activities, and favorites.
 */
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

/** Last line of the log that `newLines` has read; undefined: it has read none. */
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
    // A request about many entities succeeds, and its answer states for each entity whether it was refused.
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

/** Compares the answers and the consequences of the requests of an area with the stored ones. */
async function compareArea({ title, watched, changes }: ChangedArea): Promise<void> {
  const paths = [...watched, ...always];
  const sections = new Map<string, string>();
  let before = await watchedAnswers(paths);
  await newLines();
  for (const one of changes) {
    const refused = one.open ? [] : await refusals(one);
    // Log lines about changed rights of the user `part` do not belong to the consequences.
    if (one.partly) await newLines();
    if (one.signedIn) record.sessions.set(one.signedIn[0], await server.login(...one.signedIn));
    // The sign-in changes the activity of the user, which does not belong to the consequences.
    if (one.signedIn) before = await watchedAnswers(paths);
    let answer = await record.send(one.by ?? 'officer', one.call, one.body);
    const needsAdmin = one.by === undefined && answer.status === 403;
    if (needsAdmin) refused.push(`officer: ${record.told(answer)}`);
    if (needsAdmin) answer = await record.send('admin', one.call, one.body);
    const id = answer.status < 300 ? idIn(answer.text) : undefined;
    if (one.keep !== undefined) record.keep(one.keep, id ?? assert.fail(`${one.call}: ${answer.text}`));
    if (one.keepToken !== undefined)
      record.keep(one.keepToken, /"token":"([^"]+)"/.exec(answer.text)?.[1] ?? assert.fail(answer.text));
    const username = one.call === 'POST /users' && isObject(one.body) ? String(one.body['username']) : undefined;
    if (username !== undefined && answer.status === 201 && !record.knows(username)) {
      const { text } = await record.send('admin', `GET /users/${encodeURIComponent(username)}`);
      record.keep(username, idIn(text) ?? assert.fail(text));
    }
    const by = one.by === undefined ? '' : ` by ${one.by}`;
    const name = `${one.call}${by} ${inText(one.body) ?? ''}`.trim();
    const same = [...sections.keys()].filter((other) => other === name || other.startsWith(`${name} (`)).length;
    // A refused request should change nothing. If it does, the next comparison shows the change.
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
}

const compareRequests = (area: ChangedArea) =>
  test(`each request of "${area.title}" has the stored answer and consequences`, () => compareArea(area));
trials.forEach(compareRequests);
for (const area of [...areas, leftovers])
  test(`each change of ${area.title} has the stored answer and consequences`, () => compareArea(area));
rareCases.forEach(compareRequests);
