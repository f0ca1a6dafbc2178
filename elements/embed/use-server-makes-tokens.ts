import { useQuery } from '@tanstack/react-query';
import { embedTokensQuery } from '../../api/queries/embed-tokens.js';
import { useConnection } from '../element/connection-context.js';

/** Tells whether the server makes embed tokens; undefined until it is known. A server that cannot be asked counts as one that does not. */
export function useServerMakesTokens(): boolean | undefined {
  const { client } = useConnection();
  const { data, isError } = useQuery(embedTokensQuery(client));
  if (isError) return false;
  return data === undefined ? undefined : data !== null;
}
