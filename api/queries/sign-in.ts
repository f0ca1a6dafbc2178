/** Sign-in methods besides name and password. */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { activeBackendType, oidcCallback, signInOffer, startOidc } from '../contract/sign-in.js';
import { unlessMissing } from './missing.js';
import { keptUntilInvalidated } from './polling.js';

/**
 * Sign-in methods besides name and password; null: none. Never cached.
 * @param whole true also returns the outcome of the last attempt and the provider's logout address, which the server
 * reports only once
 */
export function signInOfferQuery(client: Client, whole: boolean) {
  return queryOptions({
    queryKey: ['signInOffer', whole],
    queryFn: async ({ signal }) => {
      const { backend } = await client.call(activeBackendType, { signal });
      return backend === 'oidc' ? client.call(signInOffer, { query: { provider_only: !whole }, signal }) : null;
    },
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
}

/** Tells whether the server supports providers; a reference server does not. */
export function knowsProvidersQuery(client: Client) {
  return queryOptions({
    queryKey: ['knowsProviders'],
    queryFn: ({ signal }) =>
      unlessMissing(
        client.call(signInOffer, { query: { provider_only: true }, signal }).then(() => true),
        false,
      ),
    ...keptUntilInvalidated,
  });
}

/** Address that starts the sign-in with the provider. */
export const oidcStartUrl = (client: Client, returnTo: string): string =>
  client.url(startOidc, { query: { return_to: returnTo } });

/** Redirect address to register with the provider. */
export const oidcRedirectUrl = (client: Client): string => client.url(oidcCallback, { query: {} });
