import type { TimeRange } from '../../api/contract/searches.js';
import { instantOfWire } from '../time-range/local-time.js';
import { sameRange, type Span } from '../time-range/ranges.js';
import type { SearchExecutionContext } from './machine-types.js';

/**
 * Returns the time span that was really searched for a range. Returns undefined while the displayed result belongs to
 * another search or range, for example directly after a change of the range, and if the result names no readable span.
 */
export function searchedSpan(
  { request, shown }: Pick<SearchExecutionContext, 'request' | 'shown'>,
  range: TimeRange,
): Span | undefined {
  if (!request || shown?.searchId !== request.search.id) return undefined;
  const requested = request.search.queries.find(({ id }) => id === shown.queryId)?.timerange;
  const stats = shown.result?.execution_stats;
  if (!requested || !sameRange(requested, range) || !stats) return undefined;
  const from = instantOfWire(stats.effective_timerange.from);
  const to = instantOfWire(stats.effective_timerange.to);
  return from === undefined || to === undefined ? undefined : { from, to };
}
