import { testSplit } from '../../../../../api/contract/testers.js';
import { SplitTestBody } from '../../../../../api/contract/testers.schema.js';
import { requiredInteger, requiredText } from '../config.js';
import type { ExtractorTypeAtWork } from '../extractor-type.js';
import { cutPart, splitAndIndex } from '../parts.js';
import { cutResult } from '../tester.js';

export const splitAndIndexType: ExtractorTypeAtWork = {
  type: 'split_and_index',
  make: (config) => splitAndIndex(requiredText(config, 'split_by'), requiredInteger(config, 'index', 1)),
  serveTesters: (registry) =>
    registry.serve(testSplit, { body: SplitTestBody }, ({ body: { string, split_by, index } }) =>
      cutResult(cutPart(string, split_by, index), 0, 0),
    ),
};
