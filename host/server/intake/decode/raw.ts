/** Decodes raw text: the whole payload is the message (contract data-intake, Syslog/Raw). */
import { EmptyMessage, newFields, type Decode } from './decoded.js';
import { withoutEnding, type TextOf } from './text.js';

export function rawDecoder(textOf: TextOf): Decode {
  return (bytes) => {
    const message = withoutEnding(textOf(bytes));
    if (message.trim() === '') throw new EmptyMessage('The message is empty.');
    return { message, fields: newFields() };
  };
}
