/** Reads and stores the preferences of overview tables: columns, sort, page size (spec 1 §3, §7). */
import type { QueryClient } from '@tanstack/react-query';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { EntityListPreferences } from '../contract/start-page.js';
import { listPreferences, saveListPreferences } from '../contract/start-page.js';
import { onLeaving } from './on-leaving.js';

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
  /** Sends the preferences to the server as they are in the cache, that is, with the changes of all pending calls. */
  const store = async (changes: EntityListPreferences, keepalive = false): Promise<void> => {
    const body = { ...queryClient.getQueryData<EntityListPreferences>(queryKey), ...changes };
    await client.call(saveListPreferences, { params: { entityListId: listId }, body, keepalive });
  };
  return mutationOptions({
    scope: { id: `listPreferences ${listId}` },
    mutationFn: (changes: EntityListPreferences) => store(changes),
    onMutate: async (changes: EntityListPreferences) => {
      const stay = onLeaving(() => store({}, true));
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<EntityListPreferences>(queryKey);
      queryClient.setQueryData<EntityListPreferences>(queryKey, { ...before, ...changes });
      return { before, stay };
    },
    onSuccess: (_answer, _changes, { stay }) => stay(),
    onError: (_error, _changes, onMutateResult) => {
      onMutateResult?.stay();
      queryClient.setQueryData(queryKey, onMutateResult?.before);
    },
  });
}
