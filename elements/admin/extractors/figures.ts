/** Formats the figures of extractors. */
import type { ExtractorSummary } from '../../../api/contract/extractors.js';

/** Failures of the extractor and of its converters. */
export const failuresOf = ({ exceptions, converter_exceptions: ofConverters }: ExtractorSummary): number =>
  exceptions + ofConverters;

/** A value of a configuration: in quotes where its blanks would not be seen. */
export function configText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? '';
  return value.trim() === value && value !== '' ? value : `"${value}"`;
}
