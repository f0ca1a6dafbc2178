/**
 * Writes a batch of messages into the tables of an index. It shares the event loop with all other work, so it yields
 * often.
 */
import { DuckDBDataChunk, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sharedTurn, Yielder } from '../foundation/yielding.js';
import { fit, fixedColumns, sqlTypes } from './columns.js';
import { columnWriters, type ColumnWriter } from './database.js';
import { messagesTableSql, type FieldsByName } from './index-tables.js';
import {
  planLoad,
  type Cell,
  type DynamicField,
  type LoadLimits,
  type LoadPlan,
  type RestKnowledge,
  type WideMessage,
} from './load-plan.js';
import type { AcceptedMessage } from './record.js';
import { writeRestFields, type RestFields } from './rest-fields.js';
import { newStreamFields, writeStreamFields, type FieldsOfStreams, type StreamField } from './stream-fields.js';
import type { FieldValue } from './types.js';

/**
 * Number of rows that are converted to columns without yielding, a few milliseconds of work. At most 2048, the size of
 * a data chunk.
 */
const rowsPerSlice = 1024;
/** Number of characters after which the conversion yields, so that long texts take a few milliseconds, too. */
const charactersPerSlice = 1024 * 1024;
/** Rows per data chunk of DuckDB (its vector size). */
const rowsPerChunk = 2048;

/** Fields that occur in the messages of an index. */
export interface KnownFields extends RestKnowledge {
  readonly fields: FieldsByName;
  readonly fieldsOfStreams: FieldsOfStreams;
}

export interface BatchPlan extends KnownFields {
  readonly slices: readonly LoadPlan[];
  /** All dynamic fields of the index after this batch, in the order of their columns. */
  readonly fields: FieldsByName;
  readonly newFields: readonly DynamicField[];
  readonly newStreamFields: readonly StreamField[];
  readonly newRest: RestFields;
  readonly newMixed: ReadonlySet<string>;
  readonly wide: readonly WideMessage[];
  /** Fields whose integer columns become floating-point columns. */
  readonly widened: readonly DynamicField[];
  readonly rows: number;
  readonly bytes: number;
  readonly failureCount: number;
  readonly minTimestamp: number;
  readonly maxTimestamp: number;
}

/**
 * Plans the columns of a batch. An integer field becomes a floating-point field when a message needs it, if none of its
 * values loses a digit.
 * @param mayWiden tells whether every value of an integer column is exact as a double
 */
export async function planBatch(
  messages: readonly AcceptedMessage[],
  index: KnownFields,
  nodeId: string,
  limits: LoadLimits,
  mayWiden: (column: string) => Promise<boolean>,
): Promise<BatchPlan> {
  const known = index.fields;
  const doubles = new Set<string>();
  const refused = new Set<string>();
  for (;;) {
    const { fields, slices } = await planSlices(messages, index, nodeId, limits, doubles);
    const wanted = new Set(slices.flatMap(({ fractional }) => [...fractional].filter((name) => !refused.has(name))));
    if (wanted.size === 0) return batchPlan(messages.length, index, fields, slices, doubles);
    for (const name of wanted) {
      const column = known.get(name)?.column;
      const exact = !messages.some(({ fields: { [name]: value } }) => isInexact(value));
      if (exact && (column === undefined || (await mayWiden(column)))) doubles.add(name);
      else refused.add(name);
    }
  }
}

/** Tells whether a value fits an integer column but would be rounded as a double. */
function isInexact(value: FieldValue | undefined): boolean {
  return value !== undefined && fit(value, 'long') !== undefined && fit(value, 'double') === undefined;
}

function sliceEnd(messages: readonly AcceptedMessage[], from: number): number {
  let characters = 0;
  let until = from;
  while (
    until < messages.length &&
    until - from < rowsPerSlice &&
    (until === from || characters < charactersPerSlice)
  ) {
    characters += messages[until]?.size ?? 0;
    until += 1;
  }
  return until;
}

async function planSlices(
  messages: readonly AcceptedMessage[],
  { fields: known, rest: knownRest, mixed: knownMixed, made: knownMade }: KnownFields,
  nodeId: string,
  limits: LoadLimits,
  doubles: ReadonlySet<string>,
): Promise<{ fields: Map<string, DynamicField>; slices: LoadPlan[] }> {
  const fields = new Map(known);
  for (const name of doubles) {
    const field = fields.get(name);
    if (field) fields.set(name, { ...field, type: 'double' });
  }
  const rest = new Map(knownRest);
  const mixed = new Set(knownMixed);
  const made = new Map(knownMade);
  const slices: LoadPlan[] = [];
  let listed = 0;
  for (let from = 0, until: number; from < messages.length; from = until) {
    if (from > 0) await nextTurn();
    until = sliceEnd(messages, from);
    const slice = planLoad(
      messages.slice(from, until),
      fields,
      nodeId,
      { ...limits, maxFailures: limits.maxFailures - listed },
      doubles,
      { rest, mixed, made },
    );
    for (const [name, type] of slice.newRest) rest.set(name, type);
    for (const name of slice.newMixed) mixed.add(name);
    addCounts(made, slice.made);
    for (const field of slice.newFields) fields.set(field.name, field);
    listed += slice.failures.length;
    slices.push(slice);
  }
  return { fields, slices };
}

function addCounts(to: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [key, count] of counts) to.set(key, (to.get(key) ?? 0) + count);
}

