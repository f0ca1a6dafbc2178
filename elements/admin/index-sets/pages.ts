/** Declares the index set pages for the console and `log-index-sets`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page } from '../../kit/pages.js';
import type { IndexSetDefaultsDialogProps } from './defaults-dialog.js';
import type { IndexSetDefaultsFactsProps } from './defaults-facts.js';

const list = '/system/indices';
const needs = ['indices:read'];
const FormPage = lazyPart(() => import('./form-page.js'), 'IndexSetFormPage');

export const indexSetsPages: readonly Page[] = [
  {
    path: list,
    title: 'Indices & Index Sets',
    needs,
    Content: lazyPart(() => import('./index-sets-page.js'), 'IndexSetsPage'),
  },
  {
    path: '/system/indices/failures',
    title: 'Indexer failures',
    within: list,
    needs: ['indices:failures'],
    Content: lazyPart(() => import('./failures-page.js'), 'FailuresPage'),
  },
  { path: '/system/index_sets/create', title: 'Create Index Set', within: list, needs, Content: FormPage },
  {
    path: '/system/index_sets/:indexSetId/configuration',
    title: 'Configure Index Set',
    within: list,
    needs,
    Content: FormPage,
  },
  {
    path: '/system/index_sets/:indexSetId',
    title: 'Index Set',
    within: list,
    needs,
    Content: lazyPart(() => import('./index-set-page.js'), 'IndexSetPage'),
  },
];

/** Defaults of new index sets on the configurations page: a summary and a form. */
export const IndexSetDefaultsFacts = lazyPart<'IndexSetDefaultsFacts', IndexSetDefaultsFactsProps>(
  () => import('./defaults-facts.js'),
  'IndexSetDefaultsFacts',
);
export const IndexSetDefaultsDialog = lazyPart<'IndexSetDefaultsDialog', IndexSetDefaultsDialogProps>(
  () => import('./defaults-dialog.js'),
  'IndexSetDefaultsDialog',
);
