import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Auth } from '../../../../host/server/auth/auth.js';
import { hashPassword } from '../../../../host/server/auth/passwords.js';
import { UnauthorizedError } from '../../../../host/server/foundation/errors.js';
import { createLog } from '../../../../host/server/log/log.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import type { Collection, Documents } from '../../../../host/server/store/types.js';

let directory: string;
let documents: Documents;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'log-console-auth-'));
  documents = await openDocuments({ directory });
});
after(async () => {
  await documents.close();
  await rm(directory, { recursive: true, force: true });
});

/** Wraps the documents so that storing a session first waits for `meanwhile`. */
function delayed(meanwhile: () => Promise<void>): Documents {
  const collection = <T extends { id: string }>(name: string): Collection<T> => {
    const stored = documents.collection<T>(name);
    if (name !== 'sessions') return stored;
    return {
      get: (id) => stored.get(id),
      all: () => stored.all(),
      find: (matches) => stored.find(matches),
      update: (id, change) => stored.update(id, change),
      delete: (id) => stored.delete(id),
      put: async (document) => {
        await meanwhile();
        await stored.put(document);
      },
    };
  };
  return { ...documents, collection };
}

for (const [what, change] of [
  ['a changed password', async () => ({ password_hash: await hashPassword('another') })],
  ['a disabled account', async () => ({ account_status: 'disabled' as const })],
] as const) {
  test(`${what} ends a login that is in progress with the previous credentials`, async () => {
    const auth: Auth = new Auth(
      delayed(async () => {
        const changed = await change();
        const { id } = auth.users.named(what) ?? { id: '' };
        await auth.users.update(id, (kept) => ({ ...kept, ...changed }));
        await auth.sessions.endAllOf(id);
      }),
      { globalSessionTimeoutMs: () => undefined },
      { data: directory, trustProxy: [], log: createLog('error') },
    );
    await auth.devices.open();
    const user = await auth.users.create(what, async () => ({ password_hash: await hashPassword('right') }));
    assert.ok(user);
    const login = auth.login(
      { username: what, password: 'right' },
      { address: '192.0.2.1', deviceCookie: undefined, userAgent: undefined },
    );
    await assert.rejects(login, UnauthorizedError);
    assert.equal(auth.sessions.of(user.id)[0], undefined);
  });
}
