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
 * Sets how often the call for the user is repeated, for all that read the user: the library uses the policy of the
 * reader that sends the call. A call that was answered is not repeated. A browser that preloaded the call in an outage
 * gives its failure to the first call after the outage, so the call is repeated although the server is known to answer.
 * No page of the console opens without the user, so until a user is known the attempts are not bounded. Later, changes
 * await the call, so it is repeated twice.
 *
 * @param isDown returns whether the server is known to be down: the call then fails, and is sent anew once the server
 * is back
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
