// The scope of a stored entity decides whether it may be changed or deleted.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Grants } from '../../../../host/server/auth/grants.js';
import { Roles } from '../../../../host/server/auth/roles.js';
import { Users } from '../../../../host/server/auth/users.js';
import { Activity } from '../../../../host/server/entities/activity.js';
import { Bookmarks } from '../../../../host/server/entities/bookmarks.js';
import { Entities } from '../../../../host/server/entities/catalogue.js';
import { inBulk, StoredEntities } from '../../../../host/server/entities/entity-routes.js';
import { BadRequestError } from '../../../../host/server/foundation/errors.js';
import { createLog } from '../../../../host/server/log/log.js';
import { openDocuments } from '../../../../host/server/store/index.js';

interface Table {
  readonly id: string;
  readonly title: string;
  readonly _scope?: string;
}

test('scopes of entities control edits and deletions; bulk deletion reports refused entities and continues', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'log-console-entities-'));
  const documents = await openDocuments({ directory });
  context.after(async () => {
    await documents.close();
    await rm(directory, { recursive: true, force: true });
  });
  const grants = new Grants(documents);
  const entities = new Entities({
    documents,
    grants,
    users: new Users(documents, new Roles(documents), grants),
    activity: new Activity(documents),
    bookmarks: new Bookmarks(documents),
    log: createLog('info', () => undefined),
  });
  const changes: string[] = [];
  entities.on(({ change, id, title }) => void changes.push([change, id, title ?? ''].join(' ')));
  const caller = { id: 'u', username: 'u', permissions: ['*'], timezone: null };
  const tables = new StoredEntities<Table>(documents, entities, {
    type: 'lookup_table',
    missing: (id) => `Lookup table <${id}> not found!`,
    leave: ({ id }) => {
      if (id === 'used') throw new BadRequestError('A pipeline uses it.');
    },
  });
  const scopes = { plain: undefined, named: 'DEFAULT', event: 'SYSTEM_NOTIFICATION_EVENT', other: '__proto__' };
  for (const [id, scope] of Object.entries({ ...scopes, used: undefined }))
    await tables.create({ id, title: `the ${id}`, ...(scope !== undefined && { _scope: scope }) }, caller);
  changes.splice(0);

  const outcome = async (action: (id: string) => Promise<unknown>) =>
    Promise.all(
      Object.keys(scopes).map((id) =>
        action(id).then(
          () => 'done',
          (error: unknown) => (error as Error).message,
        ),
      ),
    );
  const system = (done: string) => `This entity belongs to the system and cannot be ${done}.`;
  const renamed = (id: string) => tables.update(id, (table) => ({ ...table, title: `new ${id}` }), caller);
  assert.deepEqual(await outcome(renamed), ['done', 'done', 'done', system('changed')]);
  assert.deepEqual(changes.sort(), ['updated event ', 'updated named ', 'updated plain ']);
  changes.splice(0);

  const ids = [...Object.keys(scopes), 'used', 'none'];
  assert.deepEqual(await inBulk({ entity_ids: ids }, (id) => tables.remove(id, caller)), {
    successfully_performed: 2,
    failures: [
      { entity_id: 'event', failure_explanation: system('deleted') },
      { entity_id: 'other', failure_explanation: system('changed') },
      { entity_id: 'used', failure_explanation: 'A pipeline uses it.' },
      { entity_id: 'none', failure_explanation: 'Lookup table <none> not found!' },
    ],
  });
  assert.deepEqual(changes, ['removed plain new plain', 'removed named new named']);
  assert.deepEqual(
    tables
      .all()
      .map(({ id }) => id)
      .sort(),
    ['event', 'other', 'used'],
  );
  await assert.rejects(
    inBulk({ entity_ids: [] }, () => undefined),
    /No IDs/,
  );
});
