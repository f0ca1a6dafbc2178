/** What could not be stored, and why: the table `failures` of every index file. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { stringifyJson } from '../../../api/json.js';
import { timestampValue } from './database.js';
import type { QueryPool } from './query-pool.js';
import type { AcceptedMessage } from './record.js';
import type { IndexingFailure, ListedFailure, Row } from './types.js';

/** Failures that an index lists; older ones give way to newer ones. */
export const maxListedFailures = 10_000;
/** Messages among them that are not stored, and are kept here for it. */
export const maxKeptDocuments = 1000;
const maxDocumentCharacters = 16 * 1024;
const maxReasonCharacters = 500;

/** An index as far as its failures go. */
interface FailingIndex {
  readonly name: string;
  readonly catalog: string;
  /** How many there were, listed or not. */
  readonly failures: number;
}

/** A message that the database refuses. */
export function refusal(message: AcceptedMessage, error: Error): ListedFailure {
  const { id, timestamp, source, message: text, fullMessage, fields, streams, processedAt } = message;
  const document = stringifyJson({
    ...fields,
    timestamp,
    source,
    message: text,
    ...(fullMessage !== undefined && { full_message: fullMessage }),
    streams,
  });
  return {
    messageId: id,
    field: '',
    reason: (error.message.split('\n')[0] ?? '').slice(0, maxReasonCharacters),
    time: processedAt,
    document: document.length > maxDocumentCharacters ? `${document.slice(0, maxDocumentCharacters)}…` : document,
  };
}

export async function createFailures(connection: DuckDBConnection, catalog: string): Promise<void> {
  await connection.run(
    `CREATE TABLE ${catalog}.failures (number BIGINT, message_id VARCHAR, field VARCHAR, reason VARCHAR, time TIMESTAMP, document VARCHAR)`,
  );
}

/** Files of earlier versions have no room for messages. */
export async function ensureDocuments(connection: DuckDBConnection, catalog: string): Promise<void> {
  try {
    await connection.run(`SELECT document FROM ${catalog}.failures LIMIT 0`);
  } catch {
    await connection.run(`ALTER TABLE ${catalog}.failures ADD COLUMN document VARCHAR`);
  }
}

/**
 * Lists the failures of a batch; to be called inside a transaction.
 * @param before how many the index had
 * @param after how many it has with these, listed or not
 */
export async function writeFailures(
  connection: DuckDBConnection,
  { name, catalog }: Pick<FailingIndex, 'name' | 'catalog'>,
  listed: readonly ListedFailure[],
  before: number,
  after: number,
): Promise<void> {
  if (after === before) return;
  const appender = await connection.createAppender('failures', 'main', name);
  let number = before;
  for (const { messageId, field, reason, time, document } of listed) {
    number += 1;
    appender.appendBigInt(BigInt(number));
    appender.appendVarchar(messageId);
    appender.appendVarchar(field);
    appender.appendVarchar(reason);
    appender.appendTimestamp(timestampValue(time));
    if (document === undefined) appender.appendNull();
    else appender.appendVarchar(document);
    appender.endRow();
  }
  appender.closeSync();
  if (passes(before, after, maxListedFailures))
    await connection.run(`DELETE FROM ${catalog}.failures WHERE number <= ${after - maxListedFailures}`);
  if (passes(before, after, maxKeptDocuments))
    await connection.run(
      `UPDATE ${catalog}.failures SET document = NULL WHERE document IS NOT NULL AND number <= ${after - maxKeptDocuments}`,
    );
}

/** Every tenth of a limit is often enough to look after it. */
function passes(before: number, after: number, limit: number): boolean {
  const step = limit / 10;
  return Math.floor(before / step) !== Math.floor(after / step);
}

const withFailures = (files: readonly FailingIndex[]): FailingIndex[] => files.filter(({ failures }) => failures > 0);

/** Newest first; `total` counts also those that are no longer listed. */
export async function listFailures(
  files: readonly FailingIndex[],
  pool: QueryPool,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ total: number; failures: IndexingFailure[] }> {
  const asked = withFailures(files);
  const total = asked.reduce((sum, index) => sum + index.failures, 0);
  if (asked.length === 0) return { total, failures: [] };
  const parts = asked.map(
    (index, at) =>
      `SELECT $${at + 1} AS "index", number, message_id, field, reason, time, document FROM ${index.catalog}.failures`,
  );
  const rows = await pool.query(
    `${parts.join(' UNION ALL ')} ORDER BY time DESC, message_id DESC, number DESC LIMIT ${Math.floor(limit)} OFFSET ${Math.floor(offset)}`,
    asked.map(({ name }) => name),
  );
  return { total, failures: rows.map(failureOf) };
}

function failureOf(row: Row): IndexingFailure {
  const { document } = row;
  return {
    index: String(row['index']),
    messageId: String(row['message_id']),
    field: String(row['field']),
    reason: String(row['reason']),
    time: Number(row['time']),
    ...(typeof document === 'string' && { document }),
  };
}

/** How many of the listed ones are not older. @param since epoch ms */
export async function countFailures(files: readonly FailingIndex[], pool: QueryPool, since: number): Promise<number> {
  const asked = withFailures(files);
  if (asked.length === 0) return 0;
  const parts = asked.map(
    ({ catalog }) => `SELECT count(*) AS failures FROM ${catalog}.failures WHERE epoch_ms(time) >= ${Math.ceil(since)}`,
  );
  const rows = await pool.query(parts.join(' UNION ALL '), []);
  return rows.reduce((sum, row) => sum + Number(row['failures']), 0);
}
