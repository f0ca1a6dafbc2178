/**
 * Authenticates requests by session, cookie, access token, embed token, password or proxy header (contract
 * administration, "Authentication of any request").
 */
import type { FastifyRequest } from 'fastify';
import { longestSessionTimeoutMs, neverTimeoutMs } from '../../../api/contract/users.schema.js';
import { BadRequestError, UnauthorizedError } from '../foundation/errors.js';
import type { Documents } from '../store/types.js';
import type { Caller } from './caller.js';
import { Grants } from './grants.js';
import { deviceCookie, KnownDevices } from './known-devices.js';
import { LoginLimit, type Attempter } from './login-limit.js';
import { verifyPassword } from './passwords.js';
import { Roles } from './roles.js';
import type { BackendRecord } from './services/backends.js';
import { SignInServices, type SignInServicesOptions } from './services/sign-in-services.js';
import { Sessions, type SessionRecord } from './sessions.js';
import { EmbedTokens, embedTokenPrefix, guestOf } from './embed-tokens.js';
import { hasExpired, Tokens } from './tokens.js';
import { Users, type UserRecord } from './users.js';
import { VerifiedPairs } from './verified-pairs.js';

export const sessionCookie = 'authentication';
const noExtensionHeader = 'x-graylog-no-session-extension';

export interface Identity {
  readonly caller: Caller;
  /** Session of the request; absent: the request was authenticated by token, password or proxy header. */
  readonly session?: { readonly id: string; readonly record: SessionRecord };
  /** True when a trusted proxy has named the user. */
  readonly byHeader?: true;
}

export interface AuthSettings {
  /** Session timeout of all users in milliseconds, if the cluster setting configures one; otherwise undefined. */
  globalSessionTimeoutMs(): number | undefined;
}

/** Dependencies of the authentication services besides documents, users and roles. */
export type Surroundings = Pick<SignInServicesOptions, 'data' | 'trustProxy' | 'log'>;

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Address and headers of a request with a name and a password. */
export interface Origin {
  readonly address: string;
  /** Value of the cookie of known devices. */
  readonly deviceCookie: string | undefined;
  /** User-Agent header of the client. */
  readonly userAgent: string | undefined;
}

export const originOf = (request: FastifyRequest): Origin => ({
  address: request.ip,
  deviceCookie: request.cookies[deviceCookie],
  userAgent: request.headers['user-agent'],
});

