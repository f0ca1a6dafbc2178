/** The messages of a histogram by their level: one small search of the same messages, buckets and range. Pure. */
import type { AbsoluteRange, PivotResult, Search, SearchJob } from '../../api/contract/searches.js';
import type { AggregationConfig, Widget } from '../../api/contract/views.schema.js';
import { emptyValueKey } from '../pivot/keys.js';
import { isAllTime } from '../time-range/ranges.js';
import { searchOf, type SearchedDraft } from './draft-search.js';
import { deriveSearchTypes } from './search-types.js';
import { stackedBy } from './stacking.js';

const queryId = 'levels';
/** There is one search type. */
const onlyId = { uuid: () => queryId, objectId: () => queryId };

/**
 * @param range that of the bars on screen: other messages may have come since. All time reaches from the first to the last
 *   message, and its buckets follow from its having no ends: it is asked again as it is
 */
export function levelSearch(draft: SearchedDraft, range: AbsoluteRange, widget: Widget, field: string): Search {
  const config = stackedBy(widget.config as AggregationConfig, field);
  const { searchTypes } = deriveSearchTypes([{ ...widget, config }], onlyId);
  const timeRange = isAllTime(draft.timeRange) ? draft.timeRange : { ...range, type: 'absolute' as const };
  return searchOf(queryId, { ...draft, timeRange }, [...searchTypes]);
}

/** Undefined where that was not answered, or no message has a level. */
export function levelsOf(job: SearchJob): PivotResult | undefined {
  const found = job.results?.[queryId]?.search_types?.[queryId];
  if (found?.type !== 'pivot') return undefined;
  const told = (keys: readonly string[]): boolean => keys.length > 1 && keys[0] !== emptyValueKey;
  return found.rows.some(({ values }) => values.some(({ key }) => told(key))) ? found : undefined;
}
