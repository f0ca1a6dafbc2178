import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from '@sinclair/typebox';
import { endpoint, type Endpoint } from '../../../../api/contract/endpoint.js';
import type { Caller } from '../../../../host/server/auth/caller.js';
import { ForbiddenError, UnauthorizedError } from '../../../../host/server/foundation/errors.js';
import { enforce, Registry, type Parts, type SchemaOf } from '../../../../host/server/http/registry.js';
import { untyped } from '../../../untyped.js';

const one = endpoint<{ answer: number }>()('GET', '/things/{id}', 'public');
const same = endpoint<{ answer: number }>()('GET', '/things/{name}', 'public');
const other = endpoint<{ query: { n: number }; answer: number }>()('GET', '/others', 'session');
const plain = (described: unknown) => described as Endpoint;

test('the endpoint registry refuses a second handler of an endpoint, even if its path parameters have other names', () => {
  const registry = new Registry();
  registry.serve(one, {}, () => 1);
  assert.throws(() => registry.serve(same, {}, () => 2), /GET \/things\/\{\} is served twice/);
});

test('the server serves exactly the endpoints of the contract', () => {
  const registry = new Registry();
  registry.serve(one, {}, () => 1);
  registry.complete([plain(one)]);
  assert.throws(() => registry.complete([plain(one), plain(other)]), /GET \/others has no handler/);
  assert.throws(() => registry.complete([]), /GET \/things\/\{\} is not in the contract/);
  assert.throws(() => registry.complete([plain(one), plain(same)]), /described twice/);
  const lawless = untyped<Endpoint>({ ...plain(one), permission: undefined });
  assert.throws(() => registry.complete([lawless]), /has no permission rule/);
});

type Body = { a: string; b?: number };
const taking = endpoint<{ body: Body; answer: undefined }>()('POST', '/things', 'session');
const asking = endpoint<{ query: { a?: string }; answer: undefined }>()('GET', '/things', 'session');
const maybe = endpoint<{ body: Body | undefined; answer: undefined }>()('PUT', '/things', 'session');
const whole = Type.Object({ a: Type.String(), b: Type.Optional(Type.Number()) });
const schemas = {
  otherType: Type.Object({ a: Type.Number(), b: Type.Optional(Type.Number()) }),
  lessRead: Type.Object({ a: Type.String() }),
  moreAsked: Type.Object({ ...whole.properties, c: Type.String() }),
  anything: Type.Any(),
  unknown: Type.Unknown(),
  optional: Type.Optional(whole),
  noQuery: Type.Object({}),
  query: Type.Object({ a: Type.Optional(Type.String()) }),
};
type Schemas = typeof schemas;
type Accepts<E, P extends Parts> = P extends SchemaOf<E, P> ? 'accepted' : 'refused';

test('a schema of another type than the endpoint does not compile', () => {
  // The compiler runs this test: each line shows the result of the type check.
  const right: readonly [
    Accepts<typeof taking, { body: typeof whole }>,
    Accepts<typeof asking, { query: Schemas['query'] }>,
    Accepts<typeof maybe, { body: Schemas['optional'] }>,
  ] = ['accepted', 'accepted', 'accepted'];
  const wrong: readonly [
    Accepts<typeof taking, { body: Schemas['otherType'] }>,
    Accepts<typeof taking, { body: Schemas['lessRead'] }>,
    Accepts<typeof taking, { body: Schemas['moreAsked'] }>,
    Accepts<typeof taking, { body: Schemas['anything'] }>,
    Accepts<typeof taking, { body: Schemas['unknown'] }>,
    Accepts<typeof taking, { body: Schemas['optional'] }>,
    Accepts<typeof maybe, { body: typeof whole }>,
    Accepts<typeof taking, object>,
    Accepts<typeof asking, { query: Schemas['noQuery'] }>,
    Accepts<typeof asking, { query: Schemas['query']; body: typeof whole }>,
  ] = ['refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused'];
  assert.equal(right.length + wrong.length, 13);
  // `serve` requires the type that is checked above, so that these calls compile.
  const registry = new Registry();
  registry.serve(taking, { body: whole }, () => undefined);
  registry.serve(asking, { query: schemas.query }, () => undefined);
  registry.serve(maybe, { body: schemas.optional }, () => undefined);
  assert.equal(registry.all().length, 3);
});

test('the server converts query parameters to the types of the schema', async () => {
  const registry = new Registry();
  registry.serve(other, { query: Type.Object({ n: Type.Integer() }) }, ({ query }) => query.n + 1);
  const [served] = registry.all();
  const caller: Caller = { id: 'u', username: 'u', permissions: [], timezone: null };
  const answer = (query: object) =>
    served?.answer(untyped({ params: {}, query }), untyped({}), caller, new AbortController().signal);
  assert.equal(await answer({ n: '41' }), 42);
  await assert.rejects(answer({ n: 'many' }) ?? Promise.resolve(), /Query parameter "n"/);
  await assert.rejects(answer({}) ?? Promise.resolve(), /Query parameter "n"/);
});

const caller = (...permissions: string[]): Caller => ({ id: 'u', username: 'u', permissions, timezone: null });

test('the server enforces the rules public, signed in, one permission and any of several permissions', () => {
  enforce('public', {}, undefined);
  assert.throws(() => enforce('session', {}, undefined), UnauthorizedError);
  enforce('session', {}, caller());
  enforce({ handler: 'it looks itself' }, {}, caller());
  enforce({ needs: 'streams:read:{id}' }, { id: 'a' }, caller('streams:read:a'));
  enforce({ anyOf: ['a:b', 'c:d'] }, {}, caller('c:d'));
  assert.throws(() => enforce({ needs: 'streams:read:{id}' }, { id: 'b' }, caller('streams:read:a')), {
    message: 'Not authorized: this needs streams:read:b.',
  });
});

test('an id that is empty or contains a colon, comma or star requires permission for all entities', () => {
  for (const id of ['a:b', '*', 'a,b', '']) {
    const denied = new ForbiddenError('Not authorized: this needs users:edit:*.');
    assert.throws(() => enforce({ needs: 'users:edit:{id}' }, { id }, caller('users:edit:a')), denied, id);
    enforce({ needs: 'users:edit:{id}' }, { id }, caller('users:edit'));
  }
});
