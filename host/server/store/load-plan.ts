/** Converts messages to columns: the part of loading that needs no database. */
import { noStream } from './stream-fields.js';
import { stringifyJson } from '../../../api/json.js';
import { fit, fixedColumns, fixedFieldNames, storableValue, typeOf, type DynamicType } from './columns.js';
import type { AcceptedMessage } from './record.js';
import { mostRestFields, type RestFields } from './rest-fields.js';
import type { FieldsOfStreams } from './stream-fields.js';
import { isAscii, tokenText } from './tokenize.js';
import type { FieldValue, ListedFailure } from './types.js';

/**
 * Largest length of a field name in UTF-16 units. The value of a field with a longer name is stored in `extra` under
 * the truncated name.
 */
export const fieldNameLimit = 512;

/**
 * Name of the internal field by which a copied message names its home index. No field of a message can have this name.
 */
export const homeField = '';

/** A field that has a column of its own in an index. */
export interface DynamicField {
  readonly name: string;
  readonly column: string;
  readonly type: DynamicType;
}

export type Cell = string | number | bigint | boolean | readonly string[] | null;

export interface LoadPlan {
  readonly rows: number;
  /**
   * Values of the columns per row: first the columns in `fixedColumns`, then all dynamic columns. Undefined: the column
   * is NULL in all rows.
   */
  readonly columns: readonly (readonly Cell[] | undefined)[];
  /** Fields that need a new column, in the order of their columns. */
  readonly newFields: readonly DynamicField[];
  readonly fieldsOfStreams: FieldsOfStreams;
  /** Fields whose values go to `extra` for the first time. */
  readonly newRest: RestFields;
  /** Numeric and boolean fields that have, for the first time, a value that does not fit their type. */
  readonly newMixed: ReadonlySet<string>;
  /** Maps the id of each input to the number of columns that the messages of the input add. */
  readonly made: ReadonlyMap<string, number>;
  readonly wide: readonly WideMessage[];
  /** Integer fields that have a value which fits only a floating-point column. */
  readonly fractional: ReadonlySet<string>;
  readonly failures: readonly ListedFailure[];
  /** Number of failures, including failures that are not listed. */
  readonly failureCount: number;
  readonly bytes: number;
  readonly minTimestamp: number;
  readonly maxTimestamp: number;
}

export interface LoadLimits {
  /** Largest number of dynamic fields in an index. */
  readonly maxFields: number;
  /** Largest number of listed failures per batch. */
  readonly maxFailures: number;
  /**
   * Number of unknown fields above which a message is wide. An unknown field of a wide message gets a column only if an
   * earlier message contained it.
   */
  readonly wideFields: number;
  /** Largest number of columns that the messages of one input may add to an index during one run of the server. */
  readonly inputFields: number;
  /** Called with the wide messages of a batch (see `WideMessage`). */
  readonly onWide?: (index: string, messages: readonly WideMessage[]) => void;
}

/**
 * Describes the values of an index that are in `extra` instead of a column, and how many columns each input has added.
 */
export interface RestKnowledge {
  /** Fields whose values are in `extra` of some messages, with their types. */
  readonly rest: RestFields;
  /**
   * Numeric and boolean fields of which some messages have values in `extra`, because these do not fit the type of the
   * field.
   */
  readonly mixed: ReadonlySet<string>;
  /**
   * Maps the id of each input to the number of columns that the messages of the input have added since the index was
   * opened.
   */
  readonly made: ReadonlyMap<string, number>;
}

/**
 * A message with new fields that got no column. Either it has more than `wideFields` new fields, or its input has
 * reached `inputFields`.
 */
export interface WideMessage {
  readonly inputId: string;
  /** Address of the sender, or the source of the message if no address is known. */
  readonly sender: string;
  readonly fields: number;
}

const loneSurrogate = /\p{Surrogate}/u;

/** Explains why a name cannot be a field name; undefined: the name is valid. */
function nameProblem(name: string): string | undefined {
  if (name === '') return 'the name of the field is empty';
  if (name.length > fieldNameLimit) return `the name of the field is longer than ${fieldNameLimit} characters`;
  if (loneSurrogate.test(name)) return 'the name of the field is not valid Unicode';
  return undefined;
}

