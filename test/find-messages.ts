/** Finds messages on a running server by a search. */
import assert from 'node:assert/strict';
import type { MessagesResult, SearchJob } from '../api/contract/searches.js';
import type { TestServer } from './server.js';

export interface Found {
  readonly total: number;
  /** Fields of the newest. */
  readonly messages: readonly Record<string, unknown>[];
}

/** @param limit of messages; the total counts all */
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
  return { total: found.total_results, messages: found.messages.map(({ message }) => message) };
}
