/** Declares the content pack pages for the console and `log-content-packs`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page } from '../../kit/pages.js';

const listRoute = '/system/contentpacks';
const title = 'Content Packs';

export const contentPacksPages: readonly Page[] = [
  {
    path: listRoute,
    title,
    needs: ['contentpack:read'],
    Content: lazyPart(() => import('./packs-page.js'), 'PacksPage'),
  },
  {
    path: `${listRoute}/create`,
    title: 'Create content pack',
    within: listRoute,
    needs: ['contentpack:create'],
    Content: lazyPart(() => import('./wizard-page.js'), 'WizardPage'),
  },
  {
    path: `${listRoute}/:packId`,
    title: 'Content pack',
    within: listRoute,
    needs: ['contentpack:read'],
    Content: lazyPart(() => import('./pack-page.js'), 'PackPage'),
  },
  {
    path: `${listRoute}/:packId/:revision/edit`,
    title: 'Create new version',
    within: listRoute,
    needs: ['contentpack:create'],
    Content: lazyPart(() => import('./wizard-page.js'), 'WizardPage'),
  },
  {
    path: `${listRoute}/:packId/:revision/install`,
    title: 'Install content pack',
    within: listRoute,
    needs: ['contentpack:install'],
    Content: lazyPart(() => import('./install-page.js'), 'InstallPage'),
  },
];
