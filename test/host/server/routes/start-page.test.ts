/** The requests of dashboard pages and the welcome page have the statuses and response types of the contract. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../../server.js';
import { addPerson } from '../people.js';

let server: TestServer;
let admin: string;
let jane: string;
const searchId = '0123456789abcdef01234567';
const viewId = '0123456789abcdef0123aaaa';
const missingId = 'ffffffffffffffffffffffff';
const queryId = 'q1';
const target = `grn::::dashboard:${viewId}`;
const view = (more: object = {}) => ({
  id: viewId,
  type: 'DASHBOARD',
  title: 'Payments',
  summary: 'How they do',
  search_id: searchId,
  state: {
    [queryId]: {
      widgets: [],
      widget_mapping: {},
      positions: {},
      formatting: { highlighting: [{ field: 'level', value: '3', condition: 'equal', color: '#ff0000' }] },
    },
  },
  ...more,
});

before(async () => {
  server = await startTestServer();
  admin = await server.login();
  const search = {
    id: searchId,
    queries: [{ id: queryId, timerange: { type: 'relative', from: 300 } }],
    parameters: [],
  };
  const stored = await server.call('/views/search', { method: 'POST', session: admin, json: search });
  assert.equal(stored.status, 201, await stored.text());
  jane = (await addPerson(server, admin, 'jane', [], ['Reader'])).session;
});
after(() => server.stop());

type Answer = Record<string, unknown>;
interface Call {
  readonly call: string;
  readonly as?: 'jane';
  readonly json?: unknown;
  readonly status: number;
  /** Returns the part of the response that the contract defines; undefined: the response has no body. */
  readonly shape?: (answer: Answer) => unknown;
  readonly is?: unknown;
}
const names = (answer: Answer): string[] => Object.keys(answer).sort();
const paged = ['count', 'page', 'per_page', 'total'];

