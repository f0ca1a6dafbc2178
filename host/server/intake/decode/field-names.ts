/** Decides which field names a sender may use (contract data-intake, reserved_fields). */
import type { FieldValue } from '../../store/types.js';
import type { Fields } from './decoded.js';

/** Names that the store reserves, so no message can have a field with one of these names. */
const forbiddenFields: ReadonlySet<string> = new Set(['_id', '_ttl', '_source', '_all', '_index', '_type', '_score']);
/** Names of a message's fixed parts, which senders cannot set as additional fields. */
const ownFields: ReadonlySet<string> = new Set(['message', 'source', 'timestamp', 'full_message', 'streams']);

/**
 * Fields by which a collector names its sidecar: the console links a sidecar with its messages by
 * `gl2_source_collector`. Senders may set no other `gl2_` fields, because the server sets these (contract data-intake,
 * `reserved_but_settable`).
 */
export const collectorFields: ReadonlySet<string> = new Set(['gl2_source_collector', 'gl2_source_collector_input']);

const validFieldName = /^[\w.\-@]+$/;
const maxNameLength = 255;

export const cutName = (name: string): string => (name.length > maxNameLength ? name.slice(0, maxNameLength) : name);

/**
 * Returns a field name in its stored form: at most 255 characters; whitespace around it is dropped, and other
 * characters that are not allowed become `_`.
 */
export function fieldName(name: string): string {
  const cut = cutName(name);
  return validFieldName.test(cut) ? cut : cut.trim().replace(/[^\w.\-@]/g, '_');
}

export function mayBeSet(name: string): boolean {
  if (name === '' || ownFields.has(name) || forbiddenFields.has(name)) return false;
  return !name.startsWith('gl2_') || collectorFields.has(name);
}

type StoredNames = Record<string, string | null>;
// Cast: `Object.create` returns `any`. The object inherits nothing, so that `constructor` is an ordinary name.
const noNames = (): StoredNames => Object.create(null) as StoredNames;

/**
 * Largest number of names in `settable`. Together with `longestKnownName`, this number bounds the memory that senders
 * can use.
 */
const mostKnownNames = 4096;
const longestKnownName = 64;
/**
 * Cache of names and their stored forms; null: no sender may set the field. It is an object, because an object copies
 * its keys. The keys of a map would be slices of received lines, and would keep these lines in memory.
 */
let settable = noNames();
let settableCount = 0;

/** Returns the stored form of a name; null: no sender may set the field. */
function settableName(name: string): string | null {
  const known = settable[name];
  if (known !== undefined) return known;
  const stored = fieldName(name);
  const found = mayBeSet(stored) ? stored : null;
  if (name.length > longestKnownName) return found;
  if (settableCount >= mostKnownNames) {
    settable = noNames();
    settableCount = 0;
  }
  settable[name] = found;
  settableCount += 1;
  return found;
}

/**
 * Tells whether a text has only whitespace. The first character decides for most texts, because it is visible ASCII.
 */
function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && text.trim() === '';
}

/**
 * Sets a field, unless its name is reserved, its value is a text without visible characters, or the message already has
 * the field.
 */
export function setField(fields: Fields, name: string, value: FieldValue): void {
  const stored = settableName(name);
  if (stored === null || stored in fields) return;
  if (typeof value === 'string' && isBlank(value)) return;
  fields[stored] = value;
}

/** Tells whether an extractor may set a field of this name. */
export const isSettable = (name: string): boolean =>
  (validFieldName.test(name) && mayBeSet(name)) || ['message', 'source', 'timestamp', 'full_message'].includes(name);
