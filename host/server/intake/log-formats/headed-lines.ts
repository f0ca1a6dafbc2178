/**
 * Parses lines with a header that names the fields: the logs of Zeek, and the W3C extended log format
 * (https://www.w3.org/TR/WD-logfile), which IIS, CloudFront, the Windows firewall and Exchange write. Exchange
 * separates values by commas. A header applies to the following lines of its sender until the sender writes another
 * header. The message is the line itself.
 */
import { newFields, type DecodedMessage, type Fields } from '../decode/decoded.js';
import { fieldName, setField } from '../decode/field-names.js';
import { fromIso, fromSeconds, type ZoneToUtc } from '../decode/instants.js';
import { levelOfStatus } from './access-log.js';
import { believing, type LineContext, type LogFormat } from './log-format.js';
import { utc } from '../decode/time-zone.js';

const header =
  /^#(?:Software|Version|Date|Fields|Start-Date|End-Date|Log-type|Time Format|Remark|separator|set_separator|empty_field|unset_field|path|open|close|fields|types)\b:?/;
/** Largest number of fields of one header. */
const mostFields = 300;

/** Names of fields by their names in a header; the HTTP fields have the same names as in other log formats. */
const known: Readonly<Record<string, string>> = {
  'cs-method': 'http_method',
  'cs-uri-stem': 'http_path',
  'cs-uri-query': 'http_query',
  'cs-version': 'http_version',
  'cs-protocol-version': 'http_version',
  'cs-username': 'http_user',
  'cs-host': 'http_host',
  'cs(Host)': 'http_host',
  'cs(User-Agent)': 'http_user_agent',
  'cs(Referer)': 'http_referer',
  'cs(Cookie)': 'http_cookie',
  'c-ip': 'client_ip',
  'c-port': 'client_port',
  's-ip': 'server_ip',
  's-port': 'server_port',
  's-computername': 'server_name',
  's-sitename': 'site_name',
  'sc-status': 'http_response_code',
  'sc-bytes': 'response_bytes',
  'cs-bytes': 'request_bytes',
};
/** Default fields of IIS, for lines without a header. */
const usual =
  'date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken'.split(
    ' ',
  );
const usualLine = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [\da-fA-F.:%]{3,45} [A-Z]{1,20} \//;
const number = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/;
/**
 * Tells whether the field of this name is numeric. The name decides, because identifiers may consist of digits only.
 */
const isNumeric = (name: string): boolean =>
  /(?:status|code|port|_p$|bytes|taken|pkts|duration|len|count|size|ttl)/i.test(name);

function nameOf(written: string): string {
  const name = known[written];
  if (name !== undefined) return name;
  return fieldName(written.replace(/^[a-z]{1,2}\(([^)]*)\)$/, '$1'))
    .replace(/[-.]/g, '_')
    .toLowerCase();
}

/**
 * Returns a user agent, referer or cookie with spaces in place of the plus signs that IIS writes for them; other
 * values, and values with `%20`, are returned unchanged.
 */
const textOf = (name: string, value: string): string =>
  /^http_(?:user_agent|referer|cookie)$/.test(name) && !value.includes('%20') ? value.replaceAll('+', ' ') : value;

function fieldsOf(names: readonly string[], values: readonly string[]): Fields {
  const fields = newFields();
  names.forEach((written, at) => {
    const value = values[at] ?? '-';
    if (value === '-' || value === '(empty)' || /^(?:date|time|ts|date-time|datetime)$/.test(written)) return;
    const name = nameOf(written);
    setField(fields, name, number.test(value) && isNumeric(name) ? Number(value) : textOf(name, value));
  });
  const status = fields['http_response_code'];
  if (typeof status === 'number') setField(fields, 'level', levelOfStatus(status));
  return fields;
}

function instantOf(
  names: readonly string[],
  values: readonly string[],
  day: string | undefined,
  toUtc: ZoneToUtc,
): number | undefined {
  const valueOf = (name: string): string | undefined => values[names.indexOf(name)];
  const [date = day, time, seconds] = [valueOf('date'), valueOf('time'), valueOf('ts')];
  if (seconds !== undefined) return fromSeconds(seconds.slice(0, 14)) ?? fromIso(seconds, utc);
  const whole = valueOf('date-time') ?? valueOf('datetime');
  if (whole !== undefined) return fromIso(whole, toUtc);
  return date === undefined || time === undefined ? undefined : fromIso(`${date}T${time}`, toUtc);
}

const quotedOrPlain = /"((?:[^"]|"")*)"(?= |$)|(\S+)/g;

/** Splits a line at tabs, commas or spaces; parts in double quotes may contain commas and spaces. */
function split(line: string, byCommas: boolean): readonly string[] {
  if (byCommas) return parseCsvLine(line, mostFields + 1);
  if (line.includes('\t')) return line.split('\t', mostFields + 1);
  if (!line.includes('"')) return line.split(' ', mostFields + 1);
  return Array.from(line.matchAll(quotedOrPlain), ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain);
}

/**
 * Splits a line at commas outside of double quotes.
 * @param most largest number of parts; further parts are dropped
 */
function parseCsvLine(line: string, most: number): readonly string[] {
  const parts: string[] = [];
  const form = /(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/y;
  while (form.lastIndex <= line.length && parts.length < most) {
    const match = form.exec(line);
    if (!match) return [];
    parts.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (!match[0].endsWith(',')) break;
  }
  return parts;
}

class HeadedReader {
  #names: readonly string[] | undefined;
  /** Date from the header, for lines that have a time but no date. */
  #day: string | undefined;

  #byCommas = false;
  /**
   * True: the header declares times in the sender's time zone, as in the firewall of Windows; false: times are in UTC.
   */
  #isLocal = false;

  read(line: string, context: LineContext): DecodedMessage | undefined {
    if (header.test(line)) return this.#readHeader(line);
    const values = split(line, this.#byCommas);
    const names = this.#names ?? (usualLine.test(line) && values.length === usual.length ? usual : undefined);
    if (names?.length !== values.length) return undefined;
    const timestamp = instantOf(names, values, this.#day, this.#isLocal ? context.toUtc : utc);
    return timestamp === undefined ? undefined : { timestamp, message: line, fields: fieldsOf(names, values) };
  }

  #readHeader(line: string): DecodedMessage {
    const fields = /^#[Ff]ields(?::? |\t)(.*)$/.exec(line)?.[1];
    const byCommas = fields !== undefined && !/[\t ]/.test(fields.trim()) && fields.includes(',');
    if (fields !== undefined) this.#byCommas = byCommas;
    const names = fields?.trim().split(byCommas ? ',' : /[\t ]+/, mostFields + 1);
    if (/^#Time Format: /.test(line)) this.#isLocal = /Local/i.test(line);
    if (names && names.length <= mostFields) this.#names = names;
    this.#day = /^#(?:Start-)?Date: (\d{4}-\d\d-\d\d)/.exec(line)?.[1] ?? this.#day;
    return { message: line, fields: newFields() };
  }
}

export const headedLines: LogFormat = {
  title: 'lines with a header (IIS, W3C, Zeek)',
  dated: false,
  perSource: () => {
    const reader = new HeadedReader();
    return { ...headedLines, read: believing((line, context) => reader.read(line, context)) };
  },
  read: believing((line, context) => new HeadedReader().read(line, context)),
};
