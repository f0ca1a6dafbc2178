/**
 * Stores snapshots: results of one moment that a link shows without an account. Only a hash of the link's token is
 * stored. A snapshot ends when it expires, when it is revoked, and with the account that created it.
 */
import type { Metric } from '../../../api/contract/system.schema.js';
import type { Snapshot } from '../../../api/contract/snapshots.schema.js';
import type { Caller } from '../auth/caller.js';
import type { UserRecord } from '../auth/users.js';
import { TooLargeError, TooManyRequestsError } from '../foundation/errors.js';
import { hashSecret, newEntityId, newSecret } from '../foundation/ids.js';
import { RateLimit } from '../foundation/rate-limit.js';
import { KeyedMutex } from '../store/keyed-mutex.js';
import type { Archive, Documents, Filed } from '../store/types.js';

export interface SnapshotRecord extends Pick<Snapshot, 'id' | 'title' | 'view_id' | 'created_at' | 'expires_at'> {
  token_hash: string;
  issuer_id: string;
  /** Content in the form of `packedContent`. */
  content: string;
}
export type SnapshotHead = Omit<SnapshotRecord, 'content'>;

export const snapshotHead = ({ content: _content, ...head }: SnapshotRecord): SnapshotHead => head;

const MiB = 1024 * 1024;
const snapshotLimits = {
  /** Largest number of snapshots, and of their bytes on disk, for one account and in total. */
  own: 50,
  ownBytes: 32 * MiB,
  all: 500,
  allBytes: 256 * MiB,
} as const;

const hourMs = 3_600_000;
/** Rate limit of creating snapshots per account: size of a burst, and number per second. */
const making = { burst: 30, perSecond: 0.5 };
/** Rate limits of reading one link, and of wrong links from one address. */
const opening = { burst: 100, perSecond: 10 };
const guessing = { burst: 30, perSecond: 1 };

export interface NewSnapshot {
  readonly title: string;
  readonly viewId: string | undefined;
  readonly hours: number;
}

export interface SnapshotsOptions {
  readonly documents: Documents;
  /** Returns the account of an id if it may be used now. */
  readonly issuer: (id: string) => UserRecord | undefined;
  readonly now?: () => number;
}

export class Snapshots {
  readonly #stored: Archive<SnapshotRecord, SnapshotHead>;
  readonly #issuer: SnapshotsOptions['issuer'];
  readonly #now: () => number;
  readonly #byHash = new Map<string, string>();
  /** Numbers of readings since the start of the server, by snapshot id. */
  readonly #opened = new Map<string, number>();
  readonly #figures = { created: 0, opened: 0, refused: 0 };
  readonly #making: RateLimit;
  readonly #opening: RateLimit;
  readonly #guessing: RateLimit;
  /** Executes the writes one after another, so that concurrent writes cannot exceed the limits together. */
  readonly #turns = new KeyedMutex(() => false);

