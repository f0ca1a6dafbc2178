/**
 * Writes a batch of messages into the tables of an index. Loading shares the event loop with all other work, so it
 * yields often.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sharedTurn } from '../foundation/yielding.js';
import { appendRows, charactersPerSlice, largeCharacters } from './append-rows.js';
import { fit, sqlTypes } from './columns.js';
import { messagesTableSql, type FieldsByName } from './index-tables.js';
import {
  planLoad,
  wordsOf,
  type DynamicField,
  type LoadLimits,
  type LoadPlan,
  type MessageWords,
  type RestKnowledge,
  type WideMessage,
} from './load-plan.js';
import type { AcceptedMessage } from './record.js';
import { writeRestFields, type RestFields } from './rest-fields.js';
import { newStreamFields, writeStreamFields, type FieldsOfStreams, type StreamField } from './stream-fields.js';
import { tokenTextInSlices } from './tokenize.js';
import type { FieldValue } from './types.js';

/**
 * Number of rows that are converted to columns without yielding, a few milliseconds of work. At most 2048, the size of
 * a data chunk.
 */
const rowsPerSlice = 1024;
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
 * Plans the columns of a batch. An integer field becomes a floating-point field when a message has a value for it that
 * is a double but no integer. It stays an integer field if another value of the field would then lose digits.
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
    const size = messages[until]?.size ?? 0;
    if (size >= largeCharacters && until > from) break;
    characters += size;
    until += 1;
  }
  return until;
}

/** Largest number of characters of a message whose words are computed at once, which takes about a millisecond. */
const charactersAtOnce = 16 * 1024;

/**
 * Returns the stored words of a slice's messages, and yields to the event loop meanwhile. A short message without
 * stored words has no entry.
 */
async function wordsOfSlice(messages: readonly AcceptedMessage[]): Promise<Map<AcceptedMessage, MessageWords>> {
  const words = new Map<AcceptedMessage, MessageWords>();
  const pause = async (): Promise<void> => {
    if (sharedTurn.isOver) await sharedTurn.room();
  };
  for (const message of messages) {
    if (sharedTurn.isOver) await sharedTurn.room();
    const { message: text, fullMessage, size } = message;
    if (size <= charactersAtOnce) {
      const own = wordsOf(message);
      if (own) words.set(message, own);
    } else
      words.set(message, {
        message: await tokenTextInSlices(text, pause),
        fullMessage: fullMessage === undefined ? null : await tokenTextInSlices(fullMessage, pause),
      });
  }
  return words;
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
    const part = messages.slice(from, until);
    const words = await wordsOfSlice(part);
    await sharedTurn.room();
    const slice = planLoad(
      part,
      fields,
      nodeId,
      { ...limits, maxFailures: limits.maxFailures - listed },
      doubles,
      { rest, mixed, made },
      words,
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
