/** Tests that the stand-in (server.ts) is as strict as a reference server. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { unknownMembers } from './bodies.js';
import { placeOf } from './places.js';
import { startReferenceServer } from './server.js';

test('the stand-in matches a request by path first, then by method, and literal segments precede ids', () => {
  assert.equal(placeOf('GET', '/system/inputs/types'), 'GET /system/inputs/types');
  assert.equal(placeOf('GET', '/system/inputs/abc'), 'GET /system/inputs/{}');
  assert.equal(placeOf('GET', '/'), 'GET /');
  // A reference server matches this path as the id of an input, which supports other methods, hence the 405.
  assert.equal(placeOf('POST', '/system/inputs/preview'), 405);
  assert.equal(placeOf('POST', '/search/patterns'), 404);
  assert.equal(placeOf('GET', '/views/'), 404);
  // The contract lists this endpoint, but the reference server does not have it.
  assert.equal(placeOf('POST', '/search/mapdata'), 404);
});

const searchType = { id: 's', type: 'pivot', series: [{ type: 'count', id: 'count()' }], row_groups: [], streams: [] };
const searchWith = (type: object) => ({ id: 'x', queries: [{ id: 'q', search_types: [type] }], parameters: [] });
const viewWith = (titles: object, config: object) => ({
  title: 'T',
  state: { q: { titles, widgets: [{ id: 'w', type: 'aggregation', config }] } },
});

test('members that the contract does not know are reported at any depth, except in titles and unknown types', () => {
  const inSearch = (type: object) => unknownMembers('POST /views/search', searchWith(type)).length;
  assert.equal(inSearch(searchType), 0);
  assert.equal(inSearch({ ...searchType, own: 1 }), 1);
  assert.equal(inSearch({ ...searchType, series: [{ type: 'count', own: 1 }] }), 1);
  assert.equal(inSearch({ ...searchType, row_groups: [{ type: 'time', fields: [], limit: 5 }] }), 1);
  assert.equal(inSearch({ id: 's', type: 'sparkles', own: 1 }), 0);
  const inView = (titles: object, config: object, more = {}) =>
    unknownMembers('PUT /views/{}', { ...viewWith(titles, config), ...more }).length;
  const bars = { visualization: 'bar', visualization_config: { barmode: 'stack', axis_type: 'linear' } };
  assert.equal(inView({ widget: { w: 'A' }, any_kind: { w: '{"own":1}' } }, bars), 0);
  assert.equal(inView({ any_kind: { w: { own: 1 } } }, bars), 1);
  assert.equal(inView({}, { ...bars, own: 1 }), 1);
  assert.equal(inView({}, { ...bars, visualization_config: { own: 1 } }), 1);
  const over = (config: object) => ({ ...bars, row_pivots: [{ type: 'time', fields: ['timestamp'], config }] });
  assert.equal(inView({}, over({ interval: { type: 'auto' } })), 0);
  assert.equal(inView({}, over({ limit: 5 })), 1);
  assert.equal(inView({}, bars, { last_updated_at: 'x' }), 1);
});

test('responses of the stand-in contain no members that only this server has, and a search starts as a job', async () => {
  const own = { id: 'v', last_updated_at: 'now', title: 'T' };
  const job = { id: 'j', results: { q: {} }, errors: [], execution: { done: true } };
  const upstream = createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'X-Own': 'yes' });
    response.end(JSON.stringify(request.url?.endsWith('/execute') ? job : own));
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const reference = await startReferenceServer(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`);
  try {
    const call = (method: string, path: string, json?: object) =>
      fetch(`${reference.url}/api${path}`, {
        method,
        ...(json && { body: JSON.stringify(json), headers: { 'Content-Type': 'application/json' } }),
      });
    const view = await call('GET', '/views/v');
    assert.equal(view.headers.get('x-own'), null);
    assert.deepEqual(await view.json(), { id: 'v', title: 'T' });
    assert.deepEqual(await (await call('POST', '/views/search/s/execute', {})).json(), {
      id: 'j',
      results: {},
      execution: { done: false, cancelled: false, completed_exceptionally: false },
    });
    assert.equal((await call('PUT', '/views/v', own)).status, 400);
    assert.match(reference.refused.join(), /^PUT \/views\/v: body\.last_updated_at is not in the contract$/);
    const missing = await call('POST', '/search/patterns', {});
    assert.deepEqual(
      [missing.status, await missing.json()],
      [404, { type: 'ApiError', message: 'HTTP 404 Not Found' }],
    );
    assert.deepEqual([...reference.unknown], ['404 POST /search/patterns']);
  } finally {
    await reference.stop();
    upstream.close();
    upstream.closeAllConnections();
  }
});
