/** The extractors of an input on a message that nothing stores; figures of the running ones are not touched. */
import type { LookupTables } from '../extractors/extraction.js';
import type { IncomingMessage } from '../../store/types.js';
import { InputExtractors } from './input-extractors.js';
import type { ExtractorDocument, GrokPatternsOf } from './running-extractor.js';

/** @returns runs them on a message received at an instant (epoch ms) */
export function trialExtractors(
  documents: readonly ExtractorDocument[],
  grokPatterns: GrokPatternsOf,
  tables: LookupTables,
): (message: IncomingMessage, now: number) => void {
  const extractors = new InputExtractors(grokPatterns, tables);
  extractors.set(documents);
  return (message, now) => extractors.run(message, now);
}
