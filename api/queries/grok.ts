/** Queries and mutations of grok patterns (contract data-intake grok.*). */
import type { QueryClient } from '@tanstack/react-query';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { EntityAttribute, PageQuery } from '../contract/list.schema.js';
import type { GrokImportQuery } from '../contract/grok.schema.js';
import {
  createGrokPattern,
  deleteGrokPattern,
  getGrokPattern,
  importGrokText,
  listGrokPatterns,
  pagedGrokPatterns,
  testGrokPattern,
  updateGrokPattern,
  type GrokPattern,
} from '../contract/grok.js';
import { hasList } from './has-list.js';
import { keepingUnknown } from './keep-unknown.js';

const grokKey = ['grokPatterns'] as const;

/** Columns of the list of patterns, because the endpoint does not describe its attributes. */
const attributes: readonly EntityAttribute[] = [
  { id: 'name', title: 'Name', type: 'STRING', sortable: true, searchable: true },
  { id: 'pattern', title: 'Pattern', type: 'STRING', sortable: true, searchable: true },
];

const hasPatterns = hasList('patterns');

/** Reads one page of patterns in the format of the overview tables. */
export function grokPageQuery(client: Client, { filters: _none, ...query }: PageQuery) {
  return queryOptions({
    queryKey: [...grokKey, 'page', query],
    queryFn: async ({ signal }) => {
      const { patterns, total } = await client.call(pagedGrokPatterns, { query, signal, check: hasPatterns });
      return { elements: patterns, total, attributes };
    },
    placeholderData: keepPreviousData,
  });
}

/** Reads all patterns, sorted by name, for lists from which the user selects. */
export function grokPatternsQuery(client: Client) {
  return queryOptions({
    queryKey: [...grokKey, 'all'],
    queryFn: async ({ signal }) =>
      (await client.call(listGrokPatterns, { signal, check: hasPatterns })).patterns as readonly GrokPattern[],
  });
}

const changed = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: grokKey });

/** Creates a pattern, or updates the pattern with the given id. */
export function saveGrokPatternMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ id, ...body }: { readonly id?: string; readonly name: string; readonly pattern: string }) => {
      if (id === undefined) return client.call(createGrokPattern, { body });
      const params = { patternId: id };
      const whole = await keepingUnknown(client.call(getGrokPattern, { params }), body);
      return client.call(updateGrokPattern, { params, body: whole });
    },
    onSuccess: () => changed(queryClient),
  });
}

export function deleteGrokPatternMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (patternId: string) => client.call(deleteGrokPattern, { params: { patternId } }),
    onSuccess: () => changed(queryClient),
  });
}

export type GrokImportStrategy = NonNullable<GrokImportQuery['import-strategy']>;

export function importGrokMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ text, strategy }: { readonly text: string; readonly strategy: GrokImportStrategy }) =>
      client.call(importGrokText, { query: { 'import-strategy': strategy }, body: text }),
    // The lists are invalidated after a failure too, because the server stores the valid lines of the file.
    onSettled: () => changed(queryClient),
  });
}

export interface GrokTrial {
  readonly name: string;
  readonly pattern: string;
  readonly sample: string;
}

/** Tests a stored or unsaved pattern on a text. */
export const testGrok = (client: Client, { name, pattern, sample }: GrokTrial, signal: AbortSignal) =>
  client.call(testGrokPattern, { body: { grok_pattern: { name, pattern }, sampleData: sample }, signal });
