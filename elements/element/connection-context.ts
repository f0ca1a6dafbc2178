/**
 * Provides the context with the connection of the surrounding element, and hooks for the signed-in user and the user's
 * permissions.
 */
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { createContext, useContext } from 'react';
import type { User } from '../../api/contract/users.js';
import { allows } from '../../api/permissions.js';
import { currentUserQuery } from '../../api/queries/current-user.js';
import { isGuest } from '../../machines/session.js';
import type { Connection } from './connection.js';

export { isGuest };

export const ConnectionContext = createContext<Connection | undefined>(undefined);

/**
 * Returns the connection of the surrounding element: API client, query cache, session, availability and polls.
 * @throws Error outside an element
 */
export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (!connection) throw new Error('useConnection needs an element around it');
  return connection;
}

/** Returns the name of the signed-in user; null while nobody is signed in or the session is still unknown. */
export function useUsername(): string | null {
  return useSelector(useConnection().session, ({ context }) => context.username);
}

/**
 * Returns true when a person with an account is signed in; false for guests of embed tokens, and while the session is
 * unknown. The server refuses guests many requests that it answers for accounts without special permissions, and the
 * browser logs each refusal as an error of the host page.
 */
export function useHasAccount(): boolean {
  const username = useUsername();
  return username !== null && !isGuest(username);
}

/**
 * Returns the signed-in user; undefined until known. After a lost session the previous user is still returned: the page
 * stays hidden until somebody signs in, and must not remove the content that only the previous user may see.
 */
export function useCurrentUser(): User | undefined {
  const { client, session } = useConnection();
  const username = useUsername();
  const lost = useSelector(session, ({ context: { ended } }) => (ended?.how === 'lost' ? ended.username : undefined));
  const { data } = useQuery({ ...currentUserQuery(client, username ?? lost ?? ''), enabled: username !== null });
  return data;
}

/** Returns the time at which the server became unreachable, in ms since the epoch; undefined while it is reachable. */
export function useDownSince(): number | undefined {
  return useSelector(useConnection().availability, ({ context }) => context.downSince);
}

/**
 * Returns whether the signed-in user has a permission such as `streams:edit:abc`; false until the user is known. The
 * server enforces permissions in any case.
 */
export function usePermission(permission: string): boolean {
  const user = useCurrentUser();
  return user !== undefined && allows(user.permissions, permission);
}
