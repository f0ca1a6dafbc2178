/**
 * Records the fields of each stream's messages, because a user who may not read a stream must not learn the fields of
 * its messages. The table `stream_fields` of every index file contains one row for each pair of stream and field, one
 * row for each stream with messages, and one marker.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { inTransaction } from './database.js';
import type { FieldsByName } from './index-tables.js';
import type { DynamicField } from './load-plan.js';

/** Maps the id of each stream to the names of the dynamic fields of its messages. */
export type FieldsOfStreams = ReadonlyMap<string, ReadonlySet<string>>;

export interface StreamField {
  readonly stream: string;
  /** Undefined: the row only records that the stream has messages. */
  readonly field: DynamicField | undefined;
}

/** Value in the column `number` of the row that records a stream with messages. */
const streamItself = -1;
/** Value in the column `number` of the row which records that the table lists the streams of all messages. */
const allReported = -2;
/** Pseudo stream of messages without a stream, which nobody may read. */
export const noStream = '';

export async function createStreamFields(connection: DuckDBConnection, catalog: string): Promise<void> {
  await connection.run(`CREATE TABLE IF NOT EXISTS ${catalog}.stream_fields (stream VARCHAR, number BIGINT)`);
  await connection.run(`INSERT INTO ${catalog}.stream_fields VALUES ('', ${allReported})`);
}

/**
 * Completes a file of an earlier version from its messages: creates the table `stream_fields` if it is missing, and
 * adds the streams if the table lacks them.
 */
export async function ensureStreamFields(
  connection: DuckDBConnection,
  name: string,
  catalog: string,
  fields: FieldsByName,
): Promise<void> {
  const found = await connection.runAndReadAll(
    "SELECT 1 FROM duckdb_tables() WHERE database_name = $1 AND table_name = 'stream_fields'",
    [name],
  );
  if (found.currentRowCount > 0) return ensureStreams(connection, catalog);
  const all = [...fields.values()];
  const counts = all.map(({ column }) => `, count(${column})`).join('');
  // Messages have few combinations of streams, so these are grouped first; unnesting the lists would copy every
  // column.
  const rows = await connection.runAndReadAll(
    `SELECT streams::VARCHAR[]${counts} FROM ${catalog}.messages GROUP BY ALL`,
  );
  const pairs = new Map<string, Set<DynamicField>>();
  for (const [list, ...counted] of rows.getRowsJS()) {
    const streams = list as string[] | null;
    for (const stream of streams === null || streams.length === 0 ? [noStream] : streams) {
      const held = pairs.get(stream) ?? new Set();
      for (const [at, count] of counted.entries()) {
        const field = all[at];
        if (field && Number(count) > 0) held.add(field);
      }
      pairs.set(stream, held);
    }
  }
  const missing = [...pairs].flatMap(([stream, held]) =>
    Array.from([undefined, ...held], (field) => ({ stream, field })),
  );
  await inTransaction(connection, async () => {
    await createStreamFields(connection, catalog);
    await writeStreamFields(connection, name, missing);
  });
}

async function ensureStreams(connection: DuckDBConnection, catalog: string): Promise<void> {
  const markers = await connection.runAndReadAll(
    `SELECT 1 FROM ${catalog}.stream_fields WHERE number = ${allReported} LIMIT 1`,
  );
  if (markers.currentRowCount > 0) return;
  const streams = `unnest(CASE WHEN len(streams) > 0 THEN streams ELSE ['${noStream}'] END)`;
  await inTransaction(connection, async () => {
    await connection.run(
      `INSERT INTO ${catalog}.stream_fields SELECT stream, ${streamItself} FROM (SELECT DISTINCT ${streams} AS stream FROM ${catalog}.messages)`,
    );
    await connection.run(`INSERT INTO ${catalog}.stream_fields VALUES ('', ${allReported})`);
  });
}

/** Reads the fields of each stream that has messages. */
export async function readStreamFields(connection: DuckDBConnection, catalog: string): Promise<FieldsOfStreams> {
  const rows = await connection.runAndReadAll(
    `SELECT stream, name FROM ${catalog}.stream_fields LEFT JOIN ${catalog}.fields USING (number) WHERE number <> ${allReported}`,
  );
  const found = new Map<string, Set<string>>();
  for (const [stream, name] of rows.getRows()) {
    const held = found.get(String(stream)) ?? new Set();
    found.set(String(stream), held);
    if (name !== null) held.add(String(name));
  }
  return found;
}

/**
 * Writes pairs of stream and field; must be called inside a transaction.
 * @param index name of the index
 */
export async function writeStreamFields(
  connection: DuckDBConnection,
  index: string,
  pairs: readonly StreamField[],
): Promise<void> {
  if (pairs.length === 0) return;
  const appender = await connection.createAppender('stream_fields', 'main', index);
  for (const { stream, field } of pairs) {
    appender.appendVarchar(stream);
    appender.appendBigInt(BigInt(field ? field.column.slice(1) : streamItself));
    appender.endRow();
  }
  appender.closeSync();
}

/** Returns the fields of each stream after a batch, and the pairs of stream and field that the batch adds. */
export function newStreamFields(
  known: FieldsOfStreams,
  found: readonly FieldsOfStreams[],
  fields: FieldsByName,
): { readonly all: FieldsOfStreams; readonly added: readonly StreamField[] } {
  const added: StreamField[] = [];
  const all = new Map(known);
  for (const [stream, names] of found.flatMap((slice) => [...slice])) {
    const before = all.get(stream);
    const fresh = [...names].filter((name) => !before?.has(name));
    if (before && fresh.length === 0) continue;
    if (!before) added.push({ stream, field: undefined });
    all.set(stream, new Set([...(before ?? []), ...fresh]));
    for (const name of fresh) {
      const field = fields.get(name);
      if (field) added.push({ stream, field });
    }
  }
  return { all, added };
}
