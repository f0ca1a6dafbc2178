/** Reads the signed-in user (spec 1 §4, §7); `preferences.ts` changes their preferences. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { getUser } from '../contract/current-user.js';
import { isUnanswered } from '../failures.js';
import { keptUntilInvalidated } from './polling.js';
import { withStoredSettings } from './server-root.js';
import { isObject } from '../is-object.js';

/** Start of the query keys of all users who have been signed in on this page. */
export const allCurrentUsersKey = ['users'] as const;
export const currentUserKey = (username: string) => [...allCurrentUsersKey, username] as const;

export function currentUserQuery(client: Client, username: string) {
  return queryOptions({
    queryKey: currentUserKey(username),
    queryFn: async ({ signal, client: queryClient }) =>
      withStoredSettings(
        await client.call(getUser, { params: { username }, signal, check: isUser }),
        client,
        queryClient,
      ),
    ...keptUntilInvalidated,
  });
}

/**
 * Sets how often the call for the user is repeated when the server does not answer. This policy applies to all queries
 * of the user. The call is repeated even if the server is known to answer, because a browser that preloaded the call
 * during an outage passes the failed answer to the first call after the outage. Until a user is known, the number of
 * attempts is not bounded, because no page of the console opens without the user. Later, the call is repeated at most
 * twice, because other changes wait for it.
 *
 * @param isDown returns whether the server is known to be down; the call then fails at once, and is sent again when the
 * server is back
 */
export function repeatUserCall(queryClient: QueryClient, isDown: () => boolean): void {
  const isKnown = (): boolean =>
    queryClient.getQueriesData({ queryKey: allCurrentUsersKey }).some(([, user]) => user !== undefined);
  queryClient.setQueryDefaults(allCurrentUsersKey, {
    retry: (count, failure) => isUnanswered(failure) && !isDown() && (count < 2 || !isKnown()),
    retryDelay: 1_000,
  });
}

/**
 * Checks the members on which pages rely, so that an answer of another form fails here, with the URL of the call,
 * and not later in a page.
 */
function isUser(answer: unknown): boolean {
  if (!isObject(answer)) return false;
  const { username, permissions, preferences, startpage, timezone } = answer;
  const isTexts = (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === 'string');
  return (
    typeof username === 'string' &&
    isTexts(permissions) &&
    [answer['grn_permissions'], answer['roles']].every((texts) => texts == null || isTexts(texts)) &&
    [preferences, startpage].every((part) => part == null || isObject(part)) &&
    [timezone, answer['first_name'], answer['full_name']].every((text) => text == null || typeof text === 'string')
  );
}
