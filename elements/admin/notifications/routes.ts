/** Contains the routes of the notification pages. */
import { routeOf } from '../../kit/pages.js';

export const paths = {
  list: '/alerts/notifications',
  create: '/alerts/notifications/new',
  show: '/alerts/notifications/:notificationId',
  edit: '/alerts/notifications/:notificationId/edit',
} as const;

export const routes = {
  list: paths.list,
  create: paths.create,
  show: (notificationId: string): string => routeOf(paths.show, { notificationId }),
  edit: (notificationId: string): string => routeOf(paths.edit, { notificationId }),
} as const;
