/**
 * Queries that find entities of any kind by title, for inputs in which the user selects an entity (contract
 * dashboards-sharing-alerts catalog.*, entitySuggestions.*).
 */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { entitySuggestions, entityTitles } from '../contract/catalogue.js';

export interface SuggestionsPage {
  /** Name of the collection, for example `streams`. */
  readonly collection: string;
  /** Text that the user has typed; empty: all entities are read. */
  readonly text: string;
  /** Page number, counted from 1. */
  readonly page: number;
  readonly perPage: number;
}

/** Reads one page of the entities whose titles contain a text, sorted by title. */
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

/** Reads the title of an entity; null if it does not exist, empty if the user may not read it. */
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
