/** Reads one field in several indices, where it may have different types, as one common SQL type. */
import type { ColumnType, StoredField, StoredIndex } from '../store/types.js';

/**
 * Common kind of a field's values. `instant`: epoch milliseconds as BIGINT. `number`: the field has integers in one
 * index and fractions in another, and no SQL type represents both exactly. A `number` is a STRUCT of the number as a
 * DOUBLE, which determines the order, and of the exact integer, if the number is an integer.
 */
export type FieldKind = 'long' | 'double' | 'number' | 'boolean' | 'instant' | 'text';

const kinds: Readonly<Record<ColumnType, FieldKind>> = {
  text: 'text',
  keyword: 'text',
  long: 'long',
  double: 'double',
  boolean: 'boolean',
  date: 'instant',
};

const sqlTypeOf: Readonly<Record<FieldKind, string>> = {
  long: 'BIGINT',
  double: 'DOUBLE',
  number: 'STRUCT(d DOUBLE, l BIGINT)',
  boolean: 'BOOLEAN',
  instant: 'BIGINT',
  text: 'VARCHAR',
};

export interface FieldReader {
  readonly name: string;
  /** Common kind of the field's values in all indices; undefined if no index has the field. */
  readonly kind: FieldKind | undefined;
  /** True if the values are lists because the field is a list in some index. */
  readonly list: boolean;
  /** Column types of the field in all indices, for display; empty if no index has the field. */
  readonly types: readonly ColumnType[];
  /** Returns the SQL expression for the value in an index; it is NULL for a message without the field. */
  readonly read: (index: StoredIndex) => string;
  /**
   * Reader for sorting and statistics: it ignores the values that do not fit the type of a numeric or boolean field. It
   * is absent if no index has such values.
   */
  readonly withoutTexts?: FieldReader;
}

/** Returns a reader of the field that ignores the values that do not fit the type of a numeric or boolean field. */
export const numbersOf = (reader: FieldReader): FieldReader => reader.withoutTexts ?? reader;

/**
 * Returns the columns and expressions in which an index stores values of a field. Each message has the field in at most
 * one of them.
 */
const placesIn = (index: StoredIndex, name: string, withTexts: boolean): readonly StoredField[] =>
  [index.fields.get(name), index.rest?.get(name), withTexts ? index.texts?.get(name) : undefined].filter(
    (field) => field !== undefined,
  );

/** Tells whether the column of a field contains all its values, so that none is stored in another place. */
export const isInColumn = (index: StoredIndex, name: string): boolean =>
  !index.rest?.has(name) && !index.texts?.has(name);

/** Returns a reader of a field, whose kind suits the types that the field has in all the indices. */
export function fieldReader(name: string, indices: readonly StoredIndex[]): FieldReader {
  const isMixed = indices.some(({ texts }) => texts?.has(name));
  const withoutTexts = readerOf(name, indices, false);
  return isMixed ? { ...readerOf(name, indices, true), withoutTexts } : withoutTexts;
}

function readerOf(name: string, indices: readonly StoredIndex[], withTexts: boolean): FieldReader {
  const found = indices.flatMap((index) => placesIn(index, name, withTexts));
  const types = [...new Set(found.map((field) => field.type))].sort();
  const list = found.some((field) => field.list);
  const each = new Set(types.map((type) => kinds[type]));
  const numeric = [...each].every((kind) => kind === 'long' || kind === 'double');
  const [only] = each;
  const kind = each.size <= 1 ? only : numeric ? 'number' : 'text';
  const sqlType = `${sqlTypeOf[kind ?? 'text']}${list ? '[]' : ''}`;
  const read = (index: StoredIndex): string => {
    const values = placesIn(index, name, withTexts).map((field) => readAs(field, kind ?? 'text', list));
    return values.length > 1 ? `coalesce(${values.join(', ')})` : (values[0] ?? `NULL::${sqlType}`);
  };
  return { name, kind, list, types, read };
}

function readAs({ column, type, list }: StoredField, kind: FieldKind, asList: boolean): string {
  if (list) return column;
  const value =
    kind === 'number'
      ? numberOf(column, type)
      : type === 'date'
        ? kind === 'text'
          ? `strftime(${column}, '%Y-%m-%dT%H:%M:%S.%gZ')`
          : `epoch_ms(${column})`
        : kinds[type] === kind
          ? column
          : kind === 'text' && type === 'double'
            ? `regexp_replace(${column}::VARCHAR, '\\.0$', '')`
            : `${column}::${sqlTypeOf[kind]}`;
  return asList ? `CASE WHEN ${column} IS NULL THEN NULL ELSE [${value}] END` : value;
}

/**
 * Returns the SQL expression for a number as a STRUCT; equal numbers below 9e18 have equal structures, whatever their
 * column type.
 */
function numberOf(column: string, type: ColumnType): string {
  const whole =
    type === 'long'
      ? column
      : `CASE WHEN abs(${column}) < 9e18 AND ${column} = trunc(${column}) THEN ${column}::BIGINT END`;
  return `CASE WHEN ${column} IS NOT NULL THEN struct_pack(d := ${column}::DOUBLE, l := ${whole}) END`;
}

/** Converts a value that a `FieldReader` has read, such as a bucket key, to its form in the API. */
export function wireValue(value: unknown, kind: FieldKind | undefined): unknown {
  if (kind === 'instant' && typeof value === 'number') return new Date(value).toISOString();
  if (kind === 'number' && typeof value === 'object' && value !== null && 'd' in value && 'l' in value)
    return wireValue(value.l ?? value.d, undefined);
  if (typeof value === 'number' && !Number.isFinite(value)) return null;
  return value ?? null;
}

/** Formats a bucket key: numbers in plain decimal notation, dates in ISO 8601. */
export function keyText(value: unknown, kind: FieldKind | undefined): string {
  const wire = wireValue(value, kind);
  if (typeof wire !== 'number' || Number.isInteger(wire))
    return typeof wire === 'number' ? plainInteger(wire) : String(wire);
  return plainDecimal(wire);
}

function plainInteger(value: number): string {
  return Math.abs(value) < 1e21 ? String(value) : BigInt(value).toString();
}

/** Formats a fraction without an exponent, for instance 1e-7 as `0.0000001`. */
function plainDecimal(value: number): string {
  const text = String(value);
  const [, digits = '', exponent = ''] = /^(-?[\d.]+)e-(\d+)$/.exec(text) ?? [];
  if (exponent === '') return text;
  const sign = digits.startsWith('-') ? '-' : '';
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${digits.replace(/[-.]/g, '')}`;
}
