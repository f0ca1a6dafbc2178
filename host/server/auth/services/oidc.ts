/**
 * Implements OpenID Connect sign-in: authorization code with PKCE, state and nonce (OpenID Connect Core 1.0 §3.1). The
 * state of a sign-in travels sealed in a cookie of the browser; the server keeps none of it, so strangers cannot fill
 * its memory.
 */
import { randomBytes } from 'node:crypto';
import * as client from 'openid-client';
import {
  EgressRefusedError,
  hostOf,
  allowedTarget,
  placesOf,
  systemResolve,
  type Resolve,
} from '../../outgoing/egress-guard.js';
import { httpAgent, httpCall, type HttpAnswer } from '../../outgoing/http-call.js';
import type { StoredOidc } from './backend-config.js';
import type { ExternalPerson } from './external-people.js';

/**
 * Thrown when the provider cannot be reached, refuses the sign-in, or sends an untrustworthy answer; the message gives
 * the reason, never a secret.
 */
export class ProviderError extends Error {
  override name = 'ProviderError';
}

export interface OidcService {
  readonly id: string;
  /** Ids of the roles that every user of the provider gets. */
  readonly default_roles: readonly string[];
  readonly config: StoredOidc;
}
type Claims = Readonly<Record<string, unknown>>;

/** State that the browser carries to the provider and back. */
export interface Departure {
  readonly backendId: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Path of the console to which the user returns. */
  readonly returnTo: string;
  /** Expiry of the sign-in, epoch milliseconds. */
  readonly until: number;
}

export interface Arrival {
  readonly person: ExternalPerson;
  /** Identity token that the provider requires to end its session (`id_token_hint`). */
  readonly idToken: string | undefined;
}

export const departureMs = 10 * 60_000;
/** Allowed difference between the clocks of the provider and of the server, in seconds. */
const clockToleranceSeconds = 60;
const requestSeconds = 10;
const mostAnswerBytes = 512 * 1024;
/** Milliseconds for which a discovery document is cached. */
const metadataFreshMs = 10 * 60_000;
/**
 * Milliseconds for which a provider that failed is not called again: anybody may start a sign-in, and each would
 * otherwise call the failing provider.
 */
const failureFreshMs = 5_000;

/**
 * Returns a fetch function that calls the provider and the hosts that the provider names. An administrator configured
 * the provider's own host. Other hosts must be public, or in a private network that also contains the provider, so that
 * no provider can make this server call hosts of the server's network.
 */
function fetchFrom(issuer: string, resolve: Resolve): client.CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    const own = new URL(issuer);
    const isOwn = hostOf(url) === hostOf(own);
    const passage = await allowedTarget(
      url,
      resolve,
      async (_, place) => isOwn || (await placesOf(own, resolve)).has(place),
    ).catch((error: unknown) => {
      if (!(error instanceof EgressRefusedError)) throw error;
      throw new Error(`${hostOf(url)} resolves to ${error.message}, which is not an address of the provider`);
    });
    const agent = httpAgent(url, { verify: true, trusted: undefined }, 1, false);
    try {
      const answer = await httpCall(
        {
          url,
          method,
          headers: {
            'accept-encoding': 'identity',
            ...(body instanceof URLSearchParams && {
              'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
            }),
            ...headers,
          },
          body: bodyOf(body),
          agent,
          passage,
          timeoutMs: requestSeconds * 1000,
          answerBytes: mostAnswerBytes + 1,
        },
        signal ?? new AbortController().signal,
      );
      if (answer.bytes.length > mostAnswerBytes)
        throw new Error(`its answer is larger than ${mostAnswerBytes / 1024} KiB`);
      return responseOf(answer);
    } finally {
      agent.destroy();
    }
  };
}

function bodyOf(body: client.FetchBody): Buffer {
  if (body instanceof URLSearchParams || typeof body === 'string') return Buffer.from(String(body));
  if (body instanceof ArrayBuffer) return Buffer.from(body);
  if (body instanceof Uint8Array) return Buffer.from(body);
  if (body === null || body === undefined) return Buffer.alloc(0);
  throw new Error('what is to be sent is a stream');
}

