/** Reads and stores the preferences of overview tables: columns, sort, page size (spec 1 §3, §7). */
import type { QueryClient } from '@tanstack/react-query';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { EntityListPreferences } from '../contract/start-page.js';
import { listPreferences, saveListPreferences } from '../contract/start-page.js';

const preferencesStaleMs = 60 * 60_000;
const keyOf = (listId: string) => ['listPreferences', listId] as const;

/** Reads the stored preferences of a list; the object is empty if there are none. */
export function listPreferencesQuery(client: Client, listId: string) {
  return queryOptions({
    queryKey: keyOf(listId),
    queryFn: async ({ signal }): Promise<EntityListPreferences> =>
      (await client.call(listPreferences, { params: { entityListId: listId }, signal })) ?? {},
    staleTime: preferencesStaleMs,
  });
}

/** Changes preferences of a list; the change is visible immediately and undone if the call fails. */
export function saveListPreferencesMutation(client: Client, queryClient: QueryClient, listId: string) {
  const queryKey = keyOf(listId);
  return mutationOptions({
    scope: { id: `listPreferences ${listId}` },
    mutationFn: async (changes: EntityListPreferences) => {
      const body = { ...queryClient.getQueryData<EntityListPreferences>(queryKey), ...changes };
      await client.call(saveListPreferences, { params: { entityListId: listId }, body });
    },
    onMutate: async (changes: EntityListPreferences) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<EntityListPreferences>(queryKey);
      queryClient.setQueryData<EntityListPreferences>(queryKey, { ...before, ...changes });
      return { before };
    },
    onError: (_error, _changes, onMutateResult) => {
      queryClient.setQueryData(queryKey, onMutateResult?.before);
    },
  });
}
