/**
 * Endpoints that a login page calls without a session (contract/administration.json authServices.*), and OpenID
 * Connect.
 */
import type { OidcCallbackQuery, OidcStartQuery, SignInOffer, SignInOfferQuery } from './authentication.schema.js';
import { endpoint } from './endpoint.js';

const nothing = { produces: 'nothing' } as const;

/** Returns the type of the active authentication service; null: only local users. */
export const activeBackendType = endpoint<{ answer: { backend: string | null } }>()(
  'GET',
  '/system/authentication/services/backends/active-backend/type',
  'public',
);

/** Returns the sign-in methods. Embedded server only; called when the active service has the type `oidc`. */
export const signInOffer = endpoint<{ query: SignInOfferQuery; answer: SignInOffer }>()(
  'GET',
  '/system/authentication/sign-in',
  'public',
);
/** Redirects the browser to the provider. Embedded server only. */
export const startOidc = endpoint<{ query: OidcStartQuery; answer: undefined }>()(
  'GET',
  '/system/authentication/oidc/start',
  'public',
  { ...nothing, status: 302 },
);
/** Target of the provider's redirect: signs the user in and redirects to the console. Embedded server only. */
export const oidcCallback = endpoint<{ query: OidcCallbackQuery; answer: undefined }>()(
  'GET',
  '/system/authentication/oidc/callback',
  'public',
  { ...nothing, status: 302 },
);
