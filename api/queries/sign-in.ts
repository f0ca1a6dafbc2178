/** Sign-in methods besides name and password. */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { activeBackendType, oidcCallback, signInOffer, startOidc } from '../contract/sign-in.js';
import { unlessMissing } from './missing.js';
import { keptUntilInvalidated } from './polling.js';

/**
 * Ways to sign in besides name and password; null: there are none. It is asked anew each time.
 * @param whole how the last try went and where a sign-out goes on, too, which is told once
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

/** Asks whether the server supports providers; a reference server has no such service. */
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

/** Address at which a browser signs in with the provider. */
export const oidcStartUrl = (client: Client, returnTo: string): string =>
  client.url(startOidc, { query: { return_to: returnTo } });

/** Redirect address to register with the provider. */
export const oidcRedirectUrl = (client: Client): string => client.url(oidcCallback, { query: {} });
