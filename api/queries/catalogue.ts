/** Entities of any kind by their titles, for fields that choose one (contract dashboards-sharing-alerts catalog.*, entitySuggestions.*). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { entitySuggestions, entityTitles } from '../contract/catalogue.js';

/** How many are offered at once. */
const perPage = 50;

/** @param collection such as `streams` @param text what is typed; empty: the first ones */
export function entitySuggestionsQuery(client: Client, collection: string, text: string) {
  return queryOptions({
    queryKey: ['entitySuggestions', collection, text],
    queryFn: async ({ signal }) => {
      const query = { collection, column: 'title', page: 1, per_page: perPage, ...(text !== '' && { query: text }) };
      return (await client.call(entitySuggestions, { query, signal })).suggestions;
    },
    placeholderData: keepPreviousData,
  });
}

/** Null for one that is gone; empty for whoever may not read it. */
export function entityTitleQuery(client: Client, collection: string, id: string) {
  return queryOptions({
    queryKey: ['entityTitle', collection, id],
    queryFn: async ({ signal }) => {
      const body = { entities: [{ id, type: collection }] };
      const { entities } = await client.call(entityTitles, { body, signal });
      return entities.find((entity) => entity.id === id)?.title ?? null;
    },
  });
}
