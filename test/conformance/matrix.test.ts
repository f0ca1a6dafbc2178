/**
 * Six kinds of users call the endpoints. No server error may occur, nothing may be returned that the contract's rule
 * forbids, and nothing may be refused that it permits.
 *
 * In `npm test` every endpoint is called by two kinds, and by half of the other kinds in turn. This suffices, because
 * `permissions.test.ts` calls each endpoint without a user, with exactly the permissions of its rule, and without each
 * of them. `npm run test:all` makes all calls.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Endpoint } from '../../api/contract/endpoint.js';
import { endpoints } from '../../api/contract/index.js';
import { amountOf } from '../amounts.js';
import { otherRefusals, type Call } from './calls.js';
import { endsTheServer } from './ends-the-server.js';
import { attempt, callOf, nameOf, rowOf, ruleFor } from './exactness.js';
import { kinds, sixKinds, type Kind, type Somebody } from './kinds.js';
import { opens, type Rule } from './rules.js';
import { World } from './world.js';

let world: World;
let people: readonly Somebody[] = [];
const problems = new Map<Kind, string[]>(kinds.map((kind) => [kind, []]));
let made = 0;
/** Kinds that call every endpoint, because their rights depend on shares, ownership and the contents of roles. */
const always: readonly Kind[] = ['reader', 'owner'];
/** Every endpoint is called by the kinds in `always`, and by one in `share` of the other kinds. */
const share = amountOf('MATRIX_SHARE', { usual: 2, full: 1 });

/** Returns the problem of a response; undefined: there is none, or no rule decides about the endpoint. */
function problem(
  endpoint: Endpoint,
  rule: Rule | undefined,
  allowed: boolean,
  known: boolean,
  given: Awaited<ReturnType<typeof attempt>>,
) {
  const { status, text, call } = given;
  const outcome = `${nameOf(endpoint)}: ${status} ${text.slice(0, 200)}`;
  if (status >= 500) return outcome;
  if (rule?.kind === 'public') return status === 401 && endpoint.path !== '/system/sessions' ? outcome : undefined;
  if (!known) return status === 401 ? undefined : outcome;
  if (!rule) return undefined;
  const wanted = rowOf(endpoint)?.[2] ?? endpoint.status;
  if (allowed) {
    const shown = call.shows === undefined || text.includes(call.shows);
    return (status === wanted || status === 204) && shown ? undefined : `allowed, but ${outcome}`;
  }
  const others = Object.entries(otherRefusals).flatMap(([name, [other]]) =>
    name === nameOf(endpoint) || name.startsWith(`${nameOf(endpoint)} `) ? [other] : [],
  );
  if (rule.kind === 'filtered' || rule.kind === 'inBulk') {
    const hidden = call.shows === undefined || !text.includes(call.shows);
    return (status === wanted || others.includes(status)) && hidden ? undefined : `forbidden, but ${outcome}`;
  }
  return status === 403 || others.includes(status) ? undefined : `forbidden, but ${outcome}`;
}

async function makeAllCalls(): Promise<void> {
  world = await World.open();
  people = await sixKinds(world);
  for (const [at, endpoint] of endpoints.entries()) {
    const rule = ruleFor(endpoint);
    // A refused call changes nothing, so its test data are used again; each allowed call gets new ones.
    let unused: Call | undefined;
    for (const { kind, token, held } of people.filter(
      ({ kind: one }, index) => always.includes(one) || (at + index) % share === 0,
    )) {
      const call = unused ?? (await callOf(world, endpoint));
      const params = { ...world.known, ...call.params };
      const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const standing = Object.fromEntries(named.map((name) => [name, params[name] ?? 'ffffffffffffffffffffffff']));
      const allowed = rule !== undefined && opens(rule, params, held);
      if (allowed && endsTheServer(endpoint)) continue;
      const given = await attempt(world, endpoint, token, { ...call, params: { ...params, ...standing } });
      unused = given.status >= 400 ? call : undefined;
      made += 1;
      const wrong = problem(endpoint, rule, allowed, token !== undefined, given);
      if (wrong !== undefined) problems.get(kind)?.push(wrong);
    }
  }
}
// The calls take minutes on a busy machine.
before(makeAllCalls, { timeout: 600_000 });
after(() => world.server.stop());

for (const kind of kinds)
  test(`calls of users of the kind "${kind}" are allowed or refused according to the rules, without server errors`, () => {
    // Calls that would stop the server are not made, so the number is lower than that of all combinations.
    assert.ok(made >= (endpoints.length * kinds.length - 2 * kinds.length) / share);
    assert.deepEqual(problems.get(kind), []);
  });

test('users with more permissions are admitted to more endpoints', () => {
  const open = ({ held, token }: Somebody): number =>
    endpoints.filter((endpoint) => {
      const rule = ruleFor(endpoint);
      if (token === undefined) return rule?.kind === 'public';
      return rule !== undefined && rule.kind !== 'filtered' && opens(rule, world.known, held);
    }).length;
  const counts = people.map(open);
  assert.equal(counts.length, kinds.length);
  const [nobody = 0, reader = 0, viewer = 0, owner = 0, usersAdmin = 0, admin = 0] = counts;
  assert.ok(nobody < reader && reader < viewer && viewer < owner && reader < usersAdmin, counts.join());
  assert.ok(Math.max(...counts.slice(0, 5)) < admin, counts.join());
});
