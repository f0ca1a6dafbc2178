// A deleted notification disappears from all event definitions, and one that could not be deleted stays in them.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Grants } from '../../../../../host/server/auth/grants.js';
import { Roles } from '../../../../../host/server/auth/roles.js';
import { Users } from '../../../../../host/server/auth/users.js';
import { entityCollection, entityKinds } from '../../../../../host/server/documents/kinds.js';
import { Activity } from '../../../../../host/server/entities/activity.js';
import { Bookmarks } from '../../../../../host/server/entities/bookmarks.js';
import { Entities } from '../../../../../host/server/entities/catalogue.js';
import { Registry } from '../../../../../host/server/http/registry.js';
import { createLog } from '../../../../../host/server/log/log.js';
import { registerEventNotifications } from '../../../../../host/server/routes/event-notifications.js';
import { openDocuments } from '../../../../../host/server/store/index.js';

interface Definition {
  readonly id: string;
  readonly title: string;
  readonly notifications: readonly { readonly notification_id: string }[];
}

test('event definitions lose a notification after its deletion, and keep it when the deletion fails', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'log-console-detach-'));
  const documents = await openDocuments({ directory });
  context.after(async () => {
    await documents.close();
    await rm(directory, { recursive: true, force: true });
  });
  const grants = new Grants(documents);
  const users = new Users(documents, new Roles(documents), grants);
  const rooms = { activity: new Activity(documents), bookmarks: new Bookmarks(documents) };
  const entities = new Entities({ documents, grants, users, ...rooms, log: createLog('error', () => undefined) });
  const needs = {
    documents,
    store: {},
    auth: { users, services: {} },
    eventNotifications: { forget: () => undefined },
  };
  // Cast: a deletion needs only these members.
  registerEventNotifications(
    new Registry(),
    // Cast: the routes use only these members.
    needs as unknown as Parameters<typeof registerEventNotifications>[1],
    entities,
  );

  const notifications = entityCollection<{ id: string; title: string }>(documents, 'notification');
  const definitions = entityCollection<Definition>(documents, 'event_definition');
  const gone = { id: 'gone', title: 'Gone' };
  await notifications.put(gone);
  const naming = (id: string, ...names: string[]): Definition => ({
    id,
    title: id,
    notifications: names.map((notification_id) => ({ notification_id })),
  });
  await definitions.put(naming('first', 'gone', 'stays'));
  const kind = entityKinds.find(({ type }) => type === 'notification');
  assert.ok(kind);
  const remove = () =>
    entities.remove({ kind, document: gone }, { id: 'u', username: 'u', permissions: ['*'], timezone: null });
  const named = () => definitions.all().map(({ notifications: all }) => all.map((one) => one.notification_id));

  const deletion = notifications.delete.bind(notifications);
  const full = context.mock.method(notifications, 'delete', () => Promise.reject(new Error('The disk is full.')));
  await assert.rejects(remove(), /disk is full/);
  assert.deepEqual(named(), [['gone', 'stays']]);

  full.mock.mockImplementation(async (id) => {
    await definitions.put(naming('second', 'gone'));
    return deletion(id);
  });
  await remove();
  assert.deepEqual(named(), [['stays'], []]);
});