function responseOf({ status, headers, bytes }: HttpAnswer): Response {
  const list = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((one): [string, string] => [name, one]),
  );
  const hasBody = status !== 204 && status !== 304;
  return new Response(hasBody ? new Uint8Array(bytes) : null, { status, headers: list });
}

const isPlain = (issuer: string): boolean => new URL(issuer).protocol === 'http:';

/** Joins messages, codes and causes of an error, because the message of the error itself is often imprecise. */
function reasonOf(error: unknown): string {
  const parts: string[] = [];
  for (let at: unknown = error; at instanceof Error && parts.length < 4; at = at.cause) {
    // Cast: the members are unknown and are checked before use.
    const { code, error: detail } = at as Error & { code?: unknown; error?: unknown };
    const more = [code, detail].filter((word) => typeof word === 'string' && !at.message.includes(word)).join(', ');
    parts.push(more === '' ? at.message : `${at.message} (${more})`);
  }
  return parts
    .filter((part) => part !== '')
    .join(': ')
    .replace(/\s+/g, ' ')
    .slice(0, 500);
}

function clientAuthentication(supported: readonly string[] | undefined, secret: string): client.ClientAuth {
  if (secret === '') return client.None();
  // A provider that lists no methods uses `client_secret_basic` (OpenID Connect Discovery 1.0 §3).
  return supported?.includes('client_secret_post') && !supported.includes('client_secret_basic')
    ? client.ClientSecretPost(secret)
    : client.ClientSecretBasic(secret);
}

interface Known {
  readonly metadata: Promise<client.ServerMetadata>;
  until: number;
}

export class Oidc {
  /** Discovery documents by issuer. */
  readonly #known = new Map<string, Known>();
  readonly #resolve: Resolve;

  constructor(resolve: Resolve = systemResolve) {
    this.#resolve = resolve;
  }

  /** Returns the client's configuration for an issuer. @throws ProviderError when its discovery document is unusable */
  async discover(config: StoredOidc, secret: string): Promise<client.Configuration> {
    const metadata = await this.#metadata(config);
    const configuration = new client.Configuration(
      // A copy is needed because the library stores the signing keys with the metadata: each sign-in has to fetch the
      // current keys.
      structuredClone(metadata),
      config.client_id,
      { [client.clockTolerance]: clockToleranceSeconds },
      clientAuthentication(metadata.token_endpoint_auth_methods_supported, secret),
    );
    configuration.timeout = requestSeconds;
    configuration[client.customFetch] = fetchFrom(config.issuer, this.#resolve);
    // The library checks the signature of every identity token. By default it would accept a token unchecked if the
    // token came from the provider over TLS.
    client.enableNonRepudiationChecks(configuration);
    if (isPlain(config.issuer)) client.allowInsecureRequests(configuration);
    return configuration;
  }

  /** Forgets the discovery documents, so that the next sign-in fetches current ones. */
  forget(): void {
    this.#known.clear();
  }

  async #metadata(config: StoredOidc): Promise<client.ServerMetadata> {
    const now = Date.now();
    let known = this.#known.get(config.issuer);
    if (!known || known.until < now) {
      known = { metadata: this.#ask(config), until: now + metadataFreshMs };
      const requested = known;
      requested.metadata.catch(() => (requested.until = Date.now() + failureFreshMs));
      this.#known.set(config.issuer, requested);
    }
    return known.metadata;
  }

  async #ask({ issuer, client_id: clientId }: StoredOidc): Promise<client.ServerMetadata> {
    try {
      const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
        timeout: requestSeconds,
        [client.customFetch]: fetchFrom(issuer, this.#resolve),
        ...(isPlain(issuer) ? { execute: [client.allowInsecureRequests] } : {}),
      });
      const metadata = found.serverMetadata();
      for (const needed of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
        if (!metadata[needed]) throw new Error(`it names no ${needed}`);
      }
      return metadata;
    } catch (cause) {
      throw new ProviderError(`The provider ${issuer} cannot be used: ${reasonOf(cause)}`, { cause });
    }
  }

  /**
   * Begins a sign-in.
   * @param redirectUri address of this server to which the provider sends the browser back
   * @param returnTo path of the console to which the user returns afterwards
   * @returns the provider's address to which the browser goes, and the state that the browser must bring back
   * @throws ProviderError when the provider cannot be used
   */
  async depart(
    { id: backendId, config }: OidcService,
    secret: string,
    redirectUri: string,
    returnTo: string,
  ): Promise<{ url: URL; departure: Departure }> {
    const configuration = await this.discover(config, secret);
    const verifier = client.randomPKCECodeVerifier();
    const departure: Departure = {
      backendId,
      state: randomBytes(32).toString('base64url'),
      nonce: client.randomNonce(),
      verifier,
      returnTo,
      until: Date.now() + departureMs,
    };
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: config.scopes,
      state: departure.state,
      nonce: departure.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { url, departure };
  }

  /**
   * Identifies the user whom the provider sent back.
   * @param url address that the provider redirected the browser to
   * @throws ProviderError when the provider refuses the sign-in, or its answer is not trustworthy
   */
  async arrive(service: OidcService, secret: string, url: URL, departure: Departure): Promise<Arrival> {
    const { config } = service;
    const configuration = await this.discover(config, secret);
    try {
      const tokens = await client.authorizationCodeGrant(configuration, url, {
        expectedState: departure.state,
        expectedNonce: departure.nonce,
        pkceCodeVerifier: departure.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('it sent no identity');
      const more = configuration.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {};
      return { person: personOf(service, { ...more, ...claims }), idToken: tokens.id_token };
    } catch (cause) {
      if (cause instanceof ProviderError) throw cause;
      throw new ProviderError(`The sign-in with ${config.issuer} failed: ${reasonOf(cause)}`, { cause });
    }
  }

  /**
   * Returns the address at which the provider ends its session; undefined: the provider offers none.
   * @throws ProviderError when the provider cannot be used
   */
  async farewell(config: StoredOidc, idToken: string, returnTo: string): Promise<URL | undefined> {
    const configuration = await this.discover(config, '');
    if (!configuration.serverMetadata().end_session_endpoint) return undefined;
    return client.buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: returnTo });
  }
}

