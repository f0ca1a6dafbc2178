/** Declares the pages of alerts. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page } from '../../kit/pages.js';

export const alertsPages: readonly Page[] = [
  { path: '/alerts', title: 'Alerts & Events', Content: lazyPart(() => import('./alerts-page.js'), 'AlertsPage') },
  {
    path: '/alerts/silences',
    title: 'Silences',
    within: '/alerts',
    Content: lazyPart(() => import('./silences-page.js'), 'SilencesPage'),
  },
];
