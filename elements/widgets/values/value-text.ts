/**
 * Converts a field value to text for display, copying and comparison. Texts are never shortened; only `shortNumber`
 * rounds, and only fractions.
 */
import { stringifyJson } from '../../../api/json.js';
import { formatInstant, instantOf } from '../time/format-instant.js';

export type ValueKind = 'absent' | 'empty' | 'date' | 'number' | 'boolean' | 'json' | 'link' | 'text';

/** Text that aggregations and users write for a missing value (spec 2 §9). */
export const emptyValueText = '(Empty Value)';

/** Returns the kind of a value. `type` is the name of the field's type in the API, such as `date`. */
export function kindOf(value: unknown, type?: string): ValueKind {
  if (value === undefined || value === null) return 'absent';
  if (typeof value === 'string') {
    if (value.trim() === '' || value === emptyValueText) return 'empty';
    return type === 'date' && instantOf(value) !== undefined ? 'date' : 'text';
  }
  if (typeof value === 'number' || typeof value === 'bigint') {
    return type === 'date' && instantOf(value) !== undefined ? 'date' : 'number';
  }
  if (typeof value === 'boolean') return 'boolean';
  return isLinkObject(value) ? 'link' : 'json';
}

/** Returns true for an object {type, href} that a decorator has put in place of a value (screens/search.md §8). */
export function isLinkObject(value: unknown): value is { type: string; href: string } {
  if (typeof value !== 'object' || value === null) return false;
  return 'href' in value && typeof value.href === 'string' && 'type' in value && typeof value.type === 'string';
}

/**
 * Returns the text of a value for copying, queries and comparisons: dates as in the API, objects and arrays as JSON.
 */
export function rawText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return isLinkObject(value) ? value.href : stringifyJson(value);
  return String(value);
}

/** Returns the text of a value for display: dates in the time zone, other values as for copying. */
export function displayText(value: unknown, type: string | undefined, zone: string): string {
  return kindOf(value, type) === 'date' ? formatInstant(value, zone) : rawText(value);
}

const mostDigits = 4;

/**
 * Returns a fraction rounded to four significant digits, or to an integer if its whole part has more than four digits.
 * Integers stay unchanged.
 */
export function shortNumber(value: number): number {
  if (!Number.isFinite(value) || Number.isInteger(value)) return value;
  const whole = Math.floor(Math.log10(Math.abs(value))) + 1;
  return Number(value.toPrecision(Math.min(100, Math.max(mostDigits, whole))));
}

/** Returns the exact text of a number if the displayed text is less precise, otherwise undefined. */
export function exactText(value: unknown, text: string | undefined): string | undefined {
  if (text === undefined || (typeof value !== 'number' && typeof value !== 'bigint')) return undefined;
  const exact = String(value);
  return text.replaceAll(',', '') === exact ? undefined : exact;
}
