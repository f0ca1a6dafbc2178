/**
 * System notifications: unique per type and key, removed when their cause has ended (contract administration
 * notifications.*).
 */
import { createHash } from 'node:crypto';
import type { SystemNotification } from '../../../api/contract/system.schema.js';
import type { Collection, Documents } from '../store/types.js';

interface NotificationRecord {
  id: string;
  type: string;
  key: string | null;
  severity: 'normal' | 'urgent';
  timestamp: string;
  node_id: string;
  details: Record<string, unknown>;
}

export interface NewSystemNotification {
  readonly type: string;
  readonly key?: string;
  readonly severity?: 'normal' | 'urgent';
  readonly details?: Record<string, unknown>;
}

const shown = ({ type, key, severity, timestamp, node_id, details }: NotificationRecord): SystemNotification => ({
  type,
  ...(key === null ? {} : { key }),
  severity,
  timestamp,
  node_id,
  details,
});

const idOf = (type: string, key?: string) =>
  createHash('sha256')
    .update(`${type}\u0000${key ?? ''}`)
    .digest('hex')
    .slice(0, 24);

type Listener = (notification: SystemNotification) => void;

export class SystemNotifications {
  readonly #stored: Collection<NotificationRecord>;
  readonly #nodeId: string;
  /**
   * Notifications that are being written, so that readers see them immediately. null: the notification is being
   * removed.
   */
  readonly #pending = new Map<string, NotificationRecord | null>();

  /**
   * Notifications about conditions that this process watches; they are never stored, because storing may be what fails.
   */
  readonly #lasting = new Map<string, NotificationRecord>();
  readonly #listeners: Listener[] = [];

  constructor(documents: Documents, nodeId: string) {
    this.#stored = documents.collection<NotificationRecord>('notifications');
    this.#nodeId = nodeId;
  }

  /** Returns notifications, newest first. */
  all(): SystemNotification[] {
    return this.#records()
      .sort((a, b) => b.timestamp.localeCompare(a.timestamp))
      .map(shown);
  }

  #tell(record: NotificationRecord): void {
    for (const listener of this.#listeners) listener(shown(record));
  }

  find(type: string, key?: string): SystemNotification | undefined {
    return this.all().find((notification) => notification.type === type && notification.key === key);
  }

  /** Registers a listener for new notifications. */
  on(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Publishes a notification unless one with the same type and key exists. */
  async publish(notification: NewSystemNotification): Promise<void> {
    const id = idOf(notification.type, notification.key);
    const pending = this.#pending.get(id);
    if (pending === undefined ? this.#stored.get(id) : pending) return;
    const record = this.#made(notification);
    await this.#write(id, record, () => this.#stored.put(record));
    this.#tell(record);
  }

  /**
   * Publishes a notification in memory only, until it is removed or the server ends. Does nothing if a notification
   * with the same type and key has been raised already.
   */
  raise(notification: NewSystemNotification): void {
    const record = this.#made(notification);
    if (this.#lasting.has(record.id)) return;
    this.#lasting.set(record.id, record);
    this.#tell(record);
  }

  /**
   * Changes the details of a raised notification without notifying again. Does nothing if the notification was removed,
   * for example by a user.
   */
  amend(notification: NewSystemNotification): void {
    const { id, details } = this.#made(notification);
    const record = this.#lasting.get(id);
    if (record) this.#lasting.set(id, { ...record, details });
  }

  #made({ type, key, severity, details }: NewSystemNotification): NotificationRecord {
    return {
      id: idOf(type, key),
      type,
      key: key ?? null,
      severity: severity ?? 'normal',
      timestamp: new Date().toISOString(),
      node_id: this.#nodeId,
      details: details ?? {},
    };
  }

  /** Removes a notification whose cause has ended, or that a user has dismissed. @returns false: there is none */
  async remove(type: string, key?: string): Promise<boolean> {
    const id = idOf(type, key);
    if (this.#lasting.delete(id)) return true;
    if (!this.#pending.has(id) && !this.#stored.get(id)) return false;
    return this.#write(id, null, () => this.#stored.delete(id));
  }

  #records(): NotificationRecord[] {
    const stored = this.#stored.all().filter(({ id }) => !this.#pending.has(id));
    return [...stored, ...[...this.#pending.values()].filter((record) => record !== null), ...this.#lasting.values()];
  }

  async #write<T>(id: string, record: NotificationRecord | null, write: () => Promise<T>): Promise<T> {
    this.#pending.set(id, record);
    try {
      return await write();
    } finally {
      if (this.#pending.get(id) === record) this.#pending.delete(id);
    }
  }
}
