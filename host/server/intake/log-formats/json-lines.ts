/** Parses logs that contain one JSON object per line. */
import { decodeJsonLine } from '../decode/json-line.js';
import { believing, readable, type LogFormat } from './log-format.js';

export const jsonLines: LogFormat = {
  title: 'JSON lines',
  dated: false,
  read: believing((line, { toUtc }) => {
    const text = line.trim();
    if (!text.startsWith('{') || !text.endsWith('}')) return undefined;
    return readable(() => decodeJsonLine(text, toUtc));
  }),
};
