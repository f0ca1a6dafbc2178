/** Declares the user pages for the console, `log-users` and `log-profile`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page } from '../../kit/pages.js';

const users = '/system/users';

/** First-start dialog for the administrator of a new server. */
export const FirstStartDialog = lazyPart(() => import('./first-start-dialog.js'), 'FirstStartDialog');

export const usersPages: readonly Page[] = [
  {
    path: users,
    title: 'Users Overview',
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
