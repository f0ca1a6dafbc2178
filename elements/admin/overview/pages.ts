/** Declares the overview page for the console and `log-overview`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page } from '../../kit/pages.js';
import { texts } from './texts.js';

export const overviewPages: readonly Page[] = [
  {
    path: '/system/overview',
    title: texts.page,
    Content: lazyPart(() => import('./overview-page.js'), 'OverviewPage'),
  },
];
