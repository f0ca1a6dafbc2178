/**
 * Stores the searches that users have run, so that users find their searches on every device and may share them. Each
 * entry is a document of its own, because each is shared by itself (grants on `grn::::earlier_query:{id}`).
 */
import type { HistoryEntry, RunSearch } from '../../../api/contract/search-history.schema.js';
import type { TimeRange } from '../../../api/contract/time-range.schema.js';
import { instantText } from '../../../api/instant-text.js';
import { grn, parseGrn, type Grants } from '../auth/grants.js';
import { newEntityId } from '../foundation/ids.js';
import { FieldValidationError, NotFoundError } from '../foundation/errors.js';
import { instantOf } from '../search/time-range.js';
import { KeyedMutex } from '../store/keyed-mutex.js';
import type { Collection, Documents } from '../store/types.js';
import { bytesOf, checkSize, quotas } from './quotas.js';

export interface HistoryDocument {
  readonly id: string;
  readonly query: string;
  /** Ids of the searched streams, sorted; empty: all streams. */
  readonly streams: readonly string[];
  /** Time range of the last search; null: unknown. */
  readonly timeRange: TimeRange | null;
  /** Id of the user who searched. */
  readonly owner: string;
  /** Epoch milliseconds of the last search; 0: unknown. */
  readonly lastUsed: number;
  readonly timesUsed: number;
}

/** Limits of a set of entries, which apply to all of them together. */
export interface HistoryLimit {
  readonly entries: number;
  /** Maximum size of the entries as JSON in bytes. */
  readonly bytes: number;
}

export interface HistoryLimits {
  readonly ofOneUser: HistoryLimit;
  readonly ofAllUsers: HistoryLimit;
}

const historyLimits: HistoryLimits = {
  ofOneUser: { entries: quotas.historyEntries, bytes: quotas.historyBytes },
  ofAllUsers: { entries: quotas.allHistoryEntries, bytes: quotas.allHistoryBytes },
};

/** Share of the limit of all users that is kept when it is exceeded, so that not every search drops entries. */
const keptShare = 0.98;

const nameOf = (id: string): string => grn('earlier_query', id);

/** Tells whether a resource name (GRN) names an entry of a search history, whether or not it exists. */
export const isHistoryEntry = (target: string): boolean => parseGrn(target)?.type === 'earlier_query';

const latestFirst = (left: HistoryDocument, right: HistoryDocument): number =>
  right.lastUsed - left.lastUsed || (left.id < right.id ? 1 : -1);

/** Returns the key of an entry: entries with equal queries and equal streams are the same entry. */
const keyOf = ({ query, streams }: Pick<HistoryDocument, 'query' | 'streams'>): string =>
  JSON.stringify([query, ...streams]);

type Run = Pick<HistoryDocument, 'query' | 'streams' | 'timeRange' | 'lastUsed'>;

/**
 * Converts a search to its stored form. If the clock of the browser is ahead, the time of the search is replaced by
 * `now`.
 * @throws FieldValidationError for an empty query or a wrong instant; TooLargeError for a search that is too large
 */
function checked({ query, streams, timerange, used_at: usedAt }: RunSearch, now: number): Run {
  const text = query.trim();
  if (text === '') throw new FieldValidationError({ query: ['is missing.'] });
  const at = usedAt ? instantOf(usedAt) : 0;
  if (at === undefined) throw new FieldValidationError({ used_at: ['is no date and time.'] });
  const run: Run = {
    query: text,
    streams: [...new Set(streams ?? [])].sort(),
    timeRange: timerange ?? null,
    lastUsed: Math.max(0, Math.min(at, now)),
  };
  checkSize('This search', bytesOf(run), quotas.oneHistoryEntryBytes, 'Search with a shorter query or fewer streams.');
  return run;
}

export class SearchHistoryStore {
  readonly #documents: Documents;
  readonly #stored: Collection<HistoryDocument>;
  readonly #grants: Grants;
  readonly #limits: HistoryLimits;
  /** Serialises the writes of each user, so that concurrent writes cannot exceed the limits together. */
  readonly #turns = new KeyedMutex(() => false);
  /** Sizes of the entries as JSON in bytes, by owner and id. */
  readonly #sizes = new Map<string, Map<string, number>>();
  /** Number of all entries, and their size as JSON in bytes. */
  readonly #total = { entries: 0, bytes: 0 };

