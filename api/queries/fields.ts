/**
 * Queries of fields with their types, of functions for metrics, and of suggested values (contract search F1, F3, X1).
 */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { FieldType, SuggestRequest, TimeRange } from '../contract/searches.js';
import { aggregationFunctions, allFields, fieldsOfStreams, suggestValues } from '../contract/searches.js';
import { keptUntilInvalidated } from './polling.js';

/** Milliseconds for which the types of fields are reused (spec 2 §9). */
const fieldsStaleMs = 30_000;
/** Maximum number of suggested values in one answer (spec 2 §9). */
const suggestionsSize = 50;

/** Returns the fields that have a name and a type; others cannot be used. */
const usableFields = (fields: readonly FieldType[]): FieldType[] =>
  fields.filter((field: Partial<FieldType> | null) => {
    const { name, type } = field ?? {};
    return typeof name === 'string' && typeof type?.type === 'string' && Array.isArray(type.properties);
  });

/** Reads the fields of streams in a time range. The order of the streams does not matter for the cache. */
export function fieldsQuery(client: Client, of: readonly string[], timerange: TimeRange) {
  const streams = [...of].sort();
  return queryOptions({
    queryKey: ['fields', streams, timerange],
    queryFn: ({ signal }) =>
      client.call(fieldsOfStreams, { body: { streams, timerange }, signal, check: Array.isArray }).then(usableFields),
    staleTime: fieldsStaleMs,
    gcTime: fieldsStaleMs,
    refetchOnWindowFocus: false,
  });
}

export function allFieldsQuery(client: Client) {
  return queryOptions({
    queryKey: ['fields', 'all'],
    queryFn: ({ signal }) => client.call(allFields, { signal, check: Array.isArray }).then(usableFields),
    staleTime: fieldsStaleMs,
    refetchOnWindowFocus: false,
  });
}

export function functionsQuery(client: Client) {
  return queryOptions({
    queryKey: ['functions'],
    queryFn: ({ signal }) => client.call(aggregationFunctions, { signal }),
    ...keptUntilInvalidated,
  });
}

export type SuggestionQuestion = Pick<SuggestRequest, 'field' | 'input' | 'timerange' | 'streams'>;

export function suggestionsQuery(client: Client, question: SuggestionQuestion) {
  return queryOptions({
    queryKey: ['suggestions', question, client.computed],
    queryFn: ({ signal }) => client.call(suggestValues, { body: { ...question, size: suggestionsSize }, signal }),
    staleTime: fieldsStaleMs,
    gcTime: fieldsStaleMs,
  });
}
