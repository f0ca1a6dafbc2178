/** Finds messages on a running server with a search. */
import assert from 'node:assert/strict';
import type { MessagesResult, SearchJob } from '../api/contract/searches.js';
import type { TestServer } from './server.js';

export interface Found {
  readonly total: number;
  /** Fields of the newest messages, up to the limit. */
  readonly messages: readonly Record<string, unknown>[];
  /** Indices of the messages, in the same order. */
  readonly indices: readonly string[];
}

/**
 * Searches the messages of all times.
 * @param session id of the session that searches
 * @param limit largest number of returned messages; the total counts all matches
 */
export async function findMessages(server: TestServer, session: string, query: string, limit = 0): Promise<Found> {
  const search = {
    queries: [
      {
        id: 'q',
        timerange: { type: 'relative', range: 0 },
        query: { type: 'elasticsearch', query_string: query },
        search_types: [{ id: 's', type: 'messages', limit }],
      },
    ],
  };
  const response = await server.call('/views/search/sync', { method: 'POST', session, json: search });
  const job = (await response.json()) as SearchJob;
  const found = job.results['q']?.search_types['s'] as MessagesResult | undefined;
  assert.ok(found, JSON.stringify(job));
  return {
    total: found.total_results,
    messages: found.messages.map(({ message }) => message),
    indices: found.messages.map(({ index }) => index),
  };
}
