/** Computes the time windows directly before and after the time range in the search bar. */
import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { searchedSpan } from '../../../machines/search-execution/searched-span.js';
import { isAllTime, spanOf, type Span } from '../../../machines/time-range/ranges.js';
import { shiftedRange } from '../../../machines/time-range/shift.js';
import { searchDraft } from '../../../machines/search-page.js';
import type { RangeSteps } from '../time-range/time-range-control.js';
import type { SearchPageActor } from './use-search-page.js';

/**
 * Returns a function that computes the windows before and after the range at the time of the call; both are undefined
 * for the range of all time and while the instants of the range are unknown.
 *
 * @param keyword instants of a keyword range, once known
 * @param limit longest allowed range as an ISO 8601 duration
 */
export function useRangeSteps(
  page: SearchPageActor,
  keyword: Span | undefined,
  limit: string | undefined,
): () => RangeSteps {
  const range = useSelector(page, ({ context }) => searchDraft(context).timeRange);
  const execution = useSelector(page, ({ context }) => context.execution);
  // The windows adjoin the time span that was searched, so that there is no gap between them.
  const searched = useSelector(execution, ({ context }) => searchedSpan(context, range), isSame);
  return useCallback(() => {
    const now = Date.now();
    const span = searched ?? spanOf(range, now) ?? keyword;
    if (!span || isAllTime(range)) return { earlier: undefined, later: undefined };
    // A relative range without `to` always ends at the present. Therefore no later window is offered, although some
    // time has passed since the search.
    const present = range.type === 'relative' && !range.to ? span.to : now;
    return { earlier: shiftedRange(span, -1, now, limit), later: shiftedRange(span, 1, present, limit) };
  }, [searched, range, keyword, limit]);
}

const isSame = (one: Span | undefined, other: Span | undefined): boolean =>
  one?.from === other?.from && one?.to === other?.to;
