/**
 * Parses separated values (RFC 4180: quoted values may contain line breaks and doubled quotes), and formats CSV lines.
 */

export interface CsvRecord {
  /** Line at which the record begins, counted from 1. */
  readonly line: number;
  readonly values: readonly string[];
}

/** Thrown for an invalid record of a CSV text; `line` is the line at which the record begins. */
export class CsvError extends Error {
  override readonly name = 'CsvError';

  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/** Largest number of values in one record. */
const mostValues = 1_000;
const tooManyValues = (line: number): CsvError => new CsvError(line, `Line ${line} has more than ${mostValues} values.`);

/**
 * Yields the records of a text; empty lines are skipped.
 * @param separator one character
 * @param quote one character
 * @throws CsvError when a quote is not closed, or a record has too many values
 */
export function* csvRecords(text: string, separator: string, quote: string): Generator<CsvRecord> {
  let at = 0;
  let line = 1;
  const end = text.length;
  let quoted = text.indexOf(quote);
  while (at < end) {
    const begun = line;
    let stop = text.indexOf('\n', at);
    if (stop < 0) stop = end;
    // The next quote is searched for only after the last quote found was passed. Otherwise a file without quotes would
    // be searched to its end for each line.
    if (quoted >= 0 && quoted < at) quoted = text.indexOf(quote, at);
    if (quoted < 0 || quoted > stop) {
      const whole = text.slice(at, text.charCodeAt(stop - 1) === 13 && stop > at ? stop - 1 : stop);
      at = stop + 1;
      line += 1;
      if (whole === '') continue;
      const values = whole.split(separator, mostValues + 1);
      if (values.length > mostValues) throw tooManyValues(begun);
      yield { line: begun, values };
      continue;
    }
    const values: string[] = [];
    for (let over = false; !over; ) {
      let value: string;
      if (text[at] === quote) {
        let from = at + 1;
        value = '';
        for (;;) {
          const close = text.indexOf(quote, from);
          if (close < 0) throw new CsvError(begun, `The quote that begins in line ${begun} is not closed.`);
          value += text.slice(from, close);
          from = close + 1;
          if (text[from] !== quote) break;
          value += quote;
          from += 1;
        }
        for (let found = value.indexOf('\n'); found >= 0; found = value.indexOf('\n', found + 1)) line += 1;
        at = from;
      } else value = '';
      const next = endOfValue(text, at, separator);
      const rest = text.slice(at, next);
      const isLineEnd = next >= end || text[next] === '\n';
      value += isLineEnd && rest.endsWith('\r') ? rest.slice(0, -1) : rest;
      values.push(value);
      if (values.length > mostValues) throw tooManyValues(begun);
      at = next + 1;
      over = isLineEnd;
    }
    line += 1;
    yield { line: begun, values };
  }
}

/** Returns the position of the separator or line feed that ends a value; the length of the text if neither follows. */
function endOfValue(text: string, from: number, separator: string): number {
  const code = separator.charCodeAt(0);
  for (let at = from; at < text.length; at += 1) {
    const one = text.charCodeAt(at);
    if (one === code || one === 10) return at;
  }
  return text.length;
}

/** Returns a text with a leading apostrophe if spreadsheets would execute it as a formula (CSV injection). */
const neutral = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** Formats a line of CSV with its line end (RFC 4180). */
const csvLine = (values: readonly string[]): string =>
  `${values.map((value) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(',')}\r\n`;

export const safeCsvLine = (values: readonly string[]): string => csvLine(values.map(neutral));
