/** An OpenID Connect provider for tests, on a free port. It signs in every request as the configured user. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type JWK } from 'oidc-provider';

export const oidcClient = 'log-console';
export const oidcSecret = 'what the client and the provider know';

export interface TestProvider {
  readonly issuer: string;
  /** Claims of the user who signs in next; `sub` is the user's id. */
  person: Record<string, unknown> & { sub: string };
  /** Error that the following sign-ins receive instead of an authorization; undefined: none. */
  refuse: string | undefined;
  /** Paths of the received requests. */
  readonly requestedPaths: string[];
  /** Answers requests in place of the provider; if it is undefined or returns false, the provider answers. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** Replaces the signing keys; tokens that were signed with the former keys become invalid. */
  rotateKeys(): void;
  stop(): Promise<void>;
}

function signingKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), use: 'sig', alg: 'RS256', kid: `key-${Math.random()}` };
}

/** Starts a provider. @param redirects allowed redirect addresses: the callback, and the console after a sign-out */
export async function startOidcProvider(redirects: {
  readonly callback: string;
  readonly home: string;
}): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const made = (): Provider => {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: oidcClient,
          client_secret: oidcSecret,
          redirect_uris: [redirects.callback],
          post_logout_redirect_uris: [redirects.home],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      jwks: { keys: [signingKey()] },
      cookies: { keys: ['a key of the test'] },
      claims: {
        openid: ['sub'],
        profile: ['name', 'preferred_username', 'groups', 'realm_access'],
        email: ['email', 'email_verified'],
      },
      ttl: { IdToken: 20 },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
      interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...state.person, sub: id }) }),
    });
    // Errors that tests provoke on purpose are not logged.
    provider.on('server_error', () => undefined);
    return provider;
  };

  /** Grants every authorization request without interaction, or refuses it with the error of `refuse`. */
  async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const details = await provider.interactionDetails(request, response);
    if (state.refuse !== undefined) {
      await provider.interactionFinished(request, response, { error: state.refuse });
      return;
    }
    const { client_id: clientId = '', scope = '' } = details.params as { client_id?: string; scope?: string };
    const grant = new provider.Grant({ accountId: state.person.sub, clientId: String(clientId) });
    grant.addOIDCScope(String(scope));
    const grantId = await grant.save();
    const login = { accountId: state.person.sub };
    await provider.interactionFinished(request, response, { login, consent: { grantId } });
  }

  let provider = made();
  const state: TestProvider = {
    issuer,
    person: { sub: 'nobody' },
    refuse: undefined,
    requestedPaths: [],
    intercept: undefined,
    rotateKeys: () => (provider = made()),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    state.requestedPaths.push(path.split('?')[0] ?? '');
    if (state.intercept?.(request, response)) return;
    if (path.startsWith('/interaction/')) {
      interact(provider, request, response).catch((error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      });
    } else void provider.callback()(request, response);
  });
  return state;
}
