/** The eight extractors by their names on the wire (contract data-intake, extractor_types). */
import type { ExtractorType } from '../../../../api/contract/extractors.schema.js';
import { PatternError } from '../../regex/bounded-pattern.js';
import type { PatternOf } from '../../grok/grok.js';
import { flag, optionalText, requiredInteger, requiredText } from './config.js';
import { ExtractionError, ExtractorConfigError, type Config, type Extract } from './extraction.js';
import { grok } from './grok.js';
import { json, jsonDefaults } from './json.js';
import { copyInput, splitAndIndex, substring } from './parts.js';
import { regex, regexReplace } from './regex.js';

type Make = (config: Config, patternOf: PatternOf) => Extract;

const makers: Readonly<Record<ExtractorType, Make>> = {
  copy_input: () => copyInput,
  grok: (config, patternOf) =>
    grok(requiredText(config, 'grok_pattern'), flag(config, 'named_captures_only', false), patternOf),
  json: (config) =>
    json({
      flatten: flag(config, 'flatten', jsonDefaults.flatten),
      listSeparator: optionalText(config, 'list_separator', jsonDefaults.listSeparator),
      keySeparator: optionalText(config, 'key_separator', jsonDefaults.keySeparator),
      pairSeparator: optionalText(config, 'kv_separator', jsonDefaults.pairSeparator),
      keyPrefix: optionalText(config, 'key_prefix', jsonDefaults.keyPrefix),
      replaceKeyWhitespace: flag(config, 'replace_key_whitespace', jsonDefaults.replaceKeyWhitespace),
      keyWhitespaceReplacement: optionalText(
        config,
        'key_whitespace_replacement',
        jsonDefaults.keyWhitespaceReplacement,
      ),
    }),
  regex: (config) => regex(requiredText(config, 'regex_value')),
  regex_replace: (config) =>
    regexReplace(
      requiredText(config, 'regex'),
      optionalText(config, 'replacement', '$1'),
      flag(config, 'replace_all', false),
    ),
  split_and_index: (config) => splitAndIndex(requiredText(config, 'split_by'), requiredInteger(config, 'index', 1)),
  substring: (config) => substring(requiredInteger(config, 'begin_index', 0), requiredInteger(config, 'end_index', 0)),
  lookup_table: (config) => {
    throw new ExtractorConfigError(`There is no lookup table "${requiredText(config, 'lookup_table_name')}".`);
  },
};

export const isExtractorType = (name: string): name is ExtractorType => Object.hasOwn(makers, name);

/** @throws ExtractorConfigError when the configuration cannot be used */
export function makeExtract(type: ExtractorType, config: Config, patternOf: PatternOf): Extract {
  try {
    return makers[type](config, patternOf);
  } catch (error) {
    if (error instanceof PatternError || error instanceof ExtractionError)
      throw new ExtractorConfigError(error.message);
    throw error;
  }
}
