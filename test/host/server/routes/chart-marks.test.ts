/**
 * Tests the marks that users set on the time axes of charts: permissions, checks, versions and limits, on a real
 * server.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ChartMark, ChartMarks } from '../../../../api/contract/chart-marks.js';
import { ChartMarkStore } from '../../../../host/server/marks/chart-marks.js';
import type { Documents } from '../../../../host/server/store/types.js';
import { untyped } from '../../../untyped.js';
import { startTestServer, type TestServer } from '../../../server.js';

let server: TestServer;
let admin: string;
let ada: string;
let bob: string;
let keeper: string;

async function account(username: string, permissions: readonly string[] = []): Promise<string> {
  const person = { email: `${username}@example.org`, first_name: 'S', last_name: 'T', permissions };
  const json = { username, password: 'a long password', ...person, roles: ['Reader'] };
  assert.equal((await server.call('/users', { method: 'POST', session: admin, json })).status, 201);
  return server.login(username, 'a long password');
}
before(async () => {
  server = await startTestServer();
  admin = await server.login();
  [ada, bob, keeper] = [await account('ada'), await account('bob'), await account('keeper')];
});
after(() => server.stop());

const deploy = { kind: 'deploy', text: 'api 3.2', timestamp: '2026-11-20T10:00:00Z' };
const send = (method: string, path: string, session: string, json?: unknown) =>
  server.call(`/chart_marks${path}`, { method, session, ...(json !== undefined && { json }) });
async function made(by: string, more: object = {}): Promise<ChartMark> {
  const answer = await send('POST', '', by, { ...deploy, ...more });
  assert.equal(answer.status, 201, await answer.clone().text());
  return (await answer.json()) as ChartMark;
}
const listed = async (query: string, by = bob): Promise<ChartMarks> =>
  (await (await server.call(`/chart_marks?${query}`, { session: by })).json()) as ChartMarks;

test('every user sees a mark with the names of the users who created and last changed it', async () => {
  const mark = await made(ada, { until: '2026-11-20 10:05:00.000' });
  assert.deepEqual(
    [mark.kind, mark.text, mark.timestamp, mark.until, mark.created_by, mark.version],
    ['deploy', 'api 3.2', '2026-11-20T10:00:00.000Z', '2026-11-20T10:05:00.000Z', 'ada', 1],
  );
  const inside = 'from=2026-11-20T10%3A00%3A00Z&to=2026-11-20T10%3A00%3A00Z';
  assert.deepEqual(await listed(inside), { marks: [mark], total: 1 });
  assert.deepEqual(await listed('from=2026-11-20T10%3A00%3A01Z'), { marks: [], total: 0 });
  const changed = await send('PUT', `/${mark.id}`, admin, { ...deploy, kind: 'incident', version: 1 });
  assert.equal(changed.status, 200);
  const now = (await changed.json()) as ChartMark;
  assert.deepEqual(
    [now.kind, now.until, now.created_by, now.changed_by, now.version],
    ['incident', null, 'ada', 'admin', 2],
  );
  assert.equal((await send('PUT', `/${mark.id}`, ada, { ...deploy, version: 1 })).status, 409);
  assert.equal((await send('DELETE', `/${mark.id}`, ada)).status, 204);
  assert.equal((await send('DELETE', `/${mark.id}`, admin)).status, 404);
});

test('only the creator of a mark and users with permission for this mark can change or delete it', async () => {
  const [own, other] = [await made(ada), await made(ada)];
  const changes = { ...deploy, text: 'changed', version: 1 };
  for (const id of [own.id, '../users', '%00', 'x'.repeat(500)])
    for (const method of ['PUT', 'DELETE'] as const) {
      const { status } = await send(method, `/${encodeURIComponent(id)}`, bob, method === 'PUT' ? changes : undefined);
      assert.equal(status, 403, `${method} ${id}`);
    }
  const granted = await server.call('/roles', {
    method: 'POST',
    session: admin,
    json: { name: 'Keeper', description: '', permissions: [`chart_marks:edit:${own.id}`, 'chart_marks:delete'] },
  });
  assert.equal(granted.status, 201, await granted.text());
  const joined = await server.call('/roles/Keeper/members/keeper', { method: 'PUT', session: admin, json: {} });
  assert.ok(joined.ok, await joined.text());
  assert.equal((await send('PUT', `/${own.id}`, keeper, changes)).status, 200);
  assert.equal((await send('PUT', `/${other.id}`, keeper, changes)).status, 403);
  assert.equal((await send('DELETE', `/${other.id}`, keeper)).status, 204);
  assert.equal((await fetch(`${server.url}/api/chart_marks`)).status, 401);
});

test('invalid marks are refused with the reason at each field', async () => {
  const cases: readonly (readonly [more: object, field: string])[] = [
    [{ text: ' \n' }, 'text'],
    [{ timestamp: 'yesterday' }, 'timestamp'],
    [{ until: 'soon' }, 'until'],
    [{ until: deploy.timestamp }, 'until'],
    [{ timestamp: '9'.repeat(90) }, 'timestamp'],
  ];
  for (const [more, field] of cases) {
    const answer = await send('POST', '', ada, { ...deploy, ...more });
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), new RegExp(`"${field}"`), JSON.stringify(more));
  }
  for (const more of [{ kind: 'party' }, { text: 'x'.repeat(501) }, { text: 7 }])
    assert.equal((await send('POST', '', ada, { ...deploy, ...more })).status, 400, JSON.stringify(more));
  assert.equal((await server.call('/chart_marks?from=now', { session: ada })).status, 400);
  const hostile = await made(ada, { text: '<img src=x onerror=alert(1)> \u0000 $x$' });
  assert.equal(hostile.text, '<img src=x onerror=alert(1)> \u0000 $x$');
});

test('at the limit per user a new mark replaces the earliest mark of the user; at the limit for all users it is refused', async () => {
  const stored = new Map<string, { readonly id: string }>();
  const documents = untyped<Documents>({
    collection: () => ({
      all: () => [...stored.values()],
      get: (id: string) => stored.get(id),
      put: async (one: { readonly id: string }) => void stored.set(one.id, one),
      delete: async (id: string) => void stored.delete(id),
    }),
  });
  const marks = new ChartMarkStore(documents, { ofOnePerson: 2, ofAll: 3 });
  const at = (hour: number) => ({ kind: 'note' as const, text: 'x', timestamp: `2026-11-20T0${hour}:00:00Z` });
  await Promise.all([marks.create(at(3), 'ada', 0), marks.create(at(1), 'ada', 0), marks.create(at(2), 'ada', 0)]);
  const hours = () =>
    marks.within({ from: -Infinity, to: Infinity }).marks.map((one) => new Date(one.at).getUTCHours());
  assert.deepEqual(hours(), [3, 2]);
  await marks.create(at(4), 'bob', 0);
  await assert.rejects(marks.create(at(5), 'bob', 0), /as many as are kept/);
  assert.deepEqual(hours(), [4, 3, 2]);
});
