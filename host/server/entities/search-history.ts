/**
 * Stores the searches that users have run, so that they find them on every device and may share them. Each entry is a
 * document of its own, because each is shared by itself (grants on `grn::::earlier_query:{id}`).
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

export interface HistoryLimits {
  /** Largest number of entries of one user. */
  readonly entries: number;
  /** Largest size of the entries of one user together as JSON. */
  readonly bytes: number;
}

const historyLimits: HistoryLimits = { entries: quotas.historyEntries, bytes: quotas.historyBytes };

const nameOf = (id: string): string => grn('earlier_query', id);

/** Tells whether a GRN names an entry of a search history, whether or not it exists. */
export const isHistoryEntry = (target: string): boolean => parseGrn(target)?.type === 'earlier_query';

const latestFirst = (left: HistoryDocument, right: HistoryDocument): number =>
  right.lastUsed - left.lastUsed || (left.id < right.id ? 1 : -1);

/** Entries are told apart by query and streams. */
const keyOf = ({ query, streams }: Pick<HistoryDocument, 'query' | 'streams'>): string =>
  JSON.stringify([query, ...streams]);

type Run = Pick<HistoryDocument, 'query' | 'streams' | 'timeRange' | 'lastUsed'>;

/**
 * Converts a search to its stored form. The instant of a clock that is ahead is replaced by `now`.
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
  readonly #stored: Collection<HistoryDocument>;
  readonly #grants: Grants;
  readonly #limits: HistoryLimits;
  /** Serialises the writes of each user, so that concurrent writes cannot exceed the limits together. */
  readonly #turns = new KeyedMutex(() => false);

  constructor(documents: Documents, grants: Grants, limits: HistoryLimits = historyLimits) {
    this.#stored = documents.collection<HistoryDocument>('search_history');
    this.#grants = grants;
    this.#limits = limits;
  }

  /** Returns the entry with a GRN; undefined: the GRN is of another type, or there is no such entry. */
  named(target: string): HistoryDocument | undefined {
    const name = parseGrn(target);
    return name?.type === 'earlier_query' ? this.#stored.get(name.id) : undefined;
  }

  find(id: string): HistoryDocument | undefined {
    return this.#stored.get(id);
  }

  /** Returns the entries of a user, latest search first. */
  of(userId: string): readonly HistoryDocument[] {
    return this.#stored
      .all()
      .filter(({ owner }) => owner === userId)
      .sort(latestFirst);
  }

  /** Returns the entries of other users that are shared with a user or with everyone, latest search first. */
  sharedWith(userId: string): readonly HistoryDocument[] {
    const targets = new Set(this.#grants.of(userId).map(({ target }) => target));
    return [...targets]
      .flatMap((target) => this.named(target) ?? [])
      .filter(({ owner }) => owner !== userId)
      .sort(latestFirst);
  }

  /** Returns the GRNs on which somebody has a grant, which includes the shared entries. */
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
   * browser may send its searches again. Beyond the limits, the entries used least recently are dropped, those that
   * are shared last.
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
      const dropped = this.#excess([...entries.values()]);
      for (const entry of changed.values()) if (!dropped.has(entry)) await this.#stored.put(entry);
      for (const entry of dropped) await this.#drop(entry);
    });
  }

  /** Returns the entries of one user that exceed the limits. */
  #excess(entries: readonly HistoryDocument[]): ReadonlySet<HistoryDocument> {
    const shared = this.#sharedNames();
    const isShared = (entry: HistoryDocument): boolean => shared.has(nameOf(entry.id));
    const kept = [...entries].sort(
      (left, right) => Number(isShared(right)) - Number(isShared(left)) || latestFirst(left, right),
    );
    let bytes = 0;
    const most = kept.findIndex(
      (entry, index) => index >= this.#limits.entries || (bytes += bytesOf(entry)) > this.#limits.bytes,
    );
    return new Set(most < 0 ? [] : kept.slice(most));
  }

  /** Removes an entry and its shares. @throws NotFoundError when no entry has the id */
  async remove(id: string): Promise<void> {
    const entry = this.#stored.get(id);
    if (!entry) throw new NotFoundError(`There is no earlier query with ID <${id}>.`);
    await this.#turns.take(entry.owner, () => this.#drop(entry));
  }

  /** Removes all entries of a user and their shares. */
  clear(userId: string): Promise<void> {
    return this.#turns.take(userId, async () => {
      for (const entry of this.of(userId)) await this.#drop(entry);
    });
  }

  async #drop({ id }: HistoryDocument): Promise<void> {
    await this.#stored.delete(id);
    await this.#grants.dropEntity(nameOf(id));
  }
}
