import type { Override } from '../page-parts.js';
import type { Widget } from '../../api/contract/views.schema.js';
import { isAllTime } from '../time-range/ranges.js';
import { draftOf, type ViewDocument } from './document.js';

/**
 * Part of a search that can be widened. `range`: the range, and also the query if there is one. `query`: only the
 * query, because the range is already all time. `none`: nothing can be widened.
 */
export type Widening = 'range' | 'query' | 'none';

/** Returns the part by which the search of a widget without results can be widened. */
export function wideningOf(
  document: ViewDocument,
  queryId: string,
  { timerange, query }: Pick<Widget, 'timerange' | 'query'>,
  override: Override | undefined,
): Widening {
  const draft = draftOf(document, queryId);
  const range = override?.timerange ?? timerange ?? draft.timeRange;
  if (range === undefined || !isAllTime(range)) return 'range';
  const queries = [draft.queryString, query?.query_string, override?.query?.query_string];
  return queries.some((one) => one !== undefined && one !== '') ? 'query' : 'none';
}
