/** Queries and mutations of tokens for guests of pages that embed elements; reference servers have none. */
import type { QueryClient } from '@tanstack/react-query';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import {
  createEmbedToken,
  listEmbedTokens,
  revokeEmbedToken,
  type EmbedToken,
  type EmbedTokenRequest,
} from '../contract/embed-tokens.js';
import { NotFound } from '../failures.js';

const embedTokensKey = ['embed-tokens'] as const;

/** Reads the tokens that have not expired; null when the server has no such tokens. */
export function embedTokensQuery(client: Client) {
  return queryOptions({
    queryKey: embedTokensKey,
    // An answer is never reused, because tokens can expire within minutes.
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<readonly EmbedToken[] | null> => {
      try {
        return (await client.call(listEmbedTokens, { signal })).tokens;
      } catch (error) {
        if (error instanceof NotFound) return null;
        throw error;
      }
    },
  });
}

/** Creates a token; only this answer contains its secret. */
export const makeEmbedToken = (client: Client, body: EmbedTokenRequest, signal?: AbortSignal) =>
  client.call(createEmbedToken, { body, ...(signal && { signal }) });

export const dropEmbedToken = (client: Client, tokenId: string) =>
  client.call(revokeEmbedToken, { params: { tokenId } });

export function revokeEmbedTokenMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (tokenId: string) => dropEmbedToken(client, tokenId),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: embedTokensKey }),
  });
}
