/**
 * Extracts fields by a grok pattern (contract data-intake, extractor grok): each capture with a value becomes a field.
 */
import { compileGrok, GrokError, type PatternOf } from '../../grok/grok.js';
import { fieldValue } from '../decode/field-values.js';
import { ExtractionError, type Extract } from './extraction.js';

const listSeparator = ', ';

/**
 * Creates an extractor whose fields are the captures of a grok pattern.
 * @throws ExtractionError when the pattern is invalid
 */
export function grok(pattern: string, namedCapturesOnly: boolean, patternOf: PatternOf): Extract {
  let compiled;
  try {
    compiled = compileGrok(pattern, patternOf, { namedCapturesOnly, bounded: true });
  } catch (error) {
    if (error instanceof GrokError) throw new ExtractionError(error.message);
    throw error;
  }
  const { match } = compiled;
  return (text) =>
    Object.entries(match(text) ?? {}).flatMap(([target, captured]) => {
      const value = Array.isArray(captured) ? captured.map(String).join(listSeparator) : fieldValue(captured);
      return value === undefined ? [] : [{ target, value }];
    });
}
