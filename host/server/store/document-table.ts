/**
 * The table of documents. `body` is the text of a small document, `file` the file name of a large document; `head` is
 * the part that an archive keeps in memory, and NULL in other collections. Rows are kept small, because the database
 * reads 2,048 rows into memory to read a single row.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { inTransaction } from './database.js';

/** Size in bytes above which a text is stored in a file. */
export const inlineBytes = 16 * 1024;

export interface DocumentRow {
  readonly collection: string;
  readonly id: string;
  readonly head: string | null;
  readonly body: string | null;
  readonly file: string | null;
  /** Size of the document's text in bytes. */
  readonly bytes: number;
}

export async function createDocumentTable(connection: DuckDBConnection): Promise<void> {
  await connection.run(
    'CREATE TABLE IF NOT EXISTS entries (collection VARCHAR, id VARCHAR, head VARCHAR, body VARCHAR, file VARCHAR, bytes BIGINT)',
  );
}

export async function insertRow(connection: DuckDBConnection, row: DocumentRow): Promise<void> {
  const { collection, id, head, body, file, bytes } = row;
  await connection.run('INSERT INTO entries VALUES ($1, $2, $3, $4, $5, $6)', [
    collection,
    id,
    head,
    body,
    file,
    BigInt(bytes),
  ]);
}

export async function deleteRow(connection: DuckDBConnection, collection: string, id: string): Promise<void> {
  await connection.run('DELETE FROM entries WHERE collection = $1 AND id = $2', [collection, id]);
}

/** Reads the row of a document; undefined: there is none. */
export async function readRow(
  connection: DuckDBConnection,
  collection: string,
  id: string,
): Promise<DocumentRow | undefined> {
  const found = await connection.runAndReadAll(
    'SELECT head, body, file, bytes FROM entries WHERE collection = $1 AND id = $2',
    [collection, id],
  );
  const [row] = found.getRows();
  if (!row) return undefined;
  const [head, body, file, bytes] = row as [string | null, string | null, string | null, bigint];
  return { collection, id, head, body, file, bytes: Number(bytes) };
}

/**
 * Yields all rows in any order. Sorted by `order`, they are in the order in which the documents were last written.
 * @param archives collections whose texts are left out: `body` is null in their rows that have a head
 */
export async function* readRows(
  connection: DuckDBConnection,
  archives: readonly string[],
): AsyncGenerator<DocumentRow & { readonly order: number }> {
  const left = archives.length === 0 ? 'false' : `collection IN (${archives.map((_, at) => `$${at + 1}`).join(', ')})`;
  const result = await connection.stream(
    `SELECT rowid, collection, id, head, CASE WHEN ${left} AND head IS NOT NULL THEN NULL ELSE body END, file, bytes FROM entries`,
    [...archives],
  );
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) return;
    for (const row of chunk.getRows()) {
      const [order, collection, id, head, body, file, bytes] = row as [
        bigint,
        string,
        string,
        string | null,
        string | null,
        string | null,
        bigint,
      ];
      yield { order: Number(order), collection, id, head, body, file, bytes: Number(bytes) };
    }
  }
}

/** Writes a row and deletes it again, to test whether writing is possible. */
export async function probe(connection: DuckDBConnection): Promise<void> {
  const row = { collection: '', id: 'probe', head: null, body: ' '.repeat(inlineBytes), file: null, bytes: 0 };
  await inTransaction(connection, () => insertRow(connection, row));
  await inTransaction(connection, () => deleteRow(connection, row.collection, row.id));
}