function batchPlan(
  rows: number,
  { fields: known, fieldsOfStreams, rest, mixed, made: madeBefore }: KnownFields,
  fields: FieldsByName,
  slices: readonly LoadPlan[],
  doubles: ReadonlySet<string>,
): BatchPlan {
  const found = slices.map((slice) => slice.fieldsOfStreams);
  const ofStreams = newStreamFields(fieldsOfStreams, found, fields);
  const newRest = new Map(slices.flatMap((slice) => [...slice.newRest]));
  const newMixed = new Set(slices.flatMap((slice) => [...slice.newMixed]));
  const made = new Map(madeBefore);
  for (const slice of slices) addCounts(made, slice.made);
  return {
    slices,
    fields,
    fieldsOfStreams: ofStreams.all,
    newStreamFields: ofStreams.added,
    newRest,
    rest: newRest.size === 0 ? rest : new Map([...rest, ...newRest]),
    newMixed,
    mixed: newMixed.size === 0 ? mixed : new Set([...mixed, ...newMixed]),
    made,
    wide: slices.flatMap(({ wide }) => wide),
    newFields: slices.flatMap(({ newFields }) => newFields),
    widened: [...doubles].flatMap((name) => (known.has(name) ? (fields.get(name) ?? []) : [])),
    rows,
    bytes: slices.reduce((sum, { bytes }) => sum + bytes, 0),
    failureCount: slices.reduce((sum, { failureCount }) => sum + failureCount, 0),
    minTimestamp: Math.min(...slices.map(({ minTimestamp }) => minTimestamp)),
    maxTimestamp: Math.max(...slices.map(({ maxTimestamp }) => maxTimestamp)),
  };
}

export interface LoadTarget {
  readonly name: string;
  readonly catalog: string;
  /** True when the index contains no rows yet. */
  readonly empty: boolean;
}

/** Writes a planned batch: widens and adds columns, then appends the rows. Must be called inside a transaction. */
export async function writeBatch(connection: DuckDBConnection, target: LoadTarget, plan: BatchPlan): Promise<void> {
  for (const field of plan.widened) await widenColumn(connection, target, field);
  if (plan.newFields.length > 0) await addColumns(connection, target, plan);
  await writeStreamFields(connection, target.name, plan.newStreamFields);
  await writeRestFields(connection, target.name, plan.newRest, plan.newMixed);
  if (plan.rows > 0) await appendRows(connection, target, plan);
}

/** Largest integer up to which every integer is exact as a double (IEEE 754, 53 bits). */
const exactUpTo = 2n ** 53n;

/** Tells whether every value of an integer column is exact as a double. */
export async function isExactAsDouble(connection: DuckDBConnection, catalog: string, column: string): Promise<boolean> {
  const found = await connection.runAndReadAll(
    `SELECT 1 FROM ${catalog}.messages WHERE ${column} > ${exactUpTo} OR ${column} < -${exactUpTo} LIMIT 1`,
  );
  return found.currentRowCount === 0;
}

async function widenColumn(
  connection: DuckDBConnection,
  { catalog }: LoadTarget,
  { column, type }: DynamicField,
): Promise<void> {
  await connection.run(`ALTER TABLE ${catalog}.messages ALTER COLUMN ${column} SET DATA TYPE ${sqlTypes[type]}`);
  await connection.run(`UPDATE ${catalog}.fields SET type = '${type}' WHERE number = ${column.slice(1)}`);
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
  try {
    let collectedRows = 0;
    const flush = (): void => {
      appender.flushSync();
      collectedRows = 0;
    };
    for (const { rows, columns, bytes } of plan.slices) {
      // DuckDB keeps the order of rows within a chunk only, but the row numbers of the inverted index need the order of
      // all rows.
      if (collectedRows + rows > rowsPerChunk) flush();
      collectedRows += rows;
      const isLong = bytes >= charactersPerSlice;
      if (isLong) await sharedTurn.room();
      const yielder = new Yielder();
      const chunk = DuckDBDataChunk.create(types, rows);
      for (const [index, writer] of writers.entries()) {
        writeColumn(chunk, index, columns[index] ?? [], writer);
        if (yielder.isOver) await yielder.pause();
      }
      if (isLong) await sharedTurn.room();
      appender.appendDataChunk(chunk);
      await nextTurn();
      if (!isLong) continue;
      // Long texts are flushed early, because flushing all of them at the end of the batch would block the event loop.
      await sharedTurn.room();
      flush();
    }
  } finally {
    // The appender is closed for a failed batch, too: otherwise garbage collection would flush its rows outside of the
    // transaction.
    appender.closeSync();
  }
}

/** Validity mask of a vector: one bit per row, 0 for NULL. */
interface NullBits {
  data: BigUint64Array | null;
}

/**
 * Sets the values of a column of a new chunk. Most columns of a wide index are NULL in most rows, and setting NULL
 * values individually would take most of the time, so the whole mask is cleared first.
 */
function writeColumn(chunk: DuckDBDataChunk, index: number, cells: readonly Cell[], { value }: ColumnWriter): void {
  const rows = chunk.rowCount;
  let filled = 0;
  for (const cell of cells) if (cell !== null) filled += 1;
  const vector = chunk.getColumnVector(index);
  const { validity } = vector as { validity?: NullBits };
  if (filled * 2 > rows || validity?.data !== null) {
    chunk.setColumnValues(index, cells.length === rows ? cells.map(value) : new Array<DuckDBValue>(rows).fill(null));
    return;
  }
  validity.data = new BigUint64Array(Math.ceil(rows / 64));
  for (const [row, cell] of cells.entries()) if (cell !== null) vector.setItem(row, value(cell));
  vector.flush();
}

function columnWriter(sql: string): ColumnWriter {
  const writer = columnWriters[sql];
  if (!writer) throw new Error(`No writer for columns of type ${sql}`);
  return writer;
}
