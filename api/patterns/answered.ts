import type { PatternOfMessages } from '../contract/patterns.schema.js';
import { instantText } from '../instant-text.js';
import type { Pattern } from './miner.js';

/** Formats mined patterns as an API answer, both on the embedded server and in the console. */
export function answeredPatterns(patterns: readonly Pattern[]): PatternOfMessages[] {
  return patterns.map((pattern) => ({
    ...pattern,
    first: instantText(pattern.first),
    last: instantText(pattern.last),
  }));
}
