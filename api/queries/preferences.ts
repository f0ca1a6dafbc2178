/** Mutations by which users change their own preferences and start page (spec 1 §4, §7). */
import type { QueryClient } from '@tanstack/react-query';
import { mutationOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { PreferencesRequest, User, UserPreferences } from '../contract/users.js';
import { savePreferences, updateUser } from '../contract/users.js';
import { currentUserKey } from './current-user.js';
import { onLeaving } from './on-leaving.js';

/**
 * Tells whether the server stores the preferences, time zone and start page of a user. It stores none for read-only
 * users; the built-in administrator of the embedded server is an exception.
 */
export const storesSettings = ({ read_only, keeps_settings }: Pick<User, 'read_only' | 'keeps_settings'>): boolean =>
  !read_only || keeps_settings === true;

/** Converts the texts "true" and "false" among the values of preferences to Booleans (spec 1 §3). */
export function normalPreferences(preferences: Readonly<Record<string, unknown>>): UserPreferences {
  const entries = Object.entries(preferences).map(([name, value]) => [
    name,
    value === 'true' ? true : value === 'false' ? false : value,
  ]);
  return Object.fromEntries(entries) as UserPreferences;
}

/** Preferences to change; undefined removes a preference. */
type ChangedPreferences = { readonly [Name in keyof UserPreferences]?: UserPreferences[Name] | undefined };

/**
 * Changes some preferences of a user. The unchanged preferences are sent too, because the server replaces all of them.
 * The change is visible immediately and undone if the call fails. Only for users with `storesSettings`; the preferences
 * of all other users are kept in the browser.
 */
export function savePreferencesMutation(client: Client, queryClient: QueryClient, username: string) {
  const queryKey = currentUserKey(username);
  /** Sends the preferences to the server as they are in the cache, that is, with the changes of all pending calls. */
  const store = async (changes: ChangedPreferences, keepalive = false): Promise<void> => {
    const stored = queryClient.getQueryData<User>(queryKey)?.preferences;
    // Cast: the changes have the values of preferences, and the others are sent back as they came.
    const preferences = normalPreferences({ ...stored, ...changes }) as PreferencesRequest['preferences'];
    await client.call(savePreferences, { params: { username }, body: { preferences }, keepalive });
  };
  return mutationOptions({
    mutationKey: ['preferences', username],
    scope: { id: `preferences ${username}` },
    mutationFn: (changes: ChangedPreferences) => store(changes),
    onMutate: async (changes: ChangedPreferences) => {
      const stay = onLeaving(() => store({}, true));
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<User>(queryKey);
      if (before) {
        const preferences = normalPreferences({ ...before.preferences, ...changes });
        queryClient.setQueryData<User>(queryKey, { ...before, preferences });
      }
      return { before, stay };
    },
    onSuccess: (_answer, _changes, { stay }) => stay(),
    onError: (_error, _changes, onMutateResult) => {
      onMutateResult?.stay();
      if (onMutateResult?.before) queryClient.setQueryData(queryKey, onMutateResult.before);
    },
  });
}

/**
 * Sets the user's start page; null clears it. The time zone is sent too, because reference servers clear it in every
 * update without it (contract administration users.update).
 */
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
