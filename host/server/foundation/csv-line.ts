/** Splits one line of separated values, for the converter `csv` and the function `csv_to_map`. */

/** Thrown when a line of CSV cannot be split; the message gives the reason. */
export class CsvLineError extends Error {
  override readonly name = 'CsvLineError';
}

export interface CsvLineOptions {
  readonly separator: string;
  readonly quote: string;
  readonly escape: string;
  /** True: text outside of quotes is ignored. */
  readonly strictQuotes: boolean;
  readonly trimLeadingWhitespace: boolean;
}

export const csvLineDefaults: CsvLineOptions = {
  separator: ',',
  quote: '"',
  escape: '\\',
  strictQuotes: false,
  trimLeadingWhitespace: true,
};

/** Returns the values of a line. @throws CsvLineError when a quote is not closed */
export function csvLineValues(line: string, options: CsvLineOptions): string[] {
  const { separator, quote, escape, strictQuotes, trimLeadingWhitespace } = options;
  const values: string[] = [];
  let value = '';
  let quoted = false;
  /** True once the value has a part in quotes, whose whitespace belongs to the value. */
  let hasQuotes = false;
  const add = (): void => {
    values.push(value);
    value = '';
    hasQuotes = false;
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
      // Whitespace before the quote is not part of the value.
      if (!quoted && !hasQuotes && trimLeadingWhitespace && value.trim() === '') value = '';
      hasQuotes = true;
      quoted = !quoted;
    } else if (letter === separator && !quoted) add();
    else if (!quoted && (strictQuotes || (trimLeadingWhitespace && !hasQuotes && value === '' && /\s/.test(letter))))
      continue;
    else value += letter;
  }
  if (quoted) throw new CsvLineError('A quote is not closed.');
  add();
  return values;
}
