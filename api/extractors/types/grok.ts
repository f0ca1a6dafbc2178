import { testGrok } from '../../contract/tools.js';
import type { ExtractorTypeDescription } from '../extractor-type.js';
import { flagPart } from '../parts.js';

export const grok = {
  type: 'grok',
  label: 'Grok pattern',
  namesItsFields: true,
  parts: [
    flagPart('named_captures_only', ['Named captures only', 'Only captures that the pattern names become fields.']),
    {
      name: 'grok_pattern',
      kind: 'pattern',
      label: 'Grok pattern',
      help: 'Every capture becomes a field of its name. With its references filled in it may look at 12 million characters, those of the pattern times those of the text; a longer text that its beginning does not decide counts as a failure.',
      initial: '',
      required: true,
    },
  ],
  tryOn: async (client, { config, text: string }, signal) => {
    const body = {
      pattern: String(config['grok_pattern']),
      named_captures_only: config['named_captures_only'] === true,
      string,
    };
    const { error_message: problem, matched, matches } = await client.call(testGrok, { body, signal });
    if (problem !== undefined) throw new Error(problem);
    return { found: matched ? matches.map(({ name, match }) => [name, match] as const) : null };
  },
} as const satisfies ExtractorTypeDescription;
