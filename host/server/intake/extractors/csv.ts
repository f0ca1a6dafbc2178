/** Splits a line of separated values into fields (contract data-intake converter csv). */
import { CsvLineError, csvLineValues, type CsvLineOptions } from '../../foundation/csv-line.js';
import { ExtractionError } from './extraction.js';

/** @throws ExtractionError when a quote is not closed */
export function csvValues(line: string, options: CsvLineOptions): string[] {
  try {
    return csvLineValues(line, options);
  } catch (error) {
    if (error instanceof CsvLineError) throw new ExtractionError(error.message);
    throw error;
  }
}

/**
 * @param names names of the fields, as many as values
 * @throws ExtractionError if the numbers differ
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
