/** Describes the fixed columns of an index file, and converts values for its dynamic columns. */
import type { ColumnType, FieldValue, StoredField } from './types.js';

export interface FixedColumn {
  readonly column: string;
  readonly sql: string;
}

/** Columns of every index in the order of its table. Dynamic columns (`f0`, `f1` …) follow. */
export const fixedColumns = [
  { column: 'ts', sql: 'TIMESTAMP' },
  { column: 'id', sql: 'VARCHAR' },
  { column: 'source', sql: 'VARCHAR' },
  { column: 'message', sql: 'VARCHAR' },
  { column: 'message_tok', sql: 'VARCHAR' },
  { column: 'full_message', sql: 'VARCHAR' },
  { column: 'full_message_tok', sql: 'VARCHAR' },
  { column: 'streams', sql: 'VARCHAR[]' },
  { column: 'input', sql: 'VARCHAR' },
  { column: 'node', sql: 'VARCHAR' },
  { column: 'received', sql: 'TIMESTAMP' },
  { column: 'processed', sql: 'TIMESTAMP' },
  { column: 'size', sql: 'BIGINT' },
  { column: 'remote_ip', sql: 'VARCHAR' },
  { column: 'remote_port', sql: 'BIGINT' },
  { column: 'extra', sql: 'VARCHAR' },
] as const satisfies readonly FixedColumn[];

/** Fields of the API that are in fixed columns; `_id` and `gl2_message_id` are in the same column. */
export const fixedFields: readonly StoredField[] = [
  { name: 'timestamp', column: 'ts', type: 'date' },
  { name: '_id', column: 'id', type: 'keyword' },
  { name: 'gl2_message_id', column: 'id', type: 'keyword' },
  { name: 'source', column: 'source', type: 'keyword' },
  { name: 'message', column: 'message', type: 'text', tokenColumn: 'message_tok' },
  { name: 'full_message', column: 'full_message', type: 'text', tokenColumn: 'full_message_tok' },
  { name: 'streams', column: 'streams', type: 'keyword', list: true },
  { name: 'gl2_source_input', column: 'input', type: 'keyword' },
  { name: 'gl2_source_node', column: 'node', type: 'keyword' },
  { name: 'gl2_receive_timestamp', column: 'received', type: 'date' },
  { name: 'gl2_processing_timestamp', column: 'processed', type: 'date' },
  { name: 'gl2_accounted_message_size', column: 'size', type: 'long' },
  { name: 'gl2_remote_ip', column: 'remote_ip', type: 'keyword' },
  { name: 'gl2_remote_port', column: 'remote_port', type: 'long' },
];

/** Column whose values are compared ignoring case (contract search F4). */
export const caselessColumn = 'source';

export const fixedFieldNames: ReadonlySet<string> = new Set(fixedFields.map(({ name }) => name));

export type DynamicType = Extract<ColumnType, 'keyword' | 'long' | 'double' | 'boolean'>;

export const sqlTypes: Readonly<Record<DynamicType, string>> = {
  keyword: 'VARCHAR',
  long: 'BIGINT',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
};

const isLong = (value: bigint): boolean => BigInt.asIntN(64, value) === value;

/**
 * Returns the type of a field by its first value. A bigint beyond 64 bits becomes exact text, an integer of type number
 * that is not safe becomes double.
 */
export function typeOf(value: FieldValue): DynamicType {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'bigint') return isLong(value) ? 'long' : 'keyword';
  if (typeof value !== 'number') return 'keyword';
  if (!Number.isInteger(value)) return 'double';
  return Number.isSafeInteger(value) ? 'long' : 'double';
}

const integerText = /^(0|-?[1-9]\d{0,18})$/;

/**
 * Converts a value to a column's type (bigint for long, number for double); undefined: the value does not fit. A text
 * fits a numeric type only if it is written as the number is printed: `1.5` fits, `1.50` and `+1` do not. Every value
 * fits keyword.
 */
export function fit(value: FieldValue, type: DynamicType): string | number | bigint | boolean | undefined {
  switch (type) {
    case 'keyword':
      return typeof value === 'string' ? value : String(value);
    case 'long': {
      if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
      if (typeof value === 'bigint') return isLong(value) ? value : undefined;
      if (typeof value !== 'string' || !integerText.test(value)) return undefined;
      const number = BigInt(value);
      return isLong(number) ? number : undefined;
    }
    case 'double': {
      if (typeof value === 'number') return value;
      if (typeof value === 'boolean') return undefined;
      const number = Number(value);
      return Number.isFinite(number) && String(number) === String(value) ? number : undefined;
    }
    case 'boolean':
      if (typeof value === 'boolean') return value;
      return value === 'true' ? true : value === 'false' ? false : undefined;
  }
}

/**
 * Converts a received value to a storable value. Nested values become JSON text. Returns undefined if the value is not
 * stored.
 */
export function storableValue(value: unknown): FieldValue | undefined {
  switch (typeof value) {
    case 'string':
    case 'bigint':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : undefined;
    case 'object':
      return value === null ? undefined : JSON.stringify(value);
    default:
      return undefined;
  }
}
