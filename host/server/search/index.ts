/** Exports the parts of the search that routes, alerts and exports use. */
export { decoratorTypes } from './decorators.js';
export { createSearchEngine, type ExportSource, type SearchEngine } from './engine.js';
export { SearchTypeError, TimeRangeError } from './errors.js';
export { csvCell, defaultExportFields, valueText, type ExportFormat, type ExportRequest } from './export.js';
export type { SearchLoad } from './jobs.js';
export type { WarmUpFigures } from './warm-up.js';
export { instantInZone } from './natural-date.js';
export {
  checkStreams,
  completeSearch,
  streamsFor,
  streamsOfFilter,
  streamsOfSearch,
  usedParameters,
  type CompleteSearch,
  type SearchCaller,
} from './search-document.js';
export { emptyKey } from './pivot-rows.js';
export { functionTitles } from './series.js';
export { type SearchSettings } from './settings.js';
export { texts as searchTexts } from './texts.js';
export type { SearchRestriction } from './restriction.js';
export { clippedRange, resolveRange, wireRange } from './time-range.js';
