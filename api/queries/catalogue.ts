/** Entities of any kind by their titles, for fields that choose one (contract dashboards-sharing-alerts catalog.*, entitySuggestions.*). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { entitySuggestions, entityTitles } from '../contract/catalogue.js';

export interface SuggestionsPage {
  /** Name of the collection, such as `streams`. */
  readonly collection: string;
  /** Typed text; empty: all. */
  readonly text: string;
  /** Page number, counted from 1. */
  readonly page: number;
  readonly perPage: number;
}

/** A page of those whose title has the text, in the order of their titles. */
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

/** Title of an entity: null for a deleted one, empty for a user who may not read it. */
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
