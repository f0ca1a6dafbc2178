/** Previews decorators on the latest messages with a search that is not stored (contract search D7). */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { Decorator, Filter, ResultMessage, TimeRange } from '../contract/searches.js';
import { executeSync } from '../contract/searches.js';

export interface PreviewQuestion {
  /** Decorators in the order in which they run. */
  readonly decorators: readonly Decorator[];
  readonly streams: readonly string[];
  readonly timeRange: TimeRange;
  readonly queryString: string;
}

/** Number of messages that the preview shows. */
const previewedMessages = 10;
const queryId = '00000000-0000-4000-8000-000000000001';
const searchTypeId = '00000000-0000-4000-8000-000000000002';
/** Time in milliseconds that the server waits for the result before it answers. */
const waitMs = 10_000;

export function decoratorPreviewQuery(
  client: Client,
  { decorators, streams, timeRange, queryString }: PreviewQuestion,
) {
  return queryOptions({
    queryKey: ['decoratorPreview', decorators, streams, timeRange, queryString],
    queryFn: async ({ signal }): Promise<readonly ResultMessage[]> => {
      const filter: Filter | null =
        streams.length > 0 ? { type: 'or', filters: streams.map((id) => ({ type: 'stream', id })) } : null;
      const job = await client.call(executeSync, {
        query: { timeout: waitMs },
        body: {
          queries: [
            {
              id: queryId,
              query: { type: 'elasticsearch', query_string: queryString },
              timerange: timeRange,
              filter,
              search_types: [
                {
                  id: searchTypeId,
                  type: 'messages',
                  limit: previewedMessages,
                  offset: 0,
                  sort: [{ field: 'timestamp', order: 'DESC' }],
                  decorators: decorators.map((decorator, order) => ({ ...decorator, order })),
                },
              ],
            },
          ],
        },
        signal,
        background: true,
      });
      const result = job.results?.[queryId]?.search_types?.[searchTypeId];
      if (result?.type !== 'messages') throw new Error(job.errors?.[0]?.description ?? 'No preview');
      return result.messages;
    },
    staleTime: 10_000,
    retry: false,
  });
}
