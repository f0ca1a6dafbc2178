/**
 * Results of storing refused messages again. They are in the table `retries` of the index that is written to at the
 * time of the retry. They are written in the same transaction as the messages that succeed, so that no message is
 * stored twice.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteText } from './database.js';
import type { QueryPool } from './query-pool.js';
import type { FailureFilter, FailurePage, IndexingFailure, RefusedMessage, Row, SqlValue } from './types.js';

/** Result of retrying one message. */
export interface Retry extends RefusedMessage {
  /** Number of attempts to store the message, including the first. */
  readonly tries: number;
  /** Reason of the latest failure; undefined: the message is stored. */
  readonly reason?: string;
}

/** The properties of an index that concern failures. */
export interface FailingIndex {
  readonly name: string;
  readonly catalog: string;
  /** Number of failures, including failures that are no longer listed. */
  readonly failures: number;
  /** Number of rows in the table of retries. */
  readonly retries: number;
}

export async function createRetries(connection: DuckDBConnection, catalog: string): Promise<void> {
  await connection.run(
    `CREATE TABLE IF NOT EXISTS ${catalog}.retries (failed_in VARCHAR, message_id VARCHAR, tries BIGINT, stored BOOLEAN, reason VARCHAR)`,
  );
}

export async function countRetries(connection: DuckDBConnection, catalog: string): Promise<number> {
  const found = await connection.runAndReadAll(`SELECT count(*) FROM ${catalog}.retries`);
  return Number(found.getRows()[0]?.[0] ?? 0);
}

/**
 * Writes the results of retries; must be called inside a transaction.
 * @param name name of the index whose table gets the results
 */
export async function writeRetries(
  connection: DuckDBConnection,
  name: string,
  retries: readonly Retry[],
): Promise<void> {
  if (retries.length === 0) return;
  const appender = await connection.createAppender('retries', 'main', name);
  for (const { index, messageId, tries, reason } of retries) {
    appender.appendVarchar(index);
    appender.appendVarchar(messageId);
    appender.appendBigInt(BigInt(tries));
    appender.appendBoolean(reason === undefined);
    if (reason === undefined) appender.appendNull();
    else appender.appendVarchar(reason);
    appender.endRow();
  }
  appender.closeSync();
}

/** Returns SQL with a row for each retried message, its last result, and the index that contains it, if any. */
function triedSql(files: readonly FailingIndex[]): string {
  const parts = files
    .filter(({ retries }) => retries > 0)
    .map(({ name, catalog }) => `SELECT ${quoteText(name)} AS kept_in, * FROM ${catalog}.retries`);
  const none =
    'SELECT NULL::VARCHAR AS kept_in, NULL::VARCHAR AS failed_in, NULL::VARCHAR AS message_id, 0 AS tries, false AS stored, NULL::VARCHAR AS reason WHERE false';
  return `SELECT failed_in, message_id, max(tries) AS tries, bool_or(stored) AS stored, arg_max(reason, tries) AS reason,
    max(kept_in) FILTER (stored) AS stored_in FROM (${parts.length > 0 ? parts.join(' UNION ALL ') : none}) GROUP BY ALL`;
}

/**
 * Returns SQL of the listed failures of the indices, without messages that were stored later.
 * @param columns further columns of the tables of failures
 */
function failuresSql(failing: readonly FailingIndex[], all: readonly FailingIndex[], columns: string): string {
  const parts = failing.map(
    ({ name, catalog }) =>
      `SELECT ${quoteText(name)} AS "index", number, message_id, field, reason, time, coalesce(refused, false) AS refused, record IS NOT NULL AS kept, ${columns} FROM ${catalog}.failures`,
  );
  return `SELECT f.* EXCLUDE (reason), coalesce(t.reason, f.reason) AS reason, coalesce(t.tries, 1) AS tries FROM (${parts.join(' UNION ALL ')}) f
    LEFT JOIN (${triedSql(all)}) t ON f.refused AND t.failed_in = f."index" AND t.message_id = f.message_id
    WHERE NOT coalesce(t.stored, false)`;
}

