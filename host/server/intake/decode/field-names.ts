/** Decides which field names a sender may use (contract data-intake, reserved_fields). */
import type { FieldValue } from '../../store/types.js';
import type { Fields } from './decoded.js';

/** Names the storage keeps for itself: a message never carries them. */
const forbiddenFields: ReadonlySet<string> = new Set(['_id', '_ttl', '_source', '_all', '_index', '_type', '_score']);
/** Set by the server, so a sender cannot set them. */
const ownFields: ReadonlySet<string> = new Set(['message', 'source', 'timestamp', 'full_message', 'streams']);

/**
 * Fields with which a collector says which sidecar runs it. The console links a sidecar with its messages by the first of them. They are
 * the only `gl2_` fields that a sender may set (contract data-intake, `reserved_but_settable`); the others are facts of the server.
 */
export const collectorFields: ReadonlySet<string> = new Set(['gl2_source_collector', 'gl2_source_collector_input']);

export const validFieldName = /^[\w.\-@]+$/;
const maxNameLength = 255;

export const cutName = (name: string): string => (name.length > maxNameLength ? name.slice(0, maxNameLength) : name);

/** A name as it is stored: foreign characters become `_`, overlong names are cut. */
export function fieldName(name: string): string {
  const cut = cutName(name);
  return validFieldName.test(cut) ? cut : cut.trim().replace(/[^\w.\-@]/g, '_');
}

export function mayBeSet(name: string): boolean {
  if (name === '' || ownFields.has(name) || forbiddenFields.has(name)) return false;
  return !name.startsWith('gl2_') || collectorFields.has(name);
}

/** Sets a field unless the name is not for senders, the text is blank, or the message has the field already. */
export function setField(fields: Fields, name: string, value: FieldValue): void {
  const stored = fieldName(name);
  if (!mayBeSet(stored) || stored in fields) return;
  if (typeof value === 'string' && value.trim() === '') return;
  fields[stored] = value;
}
