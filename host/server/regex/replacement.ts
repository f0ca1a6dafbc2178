/** Parses the replacements of regular expressions, which have the form of Java (`Matcher.appendReplacement`). */
import { RegexError, type BoundedRegex } from './bounded-regex.js';
import { longestRegex } from './regex-limits.js';

/** A part of a replacement: literal text, or the number of a group. */
export type ReplacementPart = string | number;

/**
 * Parses a replacement: `$1` and `${name}` stand for groups, and a backslash escapes the next character.
 * @throws RegexError when the replacement is too long or invalid, or refers to a group that the expression does not
 * have
 */
export function replacementParts(replacement: string, pattern: BoundedRegex): ReplacementPart[] {
  if (replacement.length > longestRegex) throw new RegexError('The replacement is too long.');
  const groups = pattern.namedGroups;
  const groupOf = (number: number | undefined, written: string): number => {
    if (number !== undefined && number <= pattern.groups) return number;
    throw new RegexError(`The replacement names the group "${written}", which the regular expression does not have.`);
  };
  const pieces: ReplacementPart[] = [];
  let text = '';
  const addGroup = (number: number): void => {
    pieces.push(text, number);
    text = '';
  };
  const token = /\$(\d+)|\$\{([A-Za-z][A-Za-z0-9]*)\}|\\([\s\S])|([$\\])|[^$\\]+/g;
  for (const [whole, digits, name, escaped, alone] of replacement.matchAll(token)) {
    if (alone !== undefined)
      throw new RegexError(`The replacement has "${alone}" without a group. Write "\\${alone}".`);
    if (name !== undefined) addGroup(groupOf(Object.hasOwn(groups, name) ? groups[name] : undefined, name));
    else if (digits !== undefined) {
      // The number ends before it exceeds the number of groups: with fewer than 12 groups, `$12` is group 1 and the
      // text `2`.
      let length = digits.length;
      while (length > 1 && Number(digits.slice(0, length)) > pattern.groups) length -= 1;
      addGroup(groupOf(Number(digits.slice(0, length)), digits.slice(0, length)));
      text = digits.slice(length);
    } else text += escaped ?? whole;
  }
  return [...pieces, text];
}
