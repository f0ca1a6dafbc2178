/** Time windows directly before and after the range in the bar. */
import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { searchedSpan } from '../../../machines/search-execution/searched-span.js';
import { isAllTime, spanOf, type Span } from '../../../machines/time-range/ranges.js';
import { shiftedRange } from '../../../machines/time-range/shift.js';
import { searchDraft } from '../../../machines/search-page.js';
import type { RangeSteps } from '../time-range/time-range-control.js';
import type { SearchPageActor } from './use-search-page.js';

/** @param keyword instants of a keyword range, once known */
export function useRangeSteps(
  page: SearchPageActor,
  keyword: Span | undefined,
  limit: string | undefined,
): () => RangeSteps {
  const range = useSelector(page, ({ context }) => searchDraft(context).timeRange);
  const execution = useSelector(page, ({ context }) => context.execution);
  // The effective time span of the search, so that adjacent windows have no gap.
  const searched = useSelector(execution, ({ context }) => searchedSpan(context, range), isSame);
  return useCallback(() => {
    const now = Date.now();
    const span = searched ?? spanOf(range, now) ?? keyword;
    if (!span || isAllTime(range)) return { earlier: undefined, later: undefined };
    // A range until now ends at the time of its search, which is slightly in the past.
    const present = range.type === 'relative' && !range.to ? span.to : now;
    return { earlier: shiftedRange(span, -1, now, limit), later: shiftedRange(span, 1, present, limit) };
  }, [searched, range, keyword, limit]);
}

const isSame = (one: Span | undefined, other: Span | undefined): boolean =>
  one?.from === other?.from && one?.to === other?.to;
