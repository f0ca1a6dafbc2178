/** Common facts about accounts for the user pages. */
import { routeOf } from '../../kit/pages.js';

export const routes = {
  list: '/system/users',
  create: '/system/users/new',
  show: (userId: string): string => routeOf('/system/users/:userId', { userId }),
  edit: (userId: string): string => routeOf('/system/users/edit/:userId', { userId }),
  tokens: (userId: string): string => routeOf('/system/users/tokens/:userId', { userId }),
} as const;

/** Permission for `action` on the account of this name: `users:edit:jane`. */
export const permissionOn = (action: string, username: string): string => `users:${action}:${username}`;

/** Dots and commas of the server's own form (`2020-01-01T10:40:05.376+0000`), which not every browser reads, made ISO. */
export const instantOf = (time: string | null): string | undefined =>
  time === null || time === '' ? undefined : time.replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
