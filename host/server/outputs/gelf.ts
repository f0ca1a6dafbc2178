/** Formats messages as GELF 1.1 (https://go2docs.graylog.org/current/getting_in_log_data/gelf.html). */
import { fieldName } from '../intake/decode/field-names.js';
import type { FieldValue, IncomingMessage } from '../store/types.js';

/** Text that replaces an empty text, because receivers refuse an empty `host` or `short_message`. */
const noText = '-';
const textOf = (text: string): string => (text.trim() === '' ? noText : text);

/** Returns a value as number or text, the types of GELF; an integer that a double cannot represent becomes a text. */
const gelfValue = (value: FieldValue): string | number => (typeof value === 'number' ? value : String(value));

/** Returns the GELF text of a message, which is a single line. */
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
    // GELF reserves the name `_id`, so the field `id` is sent as `_id_`.
    gelf[name === 'id' ? '_id_' : `_${fieldName(name)}`] = gelfValue(value);
  }
  return JSON.stringify(gelf);
}
