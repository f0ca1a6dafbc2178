/** Declares the authentication pages for the console and `log-authentication`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page } from '../../kit/pages.js';

const services = '/system/authentication/services';
const authenticator = '/system/authentication/authenticator';

export const authenticationPages: readonly Page[] = [
  {
    path: services,
    title: 'Authentication Services',
    needs: ['authservicebackend:read'],
    Content: lazyPart(() => import('./services-page.js'), 'ServicesPage'),
  },
  {
    path: `${services}/active`,
    title: 'Active Authentication Service',
    needs: ['authserviceglobalconfig:read'],
    within: services,
    Content: lazyPart(() => import('./active-page.js'), 'ActivePage'),
  },
  {
    path: `${services}/create`,
    title: 'Create Authentication Service',
    needs: ['authservicebackend:create'],
    within: services,
    Content: lazyPart(() => import('./create-page.js'), 'CreatePage'),
  },
  {
    path: `${services}/create/:type`,
    title: 'Create Authentication Service',
    needs: ['authservicebackend:create'],
    within: services,
    Content: lazyPart(() => import('./wizard-page.js'), 'CreateWizardPage'),
  },
  {
    path: `${services}/edit/:backendId`,
    title: 'Edit Authentication Service',
    within: services,
    Content: lazyPart(() => import('./wizard-page.js'), 'EditWizardPage'),
  },
  {
    path: `${services}/:backendId`,
    title: 'Authentication Service Details',
    within: services,
    Content: lazyPart(() => import('./service-page.js'), 'ServicePage'),
  },
  {
    path: authenticator,
    title: 'Authenticators',
    needs: ['authhttpheaderconfig:read'],
    Content: lazyPart(() => import('./authenticator-page.js'), 'AuthenticatorPage'),
  },
  {
    path: `${authenticator}/edit`,
    title: 'Edit Authenticators',
    needs: ['authhttpheaderconfig:edit'],
    within: authenticator,
    Content: lazyPart(() => import('./edit-authenticator-page.js'), 'EditAuthenticatorPage'),
  },
];
