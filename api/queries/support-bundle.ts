/** Queries and mutations of support bundles. */
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import {
  buildSupportBundle,
  deleteSupportBundle,
  downloadSupportBundle,
  listSupportBundles,
} from '../contract/support-bundle.js';

const bundlesKey = ['supportBundles'] as const;

/** Reads the support bundles, newest first. */
export function supportBundlesQuery(client: Client) {
  return queryOptions({
    queryKey: bundlesKey,
    queryFn: ({ signal }) => client.call(listSupportBundles, { signal, check: Array.isArray }),
    staleTime: 0,
  });
}

export function buildSupportBundleMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: () => client.call(buildSupportBundle),
    onSettled: () => queryClient.invalidateQueries({ queryKey: bundlesKey }),
  });
}

export function deleteSupportBundleMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (filename: string) => client.call(deleteSupportBundle, { params: { filename } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: bundlesKey }),
  });
}

export function downloadSupportBundleMutation(client: Client) {
  return mutationOptions({
    mutationFn: async (filename: string) => (await client.open(downloadSupportBundle, { params: { filename } })).blob(),
  });
}