  constructor(documents: Documents, grants: Grants, limits: HistoryLimits = historyLimits) {
    this.#documents = documents;
    this.#stored = documents.collection<HistoryDocument>('search_history');
    this.#grants = grants;
    this.#limits = limits;
    for (const entry of this.#stored.all()) this.#count(entry, bytesOf(entry));
  }

  /** Returns the entry with a resource name (GRN); undefined: the GRN is of another type, or there is no such entry. */
  named(target: string): HistoryDocument | undefined {
    const name = parseGrn(target);
    return name?.type === 'earlier_query' ? this.#stored.get(name.id) : undefined;
  }

  /** Returns an entry. @throws NotFoundError when no entry has the id */
  get(id: string): HistoryDocument {
    const entry = this.#stored.get(id);
    if (!entry) throw new NotFoundError(`There is no earlier query with ID <${id}>.`);
    return entry;
  }

  /** Returns the entries of a user, latest search first. */
  of(userId: string): readonly HistoryDocument[] {
    const ids = [...(this.#sizes.get(userId)?.keys() ?? [])];
    return ids.flatMap((id) => this.#stored.get(id) ?? []).sort(latestFirst);
  }

  /** Records the size of a stored entry. @param bytes size as JSON; undefined: the entry was deleted */
  #count({ id, owner }: HistoryDocument, bytes: number | undefined): void {
    const sizes = this.#sizes.get(owner) ?? new Map<string, number>();
    const before = sizes.get(id);
    this.#total.entries += Number(bytes !== undefined) - Number(before !== undefined);
    this.#total.bytes += (bytes ?? 0) - (before ?? 0);
    if (bytes === undefined) sizes.delete(id);
    else sizes.set(id, bytes);
    if (sizes.size > 0) this.#sizes.set(owner, sizes);
    else this.#sizes.delete(owner);
  }

  /** Returns the entries of other users that are shared with a user or with everyone, latest search first. */
  sharedWith(userId: string): readonly HistoryDocument[] {
    const targets = new Set(this.#grants.of(userId).map(({ target }) => target));
    return [...targets]
      .flatMap((target) => this.named(target) ?? [])
      .filter(({ owner }) => owner !== userId)
      .sort(latestFirst);
  }

  /** Returns the resource names (GRNs) on which somebody has a grant, which includes the shared entries. */
  #sharedNames(): ReadonlySet<string> {
    return new Set(this.#grants.all().map(({ target }) => target));
  }

  /**
   * Converts entries to their form in answers.
   * @param usernameOf returns the username of a user by the id; entries of unknown users are left out
   */
  shown(entries: readonly HistoryDocument[], usernameOf: (userId: string) => string | undefined): HistoryEntry[] {
    const shared = this.#sharedNames();
    return entries.flatMap(({ id, query, streams, timeRange, owner, lastUsed, timesUsed }) => {
      const username = usernameOf(owner);
      if (username === undefined) return [];
      return {
        id,
        query,
        streams: [...streams],
        timerange: timeRange,
        owner: username,
        last_used: lastUsed === 0 ? null : instantText(lastUsed),
        times_used: timesUsed,
        shared: shared.has(nameOf(id)),
      };
    });
  }

  /**
   * Adds the searches of a user. A search that is not later than the last use of its entry changes nothing, so that a
   * browser may send its searches again. Beyond the limits, the entries used least recently are dropped, and shared
   * entries only when no other entries are left.
   * @param now epoch milliseconds
   * @throws FieldValidationError, TooLargeError if one of the searches is refused; nothing is added then
   */
  async add(userId: string, searches: readonly RunSearch[], now: number): Promise<void> {
    const runs = searches.map((search) => checked(search, now));
    await this.#turns.take(userId, async () => {
      const entries = new Map(this.of(userId).map((entry) => [keyOf(entry), entry]));
      const changed = new Map<string, HistoryDocument>();
      for (const run of runs.sort((left, right) => left.lastUsed - right.lastUsed)) {
        const key = keyOf(run);
        const known = entries.get(key);
        if (known && run.lastUsed <= known.lastUsed) continue;
        const entry: HistoryDocument = {
          id: known?.id ?? newEntityId(now),
          owner: userId,
          timesUsed: (known?.timesUsed ?? 0) + 1,
          ...run,
          timeRange: run.timeRange ?? known?.timeRange ?? null,
        };
        entries.set(key, entry);
        changed.set(key, entry);
      }
      const dropped = this.#excess([...entries.values()], this.#limits.ofOneUser);
      for (const entry of changed.values()) {
        if (dropped.has(entry)) continue;
        await this.#stored.put(entry);
        this.#count(entry, bytesOf(entry));
      }
      for (const entry of dropped) await this.#drop(entry);
    });
    await this.#keepTotal();
  }

  /**
   * Drops entries if all users together have too many. It must not be called by a task of `#turns`, because it waits
   * for the turns of all owners.
   */
  async #keepTotal(): Promise<void> {
    const { entries, bytes } = this.#limits.ofAllUsers;
    if (this.#total.entries <= entries && this.#total.bytes <= bytes) return;
    const kept = { entries: Math.floor(entries * keptShare), bytes: bytes * keptShare };
    for (const entry of this.#excess(this.#stored.all(), kept))
      await this.#turns.take(entry.owner, async () => {
        // An entry that was used again meanwhile is kept.
        if (this.#stored.get(entry.id)?.lastUsed === entry.lastUsed) await this.#drop(entry);
      });
  }

  #sizeOf(entry: HistoryDocument): number {
    // The recorded size belongs to the stored entry, so an entry that is about to replace the stored one is measured.
    const size = this.#stored.get(entry.id) === entry ? this.#sizes.get(entry.owner)?.get(entry.id) : undefined;
    return size ?? bytesOf(entry);
  }

  /**
   * Returns the entries that exceed a limit: the entries used least recently, and shared entries only if there are too
   * many of them alone.
   */
  #excess(entries: readonly HistoryDocument[], limit: HistoryLimit): ReadonlySet<HistoryDocument> {
    const shared = this.#sharedNames();
    const isShared = (entry: HistoryDocument): boolean => shared.has(nameOf(entry.id));
    const kept = [...entries].sort(
      (left, right) => Number(isShared(right)) - Number(isShared(left)) || latestFirst(left, right),
    );
    let bytes = 0;
    const most = kept.findIndex(
      (entry, index) => index >= limit.entries || (bytes += this.#sizeOf(entry)) > limit.bytes,
    );
    return new Set(most < 0 ? [] : kept.slice(most));
  }

  /** Removes an entry and its shares. @throws NotFoundError when no entry has the id */
  async remove(id: string): Promise<void> {
    const entry = this.get(id);
    await this.#turns.take(entry.owner, () => this.#drop(entry));
  }

  /** Removes all entries of a user and their shares. */
  clear(userId: string): Promise<void> {
    return this.#turns.take(userId, async () => {
      for (const entry of this.of(userId)) await this.#drop(entry);
    });
  }

  /**
   * Runs a task that shares an entity. If the entity is an entry of the search history, the task runs in a turn of the
   * entry's owner. Entries are removed in such turns, too, so no share of a removed entry is stored. The task of
   * another entity runs at once.
   * @param target resource name (GRN) of the entity
   */
  whileSharing<T>(target: string, task: () => Promise<T>): Promise<T> {
    const entry = this.named(target);
    return entry ? this.#turns.take(entry.owner, task) : task();
  }

  /**
   * Deletes an entry after its shares, as one unit: a crash leaves both or none. After an error, the entry may have
   * lost its shares.
   */
  async #drop(entry: HistoryDocument): Promise<void> {
    const name = nameOf(entry.id);
    const remove = async (): Promise<void> => {
      await this.#stored.delete(entry.id);
      this.#count(entry, undefined);
    };
    if (this.#grants.on(name).length === 0) return remove();
    await this.#documents.undoable(async () => {
      await this.#grants.dropEntity(name);
      await remove();
    });
  }
}
