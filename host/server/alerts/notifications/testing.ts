/** Tests a notification: sends the sample event, and reports the receiver's error. */
import { ApiError } from '../../foundation/errors.js';
import type { EventNotifications, Told } from './event-notifications.js';
import type { Delivery, NotificationKind } from './kind.js';
import { testJob } from './model.js';
import { errorOf } from '../../foundation/caught.js';

/** Sends a test notification. @throws ApiError 500 with the reason, without secrets */
export async function tryNotification(
  notifications: EventNotifications,
  kind: NotificationKind,
  reported: Told,
  username: string,
  signal: AbortSignal,
): Promise<void> {
  const deliveries: Delivery[] = [];
  const report = (delivery: Delivery): void => void deliveries.push(delivery);
  try {
    await notifications.tell(kind, reported, testJob(reported.id, username, new Date()), signal, report);
  } catch (error) {
    throw new ApiError(500, errorOf(error).message);
  }
  const refused = deliveries.flatMap(({ to, error }) => (error === undefined ? [] : [`${to}: ${error}`]));
  if (refused.length > 0) throw new ApiError(500, refused.join(' '));
}
