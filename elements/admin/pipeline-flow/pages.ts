/** Declares the page of the message flow for the console and for `log-pipelines`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page } from '../../kit/pages.js';

export const flowPages: readonly Page[] = [
  {
    path: '/system/pipelines/flow',
    title: 'Message flow',
    within: '/system/pipelines',
    needs: ['pipeline:read', 'pipeline_connection:read'],
    Content: lazyPart(() => import('./flow-page.js'), 'FlowPage'),
  },
];
