/** Finds the positions of the words of a query in the matching texts (contract search H1). */
import { RE2JS } from 're2js';
import type { LeafNode, QueryNode, WildcardNode } from '../../../api/language/index.js';
import { tokenize } from '../store/tokenize.js';
import type { StoredIndex } from '../store/types.js';
import { wildcardTest } from './inverted-index/walks.js';

interface HighlightRange {
  start: number;
  length: number;
}
export type HighlightRanges = Record<string, HighlightRange[]>;

/** Largest number of characters of a text in which words are highlighted, because lists show no more. */
const longestText = 50_000;
const mostRanges = 1000;
/** Largest number of wildcards and regular expressions that are highlighted, because each is tried on every word. */
const mostPatterns = 50;
/** Largest number of comparisons between words of one message and words of the query. */
const mostComparisons = 30_000;

interface Token extends HighlightRange {
  readonly text: string;
}

/** Yields the leaves of a query that are not negated, because a matching message does not contain negated words. */
function* positiveLeaves(node: QueryNode): Generator<LeafNode> {
  if (node.kind === 'boolean') {
    for (const { occur, node: inner } of node.clauses) if (occur !== 'mustNot') yield* positiveLeaves(inner);
  } else if (node.kind !== 'exists' && node.kind !== 'everything') yield node;
}

type Highlighter = (name: string, value: string, tokens: () => readonly Token[]) => readonly HighlightRange[];

/** Returns a function that highlights one message; in its result, fields without a match have no entry. */
export function createHighlighter(
  queries: readonly QueryNode[],
): (message: Readonly<Record<string, unknown>>, index: StoredIndex) => HighlightRanges {
  const leaves = queries.flatMap((query) => [...positiveLeaves(query)]);
  let patterns = 0;
  const each = leaves.flatMap((leaf) => {
    if ((leaf.kind === 'wildcard' || leaf.kind === 'regexp') && (patterns += 1) > mostPatterns) return [];
    const highlighter = highlighterOf(leaf);
    return highlighter ? [{ field: leaf.field?.name, highlighter }] : [];
  });
  return (message, index) => {
    const found: HighlightRanges = {};
    if (each.length === 0) return found;
    let left = mostComparisons;
    for (const [name, whole] of Object.entries(message)) {
      if (typeof whole !== 'string' || name === '_id' || name.startsWith('gl2_')) continue;
      const field = index.fields.get(name);
      if (!field || (field.type !== 'text' && field.type !== 'keyword')) continue;
      const value = whole.slice(0, longestText);
      let cached: readonly Token[] | undefined;
      const tokens = (): readonly Token[] =>
        (cached ??=
          field.type === 'text'
            ? tokensOf(value)
            : [{ text: wholeValue(name, value), start: 0, length: value.length }]);
      const wanted = each.filter((entry) => entry.field === undefined || entry.field === name);
      if (wanted.length === 0) continue;
      left -= wanted.length * tokens().length;
      if (left < 0) break;
      const ranges = wanted.flatMap((entry) => entry.highlighter(name, field.type, tokens));
      if (ranges.length > 0) found[name] = merge(ranges);
    }
    return found;
  };
}

const wholeValue = (name: string, value: string): string => (name === 'source' ? value.toLowerCase() : value);

/**
 * Returns the words of a text with their positions; returns no words if the conversion to lower case or the
 * normalisation to NFC may shift characters.
 */
function tokensOf(value: string): Token[] {
  const lower = value.toLowerCase();
  if (lower.length !== value.length || lower.normalize('NFC') !== lower) return [];
  const tokens: Token[] = [];
  let from = 0;
  for (const text of tokenize(value)) {
    const start = lower.indexOf(text, from);
    if (start === -1) break;
    tokens.push({ text, start, length: text.length });
    from = start + text.length;
  }
  return tokens;
}

function highlighterOf(leaf: LeafNode): Highlighter | undefined {
  const tokenTest = tokenTestOf(leaf);
  if (tokenTest) return (name, type, tokens) => tokens().filter((token) => tokenTest(token.text, name, type));
  if (leaf.kind !== 'term' && leaf.kind !== 'phrase') return undefined;
  const words = tokenize(leaf.value);
  return (name, type, tokens) => {
    if (type !== 'text') return tokens().filter((token) => token.text === wholeValue(name, leaf.value));
    return phrases(tokens(), words, leaf.kind === 'phrase' ? leaf.slop : 0);
  };
}

function phrases(tokens: readonly Token[], words: readonly string[], slop: number): HighlightRange[] {
  if (words.length === 0) return [];
  if (slop > 0) return tokens.filter((token) => words.includes(token.text));
  const found: HighlightRange[] = [];
  for (let at = 0; at + words.length <= tokens.length; at += 1) {
    if (!words.every((word, offset) => tokens[at + offset]?.text === word)) continue;
    for (let offset = 0; offset < words.length; offset += 1) {
      const token = tokens[at + offset];
      if (token) found.push(token);
    }
  }
  return found;
}

function tokenTestOf(leaf: LeafNode): ((token: string, name: string, type: string) => boolean) | undefined {
  if (leaf.kind === 'wildcard') {
    const exact = wildcardTest(leaf.parts);
    const lower = wildcardTest(leaf.parts.map((part) => lowerPart(part)));
    return (token, name, type) => {
      const bytes = Buffer.from(token);
      return (type === 'text' || name === 'source' ? lower : exact)(bytes, bytes.length);
    };
  }
  if (leaf.kind === 'regexp') {
    try {
      const pattern = RE2JS.compile(leaf.pattern, RE2JS.DOTALL);
      const caseless = RE2JS.compile(leaf.pattern, RE2JS.DOTALL | RE2JS.CASE_INSENSITIVE);
      return (token, name) => (name === 'source' ? caseless : pattern).matches(token);
    } catch {
      return undefined;
    }
  }
  return undefined;
}

const lowerPart = (part: WildcardNode['parts'][number]): WildcardNode['parts'][number] =>
  typeof part === 'string' ? part : { ...part, text: part.text.toLowerCase() };

/** Returns at most `mostRanges` ranges, sorted and with overlapping ranges merged. */
function merge(ranges: readonly HighlightRange[]): HighlightRange[] {
  const sorted = [...ranges].sort((a, b) => a.start - b.start || b.length - a.length);
  const merged: HighlightRange[] = [];
  for (const { start, length } of sorted) {
    const last = merged.at(-1);
    if (last && start < last.start + last.length) last.length = Math.max(last.length, start + length - last.start);
    else if (merged.length < mostRanges) merged.push({ start, length });
  }
  return merged;
}
