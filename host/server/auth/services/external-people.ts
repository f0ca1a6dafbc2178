/**
 * Accounts of people whom a service knows. They are made at the first sign-in and brought up to date at every later one. An account is
 * bound to its directory or provider and to the person's id there: neither the same name nor the same id at another provider gives
 * anybody the account of somebody else.
 */
import { nameProblem } from '../names.js';
import type { Roles } from '../roles.js';
import type { UserRecord, Users } from '../users.js';
import type { BackendRecord } from './backends.js';
import { issuerOf } from './issuers.js';

export interface ExternalPerson {
  /** Permanent id of the person at the service. */
  readonly uid: string;
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  /** Ids, when the service says which roles they have; else those of the account stay as they are. */
  readonly roles?: readonly string[];
}

/** The service knows them, but they get no account; the message says why, for the administrator. */
export class AccountRefusedError extends Error {
  override name = 'AccountRefusedError';
}

const longestUsername = 100;
const longestFullName = 200;
const longestEmail = 254;

/** Removes invisible characters and those that turn the reading direction, for display. */
const legible = (text: string, longest: number): string =>
  text
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, longest)
    // A pair may have been cut in half.
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
  /** Accounts that are being made, by issuer and id. */
  readonly #making = new Map<string, Promise<UserRecord>>();

  constructor(users: Users, roles: Roles) {
    this.#users = users;
    this.#roles = roles;
  }

  /** Accounts of the directory or provider that the service points at. */
  boundTo(backend: BackendRecord): UserRecord[] {
    const issuer = issuerOf(backend);
    return this.#users.all().filter((user) => user.external && user.auth_service_issuer === issuer);
  }

  /** Binds accounts of earlier versions, which knew only their service, to the directory or provider that it points at now. */
  async bindOldAccounts(backends: readonly BackendRecord[]): Promise<void> {
    for (const { id, external, auth_service_id: backendId, auth_service_issuer: bound } of this.#users.all()) {
      const backend = backends.find((one) => one.id === backendId);
      if (external && typeof bound !== 'string' && backend) await this.#bind(id, backend);
    }
  }

  /** Moves the accounts of a service along when its provider has a new address. */
  async rebind(former: BackendRecord, next: BackendRecord): Promise<void> {
    const taken = new Set(this.boundTo(next).map(({ auth_service_uid: uid }) => uid));
    for (const { id, auth_service_uid: uid } of this.boundTo(former)) if (!taken.has(uid)) await this.#bind(id, next);
  }

  async #bind(userId: string, backend: BackendRecord): Promise<void> {
    const issuer = issuerOf(backend);
    await this.#users.update(userId, (user) => ({ ...user, auth_service_issuer: issuer, auth_service_id: backend.id }));
  }

  /**
   * The account of somebody whom the service has let in.
   * @throws AccountRefusedError when the name is somebody else's, or cannot be one
   */
  async account(backend: BackendRecord, person: ExternalPerson): Promise<UserRecord> {
    if (person.uid === '' || person.uid.length > 500) {
      throw new AccountRefusedError('The service gave no id that can be used.');
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
    const updated = await this.#users.update(known.id, (kept) => ({
      ...kept,
      full_name,
      email,
      auth_service_id,
      ...(person.roles ? { role_ids } : {}),
    }));
    if (!updated) throw new AccountRefusedError('The account has been deleted.');
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
    if (account) return account;
    const whose = this.#users.similarlyNamed(username)?.external ? 'another external account' : 'a local account';
    throw new AccountRefusedError(`The user name ${username} is taken by ${whose}; delete that one first.`);
  }
}
