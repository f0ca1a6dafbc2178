/**
 * Sends the queries that this browser remembers to the server, each once, so that the user finds them on every device.
 * The browser keeps its own list for the arrow keys, and for servers that keep no history.
 */
import { NotFound } from '../../../api/failures.js';
import { sendSearches } from '../../../api/queries/search-history.js';
import { isEmbedded } from '../../../api/queries/server-root.js';
import type { Connection } from '../../element/connection.js';
import { isGuest } from '../../element/connection-context.js';
import { readLocal, writeLocal } from '../../kit/local-store.js';
import { sentForm } from './past-searches.js';
import type { PastQuery } from './query-history.js';

type Keeper = Pick<Connection, 'client' | 'queryClient' | 'server' | 'session'>;

const isNumber = (value: unknown): value is number => typeof value === 'number';
const usernameOf = ({ session }: Keeper): string | null => session.getSnapshot().context.username;
/** Key of the time up to which the queries of this browser were sent, in epoch milliseconds. */
const keyOf = (keeper: Keeper): string => `log-console.sent-queries ${keeper.server} ${usernameOf(keeper) ?? ''}`;

/** Returns the queries of this browser that were not sent yet. */
export function unsentQueries(keeper: Keeper, entries: readonly PastQuery[]): readonly PastQuery[] {
  const sent = readLocal(keyOf(keeper), isNumber) ?? -1;
  return entries.filter(({ at }) => at > sent);
}

/** Clients of servers that answered 404: embedded servers of earlier versions keep no history. */
const withoutHistory = new WeakSet<object>();

/** Returns whether the server keeps a history for the signed-in user; reference servers and guests have none. */
async function keepsHistory(keeper: Keeper): Promise<boolean> {
  const username = usernameOf(keeper);
  if (username === null || isGuest(username) || withoutHistory.has(keeper.client)) return false;
  return isEmbedded(keeper.client, keeper.queryClient);
}

/** The last sending of each client: a sending waits for the one before, which may send the same queries. */
const sendings = new WeakMap<object, Promise<unknown>>();

/**
 * Sends the queries that were not sent yet. The time of the newest is stored only after the server has taken all, so a
 * failed sending is repeated with the next call; the server counts a search that it knows already only once.
 * @param entries queries of this browser
 * @throws the failure of the request, except for servers without a history
 */
export function keepQueries(keeper: Keeper, entries: readonly PastQuery[]): Promise<void> {
  const send = async (): Promise<void> => {
    const unsent = unsentQueries(keeper, entries);
    if (unsent.length === 0 || !(await keepsHistory(keeper))) return;
    const key = keyOf(keeper);
    try {
      await sendSearches(
        keeper.client,
        unsent.flatMap((past) => sentForm(past) ?? []),
      );
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      withoutHistory.add(keeper.client);
      return;
    }
    writeLocal(key, Math.max(...unsent.map(({ at }) => at)));
  };
  const sending = (sendings.get(keeper.client) ?? Promise.resolve()).then(send, send);
  sendings.set(
    keeper.client,
    sending.catch(() => undefined),
  );
  return sending;
}
