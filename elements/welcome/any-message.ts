/**
 * Finds out whether any message was received, apart from the server's own log: searches all time for one message that
 * the user may read.
 */
import { useQuery } from '@tanstack/react-query';
import { inBackground } from '../../api/client.js';
import { serverLogInputId } from '../../api/contract/inputs.js';
import type { Search, SearchJob } from '../../api/contract/searches.js';
import { allowsForSome } from '../../api/permissions.js';
import { syncSearchQuery } from '../../api/queries/sync-search.js';
import { useConnection, useCurrentUser } from '../element/connection-context.js';

const queryId = 'any';
const searchTypeId = 'message';
/** Milliseconds between two searches of a page that waits for the first message. */
const waitIntervalMs = 5_000;

const anyMessage: Search = {
  queries: [
    {
      id: queryId,
      query: { type: 'elasticsearch', query_string: `NOT gl2_source_input:${serverLogInputId}` },
      timerange: { type: 'relative', range: 0 },
      filter: null,
      filters: [],
      search_types: [{ id: searchTypeId, type: 'messages', limit: 1, offset: 0, decorators: [], sort: [] }],
    },
  ],
  parameters: [],
};

/**
 * Tells whether there is a message:
 * – `some`, `none`: the search found a message, or none
 * – `denied`: the user may read no stream, so nothing was searched
 * – `loading`: the search has no answer yet
 * – `unknown`: the search failed, as on a server that limits time ranges
 */
export type AnyMessage = 'some' | 'none' | 'denied' | 'loading' | 'unknown';

/** Returns whether the search found a message. */
function receivedIn(job: SearchJob): 'some' | 'none' | 'unknown' {
  const found = job.results?.[queryId]?.search_types?.[searchTypeId];
  if (found?.type !== 'messages') return 'unknown';
  return found.total_results > 0 ? 'some' : 'none';
}

/**
 * Returns whether any message was received that the user may read.
 * @param enabled false searches nothing, so the answer is `unknown`
 * @param waits true searches again while there is no message, in the background, so that the session is not prolonged
 */
export function useAnyMessage({ waits = false, enabled = true } = {}): AnyMessage {
  const { client } = useConnection();
  const user = useCurrentUser();
  const sees = user !== undefined && allowsForSome(user.permissions, 'streams:read');
  const { data, isPending } = useQuery({
    ...syncSearchQuery(waits ? inBackground(client) : client, anyMessage),
    enabled: enabled && sees,
    select: receivedIn,
    refetchInterval: ({ state }) => waits && state.data && receivedIn(state.data) === 'none' && waitIntervalMs,
  });
  if (!enabled) return 'unknown';
  if (user && !sees) return 'denied';
  return isPending ? 'loading' : (data ?? 'unknown');
}
