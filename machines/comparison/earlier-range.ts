/**
 * Compares the result of a widget with its result for an earlier range of the same length. The functions are pure.
 * Reference consoles show a trend only for single numbers; this module does it for charts and tables.
 */
import type { AbsoluteRange, PivotResult, Search, SearchJob } from '../../api/contract/searches.js';
import type { AggregationConfig, Widget } from '../../api/contract/views.schema.js';
import { mostSecondsAgo, type Comparison } from './choice.js';
import type { ExecutionRequest } from '../search-execution/results.js';
import { absoluteOf, spanOf } from '../time-range/ranges.js';
import { searchedDraft, searchOf } from '../view/draft-search.js';
import { deriveSearchTypes } from '../view/search-types.js';
import { aggregationOf } from '../view/widget-config.js';

/**
 * Returns the milliseconds from the start of the earlier range to the start of a range. Returns undefined when the
 * range is unreadable, or when the distance is not positive or over ten years.
 */
export function shiftOf(range: AbsoluteRange, comparison: Comparison): number | undefined {
  const span = spanOf(range, 0);
  if (!span) return undefined;
  const ms = comparison.type === 'previous' ? span.to - span.from : comparison.seconds * 1000;
  return ms > 0 && ms <= mostSecondsAgo * 1000 ? ms : undefined;
}

/** Returns the range that is `shift` ms before a range. */
function movedRange(range: AbsoluteRange, shift: number): AbsoluteRange {
  const { from, to } = spanOf(range, 0) ?? { from: 0, to: 0 };
  return absoluteOf({ from: from - shift, to: to - shift });
}

const earlierId = 'earlier';
const onlyId = { uuid: () => earlierId, objectId: () => earlierId };

/**
 * Returns the search for the results of one widget in the earlier range. The search has one query with one search type.
 * @param request execution whose result is compared: its query, override and values of parameters apply
 * @param range effective range of the result that is compared
 * @param shift distance between both ranges in ms
 */
export function earlierSearch(request: ExecutionRequest, range: AbsoluteRange, shift: number, widget: Widget): Search {
  const draft = searchedDraft(request, request.queryId, request.bindings ?? {});
  const { timerange: _own, ...others } = widget;
  // Trend and annotations are switched off, because they would be further search types.
  const config = { ...aggregationOf(widget), visualization: 'table', event_annotation: false };
  const { searchTypes } = deriveSearchTypes([{ ...others, config }], onlyId);
  const queryString = request.override?.query?.query_string ?? draft.queryString;
  return searchOf(earlierId, { ...draft, queryString, timeRange: movedRange(range, shift) }, [...searchTypes]);
}

/**
 * Returns a search for the same messages in the earlier range.
 * @param range effective range of the result that is compared
 * @param shift distance between both ranges in ms
 * @param id id of the new search, an object id
 */
export function movedSearch(search: Search, range: AbsoluteRange, shift: number, id: string): Search {
  const timerange = movedRange(range, shift);
  return { ...search, id, queries: search.queries.map((query) => ({ ...query, timerange })) };
}

/** Returns the result of an earlier search; undefined when the server returned no result. */
export function earlierResult(job: SearchJob): PivotResult | undefined {
  const found = job.results?.[earlierId]?.search_types?.[earlierId];
  return found?.type === 'pivot' ? found : undefined;
}

/** The result of the earlier range with the facts that a visualization needs to show it. */
export interface Earlier {
  readonly result: PivotResult;
  /** Configuration with which the result was computed. */
  readonly config: AggregationConfig;
  /** Distance in ms between the earlier range and the displayed one. */
  readonly shift: number;
}
