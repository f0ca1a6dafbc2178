/** Finds the indices that already contain messages which are to be stored again. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteText } from './database.js';
import type { IndexFile } from './index-file.js';
import type { AcceptedMessage } from './record.js';

/**
 * Returns the ids of those messages that one of the indices contains. Each id is mapped to the name of the index in
 * which searches find the message. A copy is ignored if its home is among the indices, because searches find the
 * message in the home.
 * @param files all indices of the sets other than the set that is to store the messages
 */
export async function holdersOf(
  connection: DuckDBConnection,
  files: readonly IndexFile[],
  messages: readonly AcceptedMessage[],
): Promise<ReadonlyMap<string, string>> {
  const times = messages.map(({ timestamp }) => timestamp);
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const near = files.filter(
    ({ minTimestamp = Infinity, maxTimestamp = -Infinity }) => minTimestamp <= to && maxTimestamp >= from,
  );
  if (near.length === 0) return new Map();
  const ids = messages.map((_one, at) => `$${at + 1}`).join(', ');
  const names = files.map(({ name }) => quoteText(name)).join(', ');
  const parts = near.map(
    ({ name, catalog, homeColumn }) =>
      `SELECT id, ${quoteText(name)} FROM ${catalog}.messages WHERE ts BETWEEN make_timestamp_ms(${Math.floor(from)}) AND make_timestamp_ms(${Math.ceil(to)})
       AND id IN (${ids})${homeColumn === undefined ? '' : ` AND coalesce(${homeColumn} NOT IN (${names}), true)`}`,
  );
  const found = await connection.runAndReadAll(
    parts.join(' UNION ALL '),
    messages.map(({ id }) => id),
  );
  return new Map(found.getRows().map(([id, index]) => [String(id), String(index)]));
}
