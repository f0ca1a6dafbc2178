/**
 * Compares the results of a widget with those of an earlier range of the same length. The functions are pure.
 * The reference has a trend for single numbers only; this applies the same idea to charts and tables.
 */
import type { AbsoluteRange, PivotResult, Search, SearchJob } from '../../api/contract/searches.js';
import type { AggregationConfig, Widget } from '../../api/contract/views.schema.js';
import { mostSecondsAgo, type Comparison } from './choice.js';
import type { ExecutionRequest } from '../search-execution/results.js';
import { absoluteOf, spanOf } from '../time-range/ranges.js';
import { searchedDraft, searchOf } from '../view/draft-search.js';
import { deriveSearchTypes } from '../view/search-types.js';

/** Returns by how many ms the earlier range is shifted; undefined when the range has no readable length. */
export function shiftOf(range: AbsoluteRange, comparison: Comparison): number | undefined {
  const span = spanOf(range, 0);
  if (!span) return undefined;
  const ms = comparison.type === 'previous' ? span.to - span.from : comparison.seconds * 1000;
  return ms > 0 && ms <= mostSecondsAgo * 1000 ? ms : undefined;
}

const earlierId = 'earlier';
const onlyId = { uuid: () => earlierId, objectId: () => earlierId };

/**
 * Returns the search of one widget over the earlier range; it has one query with one search type.
 * @param request execution whose result is compared: its query, override and parameter values apply
 * @param range effective range of that result
 * @param shift ms between both ranges
 */
export function earlierSearch(request: ExecutionRequest, range: AbsoluteRange, shift: number, widget: Widget): Search {
  const draft = searchedDraft(request, request.queryId, request.bindings ?? {});
  const { from, to } = spanOf(range, 0) ?? { from: 0, to: 0 };
  const { timerange: _own, ...others } = widget;
  // Trend and annotations would be further search types.
  const config = { ...(widget.config as AggregationConfig), visualization: 'table', event_annotation: false };
  const { searchTypes } = deriveSearchTypes([{ ...others, config }], onlyId);
  const queryString = request.override?.query?.query_string ?? draft.queryString;
  const timeRange = absoluteOf({ from: from - shift, to: to - shift });
  return searchOf(earlierId, { ...draft, queryString, timeRange }, [...searchTypes]);
}

/** Returns the result of an earlier search; undefined when the server has none. */
export function earlierResult(job: SearchJob): PivotResult | undefined {
  const found = job.results?.[earlierId]?.search_types?.[earlierId];
  return found?.type === 'pivot' ? found : undefined;
}

/** The result of the earlier range, as a visualization needs it. */
export interface Earlier {
  readonly result: PivotResult;
  /** Configuration that the result was made with. */
  readonly config: AggregationConfig;
  /** Milliseconds between the earlier and the shown range. */
  readonly shift: number;
}
