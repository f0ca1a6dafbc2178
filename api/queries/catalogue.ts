/**
 * Finds entities of any kind by title, for fields that select one (contract dashboards-sharing-alerts catalog.*,
 * entitySuggestions.*).
 */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { entitySuggestions, entityTitles } from '../contract/catalogue.js';

export interface SuggestionsPage {
  /** Name of the collection, such as `streams`. */
  readonly collection: string;
  /** Typed text; empty: all entities. */
  readonly text: string;
  /** Page number, counted from 1. */
  readonly page: number;
  readonly perPage: number;
}

/** One page of entities with the text in their title, by title. */
export function entitySuggestionsQuery(client: Client, { collection, text, page, perPage }: SuggestionsPage) {
  return queryOptions({
    queryKey: ['entitySuggestions', collection, text, page, perPage],
    queryFn: ({ signal }) => {
      const query = { collection, column: 'title', page, per_page: perPage, ...(text !== '' && { query: text }) };
      return client.call(entitySuggestions, { query, signal });
    },
    placeholderData: keepPreviousData,
  });
}

/** Title of an entity; null for a deleted one, empty for a user without permission to read it. */
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
