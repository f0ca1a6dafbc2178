/** Stored searches: who may read them, and when they are forgotten (contract search search.*, S14). */
import type { CompleteSearch, SearchCaller } from '../search/index.js';
import { searchTexts } from '../search/index.js';
import { can, permissionOn, type Caller } from '../auth/caller.js';
import { rootUserId } from '../auth/users.js';
import { ForbiddenError, NotFoundError } from '../errors.js';
import { eventStreamIds } from '../events/event-documents.js';
import { defaultStreamId, streamCollection } from '../intake/index.js';
import type { Collection, Documents } from '../store/types.js';
import { mayRead, type ViewRecord } from './views.js';

export type SearchRecord = CompleteSearch & {
  /** Username. */
  owner: string;
  created_at: string;
};

/** Streams that hold events and failures; searched only when they are named (contract search G3). */
const eventStreams = new Set([...eventStreamIds, '000000000000000000000004']);

export const keptSearchMs = 4 * 24 * 60 * 60_000;

export function searchCaller(documents: Documents, caller: Caller): SearchCaller {
  const ids = new Set([
    defaultStreamId,
    ...streamCollection(documents)
      .all()
      .map(({ id }) => id),
  ]);
  const mayReadStream = (id: string): boolean => can(caller, permissionOn('streams:read', id));
  return {
    username: caller.username,
    readableStreams: [...ids].filter((id) => !eventStreams.has(id) && mayReadStream(id)),
    mayReadStream,
  };
}

export class Searches {
  readonly #stored: Collection<SearchRecord>;
  readonly #views: Collection<ViewRecord>;

  constructor(documents: Documents) {
    this.#stored = documents.collection<SearchRecord>('searches');
    this.#views = documents.collection<ViewRecord>('views');
  }

  /** @throws NotFoundError; ForbiddenError unless the caller owns it or may read a view that refers to it */
  get(id: string, caller: Caller): CompleteSearch {
    const record = this.#stored.get(id);
    if (!record) throw new NotFoundError(searchTexts.noSearch(id));
    const viewed = (): boolean => this.#views.all().some((view) => view.search_id === id && mayRead(caller, view));
    if (!this.#owns(caller, record) && !viewed()) throw new ForbiddenError(`Not allowed to load search <${id}>.`);
    return answer(record);
  }

  /** @throws ForbiddenError when the id is somebody else's */
  async put(search: CompleteSearch, caller: Caller): Promise<CompleteSearch> {
    const known = this.#stored.get(search.id);
    if (known && !this.#owns(caller, known)) {
      throw new ForbiddenError(
        `Unable to update search with id <${search.id}>, already exists and user is not permitted to overwrite it.`,
      );
    }
    const { owner, created_at } = known ?? { owner: caller.username, created_at: new Date().toISOString() };
    await this.#stored.put({ ...answer(search), owner, created_at });
    return answer(search);
  }

  /** Searches that the caller may see. */
  list(caller: Caller): CompleteSearch[] {
    const shown = new Set(
      this.#views
        .all()
        .filter((view) => mayRead(caller, view))
        .map(({ search_id }) => search_id),
    );
    return this.#stored
      .all()
      .filter((record) => this.#owns(caller, record) || shown.has(record.id))
      .map(answer);
  }

  /** Removes what no view refers to and nobody has made lately. @param now epoch milliseconds */
  async forgetOld(now: number): Promise<number> {
    const used = new Set(this.#views.all().map(({ search_id }) => search_id));
    const old = this.#stored
      .all()
      .filter(({ id, created_at }) => !used.has(id) && now - Date.parse(created_at) > keptSearchMs);
    for (const { id } of old) await this.#stored.delete(id);
    return old.length;
  }

  #owns(caller: Caller, { owner }: SearchRecord): boolean {
    return owner === caller.username || caller.id === rootUserId || can(caller, '*');
  }
}

const answer = ({ id, queries, parameters }: CompleteSearch): CompleteSearch => ({ id, queries, parameters });
