/** Declares the page of the pipeline simulator for the console and for `log-pipelines`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page } from '../../kit/pages.js';

export const simulatorPages: readonly Page[] = [
  {
    path: '/system/pipelines/simulate',
    title: 'Pipeline Simulator',
    within: '/system/pipelines',
    needs: ['pipeline:read', 'pipeline_connection:read', 'pipeline_rule:read'],
    Content: lazyPart(() => import('./simulator-page.js'), 'SimulatorPage'),
  },
];
