/**
 * Context with the connection of the surrounding element, and its most used facts: the signed-in user and their
 * permissions.
 */
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { createContext, useContext } from 'react';
import type { User } from '../../api/contract/users.js';
import { allows } from '../../api/permissions.js';
import { currentUserQuery } from '../../api/queries/current-user.js';
import type { Connection } from './connection.js';

export const ConnectionContext = createContext<Connection | undefined>(undefined);

/** Returns client, query cache, session, availability and polls of the element's server. */
export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (!connection) throw new Error('useConnection needs an element around it');
  return connection;
}

/** Name of the signed-in user; null while nobody is signed in or the session is still unknown. */
export function useUsername(): string | null {
  return useSelector(useConnection().session, ({ context }) => context.username);
}

/**
 * The signed-in user; undefined until known. After a lost session this is still the previous user: the page stays
 * hidden until somebody signs in, and must not remove content that only this user may see.
 */
export function useCurrentUser(): User | undefined {
  const { client, session } = useConnection();
  const username = useUsername();
  const lost = useSelector(session, ({ context: { ended } }) => (ended?.how === 'lost' ? ended.username : undefined));
  const { data } = useQuery({ ...currentUserQuery(client, username ?? lost ?? ''), enabled: username !== null });
  return data;
}

/** Time since when the server has been unreachable (ms since the epoch); undefined while it is reachable. */
export function useDownSince(): number | undefined {
  return useSelector(useConnection().availability, ({ context }) => context.downSince);
}

/**
 * Tells whether the signed-in user has a permission such as `streams:edit:abc`; false until known. The server enforces
 * it in any case.
 */
export function usePermission(permission: string): boolean {
  const user = useCurrentUser();
  return user !== undefined && allows(user.permissions, permission);
}