const calls: readonly Call[] = [
  {
    call: 'POST /views',
    json: view(),
    status: 200,
    shape: ({ id, owner, favorite }) => [id, owner, favorite],
    is: [viewId, 'admin', false],
  },
  { call: 'POST /views', json: view(), status: 409, shape: ({ type }) => type, is: 'ApiError' },
  {
    call: 'POST /views',
    json: view({ id: undefined, title: ' ' }),
    status: 400,
    shape: ({ type }) => type,
    is: 'ApiError',
  },
  {
    call: 'POST /views',
    as: 'jane',
    json: view({ id: undefined }),
    status: 403,
    shape: ({ type }) => type,
    is: 'ApiError',
  },
  {
    call: `GET /views/${viewId}`,
    status: 200,
    shape: ({ title, requires }) => [title, requires],
    is: ['Payments', {}],
  },
  {
    call: `GET /views/${viewId}`,
    status: 200,
    shape: ({ state }) =>
      (state as Record<string, { formatting: { highlighting: { color: unknown }[] } }>)[queryId]?.formatting
        .highlighting[0]?.color,
    is: { type: 'static', color: '#ff0000' },
  },
  {
    call: `GET /views/${viewId}`,
    as: 'jane',
    status: 404,
    shape: ({ message }) => message,
    is: `View ${viewId} doesn't exist`,
  },
  {
    call: `GET /views/${missingId}`,
    status: 404,
    shape: ({ message }) => message,
    is: `View ${missingId} doesn't exist`,
  },
  { call: 'GET /views/default', status: 404, shape: ({ type }) => type, is: 'ApiError' },
  {
    call: `PUT /views/${missingId}`,
    json: view(),
    status: 400,
    shape: ({ message }) => message,
    is: `View ${missingId} doesn't exist`,
  },
  {
    call: `PUT /views/${viewId}`,
    json: view({ id: missingId, title: 'Payment health' }),
    status: 200,
    shape: ({ id, title }) => [id, title],
    is: [viewId, 'Payment health'],
  },
  {
    call: 'GET /views?query=id:0123',
    status: 200,
    shape: ({ views }) => (views as Answer[]).map(({ title }) => title),
    is: ['Payment health'],
  },
  { call: 'GET /views?query=a:b:c', status: 400, shape: ({ type }) => type, is: 'ApiError' },
  {
    call: 'GET /dashboards?query=summary:do&sort=nonsense',
    status: 200,
    shape: ({ total, sort, order, query, defaults }) => [total, sort, order, query, defaults],
    is: [1, 'title', 'asc', 'summary:do', { sort: { id: 'title', direction: 'ASC' } }],
  },
  {
    call: 'GET /dashboards',
    as: 'jane',
    status: 200,
    shape: ({ total, pagination }) => [total, pagination],
    is: [0, { total: 0, count: 0, page: 1, per_page: 50 }],
  },
  {
    call: 'GET /search/saved',
    status: 200,
    shape: ({ total, attributes }) => [
      total,
      (attributes as Answer[]).filter(({ searchable }) => searchable).map(({ id }) => id),
    ],
    is: [0, ['_id', 'title']],
  },
  { call: 'POST /views/forValue', json: {}, status: 200, shape: (all) => all, is: [] },
  { call: `PUT /favorites/${target}`, status: 204 },
  { call: `PUT /favorites/${target}`, status: 204 },
  { call: 'PUT /favorites/grn::::nothing:1', status: 400, shape: ({ type }) => type, is: 'ApiError' },
  {
    call: 'GET /favorites?type=dashboard',
    status: 200,
    shape: ({ favorites, per_page }) => [favorites, per_page],
    is: [[{ grn: target, title: 'Payment health' }], 5],
  },
  { call: 'GET /favorites?type=search', status: 200, shape: ({ favorites, total }) => [favorites, total], is: [[], 0] },
  { call: `GET /views/${viewId}`, status: 200, shape: ({ favorite }) => favorite, is: true },
  { call: 'GET /startpage/lastOpened', status: 200, shape: names, is: ['lastOpened', ...paged].sort() },
  {
    call: 'GET /startpage/lastOpened',
    status: 200,
    shape: ({ lastOpened }) => (lastOpened as Answer[]).map(names),
    is: [['grn', 'timestamp', 'title']],
  },
  {
    call: 'GET /startpage/recentActivity',
    status: 200,
    shape: ({ recentActivity }) =>
      (recentActivity as Answer[]).map(({ activity_type, item_title, user_name }) => [
        activity_type,
        item_title,
        user_name,
      ]),
    is: [
      ['update', 'Payment health', 'Administrator'],
      ['create', 'Payment health', 'Administrator'],
    ],
  },
  {
    call: 'GET /startpage/recentActivity',
    as: 'jane',
    status: 200,
    shape: ({ recentActivity, total }) => [recentActivity, total],
    is: [[], 0],
  },
  { call: 'GET /entitylists/preferences/dashboards', status: 204 },
  {
    call: 'POST /entitylists/preferences/dashboards',
    json: { per_page: 25, sort: { field: 'title', order: 'desc' } },
    status: 200,
  },
  { call: 'POST /entitylists/preferences/dashboards', json: { displayed_attributes: ['title'] }, status: 200 },
  {
    call: 'GET /entitylists/preferences/dashboards',
    status: 200,
    shape: (all) => all,
    is: { displayed_attributes: ['title'] },
  },
  { call: 'GET /entitylists/preferences/dashboards', as: 'jane', status: 204 },
  { call: `PUT /views/${viewId}/default`, as: 'jane', status: 403, shape: ({ type }) => type, is: 'ApiError' },
  { call: `PUT /views/${viewId}/default`, status: 204 },
  { call: 'GET /views/default', status: 200, shape: ({ id }) => id, is: viewId },
  { call: `DELETE /views/${viewId}`, as: 'jane', status: 403, shape: ({ type }) => type, is: 'ApiError' },
  { call: 'POST /views/bulk_delete', json: { entity_ids: [] }, status: 400, shape: ({ type }) => type, is: 'ApiError' },
  {
    call: 'POST /views/bulk_delete',
    json: { entity_ids: [missingId, viewId] },
    status: 200,
    shape: ({ successfully_performed, failures }) => [
      successfully_performed,
      (failures as Answer[]).map(({ entity_id }) => entity_id),
    ],
    is: [1, [missingId]],
  },
  { call: 'GET /views/default', status: 404, shape: ({ type }) => type, is: 'ApiError' },
  { call: 'GET /favorites', status: 200, shape: ({ total }) => total, is: 0 },
  { call: `DELETE /favorites/${target}`, status: 204 },
  { call: 'GET /startpage/lastOpened', status: 200, shape: ({ total }) => total, is: 0 },
  {
    call: 'GET /startpage/recentActivity',
    status: 200,
    shape: ({ recentActivity }) =>
      (recentActivity as Answer[]).map(({ activity_type, item_title }) => [activity_type, item_title]),
    is: [['delete', 'Payment health']],
  },
];

test('every request of dashboard and welcome pages is answered as in the contract', async () => {
  for (const [index, { call, as, json, status, shape, is }] of calls.entries()) {
    const what = `${index} ${call}${as ? ` as ${as}` : ''}`;
    const [method = '', path = ''] = call.split(' ');
    const session = as ? jane : admin;
    const answer = await server.call(path, { method, session, ...(json !== undefined && { json }) });
    const text = await answer.text();
    assert.equal(answer.status, status, `the response to ${what} has the expected status: ${text}`);
    if (!shape) assert.equal(text, '', what);
    else assert.deepEqual(shape(JSON.parse(text) as Answer), is, what);
  }
});

test('a start page is set per user, and removed by an empty value or by the deletion of its entity', async () => {
  const user = async () => (await (await server.call('/users/jane', { session: jane })).json()) as Answer;
  const { id } = await user();
  const set = async (startpage: object | null) => {
    const answer = await server.call(`/users/${String(id)}`, { method: 'PUT', session: jane, json: { startpage } });
    assert.ok(answer.ok, await answer.text());
  };
  const made = await server.call('/views', { method: 'POST', session: admin, json: view() });
  assert.equal(made.status, 200);
  await set({ type: 'dashboard', id: viewId });
  assert.deepEqual((await user())['startpage'], { type: 'dashboard', id: viewId });
  await set({ type: null, id: null });
  assert.equal((await user())['startpage'], null);
  await set({ type: 'dashboard', id: viewId });
  assert.equal((await server.call(`/views/${viewId}`, { method: 'DELETE', session: admin })).status, 200);
  assert.equal((await user())['startpage'], null);
});
