/** Stores searches, checks the permission to read them, and deletes old ones (contract search search.*, S14). */
import type { CompleteSearch, SearchCaller, SearchRestriction } from '../search/index.js';
import { searchTexts } from '../search/index.js';
import { can, permissionChecker, permissionOn, type Caller } from '../auth/caller.js';
import type { Guest } from '../auth/guest.js';
import { rootUserId } from '../auth/users.js';
import { ForbiddenError, NotFoundError } from '../foundation/errors.js';
import { eventStreamIds } from '../documents/event-documents.js';
import { defaultStreamId, streamCollection } from '../intake/index.js';
import { KeyedMutex } from '../store/keyed-mutex.js';
import type { Archive, Documents } from '../store/types.js';
import { GuestSearches } from './guest-searches.js';
import { bytesOf, checkSize, checkTotal, quotas } from './quotas.js';
import { mayRead, type ViewHead, type ViewRecord } from './views.js';

export type SearchRecord = CompleteSearch & {
  /** Username of the owner. */
  owner: string;
  created_at: string;
};

/** Streams of events and failures, which are searched only when they are named explicitly (contract search G3). */
const eventStreams = new Set([...eventStreamIds, '000000000000000000000004']);

/** Milliseconds after which a search that no view refers to is deleted. */
const keptSearchMs = 4 * 24 * 60 * 60_000;

/** Returns the ids that name no stream: neither a stored stream nor one that every server has. */
export function unknownStreams(documents: Documents, ids: readonly string[]): readonly string[] {
  const streams = streamCollection(documents);
  return ids.filter((id) => id !== defaultStreamId && !eventStreams.has(id) && streams.get(id) === undefined);
}

/**
 * Returns the properties of a caller that a search needs: the readable streams, the time zone, and the restriction of
 * a guest.
 */
export function searchCaller(documents: Documents, caller: Caller): SearchCaller {
  const ids = new Set([
    defaultStreamId,
    ...streamCollection(documents)
      .all()
      .map(({ id }) => id),
  ]);
  const mayReadStream = streamReader(caller);
  const restriction = caller.guest && restrictionOf(caller.guest);
  return {
    username: caller.username,
    readableStreams: [...ids].filter((id) => !eventStreams.has(id) && mayReadStream(id)),
    mayReadStream,
    ...(caller.timezone !== null && { timezone: caller.timezone }),
    ...(restriction && { restriction }),
  };
}

function restrictionOf({ filter, range, longest_seconds: longest, allow }: Guest): SearchRestriction {
  return {
    ...(filter !== undefined && { filter }),
    ...(range !== undefined && { range }),
    ...(longest !== undefined && { longestSeconds: longest }),
    events: allow.includes('alerts'),
  };
}

/** Properties of a stored search that are kept in memory. */
export type SearchHead = Pick<SearchRecord, 'owner' | 'created_at'> & {
  /** True if the search declares parameters. */
  readonly parameterized: boolean;
};

export const searchHead = ({ owner, created_at, parameters }: SearchRecord): SearchHead => ({
  owner,
  created_at,
  parameterized: parameters.length > 0,
});

/** Returns a function that tells whether the caller may read a stream. */
export function streamReader(caller: Caller): (id: string) => boolean {
  if (caller.guest) {
    const { streams, issuerMayRead } = caller.guest;
    return (id) => (streams === undefined || streams.includes(id)) && issuerMayRead(id);
  }
  return permissionChecker(caller, (id) => permissionOn('streams:read', id));
}

export class Searches {
  readonly #stored: Archive<SearchRecord, SearchHead>;
  readonly #views: Archive<ViewRecord, ViewHead>;
  /** Serialises the writes of each owner, so that concurrent writes cannot exceed the limits together. */
  readonly #turns = new KeyedMutex(() => false);
  /** Numbers of views being stored, by the id of the search to which they refer. */
  readonly #beingSaved = new Map<string, number>();

  readonly #guests = new GuestSearches();

  constructor(documents: Documents) {
    this.#stored = documents.archive<SearchRecord, SearchHead>('searches');
    this.#views = documents.archive<ViewRecord, ViewHead>('views');
  }

