/** The signed-in person, their preferences and start page (spec 1 §4, §7). */
import type { QueryClient } from '@tanstack/react-query';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { PreferencesRequest, User, UserPreferences } from '../contract/users.js';
import { getUser, savePreferences, updateUser } from '../contract/users.js';
import { keptUntilInvalidated } from './polling.js';

/** Key of every account that is or was signed in here. */
export const allCurrentUsersKey = ['users'] as const;
export const currentUserKey = (username: string) => [...allCurrentUsersKey, username] as const;

export function currentUserQuery(client: Client, username: string) {
  return queryOptions({
    queryKey: currentUserKey(username),
    queryFn: ({ signal }) => client.call(getUser, { params: { username }, signal, check: isUser }),
    ...keptUntilInvalidated,
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks the members that all screens rely on: an answer of another shape fails here, with its address, and not within a screen. */
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

/** The texts "true" and "false" become booleans (spec 1 §3). */
export function normalPreferences(preferences: Readonly<Record<string, unknown>>): UserPreferences {
  const entries = Object.entries(preferences).map(([name, value]) => [
    name,
    value === 'true' ? true : value === 'false' ? false : value,
  ]);
  return Object.fromEntries(entries) as UserPreferences;
}

/**
 * Changes some preferences; the server replaces the whole map, so the others are sent along. Shown at once, taken back
 * when it fails. Not for read-only users: theirs are kept locally.
 */
export function savePreferencesMutation(client: Client, queryClient: QueryClient, username: string) {
  const queryKey = currentUserKey(username);
  return mutationOptions({
    mutationKey: ['preferences', username],
    scope: { id: `preferences ${username}` },
    mutationFn: async (changes: Partial<UserPreferences>) => {
      const stored = queryClient.getQueryData<User>(queryKey)?.preferences;
      const preferences = normalPreferences({ ...stored, ...changes }) as PreferencesRequest['preferences'];
      await client.call(savePreferences, { params: { username }, body: { preferences } });
    },
    onMutate: async (changes: Partial<UserPreferences>) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<User>(queryKey);
      if (before) {
        const preferences = normalPreferences({ ...before.preferences, ...changes });
        queryClient.setQueryData<User>(queryKey, { ...before, preferences });
      }
      return { before };
    },
    onError: (_error, _changes, onMutateResult) => {
      if (onMutateResult?.before) queryClient.setQueryData(queryKey, onMutateResult.before);
    },
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
