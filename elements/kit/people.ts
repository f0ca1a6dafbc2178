/** Common parts of the pages about users and roles: tabs, display names, basic roles. */
import type { UserOverview } from '../../api/contract/users.js';
import type { PageTab } from './list-page/index.js';

const tabs = [
  { id: 'users', label: 'Users Overview', route: '/system/users', needs: ['users:list'] },
  { id: 'roles', label: 'Roles Overview', route: '/system/roles', needs: ['roles:read'] },
] as const;

/** Tabs above the headers of the overviews. */
export const peopleTabs = (shown: 'users' | 'roles'): readonly PageTab[] =>
  tabs.map(({ id, ...tab }) => ({ ...tab, active: id === shown }));

/** Displayed name: the full name, else the user name. */
export const nameOf = ({ full_name, username }: Pick<UserOverview, 'full_name' | 'username'>): string =>
  full_name?.trim() || username;

/** True for Reader and Admin: a user needs one of them to use the console (screens/administration.md A3). */
export const isBasicRole = (name: string): boolean => name === 'Reader' || name === 'Admin';
