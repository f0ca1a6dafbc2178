/**
 * Parses the log of PostgreSQL: `2026-01-02 03:04:05.678 UTC [123] ann@shop ERROR:  text`, with any `log_line_prefix`
 * that begins with a time and contains the process. Additional lines such as DETAIL, HINT and STATEMENT repeat the
 * prefix and belong to the message before them (https://www.postgresql.org/docs/current/runtime-config-logging.html).
 */
import { newFields, type DecodedMessage } from '../decode/decoded.js';
import { setField } from '../decode/field-names.js';
import { setLevelName } from './levels.js';
import { believing, type LineContext, type LogFormat } from './log-format.js';
import { readTime } from './times.js';

const further = 'DETAIL|HINT|CONTEXT|STATEMENT|QUERY|LOCATION|BACKTRACE';
/** Matches the text between time and severity, the severity, and two spaces. */
const form = new RegExp(`^([^\\n]{0,300}?)\\b(LOG|ERROR|FATAL|PANIC|WARNING|NOTICE|INFO|DEBUG[1-5]?|${further}): {2}`);
const isFurther = new RegExp(`^(?:${further})$`);
/** Matches the process in brackets, which every usual prefix contains. */
const processForm = /\[(\d{1,10})(?:-\d{1,6})?\]/;
const userAndDatabase = /(?:^|[\s:])([\w.$-]{1,63})@([\w.$-]{1,63})(?=[\s:]|$)/;
const named = /\b(user|db|app|client)=([^,\s]{1,200})/g;
const names: Readonly<Record<string, string>> = {
  user: 'database_user',
  db: 'database',
  app: 'application_name',
  client: 'client_ip',
};
/** Matches `:10.0.0.1(51000):` in the prefix of AWS RDS. */
const clientForm = /(?:^:?|:)([\da-fA-F][\da-fA-F.:]{2,44})\(\d{1,5}\):/;

interface Line {
  readonly instant: number;
  readonly prefix: string;
  readonly process: string;
  readonly severity: string;
  /** Offset at which the text of the message begins. */
  readonly at: number;
}

function lineOf(line: string, context: LineContext): Line | undefined {
  const time = readTime(line, 0, context);
  const found = time && form.exec(line.slice(time.end, time.end + 400));
  const [whole = '', prefix = '', severity = ''] = found ?? [];
  const process = processForm.exec(prefix)?.[1];
  if (!time || !found || process === undefined) return undefined;
  return { instant: time.instant, prefix, process, severity, at: time.end + whole.length };
}

function read(line: string, context: LineContext): DecodedMessage | undefined {
  const found = lineOf(line, context);
  if (!found) return undefined;
  const { instant, prefix, process, severity, at } = found;
  const fields = newFields();
  setField(fields, 'process_id', process);
  const [, user, database] = userAndDatabase.exec(prefix) ?? [];
  if (user !== undefined) setField(fields, 'database_user', user);
  if (database !== undefined) setField(fields, 'database', database);
  const client = clientForm.exec(prefix)?.[1];
  if (client !== undefined) setField(fields, 'client_ip', client);
  for (const [, name = '', value = ''] of prefix.matchAll(named))
    if (!/^\[(?:unknown|local)\]$/.test(value)) setField(fields, names[name] ?? name, value);
  if (!isFurther.test(severity)) setLevelName(fields, severity.replace(/\d$/, ''));
  const text = line.slice(at);
  return { timestamp: instant, message: text.trim() === '' ? line : text, fields };
}

/** Context for parsing lines whose time is not used, so that the time zone does not matter. */
const anyContext: LineContext = { now: 0, toUtc: (wall) => wall };

/** Adds the additional lines as fields, such as `detail`, `hint` and `statement`; a text may have several lines. */
function whole(decoded: DecodedMessage, lines: readonly string[]): DecodedMessage {
  const texts = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of lines.slice(1)) {
    const found = lineOf(line, anyContext);
    if (!found) current?.push(line.replace(/^\t/, ''));
    else if (isFurther.test(found.severity)) {
      current = [line.slice(found.at)];
      texts.set(found.severity.toLowerCase(), current);
    }
  }
  for (const [name, parts] of texts) setField(decoded.fields, name, parts.join('\n'));
  return decoded;
}

export const postgresLog: LogFormat = {
  title: 'PostgreSQL',
  dated: true,
  read: believing(read),
  goesOn: (line, [first = '']) => {
    const found = lineOf(line, anyContext);
    return (
      found !== undefined && isFurther.test(found.severity) && lineOf(first, anyContext)?.process === found.process
    );
  },
  whole,
};
