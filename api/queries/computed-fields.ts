/** Tries computed fields on sample texts (embedded server only). */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { previewComputedFields, type ComputedPreviewBody } from '../contract/computed-fields.js';
import { hasList } from './has-list.js';

export function computedPreviewQuery(client: Client, body: ComputedPreviewBody) {
  return queryOptions({
    queryKey: ['computed-fields', body],
    queryFn: ({ signal }) => client.call(previewComputedFields, { body, signal, check: hasList('fields') }),
    retry: false,
    staleTime: 60_000,
  });
}
