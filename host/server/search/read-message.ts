/** Reads one message by its id. */
import { instantOfId } from '../store/message-id.js';
import { spanRows } from '../store/inverted-index/format.js';
import type { MessageReader, Row, StoredIndex } from '../store/types.js';
import { messageOf, namesOf, wantedColumns, type FoundMessage } from './found-message.js';
import { clampInstant, loadedCondition } from './match.js';
import { pagedColumns, readPaged } from './paged-rows.js';

/**
 * Reads one message of one index by its id, whatever its streams: the caller has to check permissions.
 * @returns undefined if the message does not exist, or its index is not open
 */
export async function readMessage(
  store: MessageReader,
  indexName: string,
  id: string,
  signal?: AbortSignal,
): Promise<FoundMessage | undefined> {
  const index = store.indices().find(({ name }) => name === indexName);
  if (!index) return undefined;
  const instant = instantOfId(id);
  const paged = instant === undefined ? undefined : await inPages(store, index, instant, id, signal);
  if (paged) return messageOf(paged, index, []);
  const select = `SELECT ${wantedColumns(index, [])} FROM ${index.catalog}.messages WHERE`;
  const loaded = loadedCondition(index);
  // A search by time and id needs less than half of the processor time of a search by id alone.
  const [timed] =
    instant === undefined
      ? []
      : await store.query(
          `${select} ts = $1 AND id = $2 AND ${loaded} LIMIT 1`,
          [new Date(clampInstant(instant)), id],
          signal,
        );
  // The id of a message from before 1970 contains another time, so the message is also searched by its id alone.
  const [row] = timed ? [timed] : await store.query(`${select} id = $1 AND ${loaded} LIMIT 1`, [id], signal);
  return row && messageOf(row, index, []);
}

/**
 * Largest number of rows with the wanted time that are read from pages; with more rows, the database searches for the
 * message.
 */
const mostRows = 64;
/**
 * Largest number of spans (64 rows each) whose times are compared; with more spans, the database searches for the
 * message.
 */
const mostSpans = 64;
/** Meter of the result's memory that sets no limit, because at most `mostRows` rows are read. */
const unmetered = { take: () => undefined, giveBack: () => undefined };

/**
 * Searches for a message in the pages of rows, by the times in the inverted index.
 * @returns undefined when the caller has to ask the database. This is the case if the index has no pages or no inverted
 * index, the pages lack a column or the message, there are too many rows to compare, or the inverted index cannot be
 * read.
 */
async function inPages(
  store: MessageReader,
  index: StoredIndex,
  instant: number,
  id: string,
  signal: AbortSignal | undefined,
): Promise<Row | undefined> {
  const columns = pagedColumns(index, namesOf(index, []));
  if (!columns || !index.words) return undefined;
  const rows = await store
    .inTurn(() => rowsAt(index, instant), signal)
    .catch(() => {
      // After any error except an abort, the caller asks the database. Searches detect and repair damaged blocks.
      signal?.throwIfAborted();
      return undefined;
    });
  if (!rows || rows.length === 0) return undefined;
  for (const row of (await readPaged(store, index, rows, columns, unmetered, signal)).values())
    if (row['id'] === id) return row;
  return undefined;
}

/**
 * Returns the numbers of the rows whose time is `instant`, from the inverted index. Returns undefined if there are more
 * than `mostRows` such rows, or if more than `mostSpans` spans have to be compared.
 */
async function rowsAt({ words }: StoredIndex, instant: number): Promise<readonly number[] | undefined> {
  const rows: number[] = [];
  let looked = 0;
  for (const block of words?.blocks ?? []) {
    const { first, minTime, maxTime } = block.head;
    if (instant < minTime || instant > maxTime) continue;
    const spans = await block.spans();
    for (let span = 0; span * 2 < spans.length; span += 1) {
      if (instant < (spans[span * 2] ?? 0) || instant > (spans[span * 2 + 1] ?? 0)) continue;
      if ((looked += 1) > mostSpans) return undefined;
      const from = span * spanRows;
      const times = await block.times(from, Math.min(from + spanRows, block.rows));
      for (const [at, time] of times.entries()) if (time === instant) rows.push(first + from + at);
      if (rows.length > mostRows) return undefined;
    }
  }
  return rows;
}
