/** The connection of the element around, and what is asked of it most: who is signed in and what they may do. */
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { createContext, useContext } from 'react';
import type { User } from '../../api/contract/users.js';
import { allows } from '../../api/permissions.js';
import { currentUserQuery } from '../../api/queries/current-user.js';
import type { Connection } from './connection.js';

export const ConnectionContext = createContext<Connection | undefined>(undefined);

/** Client, query cache, session, availability and polls of the server that the element talks to. */
export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (!connection) throw new Error('useConnection needs an element around it');
  return connection;
}

/** The signed-in person's name, or null while nobody is or it is not known yet. */
export function useUsername(): string | null {
  return useSelector(useConnection().session, ({ context }) => context.username);
}

/**
 * The signed-in person; undefined until known. After a lost session it is still the person who had it: the page waits out of sight
 * until somebody signs in, and must not take down what only this person may see.
 */
export function useCurrentUser(): User | undefined {
  const { client, session } = useConnection();
  const username = useUsername();
  const lost = useSelector(session, ({ context: { ended } }) => (ended?.how === 'lost' ? ended.username : undefined));
  const { data } = useQuery({ ...currentUserQuery(client, username ?? lost ?? ''), enabled: username !== null });
  return data;
}

/** Since when the server has not been reachable (ms since the epoch); undefined while it is. */
export function useDownSince(): number | undefined {
  return useSelector(useConnection().availability, ({ context }) => context.downSince);
}

/** Tells whether the signed-in person has a permission such as `streams:edit:abc`; false until known. The server checks again anyway. */
export function usePermission(permission: string): boolean {
  const user = useCurrentUser();
  return user !== undefined && allows(user.permissions, permission);
}
