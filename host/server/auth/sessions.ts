/**
 * Stores sessions, which survive a restart. Only a hash of each id is stored, so that reading the store reveals no
 * usable session. The last access is written at most once a minute per session, except when the timeout changes. Until
 * then it is kept in memory; `sweep` writes it, also at shutdown.
 */
import { unlessDiskFull } from '../store/errors.js';
import type { Collection, Documents } from '../store/types.js';
import { hashSecret, newSecret } from '../foundation/ids.js';
import { networkOf } from './network.js';
import { deviceOf } from './user-agents.js';

export interface SessionRecord {
  /** Hash of the session id. */
  id: string;
  user_id: string;
  /** Time of the sign-in, epoch milliseconds. */
  created_at: number;
  /** Time of the last access, epoch milliseconds. */
  last_access: number;
  timeout_ms: number;
  client_address: string;
  /** Names of the browser and its operating system, as reported at sign-in; absent in old sessions. */
  browser?: string | null;
  system?: string | null;
}

const writeIntervalMs = 60_000;
/** Largest number of sessions of one user; a further sign-in ends the least recently used session. */
const mostSessions = 100;

export const expiresAt = (session: SessionRecord) => session.last_access + session.timeout_ms;

export class Sessions {
  readonly #stored: Collection<SessionRecord>;
  readonly #now: () => number;
  readonly #longestMs: () => number | undefined;
  /** Keys of sessions by user id, including sessions that are being stored. */
  readonly #keys = new Map<string, Set<string>>();
  /** Times of the last access by session key, if they are later than the stored times. */
  readonly #touched = new Map<string, number>();

  /**
   * @param longestMs returns the timeout in milliseconds that limits all sessions; undefined: each session keeps its
   * own
   */
  constructor(
    documents: Documents,
    now: () => number = Date.now,
    longestMs: () => number | undefined = () => undefined,
  ) {
    this.#longestMs = longestMs;
    this.#stored = documents.collection<SessionRecord>('sessions');
    this.#now = now;
    for (const session of this.#stored.all()) this.#index(session);
  }

  #index({ id, user_id: userId }: SessionRecord): void {
    const keys = this.#keys.get(userId);
    if (keys) keys.add(id);
    else this.#keys.set(userId, new Set([id]));
  }

  #forget(userId: string, key: string): void {
    const keys = this.#keys.get(userId);
    keys?.delete(key);
    if (keys?.size === 0) this.#keys.delete(userId);
  }

  /** Returns all sessions of a user, including expired ones. */
  #own(userId: string): SessionRecord[] {
    return [...(this.#keys.get(userId) ?? [])].flatMap((key) => this.#stored.get(key) ?? []);
  }

  /** Starts a session. The new id is returned only by this call, because only its hash is stored. */
  async start(
    userId: string,
    timeoutMs: number,
    from: { readonly address: string; readonly userAgent?: string | undefined },
  ): Promise<{ id: string; session: SessionRecord }> {
    const id = newSecret();
    const now = this.#now();
    const session: SessionRecord = {
      id: hashSecret(id),
      user_id: userId,
      created_at: now,
      last_access: now,
      timeout_ms: timeoutMs,
      client_address: from.address,
      ...deviceOf(from.userAgent),
    };
    this.#index(session);
    try {
      await this.#stored.put(session);
    } catch (error) {
      this.#forget(userId, session.id);
      throw error;
    }
    await this.#endSurplus(userId);
    return { id, session };
  }

  /** Returns the live session with an id; an expired one is treated as absent. */
  find(id: string): SessionRecord | undefined {
    const stored = this.#stored.get(hashSecret(id));
    const session = stored && this.#current(stored);
    return session && expiresAt(session) > this.#now() ? session : undefined;
  }

  /** Returns the live sessions of a user, last used first. */
  of(userId: string): SessionRecord[] {
    return this.#own(userId)
      .map((session) => this.#current(session))
      .filter((session) => expiresAt(session) > this.#now())
      .sort((a, b) => b.last_access - a.last_access);
  }

  /** Ends the least recently used sessions of a user with too many, so that nobody can fill the store by signing in. */
  async #endSurplus(userId: string): Promise<void> {
    const own = this.#own(userId);
    if (own.length <= mostSessions) return;
    const byUse = own.map((session) => this.#current(session)).sort((a, b) => b.last_access - a.last_access);
    for (const { id } of byUse.slice(mostSessions)) await this.end(id);
  }

  /**
   * Tells whether a user has a stored session, even an expired one, that was started from the network of an address.
   */
  isUsedFrom(userId: string, address: string): boolean {
    const network = networkOf(address);
    return this.#own(userId).some((session) => networkOf(session.client_address) === network);
  }

  /**
   * Extends a session: its expiry becomes the present time plus the timeout.
   * @param timeoutMs timeout that the session gets, in milliseconds
   */
  async touch(session: SessionRecord, timeoutMs = session.timeout_ms): Promise<SessionRecord> {
    const now = this.#now();
    const touched = { ...session, last_access: now, timeout_ms: timeoutMs };
    this.#touched.set(session.id, now);
    const stored = this.#stored.get(session.id);
    if (stored && (now - stored.last_access >= writeIntervalMs || stored.timeout_ms !== timeoutMs)) {
      // An update is used instead of a put, so that a session which is being ended does not come back.
      await this.#stored
        .update(session.id, (kept) => ({ ...kept, last_access: now, timeout_ms: timeoutMs }))
        .then(() => this.#forgetTouch(session.id, now), unlessDiskFull);
    }
    return touched;
  }

  /** Forgets the last access that has just been written, unless the session was used again meanwhile. */
  #forgetTouch(key: string, at: number): void {
    if (this.#touched.get(key) === at) this.#touched.delete(key);
  }

  /** Ends a session. @param key hash of the session id */
  async end(key: string): Promise<void> {
    this.#touched.delete(key);
    const userId = this.#stored.get(key)?.user_id ?? '';
    await this.#stored.delete(key);
    this.#forget(userId, key);
  }

  /** Ends all sessions of a user. @param except key (hash of the id) of a session that is kept */
  async endAllOf(userId: string, except?: string): Promise<void> {
    const doomed = this.#own(userId).filter(({ id }) => id !== except);
    await Promise.all(doomed.map(({ id }) => this.end(id)));
  }

  /** Deletes expired sessions and writes the last accesses that are only in memory. */
  async sweep(): Promise<void> {
    for (const stored of [...this.#stored.all()]) {
      const session = this.#current(stored);
      if (expiresAt(session) <= this.#now()) await this.end(stored.id);
      else if (session.last_access !== stored.last_access) {
        this.#touched.delete(stored.id);
        await this.#stored.update(stored.id, (kept) => ({ ...kept, last_access: session.last_access }));
      }
    }
  }

  #current(stored: SessionRecord): SessionRecord {
    const last_access = Math.max(stored.last_access, this.#touched.get(stored.id) ?? 0);
    // A timeout that an administrator has shortened meanwhile applies to existing sessions.
    const timeout_ms = Math.min(stored.timeout_ms, this.#longestMs() ?? Infinity);
    const asStored = last_access === stored.last_access && timeout_ms === stored.timeout_ms;
    return asStored ? stored : { ...stored, last_access, timeout_ms };
  }
}