function basicCredentials(authorization: string | undefined): Credentials | undefined {
  const encoded = /^basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

export class Auth {
  readonly roles: Roles;
  readonly grants: Grants;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly embedTokens: EmbedTokens;
  readonly devices: KnownDevices;
  readonly services: SignInServices;
  readonly #limit = new LoginLimit();
  readonly #pairs = new VerifiedPairs();
  readonly #settings: AuthSettings;

  constructor(documents: Documents, settings: AuthSettings, surroundings: Surroundings) {
    this.roles = new Roles(documents);
    this.grants = new Grants(documents);
    this.users = new Users(documents, this.roles, this.grants);
    this.sessions = new Sessions(documents, Date.now, () => settings.globalSessionTimeoutMs());
    this.tokens = new Tokens(documents);
    this.embedTokens = new EmbedTokens(documents);
    this.devices = new KnownDevices(documents);
    this.services = new SignInServices({ documents, users: this.users, roles: this.roles, ...surroundings });
    this.#settings = settings;
  }

  /**
   * Identifies the caller; undefined: unauthenticated. A request with a session extends the session, unless the header
   * `X-Graylog-No-Session-Extension: true` says that a timer sent the request.
   * @param acceptCookie false for a request from a foreign origin, for which cookie and proxy header are ignored
   * @throws TooManyRequestsError after wrong passwords, when too many sign-ins run at once, or when an embed token
   * exceeds its rate limit
   * @throws UnauthorizedError for an expired access token, or an embed token that is unknown, has expired, was revoked,
   * or whose issuer may no longer sign in
   * @throws ForbiddenError when the page of an embed token has an origin that the token does not list
   * @throws UnavailableError when the authentication service does not answer
   */
  async identify(request: FastifyRequest, acceptCookie: boolean): Promise<Identity | undefined> {
    const basic = basicCredentials(request.headers.authorization);
    const kind = basic?.password.toLowerCase();
    if (basic && kind === 'session') return this.#bySession(request, basic.username);
    if (basic && kind === 'token') {
      return basic.username.startsWith(embedTokenPrefix)
        ? this.#byEmbedToken(basic.username, request)
        : this.#byToken(basic.username, request.ip);
    }
    const cookie = acceptCookie ? request.cookies[sessionCookie] : undefined;
    if (cookie) {
      const identity = await this.#bySession(request, cookie);
      if (identity) return identity;
    }
    if (basic) return this.#byPassword(basic, originOf(request));
    // A proxy adds the header with the user name to every request, whichever page caused the request, so the header is
    // accepted only where a cookie would be accepted.
    const named = acceptCookie ? await this.services.byHeader(request) : undefined;
    return named && { caller: this.callerOf(named), byHeader: true };
  }

  /**
   * Returns the account if name and password are correct and the account may sign in. Failures slow down further
   * attempts.
   * @returns undefined: name or password is wrong, or the account may not sign in
   * @throws TooManyRequestsError when the attempt comes too soon after failures, or too many sign-ins run at once;
   * UnavailableError when the authentication service does not answer
   */
  async checkPassword({ username, password }: Credentials, origin: Origin): Promise<UserRecord | undefined> {
    const user = this.users.named(username);
    const limited = await this.#limit.attempt(this.#attempter(username, user, origin));
    let signedIn: UserRecord | undefined;
    try {
      signedIn = await this.#verified(user, { username, password });
    } finally {
      limited(signedIn !== undefined);
    }
    return signedIn;
  }

  /**
   * Returns the account if the password is correct and the account may sign in, otherwise undefined. Passwords of local
   * accounts are never sent to an authentication service, and users of a service never enter a local account.
   */
  async #verified(user: UserRecord | undefined, credentials: Credentials): Promise<UserRecord | undefined> {
    if ((!user || user.external) && this.services.takesPasswords()) return this.services.checkPassword(credentials);
    const right = await verifyPassword(credentials.password, user?.password_hash ?? undefined);
    return right && user && this.services.admits(user) ? user : undefined;
  }

  #attempter(username: string, user: UserRecord | undefined, { address, deviceCookie: cookie }: Origin): Attempter {
    return {
      address,
      username,
      device: user && this.devices.find(cookie, user.id),
      isKnownAddress: () => user !== undefined && this.sessions.isUsedFrom(user.id, address),
    };
  }

  /**
   * Checks a name and a password that come with every request; a recent success is cached, because deriving the key
   * again is expensive.
   */
  async #byPassword(credentials: Credentials, origin: Origin): Promise<Identity | undefined> {
    const { username, password } = credentials;
    const user = this.users.named(username);
    // The limit applies before the cache is read, because otherwise guessers could learn passwords from it.
    this.#limit.check(this.#attempter(username, user, origin));
    const check = (): Promise<UserRecord | undefined> => this.checkPassword(credentials, origin);
    if (!user || (!user.password_hash && !user.external)) {
      // The password is checked also for an unknown name: the check takes as long as for a known name, and a user of an
      // authentication service may sign in for the first time.
      const made = await check();
      return made && { caller: this.callerOf(made) };
    }
    const { id: userId, password_hash: passwordHash } = user;
    const right = await this.#pairs.verify({ userId, passwordHash: passwordHash ?? 'external', password }, async () => {
      return (await check())?.id === userId;
    });
    const account = this.users.get(userId);
    // During the check the account may have been disabled, or its password changed.
    if (!right || !account || !this.services.admits(account) || account.password_hash !== passwordHash)
      return undefined;
    return account.service_account ? undefined : { caller: this.callerOf(account) };
  }

  /**
   * Signs a user in, always with a new session id.
   * @throws BadRequestError for a service account, UnauthorizedError for wrong credentials or an account that may not
   * sign in, and the errors of `checkPassword`
   */
  async login(
    credentials: Credentials,
    origin: Origin,
  ): Promise<{ id: string; session: SessionRecord; user: UserRecord; deviceCookie: string }> {
    const { username } = credentials;
    if (this.users.named(username)?.service_account) {
      throw new BadRequestError(`Cannot login with service account ${username}`);
    }
    const user = await this.checkPassword(credentials, origin);
    if (!user) throw new UnauthorizedError('Invalid credentials.');
    const { id, session } = await this.startSession(user, origin);
    const device = this.devices.find(origin.deviceCookie, user.id);
    return { id, session, user, deviceCookie: this.devices.cookieFor(user.id, device) };
  }

  /**
   * Starts a session for an authenticated user.
   * @throws UnauthorizedError when the account may no longer sign in (disabled, deleted, or another authentication
   * service is active), or its password has changed meanwhile
   */
  async startSession(user: UserRecord, origin: Origin): Promise<{ id: string; session: SessionRecord }> {
    const started = await this.sessions.start(user.id, this.sessionTimeoutOf(user), origin);
    const account = this.users.get(user.id);
    // A concurrent request may have changed the account and ended all its sessions, except this one, which it did not
    // know yet.
    if (!account || !this.services.admits(account) || account.password_hash !== user.password_hash) {
      await this.sessions.end(started.session.id);
      throw new UnauthorizedError('Invalid credentials.');
    }
    return started;
  }

  /** Ends the sessions of all users whose accounts are bound to the directory or provider of a service. */
  async endSessionsOfService(backend: BackendRecord): Promise<void> {
    for (const { id } of this.services.people.boundTo(backend)) await this.sessions.endAllOf(id);
  }

  /** Returns the timeout in milliseconds of a new session of a user. */
  sessionTimeoutOf(user: UserRecord): number {
    const timeout = this.#settings.globalSessionTimeoutMs() ?? user.session_timeout_ms;
    return timeout === neverTimeoutMs ? longestSessionTimeoutMs : Math.min(timeout, longestSessionTimeoutMs);
  }

  callerOf(user: UserRecord, sessionKey?: string): Caller {
    const { permissions, grnPermissions } = this.users.effective(user);
    return {
      id: user.id,
      username: user.username,
      permissions: [...permissions, ...grnPermissions],
      timezone: user.timezone,
      ...(sessionKey === undefined ? {} : { sessionKey }),
    };
  }

  /**
   * Returns the name of the user whose session is in the cookie of a page request; undefined: the cookie has no live
   * session, or the user may not sign in. The session is not extended.
   */
  nameBySession(request: FastifyRequest): string | undefined {
    const found = this.sessions.find(request.cookies[sessionCookie] ?? '');
    const user = found && this.users.get(found.user_id);
    return user && this.services.admits(user) ? user.username : undefined;
  }

  async #bySession(request: FastifyRequest, id: string): Promise<Identity | undefined> {
    const found = this.sessions.find(id);
    const user = found && this.users.get(found.user_id);
    if (!found || !user || !this.services.admits(user)) return undefined;
    const extend = request.headers[noExtensionHeader]?.toString().toLowerCase() !== 'true';
    const record = extend ? await this.sessions.touch(found, this.sessionTimeoutOf(user)) : found;
    return { caller: this.callerOf(user, record.id), session: { id, record } };
  }

  /**
   * Identifies the owner of an access token in an Authorization header of a protocol other than the API:
   * `Bearer TOKEN`, or Basic with the token as name and the password `token`. Returns undefined when there is no valid
   * token.
   * @throws UnauthorizedError when the token has expired
   */
  async byAuthorizedToken(authorization: string | undefined, address: string): Promise<Caller | undefined> {
    const bearer = /^bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1];
    if (bearer !== undefined) return (await this.#byToken(bearer, address))?.caller;
    const basic = basicCredentials(authorization);
    return basic?.password.toLowerCase() === 'token'
      ? (await this.#byToken(basic.username, address))?.caller
      : undefined;
  }

  /**
   * Identifies the guest of an embed token.
   * @throws UnauthorizedError for a token that is unknown, has expired, was revoked, or whose issuer may no longer sign
   * in, and the errors of `EmbedTokens.use`
   */
  async #byEmbedToken(token: string, { headers }: FastifyRequest): Promise<Identity> {
    const record = this.embedTokens.find(token);
    const issuer = record && this.users.get(record.issuer_id);
    if (!record || !issuer || !this.services.admits(issuer))
      throw new UnauthorizedError('This embed token has expired or was revoked.');
    const { origin, referer } = headers;
    const page = origin ?? (referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined);
    await this.embedTokens.use(record, page);
    return { caller: guestOf(record, this.callerOf(issuer)) };
  }

  /**
   * Identifies the owner of an access token; undefined: the token does not exist, or its owner may not sign in.
   * @throws UnauthorizedError when the token has expired
   */
  async #byToken(token: string, address: string): Promise<Identity | undefined> {
    const record = this.tokens.find(token);
    const user = record && this.users.get(record.user_id);
    if (!record || !user || !this.services.admits(user)) return undefined;
    if (hasExpired(record)) {
      throw new UnauthorizedError(`This access token has expired on ${record.expires_at}. Create a new one.`);
    }
    await this.tokens.touch(record, address);
    return { caller: this.callerOf(user) };
  }
}
