/** Reads and ends the sessions of a user (embedded server only). */
import type { QueryClient } from '@tanstack/react-query';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { endUserSession, endUserSessions, userSessions } from '../contract/users.js';
import { sessionsKey, usersKey } from './people-keys.js';

export function userSessionsQuery(client: Client, userId: string) {
  return queryOptions({
    queryKey: sessionsKey(userId),
    queryFn: async ({ signal }) => (await client.call(userSessions, { params: { userId }, signal })).sessions,
    staleTime: 0,
  });
}

/** Invalidates sessions and accounts, because accounts show whether the user is signed in and from where. */
const sessionsChanged = (queryClient: QueryClient, userId: string) =>
  Promise.all([sessionsKey(userId), usersKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })));

export function endSessionMutation(client: Client, queryClient: QueryClient, userId: string) {
  return mutationOptions({
    mutationFn: (sessionId: string) => client.call(endUserSession, { params: { userId, sessionId } }),
    onSettled: () => sessionsChanged(queryClient, userId),
  });
}

/** Ends all sessions of a user; the argument `keepCurrent` true keeps the session of this call. */
export function endAllSessionsMutation(client: Client, queryClient: QueryClient, userId: string) {
  return mutationOptions({
    mutationFn: (keepCurrent: boolean) =>
      client.call(endUserSessions, { params: { userId }, query: { keep_current: keepCurrent } }),
    onSettled: () => sessionsChanged(queryClient, userId),
  });
}
