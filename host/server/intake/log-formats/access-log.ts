/** Parses the access logs of Apache and nginx in the formats common and combined. The message is the line itself. */
import { newFields, type DecodedMessage } from '../decode/decoded.js';
import { setField } from '../decode/field-names.js';
import { closingQuote } from './quoted.js';
import { believing, type LineContext, type LogFormat } from './log-format.js';
import { readTime } from './times.js';

/** Largest length in characters of client, identity and user, which precede the time. */
const mostHeadLength = 512;

interface Quoted {
  readonly text: string;
  readonly end: number;
}

/** Reads a space and a text in double quotes at a position; undefined: the position has no such text. */
function quoted(line: string, at: number): Quoted | undefined {
  if (!line.startsWith(' "', at)) return undefined;
  const end = closingQuote(line, at + 2);
  return end === undefined ? undefined : { text: line.slice(at + 2, end), end: end + 1 };
}

const result = / (\d{3}) (\d{1,15}|-)(?=\s|$)/y;
const method = /^[A-Z]{1,20}$/;

interface Head {
  readonly names: readonly string[];
  /** Position of the time in the line. */
  readonly at: number;
}

/**
 * Parses `host:port client identity user [` at the beginning of a line; only some servers write host and port.
 * Undefined: the line has another beginning.
 */
function headOf(line: string): Head | undefined {
  const bracket = line.slice(0, mostHeadLength).indexOf(' [');
  if (bracket < 0) return undefined;
  const names = line.slice(0, bracket).split(' ');
  return names.length === 3 || names.length === 4 ? { names, at: bracket + 2 } : undefined;
}

/**
 * Returns the syslog severity for an HTTP status: 3 (error) from 500 on, 4 (warning) from 400 on, otherwise 6 (info).
 */
export const levelOfStatus = (status: number): number => (status >= 500 ? 3 : status >= 400 ? 4 : 6);

function readAccess(line: string, context: LineContext): DecodedMessage | undefined {
  const head = headOf(line);
  const time = head && readTime(line, head.at, context);
  if (!time || line[time.end] !== ']') return undefined;
  const request = quoted(line, time.end + 1);
  if (!request) return undefined;
  result.lastIndex = request.end;
  const match = result.exec(line);
  if (!match) return undefined;
  const referer = quoted(line, result.lastIndex);
  const agent = referer && quoted(line, referer.end);
  const status = Number(match[1]);
  const [user, , client, host] = head.names.toReversed();
  const [verb = '', path = '', version = ''] = request.text.split(' ', 3);
  const fields = newFields();
  const set = (name: string, text: string | undefined) => {
    if (text !== undefined && text !== '-') setField(fields, name, text);
  };
  set('client_ip', client);
  set('http_host', host);
  set('http_user', user);
  if (method.test(verb)) {
    set('http_method', verb);
    set('http_path', path);
    set('http_version', version.replace('HTTP/', ''));
  }
  setField(fields, 'http_response_code', status);
  if (match[2] !== '-') setField(fields, 'response_bytes', Number(match[2]));
  set('http_referer', referer?.text);
  set('http_user_agent', agent?.text);
  setField(fields, 'level', levelOfStatus(status));
  return { timestamp: time.instant, message: line, fields };
}

export const accessLog: LogFormat = {
  title: 'access log of Apache or nginx',
  dated: false,
  read: believing(readAccess),
};
