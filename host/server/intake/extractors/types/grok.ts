import { flag, requiredText } from '../config.js';
import type { ExtractorTypeAtWork } from '../extractor-type.js';
import { grok } from '../grok.js';

export const grokType: ExtractorTypeAtWork = {
  type: 'grok',
  usesGrokPatterns: true,
  make: (config, { patternOf }) =>
    grok(requiredText(config, 'grok_pattern'), flag(config, 'named_captures_only', false), patternOf),
  check: async (config, matchGrok) => {
    const pattern = config['grok_pattern'];
    if (typeof pattern !== 'string' || pattern === '') return false;
    await matchGrok(pattern, { namedCapturesOnly: flag(config, 'named_captures_only', false), bounded: true });
    return true;
  },
};
