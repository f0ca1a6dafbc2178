/** The windows right before and after the range in the bar. */
import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { instantOfWire } from '../../../machines/time-range/local-time.js';
import { isAllTime, sameRange, spanOf, type Span } from '../../../machines/time-range/ranges.js';
import { shiftedRange } from '../../../machines/time-range/shift.js';
import { draftOf } from '../../../machines/view/document.js';
import type { RangeSteps } from '../time-range/time-range-control.js';
import { useView, type SearchPageActor } from './use-search-page.js';

/** @param keyword what a range in words means, once known */
export function useRangeSteps(
  page: SearchPageActor,
  keyword: Span | undefined,
  limit: string | undefined,
): () => RangeSteps {
  const range = useSelector(page, ({ context }) => context.draft.timeRange);
  const execution = useSelector(page, ({ context }) => context.execution);
  const stats = useSelector(execution, ({ context }) => context.shown?.result?.execution_stats);
  const { document, queryId } = useView(page);
  return useCallback(() => {
    const now = Date.now();
    const searched = document && stats && sameRange(draftOf(document, queryId).timeRange, range);
    // What was really searched, so that windows join without a gap.
    const span = (searched ? spanOfStats(stats.effective_timerange) : undefined) ?? spanOf(range, now) ?? keyword;
    if (!span || isAllTime(range)) return { earlier: undefined, later: undefined };
    // A range until now ends when it was searched, which is a little while ago.
    const present = range.type === 'relative' && !range.to ? span.to : now;
    return { earlier: shiftedRange(span, -1, now, limit), later: shiftedRange(span, 1, present, limit) };
  }, [document, queryId, stats, range, keyword, limit]);
}

function spanOfStats(range: { readonly from: string; readonly to: string } | undefined): Span | undefined {
  const from = instantOfWire(range?.from ?? '');
  const to = instantOfWire(range?.to ?? '');
  return from === undefined || to === undefined ? undefined : { from, to };
}
