/**
 * Sessions that survive a restart. Only a hash of the id is stored: who reads the store cannot act as anybody. Being used is written
 * at most once a minute per session; in between it is remembered in memory and written at shutdown.
 */
import type { Collection, Documents } from '../store/types.js';
import { hashSecret, newSecret } from './ids.js';

export interface SessionRecord {
  /** Hash of the session id. */
  id: string;
  user_id: string;
  /** Epoch milliseconds. */
  created_at: number;
  last_access: number;
  timeout_ms: number;
  client_address: string;
}

const writeIntervalMs = 60_000;

export const expiresAt = (session: SessionRecord) => session.last_access + session.timeout_ms;

export class Sessions {
  readonly #stored: Collection<SessionRecord>;
  readonly #now: () => number;
  /** Last access of sessions whose stored one is older. */
  readonly #touched = new Map<string, number>();

  constructor(documents: Documents, now: () => number = Date.now) {
    this.#stored = documents.collection<SessionRecord>('sessions');
    this.#now = now;
  }

  /** A new session with a new id, which is told only here. */
  async start(
    userId: string,
    timeoutMs: number,
    clientAddress: string,
  ): Promise<{ id: string; session: SessionRecord }> {
    const id = newSecret();
    const now = this.#now();
    const session: SessionRecord = {
      id: hashSecret(id),
      user_id: userId,
      created_at: now,
      last_access: now,
      timeout_ms: timeoutMs,
      client_address: clientAddress,
    };
    await this.#stored.put(session);
    return { id, session };
  }

  /** The live session of this id; an expired one is treated as absent. */
  find(id: string): SessionRecord | undefined {
    const stored = this.#stored.get(hashSecret(id));
    const session = stored && this.#current(stored);
    return session && expiresAt(session) > this.#now() ? session : undefined;
  }

  /** The last used live session of a user. */
  lastOf(userId: string): SessionRecord | undefined {
    return this.#stored
      .all()
      .filter((session) => session.user_id === userId)
      .map((session) => this.#current(session))
      .filter((session) => expiresAt(session) > this.#now())
      .sort((a, b) => b.last_access - a.last_access)[0];
  }

  /** Prolongs the session: expiry is now plus its timeout. */
  async touch(session: SessionRecord, timeoutMs = session.timeout_ms): Promise<SessionRecord> {
    const now = this.#now();
    const touched = { ...session, last_access: now, timeout_ms: timeoutMs };
    this.#touched.set(session.id, now);
    const stored = this.#stored.get(session.id);
    if (stored && (now - stored.last_access >= writeIntervalMs || stored.timeout_ms !== timeoutMs)) {
      this.#touched.delete(session.id);
      // An update, not a put: a session that is being ended at this moment must not come back.
      await this.#stored.update(session.id, (kept) => ({ ...kept, last_access: now, timeout_ms: timeoutMs }));
    }
    return touched;
  }

  async end(key: string): Promise<void> {
    this.#touched.delete(key);
    await this.#stored.delete(key);
  }

  async endAllOf(userId: string): Promise<void> {
    const doomed = this.#stored.all().filter((session) => session.user_id === userId);
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
    const last = this.#touched.get(stored.id);
    return last !== undefined && last > stored.last_access ? { ...stored, last_access: last } : stored;
  }
}
