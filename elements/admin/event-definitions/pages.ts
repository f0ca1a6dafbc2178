/** The pages of this area, for the console and the element. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page } from '../../kit/pages.js';

export const eventDefinitionsPages: readonly Page[] = [
  {
    path: '/alerts/definitions',
    title: 'Event Definitions',
    Content: lazyPart(() => import('./definitions-page.js'), 'DefinitionsPage'),
  },
];
