/** Reads the announcements for everyone; reference servers have none. */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { publicNotifications, type PublicNotification } from '../contract/public-notifications.js';
import { hasList } from './has-list.js';
import { unlessMissing } from './missing.js';
import { pollingIfKnown } from './polling.js';
import { isEmbedded } from './server-root.js';

const pollMs = 300_000;
export const publicNotificationsKey = ['publicNotifications'] as const;

/** Reads the active announcements, and polls them; null when the server has none. */
export function publicNotificationsQuery(client: Client) {
  return queryOptions({
    queryKey: publicNotificationsKey,
    queryFn: async ({ signal, client: queryClient }): Promise<readonly PublicNotification[] | null> => {
      if (!(await isEmbedded(client, queryClient))) return null;
      const requested = client.call(publicNotifications, { signal, background: true, check: hasList('notifications') });
      return (await unlessMissing(requested, null))?.notifications ?? null;
    },
    // A failed call is not repeated immediately, because the next poll repeats it.
    retry: false,
    ...pollingIfKnown(pollMs),
  });
}
