/** Converts between SQL values and plain JavaScript values. */
import {
  BIGINT,
  BIT,
  BOOLEAN,
  DOUBLE,
  DuckDBArrayValue,
  DuckDBBitValue,
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBIntervalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  HUGEINT,
  LIST,
  SQLNULL,
  TIMESTAMP,
  VARCHAR,
  type DuckDBDataChunk,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import { sharedTurn } from '../foundation/yielding.js';
import { timestampValue } from './database.js';
import type { Row, SqlValue } from './types.js';

const listOfText = LIST(VARCHAR);

/**
 * Returns a statement's parameter and its SQL type. Integers are BIGINT (beyond 64 bits HUGEINT), dates are TIMESTAMP
 * (UTC), bytes are BIT, and lists are lists of texts.
 */
export function parameterOf(value: SqlValue): { value: DuckDBValue; type: DuckDBType } {
  if (value === null) return { value, type: SQLNULL };
  if (typeof value === 'string') return { value, type: VARCHAR };
  if (typeof value === 'boolean') return { value, type: BOOLEAN };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { value: BigInt(value), type: BIGINT } : { value, type: DOUBLE };
  if (typeof value === 'bigint') return { value, type: BigInt.asIntN(64, value) === value ? BIGINT : HUGEINT };
  if (value instanceof Date) return { value: timestampValue(value.getTime()), type: TIMESTAMP };
  // DuckDB's BIT format begins with the number of unused bits in the first byte, here none.
  if (value instanceof Uint8Array)
    return { value: new DuckDBBitValue(Buffer.concat([Buffer.of(0), value])), type: BIT };
  return { value: new DuckDBListValue([...value]), type: listOfText };
}

const smallest = BigInt(Number.MIN_SAFE_INTEGER);
const largest = BigInt(Number.MAX_SAFE_INTEGER);

const integer = (value: bigint): number | bigint => (value >= smallest && value <= largest ? Number(value) : value);

/** Converts microseconds to milliseconds with a fraction. */
const fromMicros = (micros: bigint): number => Number(micros) / 1000;

/**
 * Converts a value of DuckDB to a plain JavaScript value:
 * - integers beyond 2^53 stay bigint
 * - times become epoch milliseconds
 * - lists become arrays, structs and maps become objects
 * - intervals become milliseconds (a month counts as 30 days)
 * - decimals become numbers, blobs become bytes
 * - values of other types become texts
 */
export function plainValue(value: DuckDBValue): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (typeof value === 'bigint') return integer(value);
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue) return fromMicros(value.micros);
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) return value.items.map(plainValue);
  if (value instanceof DuckDBTimestampMillisecondsValue) return Number(value.millis);
  if (value instanceof DuckDBTimestampSecondsValue) return Number(value.seconds) * 1000;
  if (value instanceof DuckDBTimestampNanosecondsValue) return Number(value.nanos) / 1e6;
  if (value instanceof DuckDBDateValue) return value.days * 86_400_000;
  if (value instanceof DuckDBDecimalValue) return value.scale === 0 ? integer(value.value) : value.toDouble();
  if (value instanceof DuckDBStructValue)
    return Object.fromEntries(Object.entries(value.entries).map(([name, entry]) => [name, plainValue(entry)]));
  if (value instanceof DuckDBMapValue)
    return Object.fromEntries(
      value.entries.map(({ key, value: entry }) => [String(plainValue(key)), plainValue(entry)]),
    );
  if (value instanceof DuckDBBlobValue) return value.bytes;
  if (value instanceof DuckDBIntervalValue)
    return value.months * 30 * 86_400_000 + value.days * 86_400_000 + fromMicros(value.micros);
  return String(value);
}

/** Number of values that are read between two checks of the clock. */
const valuesPerStep = 500;

/**
 * Longest time in milliseconds for which rows are read before they are yielded. Callers account for the rows and
 * convert them in the same turn, which takes two to three times as long as reading them.
 */
const maxReadMs = 2;

/**
 * Yields the rows of a chunk by column name. A chunk has 2048 rows of any number of columns, so they are yielded in
 * parts that do not block the event loop.
 */
export async function* rowsOf(chunk: DuckDBDataChunk, names: readonly string[]): AsyncGenerator<Row[]> {
  const vectors = names.map((_name, column) => chunk.getColumnVector(column));
  const step = Math.max(1, Math.floor(valuesPerStep / Math.max(names.length, 1)));
  let rows: Row[] = [];
  await sharedTurn.room();
  let begun = performance.now();
  for (let from = 0; from < chunk.rowCount; from += step) {
    for (let index = from; index < Math.min(from + step, chunk.rowCount); index += 1) {
      const row: Row = {};
      for (const [column, name] of names.entries()) row[name] = plainValue(vectors[column]?.getItem(index) ?? null);
      rows.push(row);
    }
    if (performance.now() - begun < maxReadMs) continue;
    yield rows;
    rows = [];
    await sharedTurn.room();
    begun = performance.now();
  }
  if (rows.length > 0) yield rows;
}
