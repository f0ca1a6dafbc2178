import type { TimeRange } from '../../api/contract/searches.js';
import { sameRange, spanOf, type Span } from '../time-range/ranges.js';
import { belongsTo } from './belonging.js';
import { effectiveRange } from './effective-range.js';
import type { SearchExecutionContext } from './machine-types.js';

/**
 * Returns the time span that was really searched for a range. Returns undefined while the displayed result belongs to
 * another search or range, for example directly after a change of the range. Also returns undefined if the result names
 * no readable span.
 */
export function searchedSpan(
  { request, shown }: Pick<SearchExecutionContext, 'request' | 'shown'>,
  range: TimeRange,
): Span | undefined {
  if (!request || !shown || !belongsTo(shown, request)) return undefined;
  const requested = request.search.queries.find(({ id }) => id === shown.queryId)?.timerange;
  const stats = shown.result?.execution_stats;
  const searched = effectiveRange(stats);
  return requested && searched && sameRange(requested, range) ? spanOf(searched, 0) : undefined;
}
