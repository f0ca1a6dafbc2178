/** Calls that need several permissions are refused to a user who lacks any one of them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { configClasses } from '../../../../api/contract/cluster-config-classes.js';
import { endpoints } from '../../../../api/contract/index.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { addPerson, type Person } from '../people.js';

let server: TestServer;
let admin: string;
let person: Person;
before(async () => {
  server = await startTestServer();
  admin = await server.login();
  person = await addPerson(server, admin, 'onlooker', []);
  await addPerson(server, admin, 'other', []);
});
after(() => server.stop());

const stream = '000000000000000000000001';
const named: Readonly<Record<string, string>> = { streamId: stream, roleName: 'Reader', username: 'other' };
/** Bodies of the calls by method and path. */
const bodies: Readonly<Record<string, object>> = {
  'PUT /system/indices/index_set_defaults': configClasses.indexSets.defaults,
  'POST /streams/{streamId}/outputs': { outputs: [] },
  'POST /streams/{streamId}/clone': { title: 'Copy', index_set_id: stream },
  'POST /system/pipelines/connections/to_pipeline': { pipeline_id: 'none', stream_ids: [stream] },
  'POST /system/pipelines/connections/to_stream': { stream_id: stream, pipeline_ids: ['none'] },
  'POST /system/pipelines/simulate': { stream_id: stream, message: {} },
  'POST /sidecar/administration': { query: '', filters: {} },
  'PUT /sidecars/configurations': { nodes: [] },
  'POST /sidecar/assignment/match': { assignment_rule: 'os = linux' },
  'POST /system/indexer/failures/retry': { messages: [{ index: 'none', letter_id: 'none' }] },
};
/** Calls whose second permission depends on stored entities; tests of these entities check it. */
const elsewhere = [
  '/events/',
  '/search/decorators',
  '/streams/indexSet/',
  '/views/',
  '/messages/',
  '/system/cluster_config',
  '/system/inputs/',
];

/** Returns the permissions, without the parts that name entities, that the description of a call lists. */
function permissionsIn(text: string): string[] {
  return [...text.replace(/;.*/, '').matchAll(/\b[a-z_]+:[a-z_]+/g)].map(([name]) => name);
}
const calls = endpoints.flatMap(({ method, path, permission }) => {
  if (typeof permission !== 'object' || !('handler' in permission)) return [];
  const needed = permissionsIn(permission.handler);
  return needed.length > 1 && / and /.test(permission.handler) && !elsewhere.some((one) => path.startsWith(one))
    ? [{ call: `${method} ${path}`, needed }]
    : [];
});

async function send(call: string): Promise<string> {
  const [method = '', path = ''] = call.split(' ');
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => named[name] ?? 'none');
  const json = bodies[call];
  const response = await server.call(filled, { method, session: person.session, ...(json && { json }) });
  return `${response.status} ${await response.text()}`;
}
async function grant(permissions: readonly string[]): Promise<void> {
  const json = { permissions };
  const { status } = await server.call('/users/onlooker/permissions', { method: 'PUT', session: admin, json });
  assert.equal(status, 204);
}

test('a call that needs several permissions is refused without any one of them, and the refusal names it', async () => {
  assert.ok(calls.length >= 20, `${calls.length} calls need several permissions`);
  const all = [...new Set(calls.flatMap(({ needed }) => needed))];
  for (const missing of all) {
    await grant(all.filter((one) => one !== missing));
    for (const { call, needed } of calls.filter((one) => one.needed.includes(missing))) {
      const answer = await send(call);
      assert.match(answer, /^403 /, `${call} needs ${needed.join(' and ')}; without ${missing}: ${answer}`);
      assert.ok(answer.includes(`Not authorized: this needs ${missing}`), `${call}: ${answer}`);
    }
  }
  await grant(all);
  for (const { call } of calls) assert.doesNotMatch(await send(call), /^40[13] /, call);
});
