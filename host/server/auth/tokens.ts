/**
 * Stores access tokens for scripts and for pages that embed elements. Only a hash of each token is stored; the token
 * itself is shown once.
 */
import { unlessDiskFull } from '../store/errors.js';
import type { Collection, Documents } from '../store/types.js';
import { hashSecret, newEntityId, newSecret } from '../foundation/ids.js';

export interface TokenRecord {
  id: string;
  name: string;
  user_id: string;
  token_hash: string;
  /** Time of the last use, ISO 8601; the epoch for an unused token. */
  last_access: string;
  /**
   * Client address of the last use; null: unused. Absent in tokens of earlier versions, which also lack `created_at`
   * and `expires_at`.
   */
  last_address?: string | null;
  /** Creation time, ISO 8601. */
  created_at?: string;
  /** Expiry, ISO 8601; null or absent: the token never expires. */
  expires_at?: string | null;
}

export const hasExpired = ({ expires_at }: TokenRecord, now = Date.now()): boolean =>
  typeof expires_at === 'string' && Date.parse(expires_at) <= now;

const neverUsed = new Date(0).toISOString();
const writeIntervalMs = 60_000;

export class Tokens {
  readonly #stored: Collection<TokenRecord>;

  constructor(documents: Documents) {
    this.#stored = documents.collection<TokenRecord>('tokens');
  }

  of(userId: string): TokenRecord[] {
    return this.#stored.all().filter((token) => token.user_id === userId);
  }

  /** Creates an access token of a user. @param expiresAt expiry, ISO 8601; null: the token never expires */
  async create(
    userId: string,
    name: string,
    expiresAt: string | null = null,
  ): Promise<{ token: string; record: TokenRecord }> {
    const token = newSecret();
    const record: TokenRecord = {
      id: newEntityId(),
      name,
      user_id: userId,
      token_hash: hashSecret(token),
      last_access: neverUsed,
      last_address: null,
      created_at: new Date().toISOString(),
      expires_at: expiresAt,
    };
    await this.#stored.put(record);
    return { token, record };
  }

  find(token: string): TokenRecord | undefined {
    const hash = hashSecret(token);
    return this.#stored.find((record) => record.token_hash === hash);
  }

  /** Stores time and address of a use, at most once a minute. */
  async touch(record: TokenRecord, address: string): Promise<void> {
    const now = Date.now();
    if (now - Date.parse(record.last_access) < writeIntervalMs) return;
    await this.#stored
      .update(record.id, (kept) => ({ ...kept, last_access: new Date(now).toISOString(), last_address: address }))
      .catch(unlessDiskFull);
  }

  /**
   * Deletes a token of a user, and returns it; undefined: the user has no such token.
   * @param idOrValue id, or the token itself
   */
  async delete(userId: string, idOrValue: string): Promise<TokenRecord | undefined> {
    const hash = hashSecret(idOrValue);
    const record = this.of(userId).find(({ id, token_hash }) => id === idOrValue || token_hash === hash);
    return record && (await this.#stored.delete(record.id)) ? record : undefined;
  }

  async deleteAllOf(userId: string): Promise<void> {
    await Promise.all(this.of(userId).map(({ id }) => this.#stored.delete(id)));
  }
}
