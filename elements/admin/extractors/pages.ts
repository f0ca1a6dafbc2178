/** Declares the extractor pages for the console and `log-extractors`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page } from '../../kit/pages.js';

const within = '/system/inputs';
const path = `${within}/:nodeId/:inputId/extractors`;
const list = {
  title: 'Extractors',
  within,
  Content: lazyPart(() => import('./extractors-page.js'), 'ExtractorsPage'),
};

export const extractorsPages: readonly Page[] = [
  { ...list, path: `${within}/:inputId/extractors` },
  { ...list, path },
  {
    path: `${path}/new`,
    title: 'New Extractor',
    within,
    Content: lazyPart(() => import('./new-extractor-page.js'), 'NewExtractorPage'),
  },
  {
    path: `${path}/:extractorId/edit`,
    title: 'Edit Extractor',
    within,
    Content: lazyPart(() => import('./edit-extractor-page.js'), 'EditExtractorPage'),
  },
  {
    path: `${path}/export`,
    title: 'Export Extractors',
    within,
    Content: lazyPart(() => import('./export-page.js'), 'ExportPage'),
  },
  {
    path: `${path}/import`,
    title: 'Import Extractors',
    within,
    Content: lazyPart(() => import('./import-page.js'), 'ImportPage'),
  },
];
