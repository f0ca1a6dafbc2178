/**
 * Routes of the sign-in with an OpenID Connect provider, which the reference server does not have: redirect to the
 * provider, callback, and end of the provider's session. The state of a sign-in is kept in cookies of the browser,
 * which are encrypted with the server's key. Each cookie is sent only to the route that reads it.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as endpoints from '../../../api/contract/sign-in.js';
import { OidcCallbackQuery, OidcStartQuery, SignInOfferQuery } from '../../../api/contract/authentication.schema.js';
import { apiPrefix, identityOf } from '../http/api.js';
import { originOf } from '../auth/auth.js';
import type { BackendRecord } from '../auth/services/backends.js';
import type { StoredOidc } from '../auth/services/backend-config.js';
import { AccountRefusedError } from '../auth/services/external-people.js';
import { departureMs, ProviderError, type Departure } from '../auth/services/oidc.js';
import { SecretError } from '../auth/secret-box.js';
import type { Needs } from '../context.js';
import { UnauthorizedError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';
import { isSecure } from '../foundation/secure-request.js';
import { setSessionCookie } from '../auth/session-cookie.js';
import { errorOf } from '../foundation/caught.js';

/** Returns the name of the cookie of one sign-in: each has its own, so that two tabs can sign in concurrently. */
const departureCookie = (state: string): string => `log-console-oidc-${state.slice(0, 12)}`;
const hintCookie = 'log-console-oidc-hint';
const farewellCookie = 'log-console-oidc-end';
const failureCookie = 'log-console-sign-in';
/** Largest number of characters of a cookie's value; browsers store cookies of at most 4 KiB. */
const longestCookie = 3800;
const shortSeconds = 60;

/** Texts for the sign-in page; the server's log contains the details. */
const failures = {
  off: 'Signing in with a provider is not set up.',
  provider:
    'The sign-in provider could not be reached or is not set up rightly. Try again, or sign in with a password.',
  refused: 'The sign-in provider did not let you in.',
  late: 'The sign-in took too long or was started in another browser. Try again.',
  account: 'You have signed in, but there is no account for you here. Ask an administrator.',
} as const;
type Failure = keyof typeof failures;

type OidcBackend = BackendRecord & { config: StoredOidc };

/** Largest length of the return path, which travels encrypted in a cookie of at most 4 KiB. */
const longestReturnPath = 2_000;

/**
 * Returns the path to which a user returns after signing in: the wanted path if it is a path of this console, otherwise
 * the console's start page. Therefore nobody can be redirected elsewhere (open redirect).
 */
export function returnPath(wanted: string | undefined, basePath: string): string {
  const home = basePath === '/' ? '/' : `${basePath}/`;
  const isPath = wanted !== undefined && /^\/(?![/\\])/.test(wanted) && !/[\\\p{C}]/u.test(wanted);
  if (!isPath) return home;
  const url = new URL(wanted, 'http://console');
  const path = `${url.pathname}${url.search}${url.hash}`;
  const isOfConsole = url.host === 'console' && (url.pathname.startsWith(home) || url.pathname === basePath);
  // Browsers read a path that begins with two slashes as the name of another host.
  const namesHost = path.startsWith('//');
  return isOfConsole && !namesHost && path.length <= longestReturnPath ? path : home;
}

export interface OidcRoutes {
  /**
   * Called at the end of a session; keeps the identity token in a cookie, so that the provider's session can be ended
   * too.
   */
  readonly rememberSignOut: (request: FastifyRequest, reply: FastifyReply) => void;
}

