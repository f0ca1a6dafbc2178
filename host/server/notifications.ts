/** System notifications: unique per type and key, taken back when their cause is gone (contract administration notifications.*). */
import { createHash } from 'node:crypto';
import type { SystemNotification } from '../../api/contract/system.schema.js';
import type { Collection, Documents } from './store/types.js';

interface NotificationRecord {
  id: string;
  type: string;
  key: string | null;
  severity: 'normal' | 'urgent';
  timestamp: string;
  node_id: string;
  details: Record<string, unknown>;
}

const idOf = (type: string, key?: string) =>
  createHash('sha256')
    .update(`${type}\u0000${key ?? ''}`)
    .digest('hex')
    .slice(0, 24);

export class Notifications {
  readonly #stored: Collection<NotificationRecord>;
  readonly #nodeId: string;
  /** What is being written, so that it shows at once; null: being removed. */
  readonly #pending = new Map<string, NotificationRecord | null>();

  constructor(documents: Documents, nodeId: string) {
    this.#stored = documents.collection<NotificationRecord>('notifications');
    this.#nodeId = nodeId;
  }

  /** Newest first. */
  all(): SystemNotification[] {
    return this.#records()
      .sort((a, b) => b.timestamp.localeCompare(a.timestamp))
      .map(({ type, key, severity, timestamp, node_id, details }) => ({
        type,
        ...(key === null ? {} : { key }),
        severity,
        timestamp,
        node_id,
        details,
      }));
  }

  find(type: string, key?: string): SystemNotification | undefined {
    return this.all().find((notification) => notification.type === type && notification.key === key);
  }

  /** While one of this type and key is there, nothing happens. */
  async publish(notification: {
    readonly type: string;
    readonly key?: string;
    readonly severity?: 'normal' | 'urgent';
    readonly details?: Record<string, unknown>;
  }): Promise<void> {
    const id = idOf(notification.type, notification.key);
    const pending = this.#pending.get(id);
    if (pending === undefined ? this.#stored.get(id) : pending) return;
    const record: NotificationRecord = {
      id,
      type: notification.type,
      key: notification.key ?? null,
      severity: notification.severity ?? 'normal',
      timestamp: new Date().toISOString(),
      node_id: this.#nodeId,
      details: notification.details ?? {},
    };
    await this.#write(id, record, () => this.#stored.put(record));
  }

  /** The cause is gone, or somebody dismissed it. */
  async remove(type: string, key?: string): Promise<boolean> {
    const id = idOf(type, key);
    if (!this.#pending.has(id) && !this.#stored.get(id)) return false;
    return this.#write(id, null, () => this.#stored.delete(id));
  }

  #records(): NotificationRecord[] {
    const stored = this.#stored.all().filter(({ id }) => !this.#pending.has(id));
    return [...stored, ...[...this.#pending.values()].filter((record) => record !== null)];
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
