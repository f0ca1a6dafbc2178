/**
 * Parses date patterns of Joda-Time (https://www.joda.org/joda-time/apidocs/org/joda/time/format/DateTimeFormat.html).
 * The meaning of the parts is implemented in `print.ts` and `read.ts`.
 */

/** Thrown when a date pattern, a time zone or the text of a date is invalid; the message gives the reason. */
export class DateFormatError extends Error {
  override readonly name = 'DateFormatError';
}

export type NumberField =
  | 'centuryOfEra'
  | 'yearOfEra'
  | 'year'
  | 'weekyear'
  | 'weekOfWeekyear'
  | 'dayOfWeek'
  | 'dayOfYear'
  | 'monthOfYear'
  | 'dayOfMonth'
  | 'hourOfHalfday'
  | 'clockhourOfHalfday'
  | 'hourOfDay'
  | 'clockhourOfDay'
  | 'minuteOfHour'
  | 'secondOfMinute';

export type TextField = 'monthOfYear' | 'dayOfWeek' | 'halfdayOfDay' | 'era';

export type FormatPart =
  | { readonly kind: 'literal'; readonly text: string }
  /** @property isSigned true: a sign may precede the digits */
  | {
      readonly kind: 'number';
      readonly field: NumberField;
      readonly leastDigits: number;
      readonly mostDigits: number;
      readonly isSigned: boolean;
    }
  /** @property isLenient true: a number of digits other than two is read as the full year */
  | { readonly kind: 'shortYear'; readonly field: 'year' | 'weekyear'; readonly isLenient: boolean }
  | { readonly kind: 'fraction'; readonly digits: number }
  | { readonly kind: 'text'; readonly field: TextField; readonly isLong: boolean }
  | { readonly kind: 'offset'; readonly withSeparators: boolean }
  | { readonly kind: 'zoneId' }
  | { readonly kind: 'zoneName'; readonly isLong: boolean };

const longestDateFormat = 500;
const mostYearDigits = 9;
const mostFractionDigits = 9;

interface Token {
  readonly letter: string;
  readonly count: number;
  /** Text of a literal. */
  readonly text?: string;
}

/** Splits a pattern into runs of one letter, and literals between them; two quotes stand for one quote. */
function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  const form = /([A-Za-z])\1*|'((?:[^']|'')*)'|([^A-Za-z']+)|(')/g;
  for (const [run, letter, quoted, plain, open] of pattern.matchAll(form)) {
    if (open !== undefined) throw new DateFormatError(`A quote is not closed in the date pattern "${pattern}".`);
    if (letter !== undefined) tokens.push({ letter, count: run.length });
    else if (quoted !== undefined)
      tokens.push({ letter: '', count: 0, text: quoted === '' ? "'" : quoted.replaceAll("''", "'") });
    else tokens.push({ letter: '', count: 0, text: plain ?? '' });
  }
  return tokens;
}

const numberFields: Readonly<Record<string, readonly [field: NumberField, mostDigits: number]>> = {
  w: ['weekOfWeekyear', 2],
  e: ['dayOfWeek', 1],
  D: ['dayOfYear', 3],
  d: ['dayOfMonth', 2],
  K: ['hourOfHalfday', 2],
  h: ['clockhourOfHalfday', 2],
  H: ['hourOfDay', 2],
  k: ['clockhourOfDay', 2],
  m: ['minuteOfHour', 2],
  s: ['secondOfMinute', 2],
};

const years: Readonly<Record<string, 'year' | 'weekyear' | 'yearOfEra'>> = { y: 'year', x: 'weekyear', Y: 'yearOfEra' };

/** Tells whether a token stands for digits. A year directly before such a token has a limited number of digits. */
const isNumeric = (token: Token | undefined): boolean =>
  token !== undefined && ('yxYCweDdKhHkmsS'.includes(token.letter) || token.letter === 'M')
    ? token.letter !== '' && (token.letter !== 'M' || token.count < 3)
    : false;

function partOf(token: Token, next: Token | undefined): FormatPart {
  const { letter, count, text } = token;
  if (text !== undefined) return { kind: 'literal', text };
  const year = years[letter];
  if (year !== undefined) {
    if (count === 2)
      return { kind: 'shortYear', field: year === 'weekyear' ? 'weekyear' : 'year', isLenient: !isNumeric(next) };
    const mostDigits = isNumeric(next) ? count : Math.max(count, mostYearDigits);
    return { kind: 'number', field: year, leastDigits: count, mostDigits, isSigned: year !== 'yearOfEra' };
  }
  const number = numberFields[letter];
  if (number !== undefined) {
    const [field, mostDigits] = number;
    return { kind: 'number', field, leastDigits: count, mostDigits: Math.max(count, mostDigits), isSigned: false };
  }
  switch (letter) {
    case 'M':
      return count >= 3
        ? { kind: 'text', field: 'monthOfYear', isLong: count >= 4 }
        : { kind: 'number', field: 'monthOfYear', leastDigits: count, mostDigits: 2, isSigned: false };
    case 'E':
      return { kind: 'text', field: 'dayOfWeek', isLong: count >= 4 };
    case 'a':
      return { kind: 'text', field: 'halfdayOfDay', isLong: false };
    case 'G':
      return { kind: 'text', field: 'era', isLong: false };
    case 'C':
      return {
        kind: 'number',
        field: 'centuryOfEra',
        leastDigits: count,
        mostDigits: Math.max(2, count),
        isSigned: false,
      };
    case 'S':
      return { kind: 'fraction', digits: Math.min(count, mostFractionDigits) };
    case 'Z':
      return count > 2 ? { kind: 'zoneId' } : { kind: 'offset', withSeparators: count === 2 };
    case 'z':
      return { kind: 'zoneName', isLong: count >= 4 };
    default:
      throw new DateFormatError(`"${letter}" is no letter of a date pattern. Put text into single quotes.`);
  }
}

/** Parses a pattern. @throws DateFormatError for an empty or overlong pattern, an unknown letter, an open quote */
export function readDateFormat(pattern: string): readonly FormatPart[] {
  if (pattern === '') throw new DateFormatError('The date pattern is empty.');
  if (pattern.length > longestDateFormat)
    throw new DateFormatError(`A date pattern has at most ${longestDateFormat} characters.`);
  const tokens = tokensOf(pattern);
  return tokens.map((token, index) => partOf(token, tokens[index + 1]));
}
