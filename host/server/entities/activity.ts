/** Records which user did what to which entity, and keeps the newest 10,000 records. */
import { newEntityId } from '../foundation/ids.js';
import type { Collection, Documents } from '../store/types.js';

export type ActivityType = 'create' | 'update' | 'delete' | 'share' | 'unshare';

export interface ActivityRecord {
  id: string;
  activity_type: ActivityType;
  item_grn: string;
  /** Title of a deleted entity; null for others, whose titles are read for display. */
  item_title: string | null;
  user_name: string;
  /** Resource name (GRN) of the grantee who received or lost a share; null for other activities. */
  grantee: string | null;
  timestamp: string;
}

const maxEntries = 10_000;

export class Activity {
  readonly #stored: Collection<ActivityRecord>;

  constructor(documents: Documents) {
    this.#stored = documents.collection<ActivityRecord>('recent_activity');
  }

  /** Returns all records, newest first. */
  all(): ActivityRecord[] {
    return [...this.#stored.all()].sort((a, b) => b.timestamp.localeCompare(a.timestamp) || b.id.localeCompare(a.id));
  }

  /**
   * Records an activity; a deletion removes the earlier records of the entity.
   * @param entry activity; it has a `title` only for a deletion
   */
  async record(entry: {
    readonly type: ActivityType;
    readonly grn: string;
    readonly actor: string;
    readonly title?: string;
    readonly grantee?: string;
  }): Promise<void> {
    if (entry.type === 'delete') await this.#drop(({ item_grn }) => item_grn === entry.grn);
    await this.#stored.put({
      id: newEntityId(),
      activity_type: entry.type,
      item_grn: entry.grn,
      item_title: entry.title ?? null,
      user_name: entry.actor,
      grantee: entry.grantee ?? null,
      timestamp: new Date().toISOString(),
    });
    if (this.#stored.all().length > maxEntries) {
      const kept = new Set(
        this.all()
          .slice(0, maxEntries)
          .map(({ id }) => id),
      );
      await this.#drop(({ id }) => !kept.has(id));
    }
  }

  async #drop(matches: (record: ActivityRecord) => boolean): Promise<void> {
    const doomed = this.#stored.all().filter(matches);
    await Promise.all(doomed.map(({ id }) => this.#stored.delete(id)));
  }
}
