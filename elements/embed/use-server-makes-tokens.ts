import { useQuery } from '@tanstack/react-query';
import { embedTokensQuery } from '../../api/queries/embed-tokens.js';
import { useConnection } from '../element/connection-context.js';

/**
 * Tells whether the server supports embed tokens; undefined until known. A server that does not answer counts as
 * unsupported.
 */
export function useServerMakesTokens(): boolean | undefined {
  const { client } = useConnection();
  const { data, isError } = useQuery(embedTokensQuery(client));
  if (isError) return false;
  return data === undefined ? undefined : data !== null;
}
