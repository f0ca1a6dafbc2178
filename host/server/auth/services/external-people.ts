/**
 * Manages the accounts of users of an authentication service, which are created at the first sign-in and updated at
 * every later one. An account is bound to its directory or provider and to the user's id there. Therefore neither an
 * equal name nor an equal id at another provider gives anybody access to another user's account.
 */
import type { Log } from '../../log/log.js';
import { nameProblem } from '../names.js';
import { logRights } from '../rights-log.js';
import type { Roles } from '../roles.js';
import type { UserRecord, Users } from '../users.js';
import type { BackendRecord } from './backends.js';
import { issuerOf } from './issuers.js';

export interface ExternalPerson {
  /** Permanent id of the user at the service. */
  readonly uid: string;
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  /** Ids of the user's roles; absent: a new account gets the default roles, and a known account keeps its roles. */
  readonly roles?: readonly string[];
}

/**
 * Thrown when a service knows a user, but this server refuses an account; the message gives the administrator the
 * reason.
 */
export class AccountRefusedError extends Error {
  override name = 'AccountRefusedError';
}

const longestUsername = 100;
const longestFullName = 200;
const longestEmail = 254;

/**
 * Removes invisible characters, and characters that change the reading direction, for display, and cuts the text to
 * `longest` UTF-16 units.
 */
const legible = (text: string, longest: number): string =>
  text
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, longest)
    // Truncation may have split a surrogate pair.
    .replace(/\p{Surrogate}$/u, '');

function checkedName(username: string): string {
  const problem =
    username.length > longestUsername ? `must not be longer than ${longestUsername} characters` : nameProblem(username);
  if (problem !== undefined)
    throw new AccountRefusedError(`The user name ${JSON.stringify(username.slice(0, longestUsername))} ${problem}.`);
  return username;
}

export class ExternalPeople {
  readonly #users: Users;
  readonly #roles: Roles;
  readonly #log: Log;
  /** Accounts that are being created, by issuer and id of the user. */
  readonly #making = new Map<string, Promise<UserRecord>>();

  constructor(users: Users, roles: Roles, log: Log) {
    this.#users = users;
    this.#roles = roles;
    this.#log = log;
  }

  /** Returns the accounts of the directory or provider that the service uses. */
  boundTo(backend: BackendRecord): UserRecord[] {
    const issuer = issuerOf(backend);
    return this.#users.all().filter((user) => user.external && user.auth_service_issuer === issuer);
  }

  /**
   * Binds accounts of earlier versions, which stored only their service, to the directory or provider that the service
   * uses now.
   */
  async bindOldAccounts(backends: readonly BackendRecord[]): Promise<void> {
    for (const { id, external, auth_service_id: backendId, auth_service_issuer: bound } of this.#users.all()) {
      const backend = backends.find((one) => one.id === backendId);
      if (external && typeof bound !== 'string' && backend) await this.#bind(id, backend);
    }
  }

  /**
   * Binds the accounts of a changed service to the provider that the service names now. Accounts of users who already
   * have an account of that provider are left out.
   */
  async rebind(former: BackendRecord, next: BackendRecord): Promise<void> {
    const taken = new Set(this.boundTo(next).map(({ auth_service_uid: uid }) => uid));
    for (const { id, auth_service_uid: uid } of this.boundTo(former)) if (!taken.has(uid)) await this.#bind(id, next);
  }

  async #bind(userId: string, backend: BackendRecord): Promise<void> {
    const issuer = issuerOf(backend);
    await this.#users.update(userId, (user) => ({ ...user, auth_service_issuer: issuer, auth_service_id: backend.id }));
  }

  /**
   * Returns the account of a user whom the service has authenticated; the account is created, or updated if it exists.
   * @throws AccountRefusedError when the name belongs to another account or is invalid, when the id is empty or too
   * long, or when the account is deleted meanwhile
   */
  async account(backend: BackendRecord, person: ExternalPerson): Promise<UserRecord> {
    if (person.uid === '' || person.uid.length > 500) {
      throw new AccountRefusedError('The authentication service sent no user id, or one of more than 500 characters.');
    }
    const known = this.boundTo(backend).find(({ auth_service_uid: uid }) => uid === person.uid);
    if (known) return this.#update(backend, known, person);
    const key = JSON.stringify([issuerOf(backend), person.uid]);
    const making = this.#making.get(key) ?? this.#create(backend, person).finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  #existing(roles: readonly string[]): string[] {
    return [...new Set(roles)].filter((id) => this.#roles.get(id) !== undefined);
  }

  #logRights({ title }: BackendRecord, user: UserRecord, before?: UserRecord): void {
    logRights({ roles: this.#roles, log: this.#log }, `authentication service ${title}`, user, before);
  }

  async #update(backend: BackendRecord, known: UserRecord, person: ExternalPerson): Promise<UserRecord> {
    const changed = {
      ...known,
      full_name: legible(person.fullName, longestFullName) || known.username,
      email: legible(person.email, longestEmail),
      auth_service_id: backend.id,
      ...(person.roles ? { role_ids: this.#existing(person.roles) } : {}),
    };
    const fields = ['full_name', 'email', 'auth_service_id'] as const;
    const same = fields.every((field) => changed[field] === known[field]);
    if (same && String(changed.role_ids) === String(known.role_ids)) return known;
    const { full_name, email, role_ids, auth_service_id } = changed;
    let before = known;
    const updated = await this.#users.update(known.id, (kept) => {
      before = kept;
      return { ...kept, full_name, email, auth_service_id, ...(person.roles ? { role_ids } : {}) };
    });
    if (!updated) throw new AccountRefusedError('The account has been deleted.');
    this.#logRights(backend, updated, before);
    return updated;
  }

  async #create(backend: BackendRecord, person: ExternalPerson): Promise<UserRecord> {
    const username = checkedName(person.username);
    const account = await this.#users.create(username, () => ({
      full_name: legible(person.fullName, longestFullName) || username,
      email: legible(person.email, longestEmail),
      role_ids: this.#existing(person.roles ?? backend.default_roles),
      external: true,
      auth_service_id: backend.id,
      auth_service_issuer: issuerOf(backend),
      auth_service_uid: person.uid,
    }));
    if (account) {
      this.#logRights(backend, account);
      return account;
    }
    const whose = this.#users.similarlyNamed(username)?.external ? 'another external account' : 'a local account';
    throw new AccountRefusedError(`The user name ${username} is taken by ${whose}; delete that one first.`);
  }
}
