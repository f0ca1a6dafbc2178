/** Messages and values that could not be stored, with the reasons: the table `failures` of every index file. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { stringifyJson } from '../../../api/json.js';
import { inTransaction, timestampValue } from './database.js';
import { encodeMessage, type AcceptedMessage } from './record.js';
import { createRetries } from './retries.js';
import type { ListedFailure } from './types.js';

/**
 * Number of failures per index from which on the oldest ones are removed from the list. Refused messages whose content
 * is kept are not removed. The limit is enforced when the count crosses a multiple of a tenth of it, so the list may be
 * a tenth longer.
 */
export const maxListedFailures = 10_000;
/** Largest number of refused messages per index whose content is kept. */
export const maxKeptDocuments = 1000;
/** Largest number of characters of all kept messages of an index. */
export const maxKeptCharacters = 256 * 1024 * 1024;
const maxDocumentCharacters = 16 * 1024;
const maxReasonCharacters = 500;

/** Returns the failure of a message that the database refuses. */
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
    record: encodeMessage(message, id, processedAt),
    ...(message.home !== undefined && { home: message.home }),
  };
}

/**
 * Columns for messages that were not stored: excerpt, encoded message, its length in characters, the index that also
 * contains the message, and a marker.
 */
const ofRefused = [
  ['document', 'VARCHAR'],
  ['record', 'VARCHAR'],
  ['characters', 'BIGINT'],
  ['home', 'VARCHAR'],
  ['refused', 'BOOLEAN'],
] as const;

export async function createFailures(connection: DuckDBConnection, catalog: string): Promise<void> {
  const columns = ofRefused.map(([name, type]) => `, ${name} ${type}`).join('');
  await connection.run(
    `CREATE TABLE ${catalog}.failures (number BIGINT, message_id VARCHAR, field VARCHAR, reason VARCHAR, time TIMESTAMP${columns})`,
  );
  await createRetries(connection, catalog);
}

/**
 * Adds the columns for refused messages to a file of an earlier version, which has none of them or only the excerpt.
 */
export async function ensureRefused(connection: DuckDBConnection, catalog: string): Promise<void> {
  try {
    await connection.run(`SELECT refused FROM ${catalog}.failures LIMIT 0`);
  } catch {
    await inTransaction(connection, async () => {
      for (const [name, type] of ofRefused)
        await connection.run(`ALTER TABLE ${catalog}.failures ADD COLUMN IF NOT EXISTS ${name} ${type}`);
      await connection.run(`UPDATE ${catalog}.failures SET refused = true WHERE document IS NOT NULL`);
      await createRetries(connection, catalog);
    });
  }
}

/**
 * Lists the failures of a batch. Must be called inside a transaction.
 * @param before number of failures before the batch
 * @param after number of failures after the batch, including failures that are not listed
 */
export async function writeFailures(
  connection: DuckDBConnection,
  { name, catalog }: { readonly name: string; readonly catalog: string },
  listed: readonly ListedFailure[],
  before: number,
  after: number,
): Promise<void> {
  if (after === before) return;
  const appender = await connection.createAppender('failures', 'main', name);
  let number = before;
  const text = (value: string | undefined): void =>
    value === undefined ? appender.appendNull() : appender.appendVarchar(value);
  for (const { messageId, field, reason, time, document, record, home } of listed) {
    number += 1;
    appender.appendBigInt(BigInt(number));
    appender.appendVarchar(messageId);
    appender.appendVarchar(field);
    appender.appendVarchar(reason);
    appender.appendTimestamp(timestampValue(time));
    text(document);
    text(record);
    if (record === undefined) appender.appendNull();
    else appender.appendBigInt(BigInt(record.length));
    text(home);
    appender.appendBoolean(document !== undefined);
    appender.endRow();
  }
  appender.closeSync();
  if (passes(before, after, maxListedFailures))
    await connection.run(
      `DELETE FROM ${catalog}.failures WHERE record IS NULL AND number <= ${after - maxListedFailures}`,
    );
  if (listed.some(({ record }) => record !== undefined)) await forgetOldest(connection, catalog);
}

/** Removes the content of the oldest refused messages, so that the kept content stays within the limits. */
async function forgetOldest(connection: DuckDBConnection, catalog: string): Promise<void> {
  const kept = `SELECT number, row_number() OVER newer AS place, sum(characters) OVER newer AS together
    FROM ${catalog}.failures WHERE record IS NOT NULL WINDOW newer AS (ORDER BY number DESC)`;
  await connection.run(
    `UPDATE ${catalog}.failures SET document = NULL, record = NULL WHERE record IS NOT NULL AND number <=
     (SELECT max(number) FROM (${kept}) WHERE place > ${maxKeptDocuments} OR together > ${maxKeptCharacters})`,
  );
}

/** Tells whether a count has crossed a multiple of a tenth of a limit, so that the limit is enforced now. */
function passes(before: number, after: number, limit: number): boolean {
  const step = limit / 10;
  return Math.floor(before / step) !== Math.floor(after / step);
}
