/**
 * Parses logfmt (https://brandur.org/logfmt): `level=info msg="it began" took=3`; the whole line must consist of pairs.
 */
import type { DecodedMessage } from '../decode/decoded.js';
import { decodeNamed } from '../decode/json-line.js';
import { closingQuote, isQuote } from './quoted.js';
import { believing, readable, type LineContext, type LogFormat } from './log-format.js';

/** Largest number of pairs of one line; a line with more pairs is plain text. */
const mostPairs = 500;
const leastPairs = 2;
/** Largest length of a line in characters; parsing a longer line would block the event loop. */
const mostLength = 65_536;
/** Keys of which a line must contain at least one, because it shows that the line is a log line. */
const known = new Set(['msg', 'message', 'level', 'lvl', 'severity', 'time', 'ts', 'timestamp', 'event']);
const name = /[A-Za-z_@][\w.\-@/]{0,254}=/y;
const number = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;

interface Value {
  readonly value: string | number;
  readonly end: number;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function quotedValue(line: string, at: number): Value | undefined {
  const end = closingQuote(line, at + 1);
  if (end === undefined) return undefined;
  const text = line.slice(at + 1, end);
  const value = text.includes('\\')
    ? text.replace(/\\([^])/g, (whole, letter: string) => escapes[letter] ?? (/["\\]/.test(letter) ? letter : whole))
    : text;
  return { value, end: end + 1 };
}

/** Reads the text in quotes at an offset; undefined: no quoted text begins there, or its closing quote is missing. */
export function quotedText(line: string, at: number): { readonly value: string; readonly end: number } | undefined {
  const found = line[at] === '"' ? quotedValue(line, at) : undefined;
  return found && { value: String(found.value), end: found.end };
}

function valueAt(line: string, at: number): Value | undefined {
  if (isQuote(line, at)) return quotedValue(line, at);
  const blank = line.indexOf(' ', at);
  const end = blank < 0 ? line.length : blank;
  const text = line.slice(at, end);
  return { value: number.test(text) ? Number(text) : text, end };
}

/**
 * Parses a duration such as `651ms`, or a duration that `compoundOf` reads. The second item of the result is the
 * number, the third item the unit; for any other value the result is empty. A duration in seconds (`s`) is parsed only
 * if the key contains a word such as `duration` or `time`.
 */
function durationOf(key: string, value: string | number): readonly (string | undefined)[] {
  const found = typeof value === 'string' ? /^(\d{1,12}(?:\.\d{1,9})?)(ns|us|µs|ms|s)$/.exec(value) : null;
  const isReported = found?.[2] !== 's' || /duration|elapsed|latency|took|time|wait|delay|interval/i.test(key);
  return found && isReported ? found : compoundOf(key, value);
}

/**
 * Parses a duration of Go in hours, minutes and seconds, if the key contains a word such as `duration`: `1m3.5s`
 * becomes 63.5 seconds. The result has the items that `durationOf` describes.
 */
function compoundOf(key: string, value: string | number): readonly string[] {
  if (typeof value !== 'string' || !/duration|elapsed|latency|took|wait|delay|interval/i.test(key)) return [];
  const [whole, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9}(?:\.\d{1,9})?)s)?$/.exec(value) ?? [];
  if (whole === undefined || whole === '') return [];
  return [whole, String(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)), 's'];
}

/**
 * Parses the pairs of a line; undefined: a part of the line is no pair, a key is repeated, or there are more than
 * `mostPairs`.
 */
function pairsOf(line: string): Map<string, string | number> | undefined {
  const pairs = new Map<string, string | number>();
  const length = line.trimEnd().length;
  for (let at = 0; at < length;) {
    name.lastIndex = at;
    const found = name.exec(line);
    const value = found && valueAt(line, name.lastIndex);
    if (!value || pairs.size >= mostPairs || (value.end < length && line[value.end] !== ' ')) return undefined;
    const key = found[0].slice(0, -1);
    // A repeated name would lose one of its values, so the line is not logfmt.
    if (pairs.has(key)) return undefined;
    const [, amount, unit = ''] = durationOf(key, value.value);
    pairs.set(key, amount === undefined ? value.value : Number(amount));
    if (amount !== undefined && !line.includes(`${key}_unit=`)) pairs.set(`${key}_unit`, unit);
    at = value.end;
    while (line[at] === ' ') at += 1;
  }
  return pairs;
}

/**
 * Parses the rest of a line, which may be empty, as logfmt pairs; undefined: the rest contains other text, is too long,
 * or repeats a key.
 */
export const trailingPairs = (text: string): Map<string, string | number> | undefined =>
  text.length > mostLength ? undefined : pairsOf(text.trimStart());

function readLogfmt(line: string, { toUtc }: LineContext): DecodedMessage | undefined {
  const pairs = line.length > mostLength ? undefined : pairsOf(line);
  if (!pairs || pairs.size < leastPairs || ![...pairs.keys()].some((key) => known.has(key))) return undefined;
  return readable(() => decodeNamed(Object.fromEntries(pairs), line, toUtc));
}

export const logfmt: LogFormat = {
  title: 'logfmt',
  dated: false,
  read: believing(readLogfmt),
};
