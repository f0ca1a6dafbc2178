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
import type { KnownItems } from '../../kit/use-stored-list.js';
import { sentForm } from './past-searches.js';
import type { PastQuery } from './query-history.js';

type Keeper = Pick<Connection, 'client' | 'queryClient' | 'server' | 'session'>;

const usernameOf = ({ session }: Keeper): string | null => session.getSnapshot().context.username;
/**
 * Returns the storage key of the time up to which the queries of a user were sent from this browser, in epoch
 * milliseconds.
 */
const keyOf = ({ server }: Keeper, username: string | null): string =>
  `log-console.sent-queries ${server} ${username ?? ''}`;
/**
 * Returns false for a time in the future: it was stored while the clock was ahead, and does not tell which queries were
 * sent.
 */
const isPast = (time: unknown): time is number => typeof time === 'number' && time <= Date.now();

/** Returns the queries that this browser remembers for a user and has not sent yet. */
export function unsentQueries(
  keeper: Keeper,
  username: string | null,
  entries: readonly PastQuery[],
): readonly PastQuery[] {
  const sent = readLocal(keyOf(keeper, username), isPast) ?? -1;
  return entries.filter(({ at }) => at > sent);
}

/** Clients of servers that answered 404: embedded servers of earlier versions keep no history. */
const withoutHistory = new WeakSet<object>();

/** Returns whether the server keeps a history for a user; reference servers and guests have none. */
async function keepsHistory(keeper: Keeper, username: string | null): Promise<boolean> {
  if (username === null || isGuest(username) || withoutHistory.has(keeper.client)) return false;
  return isEmbedded(keeper.client, keeper.queryClient);
}

/** The last sending of each client: a sending waits for the one before, which may send the same queries. */
const sendings = new WeakMap<object, Promise<unknown>>();

/** Resolves when the sendings that have begun have ended, so that none of them adds a query that is then removed. */
export const sendingsEnd = async ({ client }: Pick<Keeper, 'client'>): Promise<void> => {
  await sendings.get(client);
};

/**
 * Sends the queries that were not sent yet. The time of the newest is stored only after the server has taken all, so a
 * failed sending is repeated with the next call; the server counts a search that it knows already only once. Nothing
 * is sent once another user is signed in.
 * @param username user whose queries they are
 * @param queries queries that this browser remembers for the user; they are read when the sending begins
 * @throws the failure of the request, except for servers without a history
 */
export function keepQueries(
  keeper: Keeper,
  username: string | null,
  queries: Pick<KnownItems<PastQuery>, 'current'>,
): Promise<void> {
  const isOwn = (): boolean => usernameOf(keeper) === username;
  const send = async (): Promise<void> => {
    if (!(await keepsHistory(keeper, username))) return;
    const unsent = unsentQueries(keeper, username, queries.current());
    if (unsent.length === 0) return;
    const searches = unsent.flatMap((past) => sentForm(past) ?? []);
    try {
      if (!(await sendSearches(keeper.client, username ?? '', searches, isOwn))) return;
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      withoutHistory.add(keeper.client);
      return;
    }
    const times = unsent.map(({ at }) => at);
    writeLocal(keyOf(keeper, username), Math.min(Date.now(), Math.max(...times)));
  };
  const sending = (sendings.get(keeper.client) ?? Promise.resolve()).then(send, send);
  sendings.set(
    keeper.client,
    sending.catch(() => undefined),
  );
  return sending;
}
