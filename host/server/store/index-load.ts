/** Writes a batch of messages into the tables of an index. It shares the thread with everything else, so it pauses often. */
import { DuckDBDataChunk, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fixedColumns, sqlTypes } from './columns.js';
import { columnWriters, timestampValue, type ColumnWriter } from './database.js';
import { messagesTableSql, type FieldsByName } from './index-tables.js';
import { planLoad, type DynamicField, type LoadLimits, type LoadPlan } from './load-plan.js';
import type { AcceptedMessage } from './record.js';

/** Rows that are turned into columns in one go: a few milliseconds. Not above 2048, the size of a data chunk. */
const rowsPerSlice = 1024;
const maxBusyMs = 8;

/** Failures that an index lists; older ones give way to newer ones. */
export const maxListedFailures = 10_000;

export interface BatchPlan {
  readonly slices: readonly LoadPlan[];
  /** All dynamic fields of the index with this batch in it, in the order of their columns. */
  readonly fields: FieldsByName;
  readonly newFields: readonly DynamicField[];
  readonly rows: number;
  readonly bytes: number;
  readonly failureCount: number;
  readonly minTimestamp: number;
  readonly maxTimestamp: number;
}

export async function planBatch(
  messages: readonly AcceptedMessage[],
  known: FieldsByName,
  nodeId: string,
  limits: LoadLimits,
): Promise<BatchPlan> {
  const fields = new Map(known);
  const slices: LoadPlan[] = [];
  let listed = 0;
  for (let from = 0; from < messages.length; from += rowsPerSlice) {
    if (from > 0) await nextTurn();
    const slice = planLoad(messages.slice(from, from + rowsPerSlice), fields, nodeId, {
      ...limits,
      maxFailures: limits.maxFailures - listed,
    });
    for (const field of slice.newFields) fields.set(field.name, field);
    listed += slice.failures.length;
    slices.push(slice);
  }
  return {
    slices,
    fields,
    newFields: slices.flatMap(({ newFields }) => newFields),
    rows: messages.length,
    bytes: slices.reduce((sum, { bytes }) => sum + bytes, 0),
    failureCount: slices.reduce((sum, { failureCount }) => sum + failureCount, 0),
    minTimestamp: Math.min(...slices.map(({ minTimestamp }) => minTimestamp)),
    maxTimestamp: Math.max(...slices.map(({ maxTimestamp }) => maxTimestamp)),
  };
}

export interface LoadTarget {
  readonly name: string;
  readonly catalog: string;
  /** Nothing has been loaded so far. */
  readonly empty: boolean;
}

/** Adds columns and rows; to be called inside a transaction. */
export async function writeBatch(connection: DuckDBConnection, target: LoadTarget, plan: BatchPlan): Promise<void> {
  if (plan.newFields.length > 0) await addColumns(connection, target, plan);
  if (plan.rows > 0) await appendRows(connection, target, plan);
}

async function addColumns(
  connection: DuckDBConnection,
  { name, catalog, empty }: LoadTarget,
  { fields, newFields }: BatchPlan,
): Promise<void> {
  if (empty) await connection.run(messagesTableSql('CREATE OR REPLACE TABLE', catalog, fields.values()));
  else
    for (const { column, type } of newFields)
      await connection.run(`ALTER TABLE ${catalog}.messages ADD COLUMN ${column} ${sqlTypes[type]}`);
  const appender = await connection.createAppender('fields', 'main', name);
  for (const field of newFields) {
    appender.appendVarchar(field.name);
    appender.appendBigInt(BigInt(field.column.slice(1)));
    appender.appendVarchar(field.type);
    appender.endRow();
  }
  appender.closeSync();
}

async function appendRows(connection: DuckDBConnection, { name }: LoadTarget, plan: BatchPlan): Promise<void> {
  const writers = [
    ...fixedColumns.map(({ sql }) => columnWriter(sql)),
    ...Array.from(plan.fields.values(), ({ type }) => columnWriter(sqlTypes[type])),
  ];
  const types = writers.map(({ type }) => type);
  const appender = await connection.createAppender('messages', 'main', name);
  for (const { rows, columns } of plan.slices) {
    let busySince = performance.now();
    const chunk = DuckDBDataChunk.create(types, rows);
    const nothing = new Array<DuckDBValue>(rows).fill(null);
    for (const [index, writer] of writers.entries()) {
      chunk.setColumnValues(index, columns[index]?.map(writer.value) ?? nothing);
      if (performance.now() - busySince < maxBusyMs) continue;
      await nextTurn();
      busySince = performance.now();
    }
    appender.appendDataChunk(chunk);
    await nextTurn();
  }
  appender.closeSync();
}

function columnWriter(sql: string): ColumnWriter {
  const writer = columnWriters[sql];
  if (!writer) throw new Error(`No writer for columns of type ${sql}`);
  return writer;
}

/** Lists the failures of a batch; to be called inside a transaction. @param before how many the index had */
export async function writeFailures(
  connection: DuckDBConnection,
  { name, catalog }: LoadTarget,
  { slices, failureCount }: BatchPlan,
  before: number,
): Promise<void> {
  if (failureCount === 0) return;
  const appender = await connection.createAppender('failures', 'main', name);
  let number = before;
  for (const { messageId, field, reason, time } of slices.flatMap(({ failures }) => failures)) {
    number += 1;
    appender.appendBigInt(BigInt(number));
    appender.appendVarchar(messageId);
    appender.appendVarchar(field);
    appender.appendVarchar(reason);
    appender.appendTimestamp(timestampValue(time));
    appender.endRow();
  }
  appender.closeSync();
  const after = before + failureCount;
  // Every tenth of the limit is often enough.
  const step = maxListedFailures / 10;
  if (Math.floor(before / step) !== Math.floor(after / step))
    await connection.run(`DELETE FROM ${catalog}.failures WHERE number <= ${after - maxListedFailures}`);
}
