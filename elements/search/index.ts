/** The search page as other rooms use it. */
export { LogSearch, type LogSearchProps } from './page/log-search.js';
export type { FinishedDetail, QueryDetail } from './page/use-search-page.js';
export type { AreaLayout as SearchLayout } from '../view-area/index.js';