  /**
   * Returns a search.
   * @throws NotFoundError when no search has the id; ForbiddenError unless the caller is an administrator, owns the
   * search, or may read a view that refers to it
   */
  async get(id: string, caller: Caller): Promise<CompleteSearch> {
    const own = caller.guest && this.#guests.get(id, caller.username);
    if (own) return own;
    const head = this.#stored.head(id);
    if (!head) throw new NotFoundError(searchTexts.noSearch(id));
    const viewed = (): boolean => this.#views.heads().some((view) => view.search_id === id && mayRead(caller, view));
    if (!this.#owns(caller, head) && !viewed()) throw new ForbiddenError(`Not allowed to load search <${id}>.`);
    const record = await this.#stored.read(id);
    if (!record) throw new NotFoundError(searchTexts.noSearch(id));
    return answer(record);
  }

  /**
   * Stores a search; the search of a guest is kept only in memory.
   * @throws ForbiddenError when the id belongs to another user's search and the caller is no administrator;
   * TooLargeError when the search is too large, or the owner's searches in views leave too little space
   */
  async put(search: CompleteSearch, caller: Caller): Promise<CompleteSearch> {
    if (caller.guest) {
      this.#guests.put(search, caller.username);
      return answer(search);
    }
    const owner = this.#stored.head(search.id)?.owner ?? caller.username;
    return this.#turns.take(owner, async () => {
      const known = this.#stored.head(search.id);
      if (known && !this.#owns(caller, known)) {
        throw new ForbiddenError(
          `Unable to update search with id <${search.id}>, already exists and user is not permitted to overwrite it.`,
        );
      }
      const record: SearchRecord = {
        ...answer(search),
        owner: known?.owner ?? owner,
        created_at: known?.created_at ?? new Date().toISOString(),
      };
      await this.#makeRoom(record);
      await this.#stored.put(record);
      return answer(search);
    });
  }

  /**
   * Deletes the oldest unsaved searches of the owner until a search fits into the limits.
   * @throws TooLargeError when the search alone is too large, or the saved searches leave too little space
   */
  async #makeRoom(record: SearchRecord): Promise<void> {
    const bytes = bytesOf(record);
    checkSize('This search', bytes, quotas.oneSearchBytes, 'Use fewer widgets, or shorter queries.');
    const others = this.#stored.heads().filter(({ id, owner }) => owner === record.owner && id !== record.id);
    let total = others.reduce((sum, other) => sum + other.bytes, bytes);
    if (others.length < quotas.unsavedSearches && total <= quotas.searchBytes) return;
    const saved = this.#saved();
    const unsaved = others.filter(({ id }) => !saved.has(id)).sort((a, b) => a.created_at.localeCompare(b.created_at));
    while (unsaved.length >= quotas.unsavedSearches || total > quotas.searchBytes) {
      const oldest = unsaved.shift();
      if (!oldest) break;
      await this.#stored.delete(oldest.id);
      total -= oldest.bytes;
    }
    checkTotal(
      record.owner,
      'The searches in saved searches and dashboards',
      total,
      quotas.searchBytes,
      'Delete some on the pages of saved searches or dashboards, then try again.',
    );
  }

  /** Protects a search from deletion while a view that refers to it is being stored. */
  async whileSaving<T>(id: string, work: () => Promise<T>): Promise<T> {
    this.#beingSaved.set(id, (this.#beingSaved.get(id) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (this.#beingSaved.get(id) ?? 1) - 1;
      if (left > 0) this.#beingSaved.set(id, left);
      else this.#beingSaved.delete(id);
    }
  }

  /** Yields the stored searches that the caller may read, one after another; searches of guests are not stored. */
  async *list(caller: Caller): AsyncGenerator<CompleteSearch> {
    const shown = new Set(
      this.#views
        .heads()
        .filter((view) => mayRead(caller, view))
        .map(({ search_id }) => search_id),
    );
    for (const head of this.#stored.heads()) {
      if (!this.#owns(caller, head) && !shown.has(head.id)) continue;
      const record = await this.#stored.read(head.id);
      if (record) yield answer(record);
    }
  }

  /**
   * Deletes searches more than four days old that no view refers to, and returns their number.
   * @param now epoch milliseconds
   */
  async forgetOld(now: number): Promise<number> {
    const saved = this.#saved();
    const old = this.#stored
      .heads()
      .filter(({ id, created_at }) => !saved.has(id) && now - Date.parse(created_at) > keptSearchMs);
    for (const { id } of old) await this.#stored.delete(id);
    return old.length;
  }

  /**
   * Handles the deletion of an account. Its searches without a view are deleted. Its other searches get an owner that
   * is no user name, so that a later account of the same name does not inherit them.
   * @param account id of the deleted account, used as the new owner
   */
  async disown(owner: string, account: string): Promise<void> {
    await this.#turns.take(owner, async () => {
      const saved = this.#saved();
      for (const { id } of this.#stored.heads().filter((head) => head.owner === owner)) {
        if (saved.has(id)) await this.#stored.update(id, (search) => ({ ...search, owner: `removed:${account}` }));
        else await this.#stored.delete(id);
      }
    });
  }

  /** Transfers the search of a view to the view's new owner if it belonged to the view's former owner. */
  async give(id: string, former: string, owner: string): Promise<void> {
    await this.#stored.update(id, (search) => (search.owner === former ? { ...search, owner } : search));
  }

  #saved(): Set<string> {
    return new Set([...this.#beingSaved.keys(), ...this.#views.heads().map(({ search_id }) => search_id)]);
  }

  #owns(caller: Caller, { owner }: Pick<SearchRecord, 'owner'>): boolean {
    return owner === caller.username || caller.id === rootUserId || can(caller, '*');
  }
}

/**
 * Returns the search as the caller may execute it. For a guest of a view, its queries become filters, so that a query
 * in the request can only narrow them.
 */
export function lockedQueries(search: CompleteSearch, { guest }: Caller): CompleteSearch {
  if (guest?.view === undefined) return search;
  const queries = search.queries.map((query) => {
    const text = query.query?.query_string ?? '';
    if (text === '') return query;
    const filter = { type: 'inlineQueryString', queryString: text } as const;
    return {
      ...query,
      query: { type: 'elasticsearch', query_string: '' } as const,
      filters: [...(query.filters ?? []), filter],
    };
  });
  return { ...search, queries };
}

const answer = ({ id, queries, parameters }: CompleteSearch): CompleteSearch => ({ id, queries, parameters });
