/** Parses lines of Ruby's logger: `I, [2026-01-02T03:04:05.678901 #1234]  INFO -- program: text`. */
import { newFields } from '../decode/decoded.js';
import { setField } from '../decode/field-names.js';
import { setLevelName } from './levels.js';
import { believing, type LogFormat } from './log-format.js';
import { readTime } from './times.js';

const beginning = /^[DIWEFA], \[/;
/** Matches process, level and program after the time; `ANY` is no level. */
const afterTime = / #(\d{1,10})\] {1,3}(DEBUG|INFO|WARN|ERROR|FATAL|ANY) -- (?:(\S.{0,99}?))?: /y;

export const rubyLogger: LogFormat = {
  title: 'logger of Ruby',
  dated: true,
  read: believing((line, context) => {
    const begin = beginning.exec(line)?.[0].length;
    const time = begin === undefined ? undefined : readTime(line, begin, context);
    if (!time) return undefined;
    afterTime.lastIndex = time.end;
    const [whole, process, level, program] = afterTime.exec(line) ?? [];
    if (whole === undefined || process === undefined || level === undefined) return undefined;
    const fields = newFields();
    setField(fields, 'process_id', process);
    if (program !== undefined) setField(fields, 'logger', program);
    if (level !== 'ANY') setLevelName(fields, level);
    const text = line.slice(time.end + whole.length);
    return { timestamp: time.instant, message: text.trim() === '' ? line : text, fields };
  }),
};