const withFailures = (files: readonly FailingIndex[]): FailingIndex[] => files.filter(({ failures }) => failures > 0);

/** Returns the SQL condition of a filter of failures, and appends its values to the parameters. */
function filterSql({ text = '', inDocuments = false }: FailureFilter, parameters: SqlValue[]): string {
  if (text === '') return 'true';
  parameters.push(text.toLowerCase());
  const names = ['"index"', 'message_id', 'field', 'reason', ...(inDocuments ? ['document'] : [])];
  return `(${names.map((name) => `contains(lower(coalesce(${name}, '')), $${parameters.length})`).join(' OR ')})`;
}

/** Lists failures, newest first. */
export async function listFailures(
  files: readonly FailingIndex[],
  pool: QueryPool,
  { offset, limit, ...filter }: FailureFilter & { readonly offset: number; readonly limit: number },
): Promise<FailurePage> {
  const requested = withFailures(files);
  if (requested.length === 0) return { total: 0, kept: 0, indices: [], failures: [] };
  const parameters: SqlValue[] = [];
  const found = `SELECT * FROM (${failuresSql(requested, files, 'document')}) WHERE ${filterSql(filter, parameters)}`;
  const rows = await pool.query(
    `${found} ORDER BY time DESC, message_id DESC, number DESC LIMIT ${Math.floor(limit)} OFFSET ${Math.floor(offset)}`,
    parameters,
  );
  const counted = await pool.query(
    `SELECT "index", count(*) AS matching, count(*) FILTER (kept) AS kept FROM (${found}) GROUP BY 1 ORDER BY 2 DESC, 1`,
    parameters,
  );
  const indices = counted.map((row) => ({ index: String(row['index']), failures: Number(row['matching']) }));
  const isFiltered = (filter.text ?? '') !== '';
  return {
    total: isFiltered
      ? indices.reduce((sum, { failures }) => sum + failures, 0)
      : await totalOf(requested, files, pool),
    kept: counted.reduce((sum, row) => sum + Number(row['kept']), 0),
    indices,
    failures: rows.map(failureOf),
  };
}

/** Counts all failures, including failures that are no longer listed, without messages that were stored later. */
async function totalOf(
  requested: readonly FailingIndex[],
  files: readonly FailingIndex[],
  pool: QueryPool,
): Promise<number> {
  const all = requested.reduce((sum, index) => sum + index.failures, 0);
  if (files.every(({ retries }) => retries === 0)) return all;
  const names = requested.map(({ name }) => quoteText(name)).join(', ');
  const sql = `SELECT count(*) AS stored FROM (${triedSql(files)}) WHERE stored AND failed_in IN (${names})`;
  const [row] = await pool.query(sql, []);
  return Math.max(0, all - Number(row?.['stored'] ?? 0));
}

function failureOf(row: Row): IndexingFailure {
  const { document } = row;
  return {
    index: String(row['index']),
    messageId: String(row['message_id']),
    field: String(row['field']),
    reason: String(row['reason']),
    time: Number(row['time']),
    isRefused: row['refused'] === true,
    isKept: row['kept'] === true,
    tries: Number(row['tries']),
    ...(typeof document === 'string' && { document }),
  };
}

/**
 * Counts the listed failures since a time.
 * @param since epoch milliseconds
 */
export async function countFailures(files: readonly FailingIndex[], pool: QueryPool, since: number): Promise<number> {
  const requested = withFailures(files);
  if (requested.length === 0) return 0;
  const [row] = await pool.query(
    `SELECT count(*) AS failures FROM (${failuresSql(requested, files, 'document')}) WHERE epoch_ms(time) >= ${Math.ceil(since)}`,
    [],
  );
  return Number(row?.['failures'] ?? 0);
}

