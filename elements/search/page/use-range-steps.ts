/** The windows right before and after the range in the bar. */
import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { searchedSpan } from '../../../machines/search-execution/searched-span.js';
import { isAllTime, spanOf, type Span } from '../../../machines/time-range/ranges.js';
import { shiftedRange } from '../../../machines/time-range/shift.js';
import type { RangeSteps } from '../time-range/time-range-control.js';
import type { SearchPageActor } from './use-search-page.js';

/** @param keyword what a range in words means, once known */
export function useRangeSteps(
  page: SearchPageActor,
  keyword: Span | undefined,
  limit: string | undefined,
): () => RangeSteps {
  const range = useSelector(page, ({ context }) => context.draft.timeRange);
  const execution = useSelector(page, ({ context }) => context.execution);
  // The span that was really searched, so that steps join without a gap.
  const searched = useSelector(execution, ({ context }) => searchedSpan(context, range), isSame);
  return useCallback(() => {
    const now = Date.now();
    const span = searched ?? spanOf(range, now) ?? keyword;
    if (!span || isAllTime(range)) return { earlier: undefined, later: undefined };
    // A range until now ends when it was searched, which is a little while ago.
    const present = range.type === 'relative' && !range.to ? span.to : now;
    return { earlier: shiftedRange(span, -1, now, limit), later: shiftedRange(span, 1, present, limit) };
  }, [searched, range, keyword, limit]);
}

const isSame = (one: Span | undefined, other: Span | undefined): boolean =>
  one?.from === other?.from && one?.to === other?.to;
