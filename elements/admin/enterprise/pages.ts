/**
 * Declares the pages in place of those that an enterprise or security plug-in would provide (screens/administration.md
 * C7).
 */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page } from '../../kit/pages.js';
import { texts } from './texts.js';

export const enterprisePages: readonly Page[] = [
  {
    path: '/system/enterprise',
    title: texts.enterprise.page,
    needs: ['licenseinfos:read'],
    Content: lazyPart(() => import('./enterprise-page.js'), 'EnterprisePage'),
  },
  {
    path: '/security',
    title: texts.security.page,
    needs: ['licenseinfos:read'],
    Content: lazyPart(() => import('./security-page.js'), 'SecurityPage'),
  },
];
