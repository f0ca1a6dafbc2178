/** Routes of the access tokens of users. The response that creates a token is the only one that contains the token. */
import * as endpoints from '../../../api/contract/users.js';
import { longestSessionTimeoutMs, TokenRequest, type TokenSummary } from '../../../api/contract/users.schema.js';
import type { Needs } from '../context.js';
import { checkMayChange } from '../entities/administrators.js';
import { checkCount, checkLengths, quotas } from '../entities/quotas.js';
import { findUser } from '../entities/user-input.js';
import type { TokenRecord } from '../auth/tokens.js';
import { FieldValidationError, NotFoundError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';
import { KeyedMutex } from '../store/keyed-mutex.js';

const summary = ({ id, name, last_access, ...record }: TokenRecord): TokenSummary => ({
  id,
  name,
  last_access,
  expires_at: record.expires_at ?? null,
  last_address: record.last_address ?? null,
  created_at: record.created_at ?? null,
});

/**
 * Parses the expiry of a token; null: the token never expires.
 * @returns ISO 8601 in UTC
 * @throws FieldValidationError unless the text is a time within the next ten years
 */
function expiryOf(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const instant = Date.parse(text);
  const problem = Number.isNaN(instant)
    ? 'must be an instant such as 2030-01-31T00:00:00.000Z'
    : instant <= Date.now()
      ? 'must be in the future'
      : instant - Date.now() > longestSessionTimeoutMs
        ? 'must not be more than ten years away'
        : undefined;
  if (problem !== undefined) throw new FieldValidationError({ expires_at: [problem] });
  return new Date(instant).toISOString();
}

export function registerTokens(registry: Registry, { auth, log }: Needs<'auth' | 'log'>): void {
  /** Serialises the creation of each user's tokens, so that concurrent requests cannot exceed the limit together. */
  const turns = new KeyedMutex(() => false);
  registry.serve(endpoints.listTokens, {}, ({ params, user: caller }) => {
    const user = findUser(auth, { id: params.userId, caller, permission: 'tokenlist' });
    return { tokens: auth.tokens.of(user.id).map(summary) };
  });
  registry.serve(endpoints.createToken, { body: TokenRequest }, async ({ params, body, user: caller }) => {
    const user = findUser(auth, { id: params.userId, caller, permission: 'tokencreate' });
    checkMayChange(auth, caller, user);
    const name = params.tokenName;
    checkLengths({ name: [name, 200] });
    const expiresAt = expiryOf(body?.expires_at);
    return turns.take(user.id, async () => {
      const count = auth.tokens.of(user.id).length + 1;
      checkCount('access tokens', count, quotas.tokens, 'Delete one that is not used first.');
      const { token, record } = await auth.tokens.create(user.id, name, expiresAt);
      log.info('An access token was made', { user: user.username, name, by: caller.username });
      return { ...summary(record), token };
    });
  });
  registry.serve(endpoints.deleteToken, {}, async ({ params, user: caller }) => {
    const user = findUser(auth, { id: params.userId, caller, permission: 'tokenremove' });
    checkMayChange(auth, caller, user);
    const deleted = await auth.tokens.delete(user.id, params.tokenIdOrValue);
    if (!deleted) throw new NotFoundError("Couldn't find the access token");
    log.info('An access token was deleted', { user: user.username, name: deleted.name, by: caller.username });
    return undefined;
  });
}
