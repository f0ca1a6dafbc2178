import { testRegexReplace } from '../../../../../api/contract/testers.js';
import { RegexReplaceTestBody } from '../../../../../api/contract/testers.schema.js';
import { flag, optionalText, requiredText } from '../config.js';
import type { ExtractorTypeAtWork } from '../extractor-type.js';
import { regexReplace, regexReplacer } from '../regex.js';
import { testerAnswer } from '../tester.js';

export const regexReplaceType: ExtractorTypeAtWork = {
  type: 'regex_replace',
  make: (config) =>
    regexReplace(
      requiredText(config, 'regex'),
      optionalText(config, 'replacement', '$1'),
      flag(config, 'replace_all', false),
    ),
  serveTesters: (registry) =>
    registry.serve(testRegexReplace, { body: RegexReplaceTestBody }, ({ body }) => {
      const { regex, replacement, replace_all, string } = body;
      const replaced = testerAnswer(() => regexReplacer(regex, replacement, replace_all)(string));
      return {
        matched: replaced !== undefined,
        ...(replaced && { match: { match: replaced.text, ...replaced.span } }),
        regex,
        replacement,
        replace_all,
        string,
      };
    }),
};
