/** Searching: the engine that routes, alerts and exports ask. */
export { decoratorTypes, type Decorate } from './decorators.js';
export {
  createSearchEngine,
  executionWaitMs,
  type ExportSource,
  type SearchEngine,
  type SearchEngineOptions,
} from './engine.js';
export { SearchTypeError, TimeRangeError } from './errors.js';
export { csvCell, defaultExportFields, valueText, type ExportFormat, type ExportRequest } from './export.js';
export type { SearchLoad } from './jobs.js';
export { startWaitMs, type WarmUpFigures } from './warm-up.js';
export { instantInZone } from './natural-date.js';
export {
  checkStreams,
  completeSearch,
  streamsFor,
  streamsOfSearch,
  usedParameters,
  type CompleteSearch,
  type SearchCaller,
} from './search-document.js';
export { emptyKey } from './pivot-rows.js';
export { functionTitles } from './series.js';
export { defaultSettings, type SearchSettings } from './settings.js';
export { texts as searchTexts } from './texts.js';
export type { SearchRestriction } from './restriction.js';
export { clippedRange, resolveRange, wireRange } from './time-range.js';
