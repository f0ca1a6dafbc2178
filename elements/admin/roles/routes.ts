/** Contains the routes of the role pages. */
import { routeOf } from '../../kit/pages.js';

export const routes = {
  list: '/system/roles',
  create: '/system/roles/new',
  show: (roleId: string): string => routeOf('/system/roles/:roleId', { roleId }),
  edit: (roleId: string): string => routeOf('/system/roles/edit/:roleId', { roleId }),
} as const;
