/** Raw text: the whole payload is the message (contract data-intake, Syslog/Raw). */
import { EmptyMessage, newFields, type Decode } from './decoded.js';
import type { TextOf } from './text.js';

export function rawDecoder(textOf: TextOf): Decode {
  return (bytes) => {
    const message = textOf(bytes).replace(/[\r\n\0]+$/, '');
    if (message.trim() === '') throw new EmptyMessage('The message is empty.');
    return { message, fields: newFields() };
  };
}
