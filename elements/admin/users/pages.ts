/** The pages of this area, for the console and the element. */
import type { User } from '../../../api/contract/users.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { routeOf, type Page } from '../../kit/pages.js';

const users = '/system/users';

/** Where somebody finds the own account: to change it, or to look at it where it can only be changed in the configuration. */
export const ownRoute = ({ id, read_only: fixed }: Pick<User, 'id' | 'read_only'>): string =>
  routeOf(fixed ? '/system/users/:userId' : '/system/users/edit/:userId', { userId: id });

/** What the administrator of a new server is asked once. */
export const FirstStartDialog = lazyPart(() => import('./first-start-dialog.js'), 'FirstStartDialog');

export const usersPages: readonly Page[] = [
  {
    path: users,
    title: 'Users Overview',
    menu: { label: 'Users and Teams' },
    needs: ['users:list'],
    Content: lazyPart(() => import('./users-page.js'), 'UsersPage'),
  },
  {
    path: '/system/users/new',
    title: 'Create User',
    needs: ['users:create'],
    within: users,
    Content: lazyPart(() => import('./new-user-page.js'), 'NewUserPage'),
  },
  {
    path: '/system/users/edit/:userId',
    title: 'Edit User',
    within: users,
    Content: lazyPart(() => import('./edit-user-page.js'), 'EditUserPage'),
  },
  {
    path: '/system/users/tokens/:userId',
    title: 'Edit Tokens Of User',
    within: users,
    Content: lazyPart(() => import('./tokens-page.js'), 'TokensPage'),
  },
  {
    path: '/system/users/:userId',
    title: 'User Details',
    within: users,
    Content: lazyPart(() => import('./user-page.js'), 'UserPage'),
  },
];
