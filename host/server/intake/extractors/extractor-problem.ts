/** Checks extractors of requests and of content packs before they are stored (contract data-intake, extractors). */
import type { ExtractorConverter, ExtractorRequest } from '../../../../api/contract/extractors.schema.js';
import { extractorTypeOf, type ExtractorType } from '../../../../api/extractors/types/index.js';
import { stringifyJson } from '../../../../api/json.js';
import { regexProblem } from '../../regex/bounded-regex.js';
import { isSettable } from '../decode/field-names.js';
import { makeConvert } from './converter-types.js';
import { ExtractorConfigError, type LookupTables } from './extraction.js';
import { makeExtract } from './make-extract.js';
import { isExtractorType, typesAtWork } from './types/index.js';

/** Largest size of one extractor with its converters, in characters of JSON. */
const longestConfig = 32_768;

export const conditionTypes = ['none', 'string', 'regex'] as const;
export const cursorStrategies = ['copy', 'cut'] as const;

const isNoneOf = (known: readonly string[], value: string): boolean => !known.includes(value.toLowerCase());

/**
 * Explains why an extractor cannot be stored, apart from the configuration of its type.
 * @returns undefined: everything but the configuration is valid
 */
export function frameProblem(request: ExtractorRequest): string | undefined {
  const type = request.extractor_type.toLowerCase();
  if (!isExtractorType(type)) return `There is no extractor type "${request.extractor_type}".`;
  for (const [name, value, known] of [
    ['condition type', request.condition_type, conditionTypes],
    ['cursor strategy', request.cursor_strategy, cursorStrategies],
  ] as const)
    if (isNoneOf(known, value)) return `Unknown ${name} "${value}"; it is one of ${known.join(', ')}.`;
  if (request.title.trim() === '') return 'An extractor needs a title.';
  if (request.source_field === '') return 'An extractor needs a source field.';
  if (!extractorTypeOf(type)?.namesItsFields && !isSettable(request.target_field))
    return `The target field "${request.target_field}" is missing or reserved.`;
  if (request.condition_type.toLowerCase() === 'regex') {
    const problem = regexProblem(request.condition_value);
    if (problem !== undefined) return `Condition: ${problem}`;
  }
  if (stringifyJson([request.extractor_config, request.converters]).length > longestConfig)
    return `The configuration is longer than ${longestConfig} characters.`;
  return undefined;
}

/**
 * Explains why the configuration of an extractor is invalid; undefined: it is valid, or its type uses grok patterns and
 * is checked elsewhere (`ExtractorTypeAtWork.check`).
 */
export function configurationProblem(request: ExtractorRequest, tables: LookupTables): string | undefined {
  const type = request.extractor_type.toLowerCase() as ExtractorType;
  if (typesAtWork.get(type)?.usesGrokPatterns) return undefined;
  try {
    makeExtract(type, request.extractor_config, () => undefined, tables);
    return undefined;
  } catch (error) {
    if (error instanceof ExtractorConfigError) return error.message;
    throw error;
  }
}

/** Explains why the configuration of a converter is invalid; undefined: it is valid. */
export function converterProblem({ type, config }: ExtractorConverter, tables: LookupTables): string | undefined {
  try {
    makeConvert(type, config, tables);
    return undefined;
  } catch (error) {
    if (error instanceof ExtractorConfigError) return error.message;
    throw error;
  }
}
