/** Tells whether any message has been received from a sender: one message of any time that the user may read. */
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

/** False also where the server does not say: a limit of the range may forbid the question. */
export function hasMessages(job: SearchJob): boolean {
  const found = job.results?.[queryId]?.search_types?.[searchTypeId];
  return found?.type === 'messages' && found.total_results > 0;
}
