/** Endpoints that a sign-in page calls before anybody has signed in (contract/administration.json authServices.*), and OpenID Connect. */
import type { OidcCallbackQuery, OidcStartQuery, SignInOffer, SignInOfferQuery } from './authentication.schema.js';
import { endpoint } from './endpoint.js';

const nothing = { produces: 'nothing' } as const;

/** Type of the active authentication service; null: only local users. */
export const activeBackendType = endpoint<{ answer: { backend: string | null } }>()(
  'GET',
  '/system/authentication/services/backends/active-backend/type',
  'public',
);

/** Embedded server only, asked when the active service is of the type `oidc`. */
export const signInOffer = endpoint<{ query: SignInOfferQuery; answer: SignInOffer }>()(
  'GET',
  '/system/authentication/sign-in',
  'public',
);
/** Embedded server only: sends the browser to the provider. */
export const startOidc = endpoint<{ query: OidcStartQuery; answer: undefined }>()(
  'GET',
  '/system/authentication/oidc/start',
  'public',
  { ...nothing, status: 302 },
);
/** Embedded server only: where the provider sends the browser back to; signs in and goes on to the console. */
export const oidcCallback = endpoint<{ query: OidcCallbackQuery; answer: undefined }>()(
  'GET',
  '/system/authentication/oidc/callback',
  'public',
  { ...nothing, status: 302 },
);
