/** Public announcements (embedded server only). They are changed as a stored configuration. */
import { endpoint } from './endpoint.js';
import type { PublicNotifications } from './public-notifications.schema.js';

export type * from './public-notifications.schema.js';

/** Returns the active announcements. The login page shows them, so everyone who can reach the server may read them. */
export const publicNotifications = endpoint<{ answer: PublicNotifications }>()(
  'GET',
  '/system/public_notifications',
  'public',
);