export function registerOidc(
  registry: Registry,
  { auth, options, log }: Needs<'auth' | 'options' | 'log'>,
): OidcRoutes {
  const { backends, people, secrets, oidc } = auth.services;
  const api = apiPrefix(options.basePath);
  const callbackPath = `${api}${endpoints.oidcCallback.path}`;
  const offerPath = `${api}${endpoints.signInOffer.path}`;
  const sessionPath = `${api}/system/sessions`;
  const home = returnPath(undefined, options.basePath);

  const active = (): OidcBackend | undefined => {
    const backend = backends.active();
    return backend?.config.type === 'oidc' ? (backend as OidcBackend) : undefined;
  };
  const originOfCall = (request: FastifyRequest): string => `${isSecure(request) ? 'https' : 'http'}://${request.host}`;

  function setCookie(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    path: string,
    value: string,
    seconds?: number,
  ): void {
    void reply.setCookie(name, value, {
      path,
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure(request),
      ...(value === '' ? { maxAge: 0 } : seconds === undefined ? {} : { maxAge: seconds }),
    });
  }

  function go(reply: FastifyReply, to: string): undefined {
    void reply.code(302).header('Location', to);
    return undefined;
  }
  function fail(
    request: FastifyRequest,
    reply: FastifyReply,
    failure: Failure,
    details: Record<string, unknown> = {},
  ): undefined {
    log.warn('A sign-in with a provider failed', { failure, address: request.ip, ...details });
    setCookie(request, reply, failureCookie, offerPath, failure, shortSeconds);
    return go(reply, home);
  }
  /** Returns the message of an error for the log. */
  const reason = (error: unknown): string => errorOf(error).message;

  registry.serve(endpoints.startOidc, { query: OidcStartQuery }, async ({ query, raw, reply }) => {
    const backend = active();
    if (!backend) return fail(raw, reply, 'off');
    try {
      const returnTo = returnPath(query.return_to, options.basePath);
      const redirectUri = `${originOfCall(raw)}${callbackPath}`;
      const { url, departure } = await oidc.depart(backend, await backends.secretOf(backend), redirectUri, returnTo);
      const sealed = await secrets.seal(JSON.stringify(departure), 'oidc departure');
      setCookie(raw, reply, departureCookie(departure.state), callbackPath, sealed, departureMs / 1000);
      return go(reply, url.href);
    } catch (error) {
      if (error instanceof ProviderError || error instanceof SecretError)
        return fail(raw, reply, 'provider', { reason: reason(error) });
      throw error;
    }
  });

  async function departureOf(request: FastifyRequest, state: string | undefined): Promise<Departure | undefined> {
    const sealed = state === undefined ? undefined : request.cookies[departureCookie(state)];
    if (!sealed) return undefined;
    try {
      // Only this server can have sealed the text, so it is the departure that `oidc.depart` returned.
      const departure = JSON.parse(await secrets.open(sealed, 'oidc departure')) as Departure;
      return departure.state === state && departure.until > Date.now() ? departure : undefined;
    } catch (error) {
      if (error instanceof SecretError) return undefined;
      throw error;
    }
  }

  registry.serve(endpoints.oidcCallback, { query: OidcCallbackQuery }, async ({ query, raw, reply }) => {
    // The states that this server generates consist of these characters; any other text may be no valid part of a
    // cookie name.
    const state = /^[\w-]{1,200}$/.test(query.state ?? '') ? query.state : undefined;
    const departure = await departureOf(raw, state);
    // A departure state can be used once, whether the sign-in succeeds or not.
    if (state !== undefined) setCookie(raw, reply, departureCookie(state), callbackPath, '');
    const backend = active();
    if (!departure || departure.backendId !== backend?.id) return fail(raw, reply, backend ? 'late' : 'off');
    if (query.error !== undefined) return fail(raw, reply, 'refused', { reason: query.error.slice(0, 200) });
    try {
      const url = new URL(raw.url, originOfCall(raw));
      const { person, idToken } = await oidc.arrive(backend, await backends.secretOf(backend), url, departure);
      const account = await people.account(backend, person);
      const { id, session } = await auth.startSession(account, originOf(raw));
      const former = identityOf(raw)?.session;
      if (former) await auth.sessions.end(former.record.id);
      setSessionCookie(options, raw, reply, id, session);
      const hint = await secrets.seal(JSON.stringify({ backendId: backend.id, idToken }), 'oidc hint');
      // Without the cookie of the identity token, signing out later ends only the console's own session.
      setCookie(raw, reply, hintCookie, sessionPath, idToken === undefined || hint.length > longestCookie ? '' : hint);
      return go(reply, departure.returnTo);
    } catch (error) {
      if (error instanceof ProviderError || error instanceof SecretError)
        return fail(raw, reply, 'provider', { reason: reason(error) });
      if (error instanceof AccountRefusedError || error instanceof UnauthorizedError)
        return fail(raw, reply, 'account', { reason: reason(error) });
      throw error;
    }
  });

  async function farewell(request: FastifyRequest): Promise<string | null> {
    const sealed = request.cookies[farewellCookie];
    const backend = active();
    if (!sealed || !backend) return null;
    try {
      // Only this server can have sealed the text: the sign-in wrote both members into it.
      const { backendId, idToken } = JSON.parse(await secrets.open(sealed, 'oidc hint')) as {
        backendId: string;
        idToken?: string;
      };
      if (backendId !== backend.id || idToken === undefined) return null;
      const url = await oidc.farewell(backend.config, idToken, `${originOfCall(request)}${home}`);
      return url?.href ?? null;
    } catch (error) {
      if (!(error instanceof ProviderError || error instanceof SecretError)) throw error;
      log.warn('The session of a provider could not be ended', { reason: reason(error) });
      return null;
    }
  }

  registry.serve(endpoints.signInOffer, { query: SignInOfferQuery }, async ({ query, raw, reply }) => {
    const backend = active();
    const offered = { oidc: backend ? { title: backend.title } : null };
    if (query.provider_only) return { ...offered, failure: null, sign_out: null };
    const failure = raw.cookies[failureCookie] ?? '';
    const ended = {
      failure: Object.hasOwn(failures, failure) ? failures[failure as Failure] : null,
      sign_out: await farewell(raw),
    };
    for (const name of [failureCookie, farewellCookie])
      if (raw.cookies[name]) setCookie(raw, reply, name, offerPath, '');
    return { ...offered, ...ended };
  });

  return {
    rememberSignOut(request, reply) {
      const hint = request.cookies[hintCookie];
      if (!hint) return;
      setCookie(request, reply, hintCookie, sessionPath, '');
      setCookie(request, reply, farewellCookie, offerPath, hint, shortSeconds);
    },
  };
}
