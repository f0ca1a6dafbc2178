/** Queries about the ways to sign in besides username and password. */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { activeBackendType, oidcCallback, signInOffer, startOidc } from '../contract/sign-in.js';
import { unlessMissing } from './missing.js';
import { keptUntilInvalidated } from './polling.js';

/**
 * Reads the ways to sign in besides username and password; null: there are none. The answer is kept only while a
 * component uses it.
 * @param whole true also reads the outcome of the last attempt and the provider's address for signing out, which the
 * server returns only once
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

/** Tells whether the server supports sign-in providers; reference servers do not. */
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

/** Returns the URL that starts the sign-in with the provider. */
export const oidcStartUrl = (client: Client, returnTo: string): string =>
  client.url(startOidc, { query: { return_to: returnTo } });

/** Returns the URL to which the provider redirects, which must be registered with the provider. */
export const oidcRedirectUrl = (client: Client): string => client.url(oidcCallback, { query: {} });
