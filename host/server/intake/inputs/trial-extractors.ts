/**
 * Runs the extractors of an input on messages that are not stored; the metrics of the running extractors do not change.
 */
import type { LookupTables } from '../extractors/extraction.js';
import type { IncomingMessage } from '../../store/types.js';
import { InputExtractors } from './input-extractors.js';
import type { ExtractorDocument, GrokPatternsOf } from './running-extractor.js';

/** Returns a function that runs the extractors on a message; `now` is the time of receipt in epoch milliseconds. */
export function trialExtractors(
  documents: readonly ExtractorDocument[],
  grokPatterns: GrokPatternsOf,
  tables: LookupTables,
): (message: IncomingMessage, now: number) => void {
  const extractors = new InputExtractors(grokPatterns, tables);
  extractors.set(documents);
  return (message, now) => extractors.run(message, now);
}
