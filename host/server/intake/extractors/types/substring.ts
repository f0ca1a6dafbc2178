import { testSubstring } from '../../../../../api/contract/testers.js';
import { SubstringTestBody } from '../../../../../api/contract/testers.schema.js';
import { requiredInteger } from '../config.js';
import type { ExtractorTypeAtWork } from '../extractor-type.js';
import { cutRange, substring } from '../parts.js';
import { cutResult } from '../tester.js';

export const substringType: ExtractorTypeAtWork = {
  type: 'substring',
  make: (config) => substring(requiredInteger(config, 'begin_index', 0), requiredInteger(config, 'end_index', 0)),
  serveTesters: (registry) =>
    registry.serve(testSubstring, { body: SubstringTestBody }, ({ body: { string, start, end } }) =>
      cutResult(cutRange(string, start, end), start, end),
    ),
};
