/** What the welcome page shows, and the page a person starts on (spec 1 §7; screens/dashboards-sharing-alerts.md §3). */
import type { QueryClient } from '@tanstack/react-query';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { lastOpened, recentActivity } from '../contract/start-page.js';
import type { User } from '../contract/users.js';
import { updateUser } from '../contract/users.js';
import { currentUserKey } from './current-user.js';

/** Rows of each box of the welcome page. */
export const startPageRows = 5;

export function lastOpenedQuery(client: Client) {
  return queryOptions({
    queryKey: ['lastOpened'],
    queryFn: ({ signal }) => client.call(lastOpened, { query: { page: 1, per_page: startPageRows }, signal }),
    staleTime: 0,
  });
}

export function recentActivityQuery(client: Client, page: number) {
  return queryOptions({
    queryKey: ['recentActivity', page],
    queryFn: ({ signal }) => client.call(recentActivity, { query: { page, per_page: startPageRows }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Null clears it. An update without a time zone would clear that too (contract users.update), so it is sent along. */
export function saveStartPageMutation(client: Client, queryClient: QueryClient, user: User) {
  return mutationOptions({
    mutationFn: (startpage: User['startpage']) =>
      client.call(updateUser, {
        params: { userId: user.id },
        body: { startpage: startpage ?? { type: null, id: null }, ...(user.timezone && { timezone: user.timezone }) },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: currentUserKey(user.username) }),
  });
}
