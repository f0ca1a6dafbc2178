/**
 * Signs users in through the active authentication service, if no local account has their name, or by the header of a
 * trusted proxy.
 */
import type { FastifyRequest } from 'fastify';
import { TooManyRequestsError, UnavailableError } from '../../foundation/errors.js';
import type { Log } from '../../log/log.js';
import type { Documents } from '../../store/types.js';
import { rootUserId, type UserRecord, type Users } from '../users.js';
import type { Roles } from '../roles.js';
import { SecretBox, SecretError } from '../secret-box.js';
import { TrustedHeader } from '../trusted-header.js';
import type { Credentials } from '../auth.js';
import type { StoredDirectory } from './backend-config.js';
import { Backends, type BackendRecord } from './backends.js';
import { directorySettings, isDisabled, personOf } from './directory-people.js';
import { AccountRefusedError, ExternalPeople, type ExternalPerson } from './external-people.js';
import { issuerOf } from './issuers.js';
import { checkPerson, DirectoryError, findPerson } from './ldap-directory.js';
import { Oidc } from './oidc.js';

/**
 * Largest number of concurrent conversations with directories; further sign-ins are refused, so that a slow directory
 * cannot accumulate waiting requests.
 */
const mostConversations = 32;
const longestLoginName = 200;
/** Milliseconds for which the directory's answer about a user who signs in by header is cached. */
const headerFreshMs = 60_000;

export interface SignInServicesOptions {
  readonly documents: Documents;
  readonly users: Users;
  readonly roles: Roles;
  /** Data directory, which contains the key of the secrets. */
  readonly data: string;
  readonly trustProxy: readonly string[];
  readonly log: Log;
}

type Directory = BackendRecord & { config: StoredDirectory };
const isDirectory = (backend: BackendRecord | undefined): backend is Directory =>
  backend !== undefined && backend.config.type !== 'oidc';

export class SignInServices {
  readonly secrets: SecretBox;
  readonly backends: Backends;
  readonly people: ExternalPeople;
  readonly header: TrustedHeader;
  readonly oidc = new Oidc();
  readonly #users: Users;
  readonly #log: Log;
  #talking = 0;
  /** Times at which the directory last confirmed a user, in epoch milliseconds by account id. */
  readonly #seen = new Map<string, number>();

  constructor({ documents, users, roles, data, trustProxy, log }: SignInServicesOptions) {
    this.secrets = new SecretBox(data);
    this.backends = new Backends(documents, this.secrets);
    this.people = new ExternalPeople(users, roles, log);
    this.header = new TrustedHeader(documents, trustProxy);
    this.#users = users;
    this.#log = log;
  }

  /**
   * Tells whether an account may be used: it must be enabled, and an external account is admitted only while the active
   * service uses its directory or provider.
   */
  admits(user: UserRecord): boolean {
    if (user.account_status !== 'enabled') return false;
    if (!user.external) return true;
    const active = this.backends.active();
    return active !== undefined && user.auth_service_issuer === issuerOf(active);
  }

  /** Tells whether the active service checks the passwords of names without a local account. */
  takesPasswords(): boolean {
    return isDirectory(this.backends.active());
  }

  /**
   * Returns the account of the user whom the active service accepts with this name and password; the account is
   * created, or updated if it exists. Undefined: the service refuses the user, or no directory is active.
   * @throws UnavailableError when the service does not answer, TooManyRequestsError when too many users sign in at once
   */
  async checkPassword({ username, password }: Credentials): Promise<UserRecord | undefined> {
    const backend = this.backends.active();
    if (!isDirectory(backend) || password === '' || !isLoginName(username)) return undefined;
    return this.#admitted(backend, async (settings) => {
      const found = await checkPerson(settings, username, password);
      return found?.signedIn ? personOf(backend.config, found.entry) : undefined;
    });
  }

  /**
   * Returns the account that a trusted header names. It may be:
   *
   * - a local account, except the built-in administrator and service accounts
   * - an account that the active directory confirms
   * - an existing account of the active OpenID provider
   *
   * If the directory does not answer, no account is returned instead of an error, because the request may need no
   * account, for instance when another user signs in with a password.
   */
  async byHeader(request: Pick<FastifyRequest, 'headers' | 'socket'>): Promise<UserRecord | undefined> {
    const username = this.header.usernameOf(request);
    if (username === undefined || !isLoginName(username)) return undefined;
    const known = this.#users.named(username);
    // The built-in administrator has to sign in with the password: a user with the same name in a directory is a
    // different person.
    if (known?.id === rootUserId || known?.service_account) return undefined;
    if (known && !known.external) return this.admits(known) ? known : undefined;
    if (known && this.admits(known) && Date.now() - (this.#seen.get(known.id) ?? 0) < headerFreshMs) return known;
    const backend = this.backends.active();
    if (!isDirectory(backend)) return known && this.admits(known) ? known : undefined;
    const account = await this.#admitted(backend, async (settings) => {
      const entry = await findPerson(settings, username);
      return entry && !isDisabled(entry) ? personOf(backend.config, entry) : undefined;
    }).catch((error: unknown) => {
      if (error instanceof UnavailableError || error instanceof TooManyRequestsError) return undefined;
      throw error;
    });
    if (account) this.#seen.set(account.id, Date.now());
    return account;
  }

  async #admitted(
    backend: Directory,
    ask: (settings: ReturnType<typeof directorySettings>) => Promise<ExternalPerson | undefined>,
  ): Promise<UserRecord | undefined> {
    if (this.#talking >= mostConversations) {
      throw new TooManyRequestsError('Too many people sign in at this moment. Try again in a few seconds.', 5);
    }
    this.#talking += 1;
    try {
      const person = await ask(directorySettings(backend.config, await this.backends.secretOf(backend)));
      const account = person && (await this.people.account(backend, person));
      return account && this.admits(account) ? account : undefined;
    } catch (error) {
      if (error instanceof AccountRefusedError) {
        this.#log.warn('Somebody of an authentication service was refused', {
          service: backend.title,
          reason: error.message,
        });
        return undefined;
      }
      if (error instanceof DirectoryError || error instanceof SecretError) {
        this.#log.error('An authentication service failed', { service: backend.title, reason: error.message });
        throw new UnavailableError(
          'The authentication service could not be asked; the log of the server says why. Local accounts can sign in.',
        );
      }
      throw error;
    } finally {
      this.#talking -= 1;
    }
  }
}

const isLoginName = (username: string): boolean =>
  username.trim() !== '' && username.length <= longestLoginName && !/\p{C}/u.test(username);
