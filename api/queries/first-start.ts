/** The questions at the first sign-in of a new server's administrator, which are asked once (embedded server only). */
import type { QueryClient } from '@tanstack/react-query';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { firstStart, firstStartDone } from '../contract/users.js';
import { firstStartKey } from './people-keys.js';
import { isEmbedded } from './server-root.js';

/** Reads for administrators of the embedded server which questions to ask; null on reference servers. */
export function firstStartQuery(client: Client) {
  return queryOptions({
    queryKey: firstStartKey,
    queryFn: async ({ signal, client: queryClient }) =>
      (await isEmbedded(client, queryClient)) ? client.call(firstStart, { signal }) : null,
    staleTime: Infinity,
    retry: false,
  });
}

export function firstStartDoneMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: () => client.call(firstStartDone),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: firstStartKey }),
  });
}
