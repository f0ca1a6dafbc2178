/** The queue that this server has. */
import type { NotificationQueue } from './types.js';

/** Notifications have no queue yet: nothing is told. Put the queue of the server into the place of this one. */
export const noNotifications: NotificationQueue = {
  enqueue: () => Promise.resolve(),
  waiting: () => 0,
  clear: () => Promise.resolve(),
};