/** Reads a claim. `a.b` names the member `b` of the claim `a`, unless a claim is named `a.b`. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split('.').reduce<unknown>((at, part) => {
    return typeof at === 'object' && at !== null && Object.hasOwn(at, part)
      ? (at as Record<string, unknown>)[part]
      : undefined;
  }, claims);
}

/**
 * Tells whether the claim `email_verified` lets the address be a user name. Providers may omit the claim, and some send
 * it as text. Any other value than true counts as false.
 */
const isVerified = (claim: unknown): boolean =>
  claim === undefined || claim === true || (typeof claim === 'string' && claim.toLowerCase() === 'true');

const mostClaimedRoles = 1000;

/**
 * Builds the user from the claims. If a roles claim is configured, the user's roles are the default roles and those to
 * which the values of the claim are mapped.
 * @throws ProviderError for claims without a user name, or when the user name is the e-mail address and the provider
 * states that it is unverified
 */
function personOf({ config, default_roles: defaults }: OidcService, claims: Claims): ExternalPerson {
  const text = (name: string): string => {
    const value = claimOf(claims, name);
    return typeof value === 'string' ? value : '';
  };
  const username = text(config.user_name_claim);
  if (username === '') {
    throw new ProviderError(`The provider sent no claim ${config.user_name_claim}, which is to be the user name.`);
  }
  // An unverified address identifies nobody, because anybody could claim it.
  if (config.user_name_claim === 'email' && !isVerified(claims['email_verified'])) {
    throw new ProviderError('The provider has not verified the e-mail address that is to be the user name.');
  }
  const person = {
    uid: text('sub'),
    username,
    fullName: text(config.full_name_claim),
    email: text(config.email_claim),
  };
  if (config.roles_claim === '') return person;
  const held = new Set([claimOf(claims, config.roles_claim)].flat().slice(0, mostClaimedRoles));
  const mapped = config.role_mappings.filter(({ value }) => held.has(value)).map(({ role_id: id }) => id);
  return { ...person, roles: [...defaults, ...mapped] };
}
