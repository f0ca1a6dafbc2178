/** Declares the configuration pages for the console and `log-configurations`; each section has its own address. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page, PageProps } from '../../kit/pages.js';

/** Loads the list of sections, with which the console finds sections by name. */
export const loadSections = () => import('./sections.js');

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
