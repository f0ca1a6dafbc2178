/** Queries and mutations of a user's access tokens (contract administration users.tokens.*). */
import type { QueryClient } from '@tanstack/react-query';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { createToken, deleteToken, listTokens } from '../contract/users.js';

const tokensKey = (userId: string) => ['tokens', userId] as const;

/** Reads the access tokens of a user without their secrets, which the server returns only once. */
export function tokensQuery(client: Client, userId: string) {
  return queryOptions({
    queryKey: tokensKey(userId),
    queryFn: async ({ signal }) => (await client.call(listTokens, { params: { userId }, signal })).tokens,
  });
}

/**
 * Creates a token; only this answer contains its secret. `expiresAt` is an ISO instant; undefined: it never expires.
 */
export function createTokenMutation(client: Client, queryClient: QueryClient, userId: string) {
  return mutationOptions({
    mutationFn: ({ name, expiresAt }: { readonly name: string; readonly expiresAt?: string | undefined }) =>
      client.call(createToken, {
        params: { userId, tokenName: name },
        body: expiresAt === undefined ? {} : { expires_at: expiresAt },
      }),
    // The answer is not cached, because it contains the secret.
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: tokensKey(userId) }),
  });
}

export function deleteTokenMutation(client: Client, queryClient: QueryClient, userId: string) {
  return mutationOptions({
    mutationFn: (tokenId: string) => client.call(deleteToken, { params: { userId, tokenIdOrValue: tokenId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: tokensKey(userId) }),
  });
}
