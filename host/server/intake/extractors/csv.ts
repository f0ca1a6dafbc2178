/** One line of separated values → fields (contract data-intake converter csv). */
import { ExtractionError } from './extraction.js';

export interface CsvOptions {
  readonly separator: string;
  readonly quote: string;
  readonly escape: string;
  /** What is outside of quotes does not count. */
  readonly strictQuotes: boolean;
  readonly trimLeadingWhitespace: boolean;
}

export const csvDefaults: CsvOptions = {
  separator: ',',
  quote: '"',
  escape: '\\',
  strictQuotes: false,
  trimLeadingWhitespace: true,
};

/** @throws ExtractionError when a quote is left open */
export function csvValues(line: string, options: CsvOptions): string[] {
  const { separator, quote, escape, strictQuotes, trimLeadingWhitespace } = options;
  const values: string[] = [];
  let value = '';
  let quoted = false;
  const add = (): void => {
    values.push(value);
    value = '';
  };
  for (let at = 0; at < line.length; at += 1) {
    const letter = line.charAt(at);
    const next = line.charAt(at + 1);
    if (letter === escape && (next === quote || next === escape) && next !== '' && quoted && escape !== quote) {
      value += next;
      at += 1;
    } else if (letter === quote && quoted && next === quote) {
      value += quote;
      at += 1;
    } else if (letter === quote) {
      // Blanks before the quote are not part of the value.
      if (!quoted && trimLeadingWhitespace && value.trim() === '') value = '';
      quoted = !quoted;
    } else if (letter === separator && !quoted) add();
    else if (!quoted && (strictQuotes || (trimLeadingWhitespace && value === '' && /\s/.test(letter)))) continue;
    else value += letter;
  }
  if (quoted) throw new ExtractionError('A quote is not closed.');
  add();
  return values;
}

/** @param names as many as there are values @throws ExtractionError otherwise */
export function csvFields(line: string, names: readonly string[], options: CsvOptions): ReadonlyMap<string, string> {
  const values = csvValues(line, options);
  if (values.length !== names.length) {
    throw new ExtractionError(`There are ${values.length} values for ${names.length} field names.`);
  }
  return new Map(names.map((name, at) => [name, values[at] ?? '']));
}
