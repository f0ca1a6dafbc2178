/** Contains the common parts of the pages about users and roles: tabs, displayed names, and basic roles. */
import type { UserOverview } from '../../api/contract/users.js';
import type { PageTab } from './list-page/index.js';

const tabs = [
  { id: 'users', label: 'Users Overview', route: '/system/users', needs: ['users:list'] },
  { id: 'roles', label: 'Roles Overview', route: '/system/roles', needs: ['roles:read'] },
] as const;

/** Returns the tabs above the headers of the overviews of users and of roles; `shown` is the active tab. */
export const peopleTabs = (shown: 'users' | 'roles'): readonly PageTab[] =>
  tabs.map(({ id, ...tab }) => ({ ...tab, active: id === shown }));

/** Returns the displayed name of a user: the full name, or the user name if the full name is missing or blank. */
export const nameOf = ({ full_name, username }: Pick<UserOverview, 'full_name' | 'username'>): string =>
  full_name?.trim() || username;

/**
 * Returns whether a role is Reader or Admin; a user needs one of these to use the console (screens/administration.md
 * A3).
 */
export const isBasicRole = (name: string): boolean => name === 'Reader' || name === 'Admin';
