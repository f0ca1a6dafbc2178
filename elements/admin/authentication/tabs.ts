import type { PageTab } from '../../kit/list-page/index.js';
import { texts } from './texts.js';

export const routes = {
  list: '/system/authentication/services',
  active: '/system/authentication/services/active',
  create: '/system/authentication/services/create',
  createType: (type: string): string => `/system/authentication/services/create/${encodeURIComponent(type)}`,
  show: (id: string): string => `/system/authentication/services/${encodeURIComponent(id)}`,
  edit: (id: string, step?: string): string =>
    `/system/authentication/services/edit/${encodeURIComponent(id)}${step === undefined ? '' : `?initialStepKey=${step}`}`,
  authenticator: '/system/authentication/authenticator',
  editAuthenticator: '/system/authentication/authenticator/edit',
} as const;

export const authenticationTabs = (active: 'services' | 'authenticators'): readonly PageTab[] => [
  {
    label: texts.tabs.services,
    route: routes.list,
    active: active === 'services',
    needs: ['authservicebackend:read'],
  },
  {
    label: texts.tabs.authenticators,
    route: routes.authenticator,
    active: active === 'authenticators',
    needs: ['authhttpheaderconfig:read'],
  },
];
