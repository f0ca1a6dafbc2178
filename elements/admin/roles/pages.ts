/** Declares the role pages for the console and `log-roles`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page, PageProps } from '../../kit/pages.js';

const roles = '/system/roles';

export const rolesPages: readonly Page[] = [
  {
    path: roles,
    title: 'Roles Overview',
    needs: ['roles:read'],
    Content: lazyPart(() => import('./roles-page.js'), 'RolesPage'),
  },
  {
    path: '/system/roles/new',
    title: 'Create Role',
    needs: ['roles:create'],
    within: roles,
    Content: lazyPart(() => import('./new-role-page.js'), 'NewRolePage'),
  },
  {
    path: '/system/roles/edit/:roleId',
    title: 'Edit Role',
    within: roles,
    Content: lazyPart(() => import('./edit-role-page.js'), 'EditRolePage'),
  },
  {
    path: '/system/roles/:roleId',
    title: 'Role Details',
    within: roles,
    Content: lazyPart<'RolePage', PageProps>(() => import('./role-page.js'), 'RolePage'),
  },
];
