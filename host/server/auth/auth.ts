/** Signs callers in: by session, access token, cookie or password (contract administration, "Authentication of any request"). */
import type { FastifyRequest } from 'fastify';
import { BadRequestError, UnauthorizedError } from '../errors.js';
import type { Documents } from '../store/types.js';
import type { Caller } from './caller.js';
import { Grants } from './grants.js';
import { LoginLimit } from './login-limit.js';
import { verifyPassword } from './passwords.js';
import { Roles } from './roles.js';
import { Sessions, type SessionRecord } from './sessions.js';
import { Tokens } from './tokens.js';
import { Users, type UserRecord } from './users.js';

export const sessionCookie = 'authentication';
const noExtensionHeader = 'x-graylog-no-session-extension';

export interface Identity {
  readonly caller: Caller;
  /** Present when the call came with a session. */
  readonly session?: { readonly id: string; readonly record: SessionRecord };
}

export interface AuthSettings {
  /** Session timeout of all users in milliseconds when the cluster setting asks for it; else undefined. */
  globalSessionTimeoutMs(): number | undefined;
}

interface BasicCredentials {
  readonly user: string;
  readonly password: string;
}

function basicCredentials(request: FastifyRequest): BasicCredentials | undefined {
  const encoded = /^basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

export class Auth {
  readonly roles: Roles;
  readonly grants: Grants;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly #limit = new LoginLimit();
  readonly #settings: AuthSettings;

  constructor(documents: Documents, settings: AuthSettings) {
    this.roles = new Roles(documents);
    this.grants = new Grants(documents);
    this.users = new Users(documents, this.roles, this.grants);
    this.sessions = new Sessions(documents);
    this.tokens = new Tokens(documents);
    this.#settings = settings;
  }

  /**
   * Who calls; undefined: nobody known. A session is prolonged unless the call says that a timer made it.
   * @param acceptCookie false when the call comes from a foreign origin: it must bring a token
   * @throws TooManyRequestsError after too many wrong passwords
   */
  async identify(request: FastifyRequest, acceptCookie: boolean): Promise<Identity | undefined> {
    const basic = basicCredentials(request);
    const kind = basic?.password.toLowerCase();
    if (basic && kind === 'session') return this.#bySession(request, basic.user);
    if (basic && kind === 'token') return this.#byToken(basic.user);
    const cookie = acceptCookie ? request.cookies[sessionCookie] : undefined;
    if (cookie) {
      const identity = await this.#bySession(request, cookie);
      if (identity) return identity;
    }
    if (!basic) return undefined;
    const user = await this.checkPassword(basic.user, basic.password, request.ip);
    return user && !user.service_account ? { caller: this.callerOf(user) } : undefined;
  }

  /** The account, when name and password fit and it may sign in. Failures are limited. */
  async checkPassword(username: string, password: string, address: string): Promise<UserRecord | undefined> {
    const succeeded = this.#limit.attempt(address, username);
    const user = this.users.named(username);
    const right = await verifyPassword(password, user?.password_hash ?? undefined);
    if (!right || user?.account_status !== 'enabled') return undefined;
    succeeded();
    return user;
  }

  /**
   * Signs in: always a new session id.
   * @throws BadRequestError for a service account, UnauthorizedError otherwise, TooManyRequestsError
   */
  async login(
    username: string,
    password: string,
    address: string,
  ): Promise<{ id: string; session: SessionRecord; user: UserRecord }> {
    if (this.users.named(username)?.service_account) {
      throw new BadRequestError(`Cannot login with service account ${username}`);
    }
    const user = await this.checkPassword(username, password, address);
    if (!user) throw new UnauthorizedError('Invalid credentials.');
    const { id, session } = await this.sessions.start(user.id, this.sessionTimeoutOf(user), address);
    return { id, session, user };
  }

  sessionTimeoutOf(user: UserRecord): number {
    return this.#settings.globalSessionTimeoutMs() ?? user.session_timeout_ms;
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

  async #bySession(request: FastifyRequest, id: string): Promise<Identity | undefined> {
    const found = this.sessions.find(id);
    const user = found && this.users.get(found.user_id);
    if (!found || user?.account_status !== 'enabled') return undefined;
    const extend = request.headers[noExtensionHeader]?.toString().toLowerCase() !== 'true';
    const record = extend ? await this.sessions.touch(found, this.sessionTimeoutOf(user)) : found;
    return { caller: this.callerOf(user, record.id), session: { id, record } };
  }

  async #byToken(token: string): Promise<Identity | undefined> {
    const record = this.tokens.find(token);
    const user = record && this.users.get(record.user_id);
    if (!record || user?.account_status !== 'enabled') return undefined;
    await this.tokens.touch(record);
    return { caller: this.callerOf(user) };
  }
}
