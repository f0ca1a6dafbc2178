import { testRegex } from '../../contract/testers.js';
import { regexLimits, type ExtractorTypeDescription } from '../extractor-type.js';
import { textPart } from '../parts.js';

export const regex = {
  type: 'regex',
  label: 'Regular expression',
  parts: [
    textPart('regex_value', [
      'Regular expression',
      `What its first group matches is extracted: put it in parentheses. ${regexLimits}`,
    ]),
  ],
  tryOn: async (client, { config, text: string }, signal) => {
    const body = { regex: String(config['regex_value']), string };
    const { matched, match } = await client.call(testRegex, { body, signal });
    return { found: match?.match ?? null, groupMissing: matched && !match };
  },
} as const satisfies ExtractorTypeDescription;
