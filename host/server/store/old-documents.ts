/**
 * Migrates documents of the first layout, which has whole texts of any size in one table. Reading a row takes as much
 * memory as the 2,048 rows around it. So the documents are moved to the present table once, with up to 80 % of the
 * available memory.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { availableMemory } from '../foundation/memory.js';
import type { BodyFiles } from './body-files.js';
import { inTransaction } from './database.js';
import { inlineBytes, insertRow, type DocumentRow } from './document-table.js';
import { DataDirectoryError } from './errors.js';
import { databaseBytes } from './file-bytes.js';
import { errorOf } from '../foundation/caught.js';

/** Number of characters from which on a transaction gets no further documents. */
const partCharacters = 16 * 1024 * 1024;
const partRows = 500;

export async function hasOldDocuments(connection: DuckDBConnection): Promise<boolean> {
  const found = await connection.runAndReadAll(
    `SELECT 1 FROM duckdb_tables() WHERE database_name = current_database() AND table_name = 'documents'`,
  );
  return found.currentRowCount > 0;
}

/**
 * Returns the memory limit in bytes for moving the documents. It is three times the size of the file plus 256 MiB, but
 * at most four fifths of the available memory, and never less than the usual limit.
 */
export async function migrationMemory(path: string, usual: number): Promise<number> {
  const bytes = await databaseBytes(path);
  return Math.max(usual, Math.min(bytes * 3 + 256 * 1024 * 1024, availableMemory() * 0.8));
}

/**
 * Moves all documents to the present table; an interrupted migration is repeated at the next start.
 * @throws DataDirectoryError when the machine has too little memory
 */
export async function moveOldDocuments(
  { reader: connection, writer }: { readonly reader: DuckDBConnection; readonly writer: DuckDBConnection },
  path: string,
  bodies: BodyFiles,
): Promise<void> {
  try {
    await writer.run('DELETE FROM entries');
    for await (const part of inParts(oldDocuments(connection)))
      await inTransaction(writer, async () => {
        for (const { collection, id, text } of part)
          await insertRow(writer, await rowOf(collection, id, null, text, bodies));
      });
    await writer.run('DROP TABLE documents');
    await writer.run('CHECKPOINT');
  } catch (error) {
    if (!/out of memory|failed to (?:pin|allocate)/i.test(errorOf(error).message)) throw error;
    throw new DataDirectoryError(
      `${path} holds documents that need more memory than this machine has. Start once on a machine with more.`,
      { cause: error },
    );
  }
}

interface OldDocument {
  readonly collection: string;
  readonly id: string;
  readonly text: string;
}

/** Yields the documents of the old table, one at a time. */
async function* oldDocuments(connection: DuckDBConnection): AsyncGenerator<OldDocument> {
  const result = await connection.stream('SELECT collection, id, document FROM documents');
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) return;
    const [collections, ids, texts] = [0, 1, 2].map((column) => chunk.getColumnVector(column));
    for (let row = 0; row < chunk.rowCount; row += 1)
      yield {
        collection: String(collections?.getItem(row)),
        id: String(ids?.getItem(row)),
        text: String(texts?.getItem(row)),
      };
  }
}

async function* inParts(documents: AsyncIterable<OldDocument>): AsyncGenerator<OldDocument[]> {
  let part: OldDocument[] = [];
  let characters = 0;
  for await (const document of documents) {
    part.push(document);
    characters += document.text.length;
    if (characters < partCharacters && part.length < partRows) continue;
    yield part;
    part = [];
    characters = 0;
  }
  if (part.length > 0) yield part;
}

/** Returns the row of a document; a large text is written to a file first. */
export async function rowOf(
  collection: string,
  id: string,
  head: string | null,
  text: string,
  bodies: BodyFiles,
): Promise<DocumentRow> {
  const bytes = Buffer.byteLength(text);
  const file = bytes > inlineBytes ? await bodies.write(text) : null;
  return { collection, id, head, body: file === null ? text : null, file, bytes };
}
