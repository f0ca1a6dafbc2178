/** Creates the token for a preview as a guest sees it. The token is valid while the preview is open. */
import { useEffect, useMemo } from 'react';
import type { EmbedTokenRequest } from '../../api/contract/embed-tokens.js';
import { dropEmbedToken, makeEmbedToken } from '../../api/queries/embed-tokens.js';
import { useConnection } from '../element/connection-context.js';
import type { TokenSource } from '../element/connection.js';

/**
 * Returns the token function of the guest for whom a preview is shown; it is a new function when the limits change.
 * @param request body of the request that creates the token, as JSON, so that equal limits keep the same token;
 * undefined: no guest
 */
export function useGuestToken(request: string | undefined): TokenSource['getToken'] | undefined {
  const { client } = useConnection();
  const source = useMemo(() => {
    if (request === undefined) return undefined;
    const made = new Set<string>();
    let ended = false;
    const drop = (id: string): void => void dropEmbedToken(client, id).catch(() => undefined);
    return {
      getToken: async () => {
        // Cast: the embed dialog has serialised the text from an `EmbedTokenRequest`.
        const { id, token } = await makeEmbedToken(client, JSON.parse(request) as EmbedTokenRequest);
        made.add(id);
        // The dialog was closed before the token was created, so the new token is revoked.
        if (ended) drop(id);
        return { token };
      },
      open: () => {
        ended = false;
      },
      end: () => {
        ended = true;
        for (const id of made) drop(id);
        made.clear();
      },
    };
  }, [client, request]);
  useEffect(() => {
    source?.open();
    return () => source?.end();
  }, [source]);
  return source?.getToken;
}
