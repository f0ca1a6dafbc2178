/** Announcements dismissed in this browser; a changed announcement is shown again. */
import type { PublicNotification } from '../../api/contract/public-notifications.js';
import { readLocal, writeLocal } from '../kit/local-store.js';

const key = 'log-console-dismissed';

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/**
 * Returns the key and an FNV-1a hash (32 bits) of an announcement's texts; the texts themselves would fill the
 * storage.
 */
function markOf({ key: name, variant, title, shortMessage, longMessage }: PublicNotification): string {
  const text = JSON.stringify([variant, title, shortMessage, longMessage]);
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${name} ${(hash >>> 0).toString(36)}`;
}

/** Dismissals on this page, which still count when storage is unavailable. */
const here = new Set<string>();

const dismissedMarks = (): readonly string[] => [...(readLocal(key, isTexts) ?? []), ...here];

/** Returns the announcements that were not dismissed or cannot be dismissed. */
export function notDismissed(notifications: readonly PublicNotification[]): readonly PublicNotification[] {
  const dismissed = dismissedMarks();
  return notifications.filter((one) => !one.isDismissible || !dismissed.includes(markOf(one)));
}

/**
 * Records that the user has dismissed an announcement.
 *
 * @param all all current announcements; stored dismissals of other announcements are forgotten
 */
export function dismiss(one: PublicNotification, all: readonly PublicNotification[]): void {
  const known = all.map(markOf);
  here.add(markOf(one));
  writeLocal(
    key,
    known.filter((mark) => dismissedMarks().includes(mark)),
  );
}
