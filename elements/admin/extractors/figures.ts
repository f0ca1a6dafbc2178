/** Formats the statistics of extractors. */
import type { ExtractorSummary } from '../../../api/contract/extractors.js';

/** Returns the number of failures of an extractor and its converters. */
export const failuresOf = ({ exceptions, converter_exceptions: ofConverters }: ExtractorSummary): number =>
  exceptions + ofConverters;

/** Returns a configuration value as text; a text that is empty or has white space at an end is put in quotes. */
export function configText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? '';
  return value.trim() === value && value !== '' ? value : `"${value}"`;
}
