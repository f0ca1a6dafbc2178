/** Finds the newest messages that a user may read. */
import type { MessageFields } from '../../../api/contract/searches.js';
import type { Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import { completeSearch } from '../search/index.js';
import { searchCaller } from './searches.js';

const queryId = 'newest';
const searchTypeId = 'messages';

export interface NewestMessages {
  readonly limit: number;
  /** Names of the fields to return; empty: all. */
  readonly fields: readonly string[];
  /** Stream whose messages are returned; undefined: messages of all streams that the user may read. */
  readonly streamId: string | undefined;
  readonly signal: AbortSignal;
}

/** Returns the newest messages that a user may read, newest first; empty for a user who may read no stream. */
export async function newestMessages(
  { documents, search }: Needs<'documents' | 'search'>,
  user: Caller,
  { limit, fields, streamId, signal }: NewestMessages,
): Promise<readonly MessageFields[]> {
  const caller = searchCaller(documents, user);
  if (caller.readableStreams.length === 0) return [];
  const complete = completeSearch({
    queries: [
      {
        id: queryId,
        query: { type: 'elasticsearch', query_string: '' },
        timerange: { type: 'relative', range: 0 },
        filter: streamId === undefined ? null : { type: 'or', filters: [{ type: 'stream', id: streamId }] },
        search_types: [
          {
            id: searchTypeId,
            type: 'messages',
            limit,
            offset: 0,
            sort: [{ field: 'timestamp', order: 'DESC' }],
            fields: [...fields],
            decorators: [],
          },
        ],
      },
    ],
  });
  const job = await search.execute(complete, {}, caller, { signal });
  const result = job.results[queryId]?.search_types[searchTypeId];
  return result?.type === 'messages' ? result.messages.map(({ message }) => message) : [];
}
