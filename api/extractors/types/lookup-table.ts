import { testLookup } from '../../contract/testers.js';
import { shownValue, type ExtractorTypeDescription } from '../extractor-type.js';
import { tablePart } from '../parts.js';

export const lookupTable = {
  type: 'lookup_table',
  label: 'Lookup Table',
  parts: [tablePart],
  tryOn: async (client, { config, text: string }, signal) => {
    const body = { lookup_table_name: String(config['lookup_table_name']), string };
    const { empty, error, error_message: message, value } = await client.call(testLookup, { body, signal });
    if (error) throw new Error(message);
    return { found: empty ? null : shownValue(value) };
  },
} as const satisfies ExtractorTypeDescription;
