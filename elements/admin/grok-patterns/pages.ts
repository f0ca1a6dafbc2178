/** Declares the grok pattern page for the console and `log-grok-patterns`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page } from '../../kit/pages.js';

export const grokPages: readonly Page[] = [
  {
    path: '/system/grokpatterns',
    title: 'Grok Patterns',
    needs: ['inputs:read'],
    Content: lazyPart(() => import('./grok-patterns-page.js'), 'GrokPatternsPage'),
  },
];
