/** Announcements for everyone (embedded server only). Administrators change them as a configuration class. */
import { endpoint } from './endpoint.js';
import type { PublicNotifications } from './public-notifications.schema.js';

export type * from './public-notifications.schema.js';

/** Returns the active announcements. Nobody needs to sign in for them, because the login page shows them. */
export const publicNotifications = endpoint<{ answer: PublicNotifications }>()(
  'GET',
  '/system/public_notifications',
  'public',
);
