/** Parses logs that contain one JSON object per line, including the logs of Docker's `json-file` driver. */
import { decodeJsonLine } from '../decode/json-line.js';
import { withInnerMessage } from './inner-message.js';
import { believing, readable, type LogFormat } from './log-format.js';

/** Matches a line of Docker. Its group, an escaped line feed, is missing if the next line continues the text. */
const docker = /^\{"log":"(?:[^"\\]|\\.)*?(\\n)?","stream":"std(?:out|err)"/;

export const jsonLines: LogFormat = {
  title: 'JSON lines',
  dated: false,
  isPiece: (line) => {
    const match = line.startsWith('{"log":"') ? docker.exec(line) : null;
    return match !== null && match[1] === undefined;
  },
  whole: (decoded, [first = '']) => (first.startsWith('{"log":"') ? withInnerMessage(decoded) : decoded),
  read: believing((line, { toUtc }) => {
    const text = line.trim();
    if (!text.startsWith('{') || !text.endsWith('}')) return undefined;
    return readable(() => decodeJsonLine(text, toUtc));
  }),
};
