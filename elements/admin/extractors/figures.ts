/** Formats the statistics of extractors. */
import type { ExtractorSummary } from '../../../api/contract/extractors.js';

/** Number of failures of the extractor and its converters. */
export const failuresOf = ({ exceptions, converter_exceptions: ofConverters }: ExtractorSummary): number =>
  exceptions + ofConverters;

/** Formats a configuration value: in quotes where blanks would otherwise be invisible. */
export function configText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? '';
  return value.trim() === value && value !== '' ? value : `"${value}"`;
}
