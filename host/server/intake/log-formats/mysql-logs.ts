/** Parses the logs of MySQL and MariaDB: the error log with one line per entry, and the slow query log with several. */
import { newFields, type DecodedMessage } from '../decode/decoded.js';
import { setField } from '../decode/field-names.js';
import { fromSeconds } from '../decode/instants.js';
import { setLevelName } from './levels.js';
import { believing, type LineContext, type LogFormat } from './log-format.js';
import { readTime } from './times.js';

/** Matches `0 [System] [MY-010116] [Server] text`; MariaDB and older versions write no code and subsystem. */
const errorForm = /^ +(?:(\d{1,10}) )?\[(System|Note|Warning|ERROR|Error)\] (?:\[(MY-\d{6})\] \[(\w{1,40})\] )?/;
const levels: Readonly<Record<string, string>> = { System: 'notice', Note: 'info' };

function readError(line: string, context: LineContext): DecodedMessage | undefined {
  const time = readTime(line, 0, context);
  const [whole, thread, level = '', code, part] = (time && errorForm.exec(line.slice(time.end))) ?? [];
  if (!time || whole === undefined) return undefined;
  const fields = newFields();
  if (thread !== undefined) setField(fields, 'thread', thread);
  setLevelName(fields, levels[level] ?? level.toLowerCase());
  if (code !== undefined) setField(fields, 'error_code', code);
  if (part !== undefined) setField(fields, 'subsystem', part);
  const text = line.slice(time.end + whole.length);
  return { timestamp: time.instant, message: text.trim() === '' ? line : text, fields };
}

export const mysqlErrors: LogFormat = { title: 'MySQL errors', dated: true, read: believing(readError) };

const timeForm = /^# Time: (?=\d)/;
const userForm =
  /^# User@Host: ([^\s[]{0,100})(?:\[[^\]]{0,100}\])? @ (\S{0,255}) *\[([^\]]{0,100})\](?: +Id: *(\d{1,20}))?/;
/** Matches the first line of a slow query log, which MySQL writes when it opens the file. */
const serverForm = /^\S{1,300}, Version: .{1,300} started with:$/;
const figure = /([A-Z][A-Za-z_]{0,60}): *([^\s:]{1,100})/g;
const setTime = /^SET timestamp=(\d{1,12}(?:\.\d{1,9})?);$/;
const useForm = /^use ([^\s;]{1,64});$/i;
const number = /^-?\d{1,15}(?:\.\d{1,9})?$/;

const begins = (line: string): boolean => timeForm.test(line) || userForm.test(line) || serverForm.test(line);

function readSlow(line: string, context: LineContext): DecodedMessage | undefined {
  if (!begins(line)) return undefined;
  const at = timeForm.exec(line)?.[0].length;
  // Some time patterns require a following space, which is absent at the end of a line.
  const time = at === undefined ? undefined : readTime(`${line} `, at, context);
  const decoded = { message: line, fields: newFields() };
  return time ? { ...decoded, timestamp: time.instant } : decoded;
}

function addHead(fields: DecodedMessage['fields'], line: string): void {
  const [whole, user = '', host = '', address = '', thread = ''] = userForm.exec(line) ?? [];
  if (whole !== undefined) {
    setField(fields, 'database_user', user);
    setField(fields, 'client_host', host);
    setField(fields, 'client_ip', address);
    setField(fields, 'thread', thread);
    return;
  }
  if (timeForm.test(line)) return;
  for (const [, name = '', value = ''] of line.matchAll(figure))
    setField(fields, name === 'Schema' ? 'database' : name.toLowerCase(), number.test(value) ? Number(value) : value);
}

/** Completes an entry of the slow query log: the query becomes the message, and the lines above it become fields. */
function wholeSlow(decoded: DecodedMessage, lines: readonly string[]): DecodedMessage {
  const { fields } = decoded;
  let { timestamp } = decoded;
  const query: string[] = [];
  for (const line of lines) {
    const [, seconds] = (query.length === 0 && setTime.exec(line)) || [];
    const [, database] = (query.length === 0 && useForm.exec(line)) || [];
    if (query.length === 0 && line.startsWith('# ')) addHead(fields, line);
    else if (seconds !== undefined) timestamp ??= fromSeconds(seconds);
    else if (database !== undefined) setField(fields, 'database', database);
    else query.push(line);
  }
  const message = query.join('\n').trim() || decoded.message;
  return { ...decoded, message, ...(timestamp !== undefined && { timestamp }) };
}

export const mysqlSlowQueries: LogFormat = {
  title: 'slow queries of MySQL',
  dated: true,
  read: believing(readSlow),
  goesOn: (line, before) =>
    !begins(line) || (userForm.test(line) && before.length === 1 && timeForm.test(before[0] ?? '')),
  whole: wholeSlow,
};
