/**
 * Stores tokens for guests of pages that embed elements. The tokens are valid for minutes, renewable, and restricted to
 * named objects. Only a hash of each token is stored. A guest may never read more than the account that created the
 * token may read at the time of the request.
 */
import type { Metric } from '../../../api/contract/system.schema.js';
import type { EmbedToken, EmbedTokenRequest } from '../../../api/contract/embed-tokens.schema.js';
import { searchesConfigClass } from '../../../api/contract/cluster-config-names.js';
import { allows } from '../../../api/permissions.js';
import { ForbiddenError, TooManyRequestsError } from '../foundation/errors.js';
import { hashSecret, newEntityId, newSecret } from '../foundation/ids.js';
import { unlessDiskFull } from '../store/errors.js';
import type { Collection, Documents } from '../store/types.js';
import { permissionOn, type Caller } from './caller.js';

export interface EmbedTokenRecord extends Omit<EmbedToken, 'issuer' | 'last_access' | 'minutes'> {
  token_hash: string;
  issuer_id: string;
  /** Lifetime in minutes that a renewal gives again; absent in tokens of older versions, which get the default. */
  minutes?: number;
  /** Streams that the view or message uses, as of the creation of the token; absent: all that the issuer may read. */
  used_streams?: string[];
  /** Time of the last use, ISO 8601; absent until the first use. */
  last_access?: string;
}

/** Prefix of embed tokens, which keeps them apart from access tokens. */
export const embedTokenPrefix = 'embed_';
/** Lifetime in minutes of a token whose creator requested no other. */
export const usualMinutes = 15;
/** Largest number of live tokens of one account. */
const mostOfIssuer = 1_000;
const writeIntervalMs = 60_000;
/** Rate limit of one token: requests in a burst; each second, `perSecond` further requests are permitted. */
const burst = 200;
const perSecond = 20;

interface Bucket {
  left: number;
  at: number;
}

export class EmbedTokens {
  readonly #stored: Collection<EmbedTokenRecord>;
  readonly #byHash = new Map<string, string>();
  readonly #buckets = new Map<string, Bucket>();
  readonly #now: () => number;
  readonly #figures = { created: 0, calls: 0, refused: 0 };

