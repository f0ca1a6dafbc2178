/**
 * Defines the search that finds out whether any message was received, apart from the server's own log: it searches all
 * time for one message that the user may read.
 */
import { serverLogInputId } from '../../api/contract/inputs.js';
import type { Search, SearchJob } from '../../api/contract/searches.js';

const queryId = 'any';
const searchTypeId = 'message';

export const anyMessage: Search = {
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

/** Returns whether the search found a message; false also without a result, as when the server limits time ranges. */
export function hasMessages(job: SearchJob): boolean {
  const found = job.results?.[queryId]?.search_types?.[searchTypeId];
  return found?.type === 'messages' && found.total_results > 0;
}
