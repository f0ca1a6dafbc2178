import { testSubstring } from '../../contract/testers.js';
import type { ExtractorTypeDescription } from '../extractor-type.js';
import { integerPart } from '../parts.js';

export const substring = {
  type: 'substring',
  label: 'Substring',
  parts: [
    integerPart(
      'begin_index',
      ['Begin index', 'Position of the first character to extract. The first character of the text is 0.'],
      0,
      0,
    ),
    integerPart('end_index', ['End index', 'Position after the last character to extract.'], 1, 0),
  ],
  tryOn: async (client, { config, text: string }, signal) => {
    const body = { start: Number(config['begin_index']), end: Number(config['end_index']), string };
    return { found: (await client.call(testSubstring, { body, signal })).cut };
  },
} as const satisfies ExtractorTypeDescription;
