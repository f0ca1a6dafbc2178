/** The eight extractors by their names on the wire (contract data-intake, extractor_types). */
import type { ExtractorType } from '../../../../api/contract/extractors.schema.js';
import { PatternError } from '../../regex/bounded-pattern.js';
import type { PatternOf } from '../../grok/grok.js';
import { flag, optionalText, requiredInteger, requiredText, shortText } from './config.js';
import { ExtractionError, ExtractorConfigError, type Config, type Extract, type LookupTables } from './extraction.js';
import { grok } from './grok.js';
import { tableOf } from './lookup-table.js';
import { json, jsonDefaults, longestOption, type JsonOptions } from './json.js';
import { copyInput, splitAndIndex, substring } from './parts.js';
import { regex, regexReplace } from './regex.js';

type Make = (config: Config, patternOf: PatternOf, tables: LookupTables | undefined) => Extract;

/** @throws ExtractorConfigError */
function jsonOptions(config: Config): JsonOptions {
  const short = (name: string, otherwise: string) => shortText(config, name, otherwise, longestOption);
  return {
    flatten: flag(config, 'flatten', jsonDefaults.flatten),
    listSeparator: short('list_separator', jsonDefaults.listSeparator),
    keySeparator: short('key_separator', jsonDefaults.keySeparator),
    pairSeparator: short('kv_separator', jsonDefaults.pairSeparator),
    keyPrefix: short('key_prefix', jsonDefaults.keyPrefix),
    replaceKeyWhitespace: flag(config, 'replace_key_whitespace', jsonDefaults.replaceKeyWhitespace),
    keyWhitespaceReplacement: short('key_whitespace_replacement', jsonDefaults.keyWhitespaceReplacement),
  };
}

const makers: Readonly<Record<ExtractorType, Make>> = {
  copy_input: () => copyInput,
  grok: (config, patternOf) =>
    grok(requiredText(config, 'grok_pattern'), flag(config, 'named_captures_only', false), patternOf),
  json: (config) => json(jsonOptions(config)),
  regex: (config) => regex(requiredText(config, 'regex_value')),
  regex_replace: (config) =>
    regexReplace(
      requiredText(config, 'regex'),
      optionalText(config, 'replacement', '$1'),
      flag(config, 'replace_all', false),
    ),
  split_and_index: (config) => splitAndIndex(requiredText(config, 'split_by'), requiredInteger(config, 'index', 1)),
  substring: (config) => substring(requiredInteger(config, 'begin_index', 0), requiredInteger(config, 'end_index', 0)),
  lookup_table: (config, _patternOf, tables) => {
    const { name, value } = tableOf(config, tables);
    return (text) => {
      const found = value(name, text);
      return found === undefined ? [] : [{ value: found }];
    };
  },
};

export const isExtractorType = (name: string): name is ExtractorType => Object.hasOwn(makers, name);

/** @throws ExtractorConfigError when the configuration cannot be used */
export function makeExtract(type: ExtractorType, config: Config, patternOf: PatternOf, tables?: LookupTables): Extract {
  try {
    return makers[type](config, patternOf, tables);
  } catch (error) {
    if (error instanceof PatternError || error instanceof ExtractionError)
      throw new ExtractorConfigError(error.message);
    throw error;
  }
}
