/** Messages as GELF 1.1. */
import { fieldName } from '../intake/decode/field-names.js';
import type { FieldValue, IncomingMessage } from '../store/types.js';

/** Receivers refuse an empty text. */
const noText = '-';
const textOf = (text: string): string => (text.trim() === '' ? noText : text);

/** GELF knows texts and numbers; an integer that doubles cannot hold goes as its digits. */
const gelfValue = (value: FieldValue): string | number => (typeof value === 'number' ? value : String(value));

/** One line: a line end within a text is written as `\n`. */
export function gelfOf(message: IncomingMessage): string {
  const { level } = message.fields;
  const gelf: Record<string, string | number> = {
    version: '1.1',
    host: textOf(message.source),
    short_message: textOf(message.message),
    ...(message.fullMessage !== undefined && message.fullMessage !== '' && { full_message: message.fullMessage }),
    timestamp: message.timestamp / 1000,
    ...(typeof level === 'number' && { level }),
  };
  for (const [name, value] of Object.entries(message.fields)) {
    if (name === 'level' && typeof value === 'number') continue;
    // The name _id is the receiver's own.
    gelf[name === 'id' ? '_id_' : `_${fieldName(name)}`] = gelfValue(value);
  }
  return JSON.stringify(gelf);
}
