/** Splits a line of separated values into fields (contract data-intake converter csv). */
import { CsvLineError, csvLineValues, type CsvLineOptions } from '../../foundation/csv-line.js';
import { ExtractionError } from './extraction.js';

/** Returns the values of a line. @throws ExtractionError when a quote is not closed */
export function csvValues(line: string, options: CsvLineOptions): string[] {
  try {
    return csvLineValues(line, options);
  } catch (error) {
    if (error instanceof CsvLineError) throw new ExtractionError(error.message);
    throw error;
  }
}

/**
 * Returns the values of a line by their field names.
 * @param names names of the fields, in the order of the values
 * @throws ExtractionError when a quote is not closed, or the numbers of names and values differ
 */
export function csvFields(
  line: string,
  names: readonly string[],
  options: CsvLineOptions,
): ReadonlyMap<string, string> {
  const values = csvValues(line, options);
  if (values.length !== names.length) {
    throw new ExtractionError(`There are ${values.length} values for ${names.length} field names.`);
  }
  return new Map(names.map((name, at) => [name, values[at] ?? '']));
}