/** Returns the messages of matching failures that can be retried, oldest first. */
export async function keptMessages(
  files: readonly FailingIndex[],
  pool: QueryPool,
  filter: FailureFilter,
): Promise<RefusedMessage[]> {
  const requested = withFailures(files);
  if (requested.length === 0) return [];
  const parameters: SqlValue[] = [];
  const rows = await pool.query(
    `SELECT "index", message_id FROM (${failuresSql(requested, files, 'document')}) WHERE kept AND ${filterSql(filter, parameters)}
     ORDER BY time, message_id`,
    parameters,
  );
  return rows.map((row) => ({ index: String(row['index']), messageId: String(row['message_id']) }));
}

/** A refused message with its stored content. */
export interface KeptMessage extends RefusedMessage {
  /** The message as a line of the journal. */
  readonly record: string;
  readonly tries: number;
}

/**
 * Splits the kept messages into parts that are small enough to be read at once.
 * @param mostCharacters largest size of a part; a larger message forms a part of its own
 */
export async function partsOf(
  connection: DuckDBConnection,
  files: readonly FailingIndex[],
  wanted: readonly RefusedMessage[],
  mostCharacters: number,
): Promise<RefusedMessage[][]> {
  const names = new Set(wanted.map(({ index }) => index));
  const sizes = new Map<string, number>();
  for (const { name, catalog } of withFailures(files).filter((file) => names.has(file.name))) {
    const ids = wanted.flatMap(({ index, messageId }) => (index === name ? [messageId] : []));
    const found = await connection.runAndReadAll(
      `SELECT message_id, length(record) FROM ${catalog}.failures
       WHERE record IS NOT NULL AND message_id IN (${ids.map((_id, at) => `$${at + 1}`).join(', ')})`,
      ids,
    );
    for (const [id, size] of found.getRows()) sizes.set(`${name} ${String(id)}`, Number(size));
  }
  const parts: RefusedMessage[][] = [];
  let room = 0;
  for (const one of wanted) {
    const size = sizes.get(`${one.index} ${one.messageId}`) ?? 0;
    if (size > room || parts.length === 0) {
      parts.push([]);
      room = mostCharacters;
    }
    parts.at(-1)?.push(one);
    room -= size;
  }
  return parts;
}

/**
 * Reads the kept messages that are not stored yet.
 * @param connection connection without a running load
 */
export async function readKept(
  connection: DuckDBConnection,
  files: readonly FailingIndex[],
  wanted: readonly RefusedMessage[],
): Promise<KeptMessage[]> {
  const names = new Set(wanted.map(({ index }) => index));
  const requested = withFailures(files).filter(({ name }) => names.has(name));
  if (requested.length === 0) return [];
  const found = await connection.runAndReadAll(
    `SELECT "index", message_id, record, tries FROM (${failuresSql(requested, files, 'record')})
     WHERE kept AND ("index" || ' ' || message_id) IN (${wanted.map((_one, at) => `$${at + 1}`).join(', ')})`,
    wanted.map(({ index, messageId }) => `${index} ${messageId}`),
  );
  return found.getRows().map(([index, messageId, record, tries]) => ({
    index: String(index),
    messageId: String(messageId),
    record: String(record),
    tries: Number(tries),
  }));
}

/**
 * Finds the messages that an index refused and a retry stored later. Returns the index that contains each of them, by
 * message id.
 * @param failedIn name of the index that refused the messages
 */
export async function storedIn(
  connection: DuckDBConnection,
  files: readonly FailingIndex[],
  failedIn: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0 || files.every(({ retries }) => retries === 0)) return new Map();
  const found = await connection.runAndReadAll(
    `SELECT message_id, stored_in FROM (${triedSql(files)}) WHERE stored AND failed_in = ${quoteText(failedIn)}
     AND message_id IN (${ids.map((_id, at) => `$${at + 1}`).join(', ')})`,
    [...ids],
  );
  return new Map(found.getRows().map(([id, index]) => [String(id), String(index)]));
}
