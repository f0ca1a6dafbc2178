/** Joins lines of a file by a configured rule instead of the recognised format. */
import { BoundedRegex, RegexError } from '../../regex/bounded-regex.js';

export const lineRules = {
  AUTOMATIC: 'Automatically: stack traces and continuation lines',
  NONE: 'None: each line is a message',
  BEGINS: 'A message begins at a match of the pattern',
  CONTINUES: 'Lines that match the pattern continue the message before',
} as const;

export interface LineRule {
  /** Tells whether a line continues the message before it. */
  readonly goesOn: (line: string) => boolean;
  /** False: each line is a message. */
  readonly joins: boolean;
}

/** Largest number of characters of a line that the rule examines. */
const lookedAt = 1_000;

function beginsWith(pattern: string): (line: string) => boolean {
  if (pattern.trim() === '') throw new RegexError('A pattern is needed.');
  // The pattern is compiled alone first, because an unmatched closing bracket would be valid inside the group.
  new BoundedRegex(pattern);
  const bounded = new BoundedRegex(`^(?:${pattern})`);
  return (line) => bounded.isIn(line.slice(0, lookedAt));
}

/**
 * Returns the configured rule; undefined: the recognised format decides which lines belong together.
 * @throws RegexError when the rule needs a pattern, and the pattern is missing or invalid
 */
export function lineRule(kind: string, pattern: string): LineRule | undefined {
  if (kind === 'AUTOMATIC') return undefined;
  if (kind === 'NONE') return { goesOn: () => false, joins: false };
  const begins = beginsWith(pattern);
  return { goesOn: kind === 'BEGINS' ? (line) => !begins(line) : begins, joins: true };
}
