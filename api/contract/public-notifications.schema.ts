/** Announcements on the login page and in the console (spec 1 §3). */
import { Type, type Static } from '@sinclair/typebox';

export const publicNotificationVariants = ['info', 'success', 'warning', 'danger'] as const;

export const PublicNotification = Type.Object({
  /** Key that identifies the announcement; no two announcements share one. */
  key: Type.String({ minLength: 1, maxLength: 100 }),
  variant: Type.Union(publicNotificationVariants.map((variant) => Type.Literal(variant))),
  title: Type.String({ maxLength: 200 }),
  hiddenTitle: Type.Boolean(),
  shortMessage: Type.String({ maxLength: 1000 }),
  /** Further text that the console shows only on request; may be empty. */
  longMessage: Type.String({ maxLength: 10_000 }),
  isActive: Type.Boolean(),
  isDismissible: Type.Boolean(),
});
export type PublicNotification = Static<typeof PublicNotification>;

/** Announcements in the order in which they are displayed. */
export const PublicNotifications = Type.Object({ notifications: Type.Array(PublicNotification, { maxItems: 20 }) });
export type PublicNotifications = Static<typeof PublicNotifications>;
