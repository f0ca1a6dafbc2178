/** Users with permission store public notifications, and everyone can read them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PublicNotification } from '../../../../api/contract/public-notifications.js';
import { publicNotificationsClass } from '../../../../api/contract/cluster-config-names.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { addPerson } from '../people.js';

let server: TestServer;
let admin: string;
const path = `/system/cluster_config/${publicNotificationsClass}`;

before(async () => {
  server = await startTestServer();
  admin = await server.login();
});
after(() => server.stop());

const hostile = '<img src=x onerror="alert(1)">';
const notificationWith = (changes: Partial<PublicNotification>): PublicNotification => ({
  key: 'k1',
  variant: 'warning',
  title: 'Maintenance',
  hiddenTitle: false,
  shortMessage: 'Tonight from 22:00.',
  longMessage: '',
  isActive: true,
  isDismissible: true,
  ...changes,
});
const save = (notifications: unknown, session = admin) =>
  server.call(path, { method: 'PUT', session, json: { notifications } });
const shown = async (): Promise<PublicNotification[]> => {
  const answer = await server.call('/system/public_notifications');
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { notifications: PublicNotification[] }).notifications;
};

test('anybody can read the active notifications unchanged and in their order', async () => {
  assert.deepEqual(await shown(), []);
  const list = [
    notificationWith({ key: 'b', title: hostile, longMessage: 'a\nb' }),
    notificationWith({ key: 'off', isActive: false }),
    notificationWith({ key: 'a', variant: 'danger', hiddenTitle: true }),
  ];
  assert.equal((await save(list)).status, 202);
  assert.deepEqual(await shown(), [list[0], list[2]]);
  const stored = (await (await server.call(path, { session: admin })).json()) as { notifications: unknown };
  assert.deepEqual(stored.notifications, list);
});

const refused: [what: string, notifications: unknown][] = [
  ['a body that is not a list', 'text'],
  ['a notification of an unknown variant', [notificationWith({ variant: 'loud' as 'info' })]],
  ['a notification with an empty key', [notificationWith({ key: '' })]],
  ['a list with two equal keys', [notificationWith({}), notificationWith({ title: 'Other' })]],
  ['a notification with a text that is too long', [notificationWith({ longMessage: 'x'.repeat(10_001) })]],
  [
    'a list of too many notifications',
    Array.from({ length: 21 }, (_, index) => notificationWith({ key: `k${index}` })),
  ],
  ['a notification without a title', [{ ...notificationWith({}), title: undefined }]],
  ['a notification without a variant', [{ ...notificationWith({}), variant: undefined }]],
];
for (const [what, notifications] of refused) {
  test(`${what} is refused, and the stored notifications stay`, async () => {
    const before = await shown();
    const answer = await save(notifications);
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), /notifications/);
    assert.deepEqual(await shown(), before);
  });
}

test('booleans of a public notification that a client omits are false', async () => {
  const {
    isActive: _active,
    hiddenTitle: _hidden,
    isDismissible: _dismissible,
    ...texts
  } = notificationWith({ key: 'short' });
  assert.equal((await save([texts])).status, 202);
  const { notifications } = (await (await server.call(path, { session: admin })).json()) as { notifications: unknown };
  assert.deepEqual(notifications, [{ ...texts, isActive: false, hiddenTitle: false, isDismissible: false }]);
});

test('only users who may change configurations change public notifications', async () => {
  const before = await shown();
  const { session } = await addPerson(server, admin, 'reader', ['clusterconfigentry:read']);
  assert.equal((await save([], session)).status, 403);
  assert.equal((await server.call(path, { method: 'PUT', json: { notifications: [] } })).status, 401);
  assert.deepEqual(await shown(), before);
});
