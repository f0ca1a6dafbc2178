import { testJson } from '../../contract/testers.js';
import { shownValue, type ExtractorTypeDescription } from '../extractor-type.js';
import { flagPart, textPart, type Config } from '../parts.js';

const textOf = (config: Config, name: string): string => String(config[name] ?? '');

export const json = {
  type: 'json',
  label: 'JSON',
  namesItsFields: true,
  parts: [
    flagPart('flatten', [
      'Flatten structures',
      'An object within becomes one field with all its pairs, not a field for each.',
    ]),
    textPart('list_separator', ['List item separator', 'Stands between the items of a list.'], ', '),
    textPart(
      'key_separator',
      ['Key separator', 'Stands between the keys of an object and those of objects within it.'],
      '_',
    ),
    textPart(
      'kv_separator',
      ['Key/value separator', 'Stands between key and value where structures are flattened.'],
      '=',
    ),
    { ...textPart('key_prefix', ['Key prefix', 'Prefix of every field name.']), required: false },
    flagPart('replace_key_whitespace', [
      'Replace whitespace in keys',
      'Fields whose names hold white space are not stored.',
    ]),
    {
      ...textPart('key_whitespace_replacement', ['Key whitespace replacement'], '_'),
      needs: 'replace_key_whitespace',
    },
  ],
  tryOn: async (client, { config, text: string }, signal) => {
    const body = {
      flatten: config['flatten'] === true,
      list_separator: textOf(config, 'list_separator'),
      key_separator: textOf(config, 'key_separator'),
      kv_separator: textOf(config, 'kv_separator'),
      key_prefix: textOf(config, 'key_prefix'),
      replace_key_whitespace: config['replace_key_whitespace'] === true,
      key_whitespace_replacement: textOf(config, 'key_whitespace_replacement'),
      string,
    };
    const { matches } = await client.call(testJson, { body, signal });
    return { found: Object.entries(matches).map(([name, value]) => [name, shownValue(value)] as const) };
  },
} as const satisfies ExtractorTypeDescription;
