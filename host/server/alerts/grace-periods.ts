/**
 * Remembers when a notification was last sent for a key, so that the grace period can suppress repetitions (contract NOTIFICATIONS, grace
 * period).
 */
import type { Event } from '../../../api/contract/events.js';
import type { Collection, Documents } from '../store/types.js';
import { keyPlace } from './key-place.js';

interface GraceRecord {
  /** Id of the definition. */
  readonly id: string;
  /** Notification and key → time (epoch milliseconds) and event id of the last notification. */
  readonly told: Readonly<Record<string, readonly [at: number, eventId: string]>>;
}

/** Number of keys of one definition that are remembered; older keys are forgotten, and notified again. */
const mostKeys = 20_000;

/** Grace periods of one definition while one of its windows is examined. */
export class Grace {
  readonly #notified: Map<string, readonly [at: number, eventId: string]>;
  readonly #periodMs: number;
  isChanged = false;

  constructor(notified: GraceRecord['told'], periodMs: number) {
    this.#notified = new Map(Object.entries(notified));
    this.#periodMs = periodMs;
  }

  /** Tells whether a notification is to be sent for an event. An event that was sent before is sent again, because it is the same job. */
  tell(notificationId: string, event: Event): boolean {
    if (this.#periodMs <= 0) return true;
    const place = keyPlace(notificationId, event.key);
    const at = Date.parse(event.timestamp);
    const last = this.#notified.get(place);
    if (last && last[1] === event.id) return true;
    if (last && last[0] > at - this.#periodMs) return false;
    // The map keeps the order of the notifications.
    this.#notified.delete(place);
    this.#notified.set(place, [at, event.id]);
    this.isChanged = true;
    return true;
  }

  /** @param now epoch milliseconds; expired periods are left out */
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

  /** Must be called before the jobs that depend on it are removed. @param windowEnd epoch milliseconds */
  async save(definitionId: string, grace: Grace, windowEnd: number): Promise<void> {
    if (!grace.isChanged) return;
    grace.isChanged = false;
    await this.#stored.put(grace.record(definitionId, windowEnd));
  }

  async forget(definitionId: string): Promise<void> {
    await this.#stored.delete(definitionId);
  }
}
