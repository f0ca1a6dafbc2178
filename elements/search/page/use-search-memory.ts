/** Keeps the user's search history: queries and time ranges. */
import { useMemo } from 'react';
import type { TimeRange } from '../../../api/contract/searches.js';
import { normalRange, sameRange } from '../../../machines/time-range/ranges.js';
import type { QueryDraft } from '../../../machines/view/document.js';
import { pastQuery, queryHistoryOptions, type PastQuery } from '../query/query-history.js';
import { recentRangesOptions } from '../time-range/recent-ranges.js';
import { useStoredList, type KnownItems } from '../../kit/use-stored-list.js';

export interface SearchMemory {
  readonly queries: KnownItems<PastQuery>;
  readonly ranges: KnownItems<TimeRange>;
  /**
   * Adds the query and the time range of a search that the user has run to the history, or makes them the latest.
   * @param given query and time range that the host page has set, which are not the user's; undefined: there are none
   */
  readonly remember: (draft: QueryDraft, given: QueryDraft | undefined) => void;
}

export function useSearchMemory(): SearchMemory {
  const queries = useStoredList('queries', queryHistoryOptions);
  const ranges = useStoredList('ranges', recentRangesOptions);
  return useMemo(
    () => ({
      queries,
      ranges,
      remember: (draft, given) => {
        const { timeRange } = draft;
        const query = pastQuery(draft, Date.now());
        const foreign = given && pastQuery(given, 0);
        if (query && !(foreign && queryHistoryOptions.same(foreign, query))) queries.add(query);
        if (!sameRange(given?.timeRange, timeRange)) ranges.add(normalRange(timeRange));
      },
    }),
    [queries, ranges],
  );
}
