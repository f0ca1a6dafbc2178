/**
 * Remembers when a notification was last sent for a key, so that the grace period can suppress repetitions (contract
 * NOTIFICATIONS, grace period).
 */
import type { Event } from '../../../api/contract/events.js';
import type { Collection, Documents } from '../store/types.js';
import { keyPlace } from './key-place.js';

interface GraceRecord {
  /** Id of the event definition. */
  readonly id: string;
  /**
   * Maps each notification and key (`keyPlace`) to the time (epoch milliseconds) and event id of the last notification.
   */
  readonly told: Readonly<Record<string, readonly [at: number, eventId: string]>>;
}

/** Largest number of remembered keys of one definition; older keys are forgotten, so their grace period ends early. */
const mostKeys = 20_000;

/** Tracks the grace periods of one definition while one of its windows is examined. */
export class Grace {
  readonly #notified: Map<string, readonly [at: number, eventId: string]>;
  readonly #periodMs: number;
  isChanged = false;

  constructor(notified: GraceRecord['told'], periodMs: number) {
    this.#notified = new Map(Object.entries(notified));
    this.#periodMs = periodMs;
  }

  /**
   * Tells whether a notification is to be sent for an event, and if so, records the time of the event. The result is
   * also true for the event of the last notification. Such an event comes again only when its window runs again; the
   * queue of the notification then recognises it and does not queue it twice.
   */
  tell(notificationId: string, event: Event): boolean {
    if (this.#periodMs <= 0) return true;
    const place = keyPlace(notificationId, event.key);
    const at = Date.parse(event.timestamp);
    const last = this.#notified.get(place);
    if (last && last[1] === event.id) return true;
    if (last && last[0] > at - this.#periodMs) return false;
    // The entry is moved to the end of the map, which has the order of the notifications.
    this.#notified.delete(place);
    this.#notified.set(place, [at, event.id]);
    this.isChanged = true;
    return true;
  }

  /** Returns the record to be stored, without expired periods. @param now epoch milliseconds */
  record(id: string, now: number): GraceRecord {
    const kept = [...this.#notified].filter(([, [at]]) => at > now - this.#periodMs).slice(-mostKeys);
    return { id, told: Object.fromEntries(kept) };
  }
}

export class GracePeriods {
  readonly #stored: Collection<GraceRecord>;

  constructor(documents: Documents) {
    this.#stored = documents.collection<GraceRecord>('event_grace_periods');
  }

  of(definitionId: string, periodMs: number): Grace {
    return new Grace(this.#stored.get(definitionId)?.told ?? {}, periodMs);
  }

  /**
   * Stores the grace periods of a definition after a window was examined, if they have changed.
   * @param windowEnd end of the window, epoch milliseconds
   */
  async save(definitionId: string, grace: Grace, windowEnd: number): Promise<void> {
    if (!grace.isChanged) return;
    grace.isChanged = false;
    await this.#stored.put(grace.record(definitionId, windowEnd));
  }

  async forget(definitionId: string): Promise<void> {
    await this.#stored.delete(definitionId);
  }
}
