import { testSplit } from '../../contract/testers.js';
import type { ExtractorTypeDescription } from '../extractor-type.js';
import { integerPart, textPart } from '../parts.js';

export const splitAndIndex = {
  type: 'split_and_index',
  label: 'Split & Index',
  parts: [
    textPart('split_by', ['Split by', 'One character or more, taken as they are.']),
    integerPart('index', ['Target index', 'Which of the parts: the first is 1.'], 1, 1),
  ],
  tryOn: async (client, { config, text: string }, signal) => {
    const body = { split_by: String(config['split_by']), index: Number(config['index']), string };
    return { found: (await client.call(testSplit, { body, signal })).cut };
  },
} as const satisfies ExtractorTypeDescription;
