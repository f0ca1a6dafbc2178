import type { TimeRange } from '../../api/contract/searches.js';
import { instantOfWire } from '../time-range/local-time.js';
import { sameRange, type Span } from '../time-range/ranges.js';
import type { SearchExecutionContext } from './machine-types.js';

/**
 * The span that was really searched for a range. Undefined as long as what is on screen answers another question: right after a
 * change it is still the result of the range before.
 */
export function searchedSpan(
  { request, shown }: Pick<SearchExecutionContext, 'request' | 'shown'>,
  range: TimeRange,
): Span | undefined {
  if (!request || shown?.searchId !== request.search.id) return undefined;
  const asked = request.search.queries.find(({ id }) => id === shown.queryId)?.timerange;
  const stats = shown.result?.execution_stats;
  if (!asked || !sameRange(asked, range) || !stats) return undefined;
  const from = instantOfWire(stats.effective_timerange.from);
  const to = instantOfWire(stats.effective_timerange.to);
  return from === undefined || to === undefined ? undefined : { from, to };
}
