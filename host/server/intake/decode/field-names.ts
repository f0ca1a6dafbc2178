/** Decides which field names a sender may use (contract data-intake, reserved_fields). */
import type { FieldValue } from '../../store/types.js';
import type { Fields } from './decoded.js';

/** Names the storage keeps for itself: a message never carries them. */
const forbiddenFields: ReadonlySet<string> = new Set(['_id', '_ttl', '_source', '_all', '_index', '_type', '_score']);
/** Set by the server, so a sender cannot set them. */
const ownFields: ReadonlySet<string> = new Set(['message', 'source', 'timestamp', 'full_message', 'streams']);

export const validFieldName = /^[\w.\-@]+$/;
const maxNameLength = 255;

export const cutName = (name: string): string => (name.length > maxNameLength ? name.slice(0, maxNameLength) : name);

/** A name as it is stored: foreign characters become `_`, overlong names are cut. */
export function fieldName(name: string): string {
  const cut = cutName(name);
  return validFieldName.test(cut) ? cut : cut.trim().replace(/[^\w.\-@]/g, '_');
}

export function mayBeSet(name: string): boolean {
  return name !== '' && !ownFields.has(name) && !forbiddenFields.has(name) && !name.startsWith('gl2_');
}

/** Sets a field unless the name is not for senders, the text is blank, or the message has the field already. */
export function setField(fields: Fields, name: string, value: FieldValue): void {
  const stored = fieldName(name);
  if (!mayBeSet(stored) || stored in fields) return;
  if (typeof value === 'string' && value.trim() === '') return;
  fields[stored] = value;
}