/**
 * Returns the value that a column stores, as `fit` does. A safe integer stays a number, because a number needs less
 * memory than a bigint.
 */
const cellOf = (value: FieldValue, type: DynamicType): ReturnType<typeof fit> =>
  // Adding 0 converts -0 to 0, which no integer column can tell apart.
  type === 'long' && Number.isSafeInteger(value) ? Number(value) + 0 : fit(value, type);

function excerpt(value: FieldValue): string {
  const text = String(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/**
 * Returns the words of a text to be stored; null: the text is ASCII. The database computes the words of ASCII texts
 * itself (word-columns-sql.ts), but it may classify other letters differently.
 */
const storedWords = (text: string): string | null => (isAscii(text) ? null : tokenText(text));

/** Words of a message's texts that are stored, as `storedWords` returns them. */
export interface MessageWords {
  readonly message: string | null;
  readonly fullMessage: string | null;
}

/** Returns the stored words of a message; undefined: all its texts are ASCII. */
export function wordsOf({ message, fullMessage }: AcceptedMessage): MessageWords | undefined {
  const words = { message: storedWords(message), fullMessage: fullMessage ? storedWords(fullMessage) : null };
  return words.message === null && words.fullMessage === null ? undefined : words;
}

/**
 * Converts messages to rows: chooses the columns of new fields, and lists the values that do not fit their columns.
 * @param known the index's dynamic fields by name, in the order of their columns; not modified
 * @param doubles fields whose column, if it is new, becomes a floating-point column
 * @param words stored words of the messages that have some
 */
export function planLoad(
  messages: readonly AcceptedMessage[],
  known: ReadonlyMap<string, DynamicField>,
  nodeId: string,
  { maxFields, maxFailures, wideFields, inputFields }: LoadLimits,
  doubles: ReadonlySet<string>,
  { rest, mixed, made: madeBefore }: RestKnowledge,
  words: ReadonlyMap<AcceptedMessage, MessageWords>,
): LoadPlan {
  const rows = messages.length;
  const fixed: Cell[][] = fixedColumns.map(() => new Array<Cell>(rows).fill(null));
  const newFields = new Map<string, DynamicField>();
  const dynamic = new Map<string, Cell[]>();
  const fieldsOfStreams = new Map<string, Set<string>>();
  const fractional = new Set<string>();
  const newRest = new Map<string, DynamicType>();
  const newMixed = new Set<string>();
  const made = new Map<string, number>();
  const wide: WideMessage[] = [];
  const failures: ListedFailure[] = [];
  let failureCount = 0;
  let bytes = 0;
  let minTimestamp = Number.POSITIVE_INFINITY;
  let maxTimestamp = Number.NEGATIVE_INFINITY;

  const fail = (message: AcceptedMessage, field: string, reason: string): void => {
    failureCount += 1;
    if (failures.length < maxFailures)
      failures.push({
        messageId: message.id,
        field: field.slice(0, fieldNameLimit),
        reason,
        time: message.processedAt,
      });
  };

  const cells = (name: string): Cell[] => {
    let values = dynamic.get(name);
    if (!values) dynamic.set(name, (values = new Array<Cell>(rows).fill(null)));
    return values;
  };

  const fieldsOf = (stream: string): Set<string> => {
    let names = fieldsOfStreams.get(stream);
    if (!names) fieldsOfStreams.set(stream, (names = new Set()));
    return names;
  };

  for (const [row, message] of messages.entries()) {
    const ofStreams = (message.streams.length > 0 ? message.streams : [noStream]).map(fieldsOf);
    bytes += message.size;
    if (message.timestamp < minTimestamp) minTimestamp = message.timestamp;
    if (message.timestamp > maxTimestamp) maxTimestamp = message.timestamp;
    let extra: Record<string, FieldValue> | undefined;
    let beyondLimit = 0;
    let withoutColumn = 0;
    const names = Object.keys(message.fields);
    const isUnknown = (name: string): boolean => !known.has(name) && !newFields.has(name);
    const isWide = names.length > wideFields && names.filter(isUnknown).length > wideFields;
    const keep = (name: string, value: FieldValue): void => {
      extra ??= Object.create(null) as Record<string, FieldValue>;
      extra[name] = value;
    };

    const tellMixed = (name: string): void => {
      if (!mixed.has(name) && mixed.size + newMixed.size < mostRestFields) newMixed.add(name);
    };

    const keepInRest = (name: string, value: FieldValue): void => {
      keep(name, value);
      const type = rest.get(name) ?? newRest.get(name);
      if (type !== undefined) {
        if (fit(value, type) === undefined) tellMixed(name);
      } else if (rest.size + newRest.size < mostRestFields) newRest.set(name, typeOf(value));
    };

    for (const name of names) {
      const value = storableValue(message.fields[name]);
      if (value === undefined) continue;
      let field = known.get(name) ?? newFields.get(name);
      if (!field) {
        if (fixedFieldNames.has(name)) {
          fail(message, name, 'the name is reserved; the value was left out');
          continue;
        }
        const problem = nameProblem(name);
        if (problem) {
          keep(name.slice(0, fieldNameLimit), value);
          fail(message, name, problem);
          continue;
        }
        const column = known.size + newFields.size;
        if (column >= maxFields) {
          keepInRest(name, value);
          beyondLimit += 1;
          continue;
        }
        const madeByInput = (madeBefore.get(message.inputId) ?? 0) + (made.get(message.inputId) ?? 0);
        if (madeByInput >= inputFields || (isWide && !rest.has(name) && !newRest.has(name))) {
          keepInRest(name, value);
          withoutColumn += 1;
          continue;
        }
        made.set(message.inputId, (made.get(message.inputId) ?? 0) + 1);
        field = { name, column: `f${column}`, type: doubles.has(name) ? 'double' : typeOf(value) };
        newFields.set(name, field);
      }
      for (const names of ofStreams) names.add(name);
      const cell = cellOf(value, field.type);
      if (cell === undefined) {
        if (field.type === 'long' && fit(value, 'double') !== undefined) fractional.add(name);
        keep(name, value);
        tellMixed(name);
        fail(message, name, `the value is no ${field.type}: ${excerpt(value)}`);
      } else cells(name)[row] = cell;
    }
    if (withoutColumn > 0)
      wide.push({
        inputId: message.inputId,
        sender: message.remote?.address ?? message.source,
        fields: withoutColumn,
      });
    if (beyondLimit > 0)
      fail(message, '', `the index has the ${maxFields} fields it may have; ${beyondLimit} more kept without a column`);

    if (message.home !== undefined) {
      if (!known.has(homeField) && !newFields.has(homeField))
        newFields.set(homeField, { name: homeField, column: `f${known.size + newFields.size}`, type: 'keyword' });
      cells(homeField)[row] = message.home;
    }

    const stored = words.get(message);
    const values: Record<(typeof fixedColumns)[number]['column'], Cell> = {
      ts: message.timestamp,
      id: message.id,
      source: message.source,
      message: message.message,
      message_tok: stored?.message ?? null,
      full_message: message.fullMessage ?? null,
      full_message_tok: stored?.fullMessage ?? null,
      streams: message.streams,
      input: message.inputId,
      node: nodeId,
      received: message.receivedAt,
      processed: message.processedAt,
      size: message.size,
      remote_ip: message.remote?.address ?? null,
      remote_port: message.remote?.port ?? null,
      extra: extra ? stringifyJson(extra) : null,
    };
    for (let column = 0; column < fixedColumns.length; column++) {
      const name = fixedColumns[column]?.column;
      const target = fixed[column];
      if (name && target) target[row] = values[name];
    }
  }

  const names = [...known.keys(), ...newFields.keys()];
  return {
    rows,
    columns: [
      ...fixed.map((cells) => (cells.some((cell) => cell !== null) ? cells : undefined)),
      ...names.map((name) => dynamic.get(name)),
    ],
    newFields: [...newFields.values()],
    fieldsOfStreams,
    newRest,
    newMixed,
    made,
    wide,
    fractional,
    failures,
    failureCount,
    bytes,
    minTimestamp,
    maxTimestamp,
  };
}