  constructor({ documents, issuer, now = Date.now }: SnapshotsOptions) {
    this.#stored = documents.archive<SnapshotRecord, SnapshotHead>('snapshots');
    this.#issuer = issuer;
    this.#now = now;
    this.#making = new RateLimit({ ...making, now });
    this.#opening = new RateLimit({ ...opening, now });
    this.#guessing = new RateLimit({ ...guessing, now });
    for (const { id, token_hash: hash } of this.#stored.heads()) this.#byHash.set(hash, id);
  }

  /**
   * Counts an attempt to create a snapshot, before any search runs for it.
   * @throws TooManyRequestsError when the account makes snapshots too often; TooLargeError when there is no room for a
   * further snapshot
   */
  admit({ id }: Pick<Caller, 'id'>): void {
    if (!this.#making.take(id)) throw new TooManyRequestsError('One account may make 30 snapshots a minute.', 2);
    this.#checkRoom(id, 0);
  }

  /**
   * Stores a snapshot and returns its token, which only this call returns.
   * @param content packed content
   * @throws TooLargeError when the snapshots of the issuer, or all snapshots, would exceed a limit
   */
  create(
    issuer: Pick<Caller, 'id'>,
    about: NewSnapshot,
    content: string,
  ): Promise<{ token: string; head: Filed<SnapshotHead> }> {
    return this.#turns.take('all', () => this.#create(issuer, about, content));
  }

  async #create(
    issuer: Pick<Caller, 'id'>,
    about: NewSnapshot,
    content: string,
  ): Promise<{ token: string; head: Filed<SnapshotHead> }> {
    await this.sweep();
    this.#checkRoom(issuer.id, content.length);
    const token = newSecret();
    const now = this.#now();
    const record: SnapshotRecord = {
      id: newEntityId(),
      title: about.title,
      view_id: about.viewId ?? null,
      token_hash: hashSecret(token),
      issuer_id: issuer.id,
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + about.hours * hourMs).toISOString(),
      content,
    };
    await this.#stored.put(record);
    this.#byHash.set(record.token_hash, record.id);
    this.#figures.created += 1;
    return { token, head: this.#stored.head(record.id) ?? { ...snapshotHead(record), bytes: content.length } };
  }

  /** Returns a snapshot; undefined: it does not exist, has expired, or its creator's account may no longer be used. */
  get(id: string): Filed<SnapshotHead> | undefined {
    const head = this.#stored.head(id);
    const valid = head && Date.parse(head.expires_at) > this.#now() && this.#issuer(head.issuer_id);
    return valid ? head : undefined;
  }

  /**
   * Finds the snapshot of the token in a link. The token may be any text. Returns undefined if there is no such
   * snapshot, or if `get` does not return it.
   */
  find(token: string): Filed<SnapshotHead> | undefined {
    return this.get(this.#byHash.get(hashSecret(token)) ?? '');
  }

  live(): Filed<SnapshotHead>[] {
    return this.#stored.heads().filter(({ id }) => this.get(id) !== undefined);
  }

  openedTimes(id: string): number {
    return this.#opened.get(id) ?? 0;
  }

  /**
   * Reads the content of a link.
   * @param address address of the client
   * @returns the packed content; undefined: the link is unknown, or the file of the snapshot is damaged
   * @throws TooManyRequestsError when a link is read too often, or when an address tries too many wrong links
   */
  async open(token: string, address: string): Promise<string | undefined> {
    const head = this.find(token);
    const within = head ? this.#opening.take(head.id) : this.#guessing.take(address);
    if (!within) {
      this.#figures.refused += 1;
      throw new TooManyRequestsError('Snapshots are opened too often. Try again in a few seconds.', 5);
    }
    const record = head && (await this.#stored.read(head.id));
    if (!record) {
      this.#figures.refused += 1;
      return undefined;
    }
    this.#figures.opened += 1;
    this.#opened.set(record.id, this.openedTimes(record.id) + 1);
    return record.content;
  }

  async revoke(id: string): Promise<boolean> {
    const head = this.#stored.head(id);
    if (head) this.#byHash.delete(head.token_hash);
    this.#opened.delete(id);
    this.#opening.forget(id);
    return this.#stored.delete(id);
  }

  /** Deletes the snapshots that nobody can open any more, with their files. */
  async sweep(): Promise<void> {
    const ended = this.#stored.heads().filter(({ id }) => this.get(id) === undefined);
    for (const { id } of ended) await this.revoke(id);
  }

  *metrics(): Generator<Metric> {
    const named = (name: string) => ({ full_name: `log-console.snapshots.${name}`, name });
    const live = this.live();
    const bytes = live.reduce((sum, one) => sum + one.bytes, 0);
    yield { ...named('live'), type: 'gauge', metric: { value: live.length } };
    yield { ...named('bytes'), type: 'gauge', metric: { value: bytes } };
    for (const [name, count] of Object.entries(this.#figures))
      yield { ...named(name), type: 'counter', metric: { count } };
  }

  #checkRoom(issuerId: string, more: number): void {
    const live = this.live();
    const own = live.filter(({ issuer_id: id }) => id === issuerId);
    const bytesOf = (heads: readonly Filed<SnapshotHead>[]): number =>
      heads.reduce((sum, { bytes }) => sum + bytes, more);
    const { own: ownCount, ownBytes, all, allBytes } = snapshotLimits;
    if (own.length >= ownCount || bytesOf(own) > ownBytes) {
      throw new TooLargeError(
        `One account keeps up to ${ownCount} snapshots of ${ownBytes / MiB} MiB together. Revoke snapshots that are no longer needed.`,
      );
    }
    if (live.length >= all || bytesOf(live) > allBytes) {
      throw new TooLargeError(
        `The server keeps up to ${all} snapshots of ${allBytes / MiB} MiB together. Ask an administrator to revoke some.`,
      );
    }
  }
}
