/** Public facts about the server. The query for them uses the answer of a ping: pings call the same endpoint. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { ping } from '../contract/server-root.js';
import type { ServerRoot } from '../contract/system.schema.js';
import type { User } from '../contract/users.schema.js';

/** A ping without an answer fails after this many milliseconds. */
export const pingTimeoutMs = 10_000;
/**
 * While a ping has no answer, another one is sent after this many milliseconds, because the first one may have been
 * lost while the server restarted.
 */
export const nextPingAfterMs = 4_000;

/** The latest ping of each client, which is pending or has succeeded. */
const pings = new WeakMap<Client, Promise<ServerRoot>>();

/**
 * Calls the server to check whether it answers. While the answer is missing, further calls follow (`nextPingAfterMs`).
 * The first call that succeeds or fails determines the result; the other calls are then aborted.
 * @throws the failure of the first call that ends; the reason of `signal` when it is aborted
 */
export function pingServer(client: Client, signal: AbortSignal): Promise<ServerRoot> {
  const decided = new AbortController();
  const options = { background: true, authenticate: false, timeoutMs: pingTimeoutMs };
  const ask = () => client.call(ping, { ...options, signal: AbortSignal.any([signal, decided.signal]) });
  const answer = new Promise<ServerRoot>((resolve, reject) => {
    const send = (): void => void ask().then(resolve, reject);
    send();
    const timer = setInterval(send, nextPingAfterMs);
    decided.signal.addEventListener('abort', () => clearInterval(timer));
  }).finally(() => decided.abort());
  pings.set(client, answer);
  answer.catch(() => {
    if (pings.get(client) === answer) pings.delete(client);
  });
  return answer;
}

/**
 * Reads the public facts about the server, for which nobody needs to sign in; they come from the last ping if it has
 * succeeded or is pending.
 */
export function serverRootQuery(client: Client) {
  const ask = (signal: AbortSignal) => client.call(ping, { signal });
  return queryOptions({
    queryKey: ['system', 'root'],
    // If the ping fails the server is called again, because a ping is also aborted when the tab is hidden.
    queryFn: ({ signal }) => pings.get(client)?.catch(() => ask(signal)) ?? ask(signal),
    staleTime: 60_000,
  });
}

/**
 * Tells whether the server is the embedded server. Queries for endpoints that reference servers do not have check this
 * first, so that they do not fill the server's log with unknown paths.
 */
export const isEmbedded = async (client: Client, queryClient: QueryClient): Promise<boolean> =>
  (await queryClient.ensureQueryData(serverRootQuery(client))).embedded === true;

/** Id of the built-in administrator, which is the same on all servers. */
const builtInId = 'local:admin';

/**
 * Marks the built-in administrator of the embedded server with `keeps_settings`: the account is read-only, but the
 * server stores its preferences, time zone and start page. Other users are returned unchanged.
 */
export async function withStoredSettings(user: User, client: Client, queryClient: QueryClient): Promise<User> {
  if (!user.read_only || user.id !== builtInId) return user;
  return (await isEmbedded(client, queryClient)) ? { ...user, keeps_settings: true } : user;
}
