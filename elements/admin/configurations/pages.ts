/** The configuration pages, for the console and the element: one address per section. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page, PageProps } from '../../kit/pages.js';

const path = '/system/configurations';
const page = {
  title: 'Configurations',
  needs: ['clusterconfigentry:read'],
  Content: lazyPart<'ConfigurationsPage', PageProps>(() => import('./configurations-page.js'), 'ConfigurationsPage'),
};

export const configurationsPages: readonly Page[] = [
  { ...page, path },
  { ...page, path: `${path}/:section` },
];