  constructor(documents: Documents, now: () => number = Date.now) {
    this.#stored = documents.collection<EmbedTokenRecord>('embed_tokens');
    this.#now = now;
    for (const { id, token_hash: hash } of this.#stored.all()) this.#byHash.set(hash, id);
  }

  /**
   * Creates a token for a guest, and deletes all expired tokens.
   * @param issuer account that is responsible for the guest
   * @param usedStreams streams of the named view or message; undefined: all that the issuer may read
   * @throws TooManyRequestsError when the account has too many live tokens
   */
  async create(
    issuer: Pick<Caller, 'id'>,
    { minutes = usualMinutes, guest, ...named }: EmbedTokenRequest,
    usedStreams: readonly string[] | undefined,
  ): Promise<{ token: string; record: EmbedTokenRecord }> {
    await this.#sweep();
    const live = this.#stored.all().filter(({ issuer_id: id }) => id === issuer.id).length;
    if (live >= mostOfIssuer) {
      throw new TooManyRequestsError(
        `This account has ${mostOfIssuer} embed tokens that have not expired. Renew the token of a guest instead of making another one.`,
        60,
      );
    }
    const token = `${embedTokenPrefix}${newSecret()}`;
    const now = this.#now();
    const record: EmbedTokenRecord = {
      ...named,
      id: newEntityId(),
      guest,
      token_hash: hashSecret(token),
      issuer_id: issuer.id,
      created_at: new Date(now).toISOString(),
      minutes,
      expires_at: this.#expiry(minutes),
      ...(usedStreams && { used_streams: [...usedStreams] }),
    };
    this.#byHash.set(record.token_hash, record.id);
    await this.#stored.put(record);
    this.#figures.created += 1;
    return { token, record };
  }

  /** Returns a token by its id; undefined: it does not exist or has expired. */
  get(id: string): EmbedTokenRecord | undefined {
    const record = this.#stored.get(id);
    return record && Date.parse(record.expires_at) > this.#now() ? record : undefined;
  }

  /** Returns the record of a token by its secret; undefined: the token does not exist or has expired. */
  find(token: string): EmbedTokenRecord | undefined {
    return this.get(this.#byHash.get(hashSecret(token)) ?? '');
  }

  live(): EmbedTokenRecord[] {
    return this.#stored.all().filter(({ id }) => this.get(id) !== undefined);
  }

  /**
   * Lets a token expire a number of minutes from now.
   * @param minutes undefined: the lifetime with which the token was created, so that a renewal never changes it unasked
   * @returns the renewed record; undefined: the token does not exist or has expired
   */
  async renew(id: string, minutes: number | undefined): Promise<EmbedTokenRecord | undefined> {
    const after = (kept: EmbedTokenRecord) => this.#expiry(minutes ?? kept.minutes ?? usualMinutes);
    return this.get(id) && this.#stored.update(id, (kept) => ({ ...kept, expires_at: after(kept) }));
  }

  async revoke(id: string): Promise<boolean> {
    this.#forget(id);
    return this.#stored.delete(id);
  }

  /**
   * Counts a request with a token, and stores the time of use at most once a minute.
   * @param origin origin of the calling page; undefined: unknown
   * @throws ForbiddenError when the token lists origins and `origin` is unknown or not listed, TooManyRequestsError
   * when the token exceeds its rate limit
   */
  async use(record: EmbedTokenRecord, origin: string | undefined): Promise<void> {
    if (record.origins && (origin === undefined || !record.origins.includes(origin))) {
      this.#figures.refused += 1;
      throw new ForbiddenError(
        `This embed token is for pages of ${record.origins.join(', ')}; the call came from ${origin ?? 'no page'}.`,
      );
    }
    const now = this.#now();
    const { left, at } = this.#buckets.get(record.id) ?? { left: burst, at: now };
    const room = Math.min(burst, left + ((now - at) / 1000) * perSecond);
    if (room < 1) {
      this.#figures.refused += 1;
      throw new TooManyRequestsError(`One embed token may make ${perSecond} calls a second.`, 1);
    }
    this.#buckets.set(record.id, { left: room - 1, at: now });
    this.#figures.calls += 1;
    if (now - Date.parse(record.last_access ?? '1970-01-01T00:00:00.000Z') < writeIntervalMs) return;
    const used = new Date(now).toISOString();
    await this.#stored.update(record.id, (kept) => ({ ...kept, last_access: used })).catch(unlessDiskFull);
  }

  countRefusal(): void {
    this.#figures.refused += 1;
  }

  *metrics(): Generator<Metric> {
    const named = (name: string) => ({ full_name: `log-console.embed.${name}`, name });
    yield { ...named('tokens'), type: 'gauge', metric: { value: this.live().length } };
    for (const [name, count] of Object.entries(this.#figures))
      yield { ...named(name), type: 'counter', metric: { count } };
  }

  #expiry(minutes: number): string {
    return new Date(this.#now() + minutes * 60_000).toISOString();
  }

  #forget(id: string): void {
    const hash = this.#stored.get(id)?.token_hash;
    if (hash !== undefined) this.#byHash.delete(hash);
    this.#buckets.delete(id);
  }

  async #sweep(): Promise<void> {
    const expired = this.#stored.all().filter(({ id }) => this.get(id) === undefined);
    for (const { id } of expired) {
      this.#forget(id);
      await this.#stored.delete(id);
    }
  }
}

/**
 * Returns the caller of requests with an embed token.
 * @param issuer account that created the token, with its present permissions
 */
export function guestOf(record: EmbedTokenRecord, issuer: Caller): Caller {
  const { id, guest, view, message, used_streams: used } = record;
  const streams = record.streams ?? used;
  const issuerMayRead = (stream: string): boolean => allows(issuer.permissions, permissionOn('streams:read', stream));
  const readsView =
    view !== undefined &&
    [permissionOn('view:read', view), permissionOn('dashboards:read', view)].some((one) =>
      allows(issuer.permissions, one),
    );
  const permissions = [
    permissionOn('clusterconfigentry:read', searchesConfigClass),
    ...(readsView ? [permissionOn('view:read', view)] : []),
    ...(message ? [permissionOn('messages:read', message.id)] : record.streams ? ['messages:read'] : []),
    ...(streams
      ? streams.filter(issuerMayRead).map((stream) => permissionOn('streams:read', stream))
      : issuer.permissions.flatMap((one) => (allows([one], 'streams:read:*') ? ['streams:read'] : isStream(one)))),
  ];
  const { widget, filter, range, longest_seconds: longest, allow = [] } = record;
  return {
    id: `embed:${id}`,
    // Account names must not contain a colon, so the searches and jobs of a guest belong to no account.
    username: `embed:${id}`,
    permissions,
    timezone: issuer.timezone,
    guest: {
      tokenId: id,
      identity: identityOf(record),
      name: guest,
      allow,
      issuerMayRead,
      ...(view !== undefined && { view }),
      ...(widget !== undefined && { widget }),
      ...(message && { message }),
      ...(streams && { streams }),
      ...(filter !== undefined && { filter }),
      ...(range && { range }),
      ...(longest !== undefined && { longest_seconds: longest }),
    },
  };
}

/** Returns a name that two tokens share only if one account has made them for the same guest with the same terms. */
function identityOf({ issuer_id: issuer, guest, view, widget, message, streams, ...rest }: EmbedTokenRecord): string {
  const { used_streams: used, filter, range, longest_seconds: longest, allow, origins } = rest;
  const place = [view, widget, message?.index, message?.id, streams, used];
  const terms = JSON.stringify([issuer, guest, ...place, filter, range, longest, allow, origins]);
  return `embed:${hashSecret(terms).slice(0, 22)}`;
}

const isStream = (permission: string): string[] => (permission.startsWith('streams:read:') ? [permission] : []);
