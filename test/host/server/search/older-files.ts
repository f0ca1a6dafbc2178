/** Converts index files to an earlier format, in which the words of every message were stored. */
import { DuckDBInstance } from '@duckdb/node-api';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { quoteText } from '../../../../host/server/store/database.js';
import { tokenText } from '../../../../host/server/store/tokenize.js';

/**
 * Adds stored words to the files of a closed store.
 * @param isOlder tells which rows get stored words; an index that an older program has begun contains rows with and
 * without stored words
 */
export async function storeWords(directory: string, isOlder: (file: string, row: number) => boolean): Promise<void> {
  const indices = join(directory, 'indices');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    for (const file of await readdir(indices)) {
      if (!file.endsWith('.duckdb')) continue;
      await connection.run(`ATTACH ${quoteText(join(indices, file))} AS older`);
      const found = await connection.runAndReadAll('SELECT rowid, message, full_message FROM older.messages');
      await connection.run('CREATE OR REPLACE TEMP TABLE words (r BIGINT, message VARCHAR, full_message VARCHAR)');
      const appender = await connection.createAppender('words', 'main', 'temp');
      for (const [row, ...texts] of found.getRows()) {
        if (!isOlder(file, Number(row))) continue;
        appender.appendBigInt(BigInt(Number(row)));
        for (const text of texts)
          if (typeof text === 'string') appender.appendVarchar(tokenText(text));
          else appender.appendNull();
        appender.endRow();
      }
      appender.closeSync();
      await connection.run(
        'UPDATE older.messages SET message_tok = words.message, full_message_tok = words.full_message FROM words WHERE older.messages.rowid = words.r',
      );
      await connection.run('CHECKPOINT older');
      await connection.run('DETACH older');
    }
  } finally {
    connection.disconnectSync();
    instance.closeSync();
  }
}
