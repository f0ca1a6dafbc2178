/** Reads the store on behalf of a user, and accounts for rows while they are read. */
import type { Asker, MessageReader, MessageStore, Row, SqlValue } from '../store/types.js';
import type { ResultMeter } from './result-size.js';
import { sizeOf } from './result-size.js';

/** Returns a reader whose statements all run on behalf of a user. */
export function readerFor(store: MessageStore, asker: Asker): MessageReader {
  return {
    indices: () => store.indices(),
    query: (sql, parameters, signal) => store.query(sql, parameters, signal, asker),
    inTurn: (work, signal) => store.inTurn(work, signal, asker),
    stream: (sql, parameters, signal) => store.stream(sql, parameters, signal, asker),
    lookedUp: (index, milliseconds) => store.reads.lookUp(index, milliseconds),
    fetched: (index, milliseconds) => store.reads.fetch(index, milliseconds),
  };
}

/**
 * Yields the rows of a statement in batches. The bytes of a batch are counted before the next batch is read. The caller
 * must release the bytes of rows that it does not keep.
 * @param take called with the bytes of each row
 * @throws the error of `take`
 */
export async function* countedRows(
  reader: MessageReader,
  [sql, parameters]: readonly [string, readonly SqlValue[]],
  signal: AbortSignal | undefined,
  take: ResultMeter['take'],
): AsyncGenerator<Row[]> {
  for await (const rows of reader.stream(sql, parameters, signal)) {
    for (const row of rows) take(sizeOf(row));
    yield rows;
  }
}
