/** One JSON object a line. */
import { decodeJsonLine } from '../decode/json-line.js';
import { believed, readable, type Shape } from './shape.js';

export const jsonLines: Shape = {
  title: 'JSON lines',
  dated: false,
  read: (line, { now }) => {
    const text = line.trim();
    if (!text.startsWith('{') || !text.endsWith('}')) return undefined;
    const decoded = readable(() => decodeJsonLine(text));
    return decoded && believed(decoded, line, now);
  },
};
