import { testRegexReplace } from '../../contract/testers.js';
import { regexLimits, type ExtractorTypeDescription } from '../extractor-type.js';
import { flagPart, textPart } from '../parts.js';

export const regexReplace = {
  type: 'regex_replace',
  label: 'Replace with regular expression',
  parts: [
    textPart('regex', ['Regular expression', `Each match of the expression is replaced. ${regexLimits}`]),
    textPart('replacement', ['Replacement', '$1 is replaced by the match of the first group.'], '$1'),
    flagPart('replace_all', ['Replace all occurrences of the pattern']),
  ],
  tryOn: async (client, { config, text: string }, signal) => {
    const body = {
      regex: String(config['regex']),
      replacement: String(config['replacement']),
      replace_all: config['replace_all'] === true,
      string,
    };
    const { match } = await client.call(testRegexReplace, { body, signal });
    return { found: match?.match ?? null };
  },
} as const satisfies ExtractorTypeDescription;
