/** Limits of JSON bodies, tested on a server with one route. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fastify, type FastifyInstance } from 'fastify';
import { ApiError } from '../../../../host/server/foundation/errors.js';
import { acceptBodies } from '../../../../host/server/http/bodies.js';

let app: FastifyInstance;
before(async () => {
  app = fastify({ bodyLimit: 4 * 1024 * 1024 });
  acceptBodies(app);
  app.setErrorHandler((error, _request, reply) =>
    error instanceof ApiError ? reply.code(error.status).send(error.body()) : reply.code(500).send(String(error)),
  );
  app.post('/', (request) => ({ type: typeof request.body }));
  await app.ready();
});
after(() => app.close());

const members = (count: number): string =>
  `{${Array.from({ length: count }, (_unused, at) => `"k${at}":1`).join(',')}}`;
const longNumber = '12345678901234567890';

/** A body and its error message; without one, the body is accepted. */
const bodies: readonly (readonly [what: string, body: string, refused?: RegExp])[] = [
  ['an object with the largest permitted number of members', members(10_000)],
  ['an object with one member more', members(10_001), /An object of the request body has more than 10000 members/],
  [
    'an object with one member more within a list',
    `[${members(10_001)}]`,
    /An object of the request body has more than 10000 members/,
  ],
  ['the largest permitted number of members in all objects', `[${Array(6).fill(members(10_000)).join(',')}]`],
  [
    'more members in all objects',
    `[${Array(7).fill(members(10_000)).join(',')}]`,
    /objects of the request body have more than 60000/,
  ],
  ['a list of the largest permitted length', `[${Array(200_000).fill(1).join(',')}]`],
  ['a list with one value more', `[${Array(200_001).fill(1).join(',')}]`, /more than 200000 values/],
  ['the largest permitted number of long numbers', `[${Array(10_000).fill(longNumber).join(',')}]`],
  [
    'one long number more',
    `[${Array(10_001).fill(longNumber).join(',')}]`,
    /more than 10000 numbers of 16 or more digits/,
  ],
  ['the largest permitted number of levels', '['.repeat(500) + ']'.repeat(500)],
  ['one level more', '['.repeat(501) + ']'.repeat(501), /nested deeper than 500 levels/],
  ['colons, commas and brackets within a text', JSON.stringify(':,[{\\"'.repeat(100_000))],
  ['a member with the name __proto__', '{"\\u005f_proto__":{}}', /a property that is not allowed/],
  ['half of a surrogate pair', '{"a":["\\ud83d"]}', /must be Unicode text/],
  ['a text that is not JSON', '{"a":00000000000000001}', /The request body is not JSON/],
];

test('the server accepts bodies up to the limits, and refuses larger ones with the reason', async () => {
  for (const [what, payload, refused] of bodies) {
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: '/',
      payload,
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(statusCode, refused ? 400 : 200, `the status for ${what} is the expected one: ${body}`);
    if (refused) assert.match(body, refused, what);
  }
});

test('the server refuses bodies of JSON and of text that are not UTF-8', async () => {
  for (const type of ['application/json', 'text/plain; charset=utf-8']) {
    const statusOf = async (payload: Buffer): Promise<readonly [number, string]> => {
      const { statusCode, body } = await app.inject({
        ...{ method: 'POST', url: '/', payload, headers: { 'content-type': type } },
      });
      return [statusCode, body];
    };
    assert.deepEqual(await statusOf(Buffer.from('"Zürich"', 'utf8')), [200, '{"type":"string"}'], type);
    const [status, body] = await statusOf(Buffer.from('"Zürich"', 'latin1'));
    assert.equal(status, 400, type);
    assert.match(body, /The request body is not text in UTF-8\./, type);
  }
});
