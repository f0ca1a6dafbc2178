/**
 * Endpoints that a login page calls without a session (contract administration authServices.*), and the endpoints
 * for signing in with OpenID Connect.
 */
import type { OidcCallbackQuery, OidcStartQuery, SignInOffer, SignInOfferQuery } from './authentication.schema.js';
import { endpoint } from './endpoint.js';

const nothing = { produces: 'nothing' } as const;

/** Returns the type of the active authentication service; null: only local users can sign in. */
export const activeBackendType = endpoint<{ answer: { backend: string | null } }>()(
  'GET',
  '/system/authentication/services/backends/active-backend/type',
  'public',
);

/** Returns the ways to sign in. Only the embedded server has this endpoint; call it when the active type is `oidc`. */
export const signInOffer = endpoint<{ query: SignInOfferQuery; answer: SignInOffer }>()(
  'GET',
  '/system/authentication/sign-in',
  'public',
);
/** Redirects the browser to the sign-in page of the OpenID provider. Embedded server only. */
export const startOidc = endpoint<{ query: OidcStartQuery; answer: undefined }>()(
  'GET',
  '/system/authentication/oidc/start',
  'public',
  { ...nothing, status: 302 },
);
/**
 * Signs the user in and redirects to the console; the provider redirects the browser to this endpoint. Embedded server
 * only.
 */
export const oidcCallback = endpoint<{ query: OidcCallbackQuery; answer: undefined }>()(
  'GET',
  '/system/authentication/oidc/callback',
  'public',
  { ...nothing, status: 302 },
);
