/** Exports the public interface of the search page, and its parts that dashboards share. */
import { lazyPart } from '../kit/lazy-part.js';

export { LogSearch, type LogSearchProps } from './page/log-search.js';
export type { SearchOrigin } from './page/search-title.js';
export {
  judgeQuery,
  loadJudge,
  tellWrongQuery,
  type FinishedDetail,
  type QueryDetail,
} from './page/use-search-page.js';
export { exportSourceOf, endAfter, onceOpen, pageMethods } from './page/page-methods.js';
export { useSurroundings } from './page/use-surroundings.js';
export type { AreaLayout as SearchLayout } from '../view-area/index.js';

export { SearchButton } from './bar/search-button.js';
export { Retry, useCalm, useTitleFacts } from './page/page-facts.js';
export { FailurePage } from './page/pages.js';
export { PageQuery } from './page/page-query.js';
export { PageRefresh } from './page/page-refresh.js';
export { useKeywordCheck, useKeywordSpan, useSearchableStreams, useSearchesConfig } from './page/search-facts.js';
export type { DraftPlace } from './page/use-kept-draft.js';
export { metadataOf, useViewActions, ViewDialogs, type ViewDialog, type ViewKind } from './page/view-actions.js';
export const SearchRefusal = lazyPart(() => import('./page/search-refusal.js'), 'SearchRefusal');
export const SearchMarks = lazyPart(() => import('./page/search-marks.js'), 'SearchMarks');
export { TitleRow } from './page/title-row.js';
export { useSearchMemory } from './page/use-search-memory.js';
export { QueryBox } from './query/query-box.js';
export { StreamsSelect } from './streams/streams-select.js';
export { useCompletion } from './query/use-completion.js';
export { briefRangeText, rangeText } from './time-range/range-text.js';
export { offeredRanges } from './time-range/recent-ranges.js';
export { TimeRangeControl } from './time-range/time-range-control.js';
export { TimeRangePopover } from './time-range/lazy-time-range.js';
