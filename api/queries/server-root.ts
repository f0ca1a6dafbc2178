/** Public facts about the server. The availability check calls the same endpoint, so both share one call. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { ping } from '../contract/server-root.js';
import type { ServerRoot } from '../contract/system.schema.js';
import type { User } from '../contract/users.schema.js';

const pingTimeoutMs = 10_000;

/** The latest successful or pending ping of each client. */
const pings = new WeakMap<Client, Promise<ServerRoot>>();

/** Checks whether the server answers. */
export function pingServer(client: Client, signal: AbortSignal): Promise<ServerRoot> {
  const answer = client.call(ping, { signal, background: true, authenticate: false, timeoutMs: pingTimeoutMs });
  pings.set(client, answer);
  answer.catch(() => {
    if (pings.get(client) === answer) pings.delete(client);
  });
  return answer;
}

/**
 * Public facts about the server, available without signing in: from the last ping, if one was answered or is pending.
 */
export function serverRootQuery(client: Client) {
  const ask = (signal: AbortSignal) => client.call(ping, { signal });
  return queryOptions({
    queryKey: ['system', 'root'],
    // A ping is also aborted when the tab is hidden, which does not mean that the server is away.
    queryFn: ({ signal }) => pings.get(client)?.catch(() => ask(signal)) ?? ask(signal),
    staleTime: 60_000,
  });
}

/**
 * Tells whether the server is the embedded one. Queries for endpoints that a reference server lacks check this first,
 * so that pages do not fill its log with unknown addresses.
 */
export const isEmbedded = async (client: Client, queryClient: QueryClient): Promise<boolean> =>
  (await queryClient.ensureQueryData(serverRootQuery(client))).embedded === true;

/** Id of the built-in administrator, on every server. */
const builtInId = 'local:admin';

/**
 * Marks the built-in administrator of the embedded server, which stores preferences, time zone and start page of this
 * read-only account, too. The server's answer stays as the contract describes it.
 */
export async function withStoredSettings(user: User, client: Client, queryClient: QueryClient): Promise<User> {
  if (!user.read_only || user.id !== builtInId) return user;
  return (await isEmbedded(client, queryClient)) ? { ...user, keeps_settings: true } : user;
}
