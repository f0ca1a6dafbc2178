/** Public facts about the server. The check whether it answers asks for the same, so both share one call. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { ping } from '../contract/server-root.js';
import type { ServerRoot } from '../contract/system.schema.js';

const pingTimeoutMs = 10_000;

/** The last ping of each client that has not failed. */
const pings = new WeakMap<Client, Promise<ServerRoot>>();

/** Asks the server whether it answers. */
export function pingServer(client: Client, signal: AbortSignal): Promise<ServerRoot> {
  const answer = client.call(ping, { signal, background: true, authenticate: false, timeoutMs: pingTimeoutMs });
  pings.set(client, answer);
  answer.catch(() => {
    if (pings.get(client) === answer) pings.delete(client);
  });
  return answer;
}

/** Public facts about the server, signed in or not: those of the last ping, if one has been answered or is under way. */
export function serverRootQuery(client: Client) {
  const ask = (signal: AbortSignal) => client.call(ping, { signal });
  return queryOptions({
    queryKey: ['system', 'root'],
    // A ping also ends when the tab is hidden: that does not mean that the server is away.
    queryFn: ({ signal }) => pings.get(client)?.catch(() => ask(signal)) ?? ask(signal),
    staleTime: 60_000,
  });
}

/**
 * Tells whether the embedded server answers. What a reference server has no endpoint for is asked only here, so that pages do not fill its
 * log with unknown addresses.
 */
export const isEmbedded = async (client: Client, queryClient: QueryClient): Promise<boolean> =>
  (await queryClient.ensureQueryData(serverRootQuery(client))).embedded === true;
