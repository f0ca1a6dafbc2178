import { testJson } from '../../../../../api/contract/testers.js';
import { JsonTestBody } from '../../../../../api/contract/testers.schema.js';
import { flag, shortText } from '../config.js';
import type { Config } from '../extraction.js';
import type { ExtractorTypeAtWork } from '../extractor-type.js';
import { json, jsonDefaults, jsonFields, longestOption, type JsonOptions } from '../json.js';
import { testerAnswer } from '../tester.js';

/** Reads the options of the JSON extractor. @throws ExtractorConfigError when one is invalid */
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

export const jsonType: ExtractorTypeAtWork = {
  type: 'json',
  make: (config) => json(jsonOptions(config)),
  serveTesters: (registry) =>
    registry.serve(testJson, { body: JsonTestBody }, ({ body }) => {
      const fields = testerAnswer(() =>
        jsonFields(body.string, {
          flatten: body.flatten,
          listSeparator: body.list_separator,
          keySeparator: body.key_separator,
          pairSeparator: body.kv_separator,
          keyPrefix: body.key_prefix ?? jsonDefaults.keyPrefix,
          replaceKeyWhitespace: body.replace_key_whitespace ?? jsonDefaults.replaceKeyWhitespace,
          keyWhitespaceReplacement: body.key_whitespace_replacement ?? jsonDefaults.keyWhitespaceReplacement,
        }),
      );
      return {
        matches: Object.fromEntries(fields),
        flatten: body.flatten,
        line_separator: body.list_separator,
        key_separator: body.key_separator,
        kv_separator: body.kv_separator,
        string: body.string,
      };
    }),
};
