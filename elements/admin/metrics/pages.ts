/** Declares the metrics pages for the console and `log-metrics`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page } from '../../kit/pages.js';

const title = 'Metrics';
const needs = ['metrics:read'];
const Content = lazyPart(() => import('./metrics-page.js'), 'MetricsPage');

export const metricsPages: readonly Page[] = [
  { path: '/system/metrics', title, needs, Content },
  { path: '/system/metrics/node/:nodeId', title, needs, Content },
];
