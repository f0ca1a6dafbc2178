/** Extractors with regular expressions (contract data-intake regex, regex_replace). */
import { BoundedRegex } from '../../regex/bounded-regex.js';
import { replacementParts } from '../../regex/replacement.js';
import type { FoundMatch } from '../../regex/native-regex.js';
import { ExtractionError, type Extract, type Extracted, type Span } from './extraction.js';

/** The text of the first group; null, at -1, if the group did not take part. */
interface Group extends Span {
  readonly match: string | null;
}

export interface RegexMatch {
  readonly matched: boolean;
  /** The matched group; absent without a match, or if the pattern has no group. */
  readonly group?: Group;
}

function firstGroup(found: FoundMatch): Span {
  return { start: found.start(1), end: found.end(1) };
}

/** @throws RegexError when compiling; TextTooLongError when the examined part of the text cannot decide */
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

/** The position is computed only for extractors that cut. */
class FirstGroup implements Extracted {
  constructor(
    readonly value: string,
    private readonly found: FoundMatch,
  ) {}

  get span(): Span {
    return firstGroup(this.found);
  }
}

/** Extracts the first group of the first match. @throws RegexError */
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
/** Time limit in milliseconds for all matches of one text, counted from the first. */
const mostReplaceMs = 30;

export interface Replaced {
  readonly text: string;
  /** Position of the first group of the first match; -1 if there is no such group or it did not take part. */
  readonly span: Span;
}

/**
 * Replaces matches; undefined without a match.
 * @param replacement empty: the first group of the match
 * @throws RegexError when compiling; ExtractionError when the text takes too long, or the result becomes too large;
 * TextTooLongError when the examined part of the text cannot decide
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
        if (result.length > longestResult) throw new ExtractionError('What the replacements make is too long.');
      }
      end = matcher.end();
      if (performance.now() - begun > mostReplaceMs) throw new ExtractionError('The replacements take too long.');
      if (!all) break;
    }
    return span && { text: result + text.slice(end), span };
  };
}

/** Extracts the text with the first match, or all matches, replaced. @throws as `regexReplacer` */
export function regexReplace(source: string, replacement: string, all: boolean): Extract {
  const replace = regexReplacer(source, replacement, all);
  return (text) => {
    const replaced = replace(text);
    if (!replaced) return [];
    const { text: value, span } = replaced;
    return [span.start < 0 ? { value } : { value, span }];
  };
}
