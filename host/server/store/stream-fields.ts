/**
 * Which streams' messages have which dynamic fields: whoever may not read a stream must not learn what its messages are made of. Kept
 * in the table `stream_fields` of every index file, a row for each pair.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { inTransaction } from './database.js';
import type { FieldsByName } from './index-tables.js';
import type { DynamicField } from './load-plan.js';

/** Stream id → names of the dynamic fields that some of its messages have. */
export type FieldsOfStreams = ReadonlyMap<string, ReadonlySet<string>>;

export interface StreamField {
  readonly stream: string;
  readonly field: DynamicField;
}

export async function createStreamFields(connection: DuckDBConnection, catalog: string): Promise<void> {
  await connection.run(`CREATE TABLE IF NOT EXISTS ${catalog}.stream_fields (stream VARCHAR, number BIGINT)`);
}

/** Files of earlier versions lack the table: it is made from the messages, once. */
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
  if (found.currentRowCount > 0) return;
  const all = [...fields.values()];
  const counts = all.map(({ column }) => `, count(${column})`).join('');
  // Messages are in few combinations of streams; to unnest them would copy every column.
  const rows = await connection.runAndReadAll(
    `SELECT streams::VARCHAR[]${counts} FROM ${catalog}.messages GROUP BY ALL`,
  );
  const pairs = new Map<string, Set<DynamicField>>();
  for (const [streams, ...counted] of rows.getRowsJS())
    for (const stream of (streams as string[] | null) ?? []) {
      const held = pairs.get(stream) ?? new Set();
      for (const [at, count] of counted.entries()) {
        const field = all[at];
        if (field && Number(count) > 0) held.add(field);
      }
      pairs.set(stream, held);
    }
  const missing = [...pairs].flatMap(([stream, held]) => Array.from(held, (field) => ({ stream, field })));
  await inTransaction(connection, async () => {
    await createStreamFields(connection, catalog);
    await writeStreamFields(connection, name, missing);
  });
}

export async function readStreamFields(connection: DuckDBConnection, catalog: string): Promise<FieldsOfStreams> {
  const rows = await connection.runAndReadAll(
    `SELECT stream, name FROM ${catalog}.stream_fields JOIN ${catalog}.fields USING (number)`,
  );
  const found = new Map<string, Set<string>>();
  for (const [stream, name] of rows.getRows()) addField(found, String(stream), String(name));
  return found;
}

function addField(fields: Map<string, Set<string>>, stream: string, name: string): void {
  const held = fields.get(stream);
  if (held) held.add(name);
  else fields.set(stream, new Set([name]));
}

/** To be called inside a transaction. @param index name of the index */
export async function writeStreamFields(
  connection: DuckDBConnection,
  index: string,
  pairs: readonly StreamField[],
): Promise<void> {
  if (pairs.length === 0) return;
  const appender = await connection.createAppender('stream_fields', 'main', index);
  for (const { stream, field } of pairs) {
    appender.appendVarchar(stream);
    appender.appendBigInt(BigInt(field.column.slice(1)));
    appender.endRow();
  }
  appender.closeSync();
}

/** What the messages of a batch add to what is known. */
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
    if (fresh.length === 0) continue;
    all.set(stream, new Set([...(before ?? []), ...fresh]));
    for (const name of fresh) {
      const field = fields.get(name);
      if (field) added.push({ stream, field });
    }
  }
  return { all, added };
}
