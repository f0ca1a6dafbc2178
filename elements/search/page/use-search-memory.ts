/** The user's search history: queries and time ranges. */
import { useMemo } from 'react';
import type { TimeRange } from '../../../api/contract/searches.js';
import { normalRange } from '../../../machines/time-range/ranges.js';
import type { QueryDraft } from '../../../machines/view/document.js';
import { pastQuery, queryHistoryOptions, type PastQuery } from '../query/query-history.js';
import { recentRangesOptions } from '../time-range/recent-ranges.js';
import { useStoredList, type KnownItems } from '../../kit/use-stored-list.js';

export interface SearchMemory {
  readonly queries: KnownItems<PastQuery>;
  readonly ranges: KnownItems<TimeRange>;
  /** Adds the query and the time range of an executed search to the history; must be called for every execution. */
  readonly remember: (draft: QueryDraft) => void;
}

export function useSearchMemory(): SearchMemory {
  const queries = useStoredList('queries', queryHistoryOptions);
  const ranges = useStoredList('ranges', recentRangesOptions);
  return useMemo(
    () => ({
      queries,
      ranges,
      remember: (draft) => {
        const { timeRange } = draft;
        const query = pastQuery(draft, Date.now());
        const [before] = queries.entries;
        // A repeated search does not change the history.
        if (query && !(before && queryHistoryOptions.same(before, query))) queries.add(query);
        const [last] = ranges.entries;
        if (!last || !recentRangesOptions.same(last, timeRange)) ranges.add(normalRange(timeRange));
      },
    }),
    [queries, ranges],
  );
}
