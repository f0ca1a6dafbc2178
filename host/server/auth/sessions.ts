/**
 * Sessions that survive a restart. Only a hash of the id is stored: who reads the store cannot act as anybody. Being used is written
 * at most once a minute per session; in between it is remembered in memory and written at shutdown.
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
  /** Epoch milliseconds. */
  created_at: number;
  last_access: number;
  timeout_ms: number;
  client_address: string;
  /** Families of the browser and its system, as reported at the login; absent in old sessions. */
  browser?: string | null;
  system?: string | null;
}

const writeIntervalMs = 60_000;
/** Sessions of one user. */
const mostSessions = 100;

export const expiresAt = (session: SessionRecord) => session.last_access + session.timeout_ms;

export class Sessions {
  readonly #stored: Collection<SessionRecord>;
  readonly #now: () => number;
  readonly #longestMs: () => number | undefined;
  /** Keys of the sessions of each user, and of those that are being stored. */
  readonly #keys = new Map<string, Set<string>>();
  /** Last access of sessions whose stored one is older. */
  readonly #touched = new Map<string, number>();

  /** @param longestMs how long a session lasts unused, whatever it began with; undefined: as it began */
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

  /** All sessions of a user, including expired ones. */
  #own(userId: string): SessionRecord[] {
    return [...(this.#keys.get(userId) ?? [])].flatMap((key) => this.#stored.get(key) ?? []);
  }

  /** Starts a session with a new id, which is returned only here. */
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

  /** The live session of this id; an expired one is treated as absent. */
  find(id: string): SessionRecord | undefined {
    const stored = this.#stored.get(hashSecret(id));
    const session = stored && this.#current(stored);
    return session && expiresAt(session) > this.#now() ? session : undefined;
  }

  /** The live sessions of a user, last used first. */
  of(userId: string): SessionRecord[] {
    return this.#own(userId)
      .map((session) => this.#current(session))
      .filter((session) => expiresAt(session) > this.#now())
      .sort((a, b) => b.last_access - a.last_access);
  }

  /** Ends the sessions that were used longest ago when a user has more than the limit, so that nobody fills the store by signing in. */
  async #endSurplus(userId: string): Promise<void> {
    const own = this.#own(userId);
    if (own.length <= mostSessions) return;
    const byUse = own.map((session) => this.#current(session)).sort((a, b) => b.last_access - a.last_access);
    for (const { id } of byUse.slice(mostSessions)) await this.end(id);
  }

  /** Tells whether a user has a session from the network of an address. */
  isUsedFrom(userId: string, address: string): boolean {
    const network = networkOf(address);
    return this.#own(userId).some((session) => networkOf(session.client_address) === network);
  }

  /** Prolongs the session: expiry is now plus its timeout. */
  async touch(session: SessionRecord, timeoutMs = session.timeout_ms): Promise<SessionRecord> {
    const now = this.#now();
    const touched = { ...session, last_access: now, timeout_ms: timeoutMs };
    this.#touched.set(session.id, now);
    const stored = this.#stored.get(session.id);
    if (stored && (now - stored.last_access >= writeIntervalMs || stored.timeout_ms !== timeoutMs)) {
      // An update, not a put: a session that is being ended at this moment must not come back.
      await this.#stored
        .update(session.id, (kept) => ({ ...kept, last_access: now, timeout_ms: timeoutMs }))
        .then(() => this.#forgetTouch(session.id, now), unlessDiskFull);
    }
    return touched;
  }

  /** The last use is on disk now, unless the session was used again meanwhile. */
  #forgetTouch(key: string, at: number): void {
    if (this.#touched.get(key) === at) this.#touched.delete(key);
  }

  async end(key: string): Promise<void> {
    this.#touched.delete(key);
    const userId = this.#stored.get(key)?.user_id ?? '';
    await this.#stored.delete(key);
    this.#forget(userId, key);
  }

  /** @param except internal id of a session that goes on */
  async endAllOf(userId: string, except?: string): Promise<void> {
    const doomed = this.#own(userId).filter(({ id }) => id !== except);
    await Promise.all(doomed.map(({ id }) => this.end(id)));
  }

  /** Removes expired sessions and writes what is only remembered. */
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
    // Set meanwhile, it counts for the sessions that there are.
    const timeout_ms = Math.min(stored.timeout_ms, this.#longestMs() ?? Infinity);
    const asStored = last_access === stored.last_access && timeout_ms === stored.timeout_ms;
    return asStored ? stored : { ...stored, last_access, timeout_ms };
  }
}
