/** Converts JSON values to field values. */
import { stringifyJson } from '../../../../api/json.js';
import type { FieldValue } from '../../store/types.js';
import { DecodeFailure, type Fields } from './decoded.js';
import { setField } from './field-names.js';
import { severityOf } from './syslog-priority.js';

const longest = 2n ** 63n;

/**
 * Returns integers beyond 64 bits as text, so that they stay exact, and undefined for infinite numbers such as 1e999.
 */
function numberOf(value: number | bigint): FieldValue | undefined {
  if (typeof value === 'bigint') return value >= -longest && value < longest ? value : value.toString();
  return Number.isFinite(value) ? value : undefined;
}

/**
 * Converts a JSON value: objects and lists become their JSON text; null and infinite numbers become undefined (contract
 * data-intake, GELF).
 * @throws DecodeFailure when the value is nested too deeply
 */
export function fieldValue(value: unknown): FieldValue | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
    case 'bigint':
      return numberOf(value);
    default:
      return value === null || value === undefined ? undefined : containerText(value);
  }
}

/** Returns the JSON text of an object or list. @throws DecodeFailure when the value is nested too deeply */
export function containerText(value: unknown): string {
  try {
    return stringifyJson(value);
  } catch (error) {
    if (error instanceof RangeError) throw new DecodeFailure('A value is nested too deeply.');
    throw error;
  }
}

/**
 * Sets `level`, usually a syslog severity from 0 to 7 (RFC 5424 §6.2.1). A number, also as text of up to nine digits,
 * is stored as `level`; null is ignored. Any other value is stored as `level_name`; if it is a known name (`error`,
 * `warn` …), its number is also stored as `level`. Therefore the column `level` contains only numbers.
 */
export function setLevel(fields: Fields, value: unknown): void {
  if (typeof value !== 'string') {
    const level = fieldValue(value);
    if (typeof level === 'number' || typeof level === 'bigint') setField(fields, 'level', level);
    else if (level !== undefined) setField(fields, 'level_name', level);
    return;
  }
  if (/^\s*-?\d{1,9}\s*$/.test(value)) return setField(fields, 'level', Number(value));
  const severity = severityOf(value);
  if (severity !== undefined) setField(fields, 'level', severity);
  setField(fields, 'level_name', value);
}
