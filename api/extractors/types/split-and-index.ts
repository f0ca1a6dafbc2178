import { testSplit } from '../../contract/testers.js';
import type { ExtractorTypeDescription } from '../extractor-type.js';
import { integerPart, textPart } from '../parts.js';

export const splitAndIndex = {
  type: 'split_and_index',
  label: 'Split & Index',
  parts: [
    textPart('split_by', ['Split by', 'The text is split wherever exactly these characters appear.']),
    integerPart('index', ['Target index', 'Number of the part to extract; the first part is 1.'], 1, 1),
  ],
  tryOn: async (client, { config, text: string }, signal) => {
    const body = { split_by: String(config['split_by']), index: Number(config['index']), string };
    return { found: (await client.call(testSplit, { body, signal })).cut };
  },
} as const satisfies ExtractorTypeDescription;
