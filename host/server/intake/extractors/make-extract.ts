/** Creates extractors from their configuration. */
import type { ExtractorType } from '../../../../api/extractors/types/index.js';
import type { PatternOf } from '../../grok/grok.js';
import { RegexError } from '../../regex/bounded-regex.js';
import { ExtractionError, ExtractorConfigError, type Config, type Extract, type LookupTables } from './extraction.js';
import { typesAtWork } from './types/index.js';

/** Creates an extractor. @throws ExtractorConfigError when the type is unknown or the configuration invalid */
export function makeExtract(type: ExtractorType, config: Config, patternOf: PatternOf, tables?: LookupTables): Extract {
  const known = typesAtWork.get(type);
  if (!known) throw new ExtractorConfigError(`There is no extractor type "${type}".`);
  try {
    return known.make(config, { patternOf, tables });
  } catch (error) {
    if (error instanceof RegexError || error instanceof ExtractionError) throw new ExtractorConfigError(error.message);
    throw error;
  }
}
