import { useQuery } from '@tanstack/react-query';
import { embedTokensQuery } from '../../api/queries/embed-tokens.js';
import { useConnection } from '../element/connection-context.js';

/**
 * Returns whether the server supports embed tokens; undefined until this is known. A server that does not answer counts
 * as a server without embed tokens.
 */
export function useServerMakesTokens(): boolean | undefined {
  const { client } = useConnection();
  const { data, isError } = useQuery(embedTokensQuery(client));
  if (isError) return false;
  return data === undefined ? undefined : data !== null;
}
