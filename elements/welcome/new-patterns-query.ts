/** Defines the query for the message patterns of today and yesterday. */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../api/client.js';
import { patternsOfMessages, type PatternsAnswer } from '../../api/contract/patterns.js';
import { unlessMissing } from '../../api/queries/missing.js';
import { isEmbedded } from '../../api/queries/server-root.js';
import type { Today } from '../../machines/welcome/today.js';

/** Milliseconds for which an answer is reused, because the server examines all messages of two days for it. */
const keptMs = 600_000;

/** Returns the query; its data is null if the server has no patterns. Only the embedded server gets a request. */
export function newPatternsQuery(client: Client, today: Today) {
  return queryOptions({
    queryKey: ['newPatterns', today.start],
    queryFn: async ({ signal, client: queryClient }) => {
      if (!(await isEmbedded(client, queryClient))) return null;
      const range = { from: new Date(today.before).toISOString(), to: new Date(today.now).toISOString() };
      const query = {
        ...{ id: 'patterns', query: { type: 'elasticsearch' as const, query_string: '' } },
        timerange: { type: 'absolute' as const, ...range },
        search_types: [{ id: 'messages', type: 'messages' as const, limit: 1, offset: 0, decorators: [], sort: [] }],
      };
      const requested = client.call(patternsOfMessages, { body: { queries: [query] }, signal, check: isAnswer });
      return unlessMissing<PatternsAnswer, null>(requested, null);
    },
    staleTime: keptMs,
    gcTime: keptMs,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

// Cast: the answer is unknown, and the member is checked.
const isAnswer = (answer: unknown): boolean => Array.isArray((answer as Partial<PatternsAnswer> | null)?.patterns);
