import type { PatternOfMessages } from '../contract/patterns.schema.js';
import { instantText } from '../instant-text.js';
import type { Pattern } from './miner.js';

/** Converts mined patterns to the form of the API; the embedded server and the console use this function. */
export function answeredPatterns(patterns: readonly Pattern[]): PatternOfMessages[] {
  return patterns.map((pattern) => ({
    ...pattern,
    first: instantText(pattern.first),
    last: instantText(pattern.last),
  }));
}
