import { testRegex } from '../../contract/testers.js';
import { regexLimits, type ExtractorTypeDescription } from '../extractor-type.js';
import { textPart } from '../parts.js';

export const regex = {
  type: 'regex',
  label: 'Regular expression',
  parts: [
    textPart('regex_value', [
      'Regular expression',
      `The match of the first group is extracted: put that part in parentheses. ${regexLimits}`,
    ]),
  ],
  tryOn: async (client, { config, text: string }, signal) => {
    const body = { regex: String(config['regex_value']), string };
    const { matched, match } = await client.call(testRegex, { body, signal });
    return { found: match?.match ?? null, groupMissing: matched && !match };
  },
} as const satisfies ExtractorTypeDescription;
