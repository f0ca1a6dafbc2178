// Creates users with exactly the permissions that a test needs.
import assert from 'node:assert/strict';
import type { User } from '../../../api/contract/users.js';
import type { TestServer } from '../../server.js';

export const personPassword = 'a user password';

export interface Person {
  readonly id: string;
  readonly username: string;
  /** Id of a session of the user. */
  readonly session: string;
}

/** Creates and signs in a user. @param permissions permissions in addition to those of every user on the own account */
export async function addPerson(
  server: TestServer,
  admin: string,
  username: string,
  permissions: readonly string[],
  roles: readonly string[] = [],
  more: Pick<Partial<User>, 'first_name' | 'last_name'> = {},
): Promise<Person> {
  const json = {
    username,
    password: personPassword,
    email: 'person@example.org',
    first_name: 'Per',
    last_name: 'Son',
    permissions,
    roles,
    ...more,
  };
  const made = await server.call('/users', { method: 'POST', session: admin, json });
  assert.equal(made.status, 201, await made.text());
  const shown = await server.call(`/users/${encodeURIComponent(username)}`, { session: admin });
  const { id } = (await shown.json()) as User;
  return { id, username, session: await server.login(username, personPassword) };
}
