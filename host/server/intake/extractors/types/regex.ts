import { testRegex, validateRegex } from '../../../../../api/contract/testers.js';
import { RegexQuery, RegexTestBody } from '../../../../../api/contract/testers.schema.js';
import { regexProblem } from '../../../regex/bounded-regex.js';
import { requiredText } from '../config.js';
import type { ExtractorTypeAtWork } from '../extractor-type.js';
import { regex, regexMatcher } from '../regex.js';
import { testerAnswer } from '../tester.js';

export const regexType: ExtractorTypeAtWork = {
  type: 'regex',
  make: (config) => regex(requiredText(config, 'regex_value')),
  serveTesters: (registry) => {
    registry.serve(testRegex, { body: RegexTestBody }, ({ body }) => {
      const { matched, group } = testerAnswer(() => regexMatcher(body.regex)(body.string));
      return { matched, ...(group && { match: group }), regex: body.regex, string: body.string };
    });
    registry.serve(validateRegex, { query: RegexQuery }, ({ query: { regex: tried } }) => {
      const problem = regexProblem(tried);
      return { regex: tried, is_valid: problem === undefined, validation_message: problem ?? null };
    });
  },
};
