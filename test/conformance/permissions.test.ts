/**
 * Every endpoint is called without a user, by a user who lacks a required permission and has all others, and by a user
 * with only the required permissions. The rules come from the checked-in table `answer-shapes.json`; `calls.ts`
 * contains the exceptions with their reasons.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Endpoint } from '../../api/contract/endpoint.js';
import { endpoints } from '../../api/contract/index.js';
import { allows } from '../../api/permissions.js';
import { calls, otherRefusals, rules, withoutRule, type Call } from './calls.js';
import { endsTheServer } from './ends-the-server.js';
import { attempt, callOf, nameOf, rowOf, ruleFor, types, type Attempt } from './exactness.js';
import { filled, ruleOf } from './rules.js';
import { misfits } from './shape.js';
import { World } from './world.js';

let world: World;
let everything: string[];
interface Somebody {
  readonly username: string;
  readonly token: string;
}
let somebody: Somebody;
const called = { asNobody: new Set<string>(), without: new Set<string>(), withIt: new Set<string>() };

before(async () => {
  world = await World.open();
  const { permissions } = await world.ask<{ permissions: Record<string, string[]> }>('GET', '/system/permissions');
  everything = Object.entries(permissions).flatMap(([resource, actions]) =>
    actions.map((action) => `${resource}:${action}`),
  );
  const { id, username } = await world.person();
  somebody = { username, token: await world.token(id) };
});
after(() => world.server.stop());

/** Replaces the permissions of `somebody`, which takes effect with the next request. */
const give = (permissions: readonly string[]) =>
  world.ask('PUT', `/users/${somebody.username}/permissions`, { permissions });

const unseen: Readonly<Record<string, string>> = {
  'GET /cluster/jobs': 'there is a job only while an index is removed',
};

function checkGiven(endpoint: Endpoint, { status, text, call }: Attempt): void {
  const name = nameOf(endpoint);
  const row = rowOf(endpoint);
  const wanted = row?.[2] ?? endpoint.status;
  // By the contract, an endpoint without content responds with 204.
  assert.ok(
    status === wanted || (status === 204 && text === ''),
    `${name} succeeds with the permission, not ${status}: ${text.slice(0, 300)}`,
  );
  if (call.shows !== undefined) assert.ok(text.includes(call.shows), `${name} shows ${call.shows} with the permission`);
  if (row?.[4] && text !== '' && endpoint.produces === 'json')
    assert.deepEqual(misfits(JSON.parse(text), row[4], types, 'answer').slice(0, 12), [], name);
}

async function checkRefused(endpoint: Endpoint, lacked: readonly string[], held: readonly string[], call: Call) {
  const name = nameOf(endpoint);
  const rule = ruleFor(endpoint);
  await give(held);
  const { status, text } = await attempt(world, endpoint, somebody.token, call);
  if (rule?.kind === 'filtered' || rule?.kind === 'inBulk') {
    const [wanted] = otherRefusals[name] ?? [200];
    assert.equal(status, wanted, `${name} without the permission has the expected response: ${text}`);
    if (name in unseen) return;
    assert.ok(call.shows, `the call ${name} names an entity to see`);
    assert.ok(!text.includes(call.shows), `${name} does not show ${call.shows} without the permission`);
    return;
  }
  const [wanted] = otherRefusals[`${name} ${lacked.join()}`] ?? otherRefusals[name] ?? [403];
  assert.equal(status, wanted, `${name} without ${rule?.permissions.join()}: ${text.slice(0, 300)}`);
}

for (const endpoint of endpoints) {
  const name = nameOf(endpoint);
  test(`${name} is allowed exactly with the permissions of its rule`, async () => {
    const nobody = await attempt(world, endpoint, undefined, { params: stand(endpoint) });
    called.asNobody.add(name);
    const rule = ruleFor(endpoint);
    if (rule?.kind === 'public') {
      const answered = await attempt(world, endpoint, undefined);
      checkGiven(endpoint, answered);
      called.without.add(name);
      called.withIt.add(name);
      return;
    }
    assert.equal(nobody.status, 401, `${name} as nobody: ${nobody.text}`);
    if (!rule) return;
    if (rule.kind === 'session') {
      await give([]);
      checkGiven(endpoint, await attempt(world, endpoint, somebody.token));
      called.without.add(name);
      called.withIt.add(name);
      return;
    }
    const alternatives = rule.kind === 'each' ? [rule.permissions] : rule.permissions.map((one) => [one]);
    const missing = rule.kind === 'each' ? rule.permissions.map((one) => [one]) : [rule.permissions];
    for (const lacked of missing) {
      const call = await callOf(world, endpoint);
      const params = { ...world.known, ...call.params };
      const covers = (held: string): boolean => lacked.some((one) => allows([held], filled(one, params)));
      const needed = rule.permissions.map((one) => filled(one, params));
      await checkRefused(
        endpoint,
        lacked,
        [...everything, ...needed].filter((held) => !covers(held)),
        call,
      );
    }
    called.without.add(name);
    for (const enough of endsTheServer(endpoint) ? [] : alternatives) {
      const call = await callOf(world, endpoint);
      const params = { ...world.known, ...call.params };
      await give(enough.map((one) => filled(one, params)));
      checkGiven(endpoint, await attempt(world, endpoint, somebody.token, call));
    }
    called.withIt.add(name);
  });
}

/** Returns path parameters of calls without a user. No entities with these ids exist. */
const stand = ({ path }: Endpoint): Record<string, string> =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'ffffffffffffffffffffffff']));

test('every endpoint has been called, and every exception names an existing endpoint', () => {
  const all = endpoints.map(nameOf);
  assert.deepEqual(
    all.filter((name) => !called.asNobody.has(name)),
    [],
  );
  const decided = all.filter((name) => !(name in withoutRule));
  assert.deepEqual(
    decided.filter((name) => !called.without.has(name) || !called.withIt.has(name)),
    [],
  );
  // Each exception must name an existing endpoint.
  const known = new Set(all);
  for (const list of [calls, rules, otherRefusals, withoutRule, unseen])
    assert.deepEqual(
      Object.keys(list).filter((name) => !known.has(name.split(' ').slice(0, 2).join(' ')) && !known.has(name)),
      [],
    );
});

test('`ruleOf` parses permission texts of the contract, and rejects other texts', () => {
  assert.deepEqual(ruleOf('none (anonymous)'), { kind: 'public', permissions: [] });
  assert.deepEqual(ruleOf('users:edit (general)'), { kind: 'each', permissions: ['users:edit'] });
  assert.deepEqual(ruleOf('users:list AND roles:read'), { kind: 'each', permissions: ['users:list', 'roles:read'] });
  assert.deepEqual(ruleOf('streams:read per entity (result filtered)'), {
    kind: 'filtered',
    permissions: ['streams:read'],
  });
  assert.deepEqual(ruleOf('streams:changestate:{a} or streams:edit:{a}').kind, 'any');
  assert.throws(() => ruleOf('whoever is kind'), /is no permission/);
});
