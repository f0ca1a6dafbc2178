/** Contains the routes, permissions and times of accounts, shared by the user pages. */
import { routeOf } from '../../kit/pages.js';

export const routes = {
  list: '/system/users',
  create: '/system/users/new',
  show: (userId: string): string => routeOf('/system/users/:userId', { userId }),
  edit: (userId: string): string => routeOf('/system/users/edit/:userId', { userId }),
  tokens: (userId: string): string => routeOf('/system/users/tokens/:userId', { userId }),
} as const;

/** Returns the permission for an action on an account, such as `users:edit:jane`. */
export const permissionOn = (action: string, username: string): string => `users:${action}:${username}`;

/**
 * Converts the server's time format (`2020-01-01T10:40:05.376+0000`), which some browsers cannot parse, to ISO 8601;
 * returns undefined for a missing time.
 */
export const instantOf = (time: string | null): string | undefined =>
  time === null || time === '' ? undefined : time.replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
