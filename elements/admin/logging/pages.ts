/** Declares the logging page for the console and `log-logging`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page } from '../../kit/pages.js';

export const loggingPages: readonly Page[] = [
  {
    path: '/system/logging',
    title: 'Logging',
    needs: ['loggers:read'],
    Content: lazyPart(() => import('./logging-page.js'), 'LoggingPage'),
  },
];
