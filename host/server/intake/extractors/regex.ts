/** Creates extractors with regular expressions (contract data-intake, extractors regex and regex_replace). */
import { BoundedRegex } from '../../regex/bounded-regex.js';
import { replacementParts } from '../../regex/replacement.js';
import type { FoundMatch } from '../../regex/native-regex.js';
import { ExtractionError, type Extract, type Extracted, type Span } from './extraction.js';

/** Describes the first group of a match. If the group is unmatched, `match` is null, and `start` and `end` are -1. */
interface Group extends Span {
  readonly match: string | null;
}

export interface RegexMatch {
  readonly matched: boolean;
  /** First group of the match; absent without a match, or if the pattern has no group. */
  readonly group?: Group;
}

function firstGroup(found: FoundMatch): Span {
  return { start: found.start(1), end: found.end(1) };
}

/**
 * Creates a function that finds the first match in a text; the function throws TextTooLongError when the examined part
 * of the text is not enough to decide.
 * @throws RegexError when the expression is invalid
 */
export function regexMatcher(regex: string): (text: string) => RegexMatch {
  const pattern = new BoundedRegex(regex);
  return (text) => {
    const found = pattern.first(text);
    if (!found) return { matched: false };
    return pattern.groups > 0
      ? { matched: true, group: { match: found.group(1), ...firstGroup(found) } }
      : { matched: true };
  };
}

/** Contains the value of the first group; its position is computed lazily, because only extractors that cut need it. */
class FirstGroup implements Extracted {
  constructor(
    readonly value: string,
    private readonly found: FoundMatch,
  ) {}

  get span(): Span {
    return firstGroup(this.found);
  }
}

/** Creates an extractor of the first group of the first match. @throws RegexError when the expression is invalid */
export function regex(source: string): Extract {
  const pattern = new BoundedRegex(source);
  return (text) => {
    const found = pattern.first(text);
    const value = pattern.groups > 0 ? found?.group(1) : undefined;
    if (!found || typeof value !== 'string') return [];
    return [new FirstGroup(value, found)];
  };
}

/** Largest length of a result in characters, because replacing many matches could multiply the text. */
const longestResult = 1_000_000;
/** Time limit in milliseconds for replacing in one text, counted from its first match. */
const mostReplaceMs = 30;

export interface Replaced {
  readonly text: string;
  /** Range of the first match's first group; both bounds are -1 if there is no group, or the group is unmatched. */
  readonly span: Span;
}

/**
 * Creates a function that replaces matches in a text, and returns undefined for a text without a match. The function
 * throws ExtractionError when the replacements take too long or the result becomes too large, and TextTooLongError when
 * the examined part of the text is not enough to decide.
 * @param replacement empty: the first group of a match replaces the match
 * @param all false: only the first match is replaced
 * @throws RegexError when the expression is invalid
 */
export function regexReplacer(
  source: string,
  replacement: string,
  all: boolean,
): (text: string) => Replaced | undefined {
  const pattern = new BoundedRegex(source);
  const pieces = replacementParts(replacement === '' ? '$1' : replacement, pattern);
  return (text) => {
    let begun: number | undefined;
    let result = '';
    let end = 0;
    let span: Span | undefined;
    for (const matcher of pattern.matches(text)) {
      begun ??= performance.now();
      span ??= pattern.groups > 0 ? firstGroup(matcher) : { start: -1, end: -1 };
      result += text.slice(end, matcher.start());
      for (const piece of pieces) {
        result += typeof piece === 'number' ? (matcher.group(piece) ?? '') : piece;
        if (result.length > longestResult) throw new ExtractionError('The text after the replacements is too long.');
      }
      end = matcher.end();
      if (performance.now() - begun > mostReplaceMs) throw new ExtractionError('The replacements take too long.');
      if (!all) break;
    }
    return span && { text: result + text.slice(end), span };
  };
}

/**
 * Creates an extractor whose value is the text with replaced matches; parameters and errors are as in `regexReplacer`.
 */
export function regexReplace(source: string, replacement: string, all: boolean): Extract {
  const replace = regexReplacer(source, replacement, all);
  return (text) => {
    const replaced = replace(text);
    if (!replaced) return [];
    const { text: value, span } = replaced;
    return [span.start < 0 ? { value } : { value, span }];
  };
}
