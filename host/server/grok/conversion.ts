/** Converts captures to types: `%{INT:bytes:long}`, `%{DATA:when:date;yyyy-MM-dd}` (contract data-intake, "Grok"). */
import moment from 'moment-timezone';

export type Convert = (text: string) => unknown;

const asText: Convert = (text) => text;

/** Converts a text to a number; other texts are returned unchanged, so that no data is lost. */
const asNumber =
  (whole: boolean): Convert =>
  (text) => {
    const number = Number(text.trim());
    if (text.trim() === '' || !Number.isFinite(number) || (whole && !Number.isSafeInteger(Math.trunc(number))))
      return text;
    return whole ? Math.trunc(number) : number;
  };

const asBoolean: Convert = (text) => text.trim().toLowerCase() === 'true';

/** Tokens of the date library (moment.js) by the letters of Java's date patterns; other letters are equal in both. */
const letters: Readonly<Record<string, string>> = {
  y: 'Y',
  u: 'Y',
  d: 'D',
  E: 'd',
  a: 'A',
  Z: 'Z',
  X: 'Z',
  z: 'z',
  S: 'S',
};

/** Converts a Java date pattern to the syntax of moment.js. */
export function formatOf(pattern: string): string {
  return pattern.replace(/'([^']*)'|([A-Za-z])\2*/g, (run: string, quoted: string | undefined, letter: string) => {
    if (quoted !== undefined) return quoted === '' ? "'" : `[${quoted}]`;
    if (letter === 'Z' || letter === 'X') return 'ZZ';
    if (letter === 'E') return run.length > 3 ? 'dddd' : 'ddd';
    if (letter === 'y' || letter === 'u') return run.length === 2 ? 'YY' : 'YYYY';
    return (letters[letter] ?? letter).repeat(run.length);
  });
}

const iso = 'YYYY-MM-DDTHH:mm:ss.SSSZ';

type ReadMoment = (text: string) => moment.Moment | undefined;

/** Returns a function that parses dates. @param pattern Java's date pattern; undefined or empty: ISO 8601 */
function momentReader(pattern: string | undefined): ReadMoment {
  const format = pattern === undefined || pattern === '' ? undefined : formatOf(pattern);
  return (text) => {
    const read = format === undefined ? moment.utc(text, moment.ISO_8601, true) : moment.utc(text, format, 'en', true);
    return read.isValid() ? read : undefined;
  };
}

/** Converts a date to an ISO instant in UTC; other texts are returned unchanged. */
function asDate(pattern: string | undefined): Convert {
  const read = momentReader(pattern);
  return (text) => read(text)?.format(iso).replace('+00:00', 'Z') ?? text;
}

/** Splits a type such as `date;yyyy-MM-dd` into its name in lower case and the date pattern, if there is one. */
export function typeParts(type: string | undefined): { readonly name: string; readonly pattern: string | undefined } {
  const [name = '', ...rest] = (type ?? '').split(';');
  return { name: name.trim().toLowerCase(), pattern: rest.length === 0 ? undefined : rest.join(';').trim() };
}

/** Returns a function that parses dates to epoch milliseconds; it returns undefined for a text that is no date. */
export function instantReader(pattern: string | undefined): (text: string) => number | undefined {
  const read = momentReader(pattern);
  return (text) => read(text)?.valueOf();
}

/** Returns the conversion to a type such as `long` or `date;yyyy-MM-dd`; undefined: the type is unknown. */
export function converterOf(type: string | undefined): Convert | undefined {
  const { name, pattern } = typeParts(type);
  switch (name) {
    case '':
    case 'string':
      return asText;
    case 'byte':
    case 'short':
    case 'int':
    case 'integer':
    case 'long':
      return asNumber(true);
    case 'float':
    case 'double':
      return asNumber(false);
    case 'boolean':
      return asBoolean;
    case 'date':
    case 'datetime':
      return asDate(pattern);
    default:
      return undefined;
  }
}
