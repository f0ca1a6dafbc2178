/** Reads streams for pickers and for names in message details; `stream-administration.ts` administers streams. */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { listStreams, type StreamList } from '../contract/streams.js';
import { hasList } from './has-list.js';

/** Start of the query keys of all data about streams. */
export const streamsKey = ['streams'] as const;
export const streamsStaleMs = 60_000;

export function streamsQuery(client: Client) {
  return queryOptions({
    queryKey: [...streamsKey, 'all'],
    queryFn: ({ signal }) => client.call(listStreams, { signal, check: hasList('streams') }),
    staleTime: streamsStaleMs,
  });
}

export interface StreamOption {
  readonly id: string;
  readonly title: string;
}

/** Returns the options of a picker, sorted by title; callers pass this function as `select` of the query. */
export function streamOptions({ streams }: StreamList): readonly StreamOption[] {
  return streams.map(({ id, title }) => ({ id, title })).sort((left, right) => left.title.localeCompare(right.title));
}
