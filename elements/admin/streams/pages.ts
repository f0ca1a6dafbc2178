/** Declares the stream pages for the console, `log-streams` and `log-stream-rules`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page } from '../../kit/pages.js';

const streams = '/streams';

export const streamsPages: readonly Page[] = [
  {
    path: streams,
    title: 'Streams',
    Content: lazyPart(() => import('./streams-page.js'), 'StreamsPage'),
  },
  {
    path: '/streams/:streamId/edit',
    title: 'Rules of Stream',
    within: streams,
    Content: lazyPart(() => import('./rules-page.js'), 'RulesPage'),
  },
];
