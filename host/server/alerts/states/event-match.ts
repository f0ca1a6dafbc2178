/**
 * Matches an event against a query without the store, in the same way as a search matches the event's document
 * (contract search L2–L5). The work grows only with the length of the texts and of the query.
 */
import { RE2JS } from 're2js';
import { leaves } from '../../../../api/language/index.js';
import type { LeafNode, PhraseNode, QueryNode, RangeNode, TermNode } from '../../../../api/language/index.js';
import type { Event } from '../../../../api/contract/events.js';
import { eventField, eventMessage, sourceStreamsField } from '../../documents/event-documents.js';
import { regexSteps } from '../../regex/regex-limits.js';
import { compileWith, readQuery } from '../../search/compile.js';
import { parseDate } from '../../search/date-values.js';
import { SearchTypeError } from '../../search/errors.js';
import { inBlock, parseBlock } from '../../search/ip-range.js';
import { parseNumber } from '../../search/leaf-conditions.js';
import { asWords } from '../../search/wildcard-parts.js';
import { caselessColumn } from '../../store/columns.js';
import { tokenize } from '../../store/tokenize.js';
import type { ColumnType, FieldValue, StoredField, StoredIndex } from '../../store/types.js';
import { withSourceStreams } from '../event-search.js';
import { distanceAtMost } from './edit-distance.js';

/** Largest number of characters of a value that are examined. */
const longestValue = 8192;
/** Largest number of wildcards and regular expressions in one query. */
const mostPatterns = 10;
/** Largest number of characters of a wildcard or regular expression. */
const longestPattern = 200;
/**
 * Largest number of steps of all regular expressions in one query; each step may run for every character of a value.
 */
const mostSteps = 240;

interface Field extends StoredField {
  readonly value: FieldValue;
  /** Words of the text, computed when needed. */
  words?: readonly string[];
}

/** Holds an event in the form that queries examine, built once for many queries. */
export class EventFields {
  readonly #index: StoredIndex;

  constructor(event: Event) {
    const { timestamp, source, message, fields } = eventMessage(event);
    const all: Record<string, FieldValue> = { ...fields, timestamp, source, message };
    const entries = Object.entries(all)
      .filter(([name]) => name !== eventField && name !== sourceStreamsField)
      .map(([name, value]) => [name, fieldOf(name, value)] as const);
    this.#index = {
      name: '',
      catalog: '',
      sealed: true,
      createdAt: 0,
      sealedAt: 0,
      bytes: 0,
      fields: new Map<string, StoredField>(entries),
      fieldsOfStreams: new Map(),
      messages: 1,
      minTimestamp: timestamp,
      maxTimestamp: timestamp,
    };
  }

  /**
   * Tells whether the event matches a query.
   * @param now present time for date math, epoch milliseconds
   * @param query null: matches every event
   */
  matches(query: QueryNode | null, now: number): boolean {
    if (query === null) return true;
    return compileWith<boolean>(query, this.#index, {
      all: (parts) => parts.every(Boolean),
      any: (parts) => parts.some(Boolean),
      without: (part) => !part,
      exists: () => true,
      leaf: (node, field, anyField) => leafMatches(node, field as Field, now, anyField),
      count: () => undefined,
    });
  }
}

/** Parses a query for events. @throws SearchTypeError for an invalid query, and for one that could take too long */
export function readEventQuery(text: string): QueryNode | null {
  const node = readQuery(text, { allowLeadingWildcard: true });
  if (node === null) return null;
  const matched = [...leaves(node)].filter((leaf) => leaf.kind === 'wildcard' || leaf.kind === 'regexp');
  if (matched.length > mostPatterns)
    throw new SearchTypeError(`A silence may have ${mostPatterns} wildcards and regular expressions at most.`);
  if (matched.some(({ valueAt: { from, to } }) => to - from > longestPattern))
    throw new SearchTypeError(
      `A wildcard or regular expression of a silence has ${longestPattern} characters at most.`,
    );
  const steps = matched.map((leaf) => (leaf.kind === 'regexp' ? regexSteps(leaf.pattern) : 0));
  if (steps.reduce((sum, one) => sum + one, 0) > mostSteps)
    throw new SearchTypeError(
      'The regular expressions of a silence are too large together; write fewer, or fewer repetitions.',
    );
  return withSourceStreams(node);
}

function fieldOf(name: string, value: FieldValue): Field {
  const type: ColumnType =
    name === 'timestamp'
      ? 'date'
      : name === 'message'
        ? 'text'
        : typeof value === 'boolean'
          ? 'boolean'
          : typeof value === 'string'
            ? 'keyword'
            : 'double';
  const column = name === 'source' ? caselessColumn : name;
  return { name, column, type, value: typeof value === 'string' ? value.slice(0, longestValue) : value };
}

/**
 * Tells whether the value of a field matches a condition. As in `Algebra.leaf` (search/compile.ts), `undefined` means
 * that no value of the field can match, and `dropped` that the searched text contains no words.
 */
function leafMatches(node: LeafNode, field: Field, now: number, anyField: boolean): boolean | undefined | 'dropped' {
  switch (field.type) {
    case 'text':
      return textMatches(node, (field.words ??= tokenize(String(field.value))));
    case 'keyword':
      return keywordMatches(node, String(field.value), field.column === caselessColumn, anyField);
    case 'boolean':
      if (node.kind !== 'term' && node.kind !== 'phrase') return undefined;
      return node.value === 'true' || node.value === 'false' ? String(field.value) === node.value : undefined;
    case 'date':
      return dateMatches(node, Number(field.value), now, anyField);
    default:
      return numberMatches(node, field.value);
  }
}

const patterns = new WeakMap<LeafNode, Map<string, RE2JS>>();

/** Returns the compiled pattern of a node, which is cached for each way of comparing values with it. */
function patternOf(node: LeafNode, way: 'text' | 'exact' | 'caseless', pattern: () => string): RE2JS {
  const known = patterns.get(node) ?? new Map<string, RE2JS>();
  patterns.set(node, known);
  let compiled = known.get(way);
  if (!compiled) {
    const flags = RE2JS.DOTALL | (way === 'caseless' ? RE2JS.CASE_INSENSITIVE : 0);
    known.set(way, (compiled = RE2JS.compile(pattern(), flags)));
  }
  return compiled;
}

const wildcard = (parts: ReturnType<typeof asWords>, any: string, one: string): string =>
  parts.map((part) => (part === 'any' ? any : part === 'one' ? one : RE2JS.quote(part.text))).join('');

function textMatches(node: LeafNode, words: readonly string[]): boolean | 'dropped' {
  switch (node.kind) {
    case 'term':
    case 'phrase': {
      const tokens = tokenize(node.value);
      if (tokens.length === 0) return 'dropped';
      if (node.kind === 'term' && node.edits > 0)
        return tokens.every((token) => words.some((word) => distanceAtMost(word, token, node.edits)));
      return hasPhrase(words, tokens, node.kind === 'phrase' ? node.slop : 0);
    }
    case 'wildcard':
      return patternOf(node, 'text', () => ` ${wildcard(asWords(node), '[^ ]*', '[^ ]')} `)
        .matcher(` ${words.join(' ')} `)
        .find();
    case 'regexp': {
      const pattern = patternOf(node, 'text', () => node.pattern);
      return words.some((word) => pattern.matches(word));
    }
    case 'range':
      return words.some((word) => isWithin(node, (bound) => compareText(word, bound.toLowerCase())));
  }
}

/**
 * Tells whether words contain a phrase. For each word of the phrase, its position among the words minus its position in
 * the phrase is computed; the phrase is found if these differences are at most `slop` apart.
 */
function hasPhrase(words: readonly string[], tokens: readonly string[], slop: number): boolean {
  /** Positions at which the phrase may begin, in ascending order, for each word of the phrase. */
  const places = tokens.map((token, at) => words.flatMap((word, place) => (word === token ? [place - at] : [])));
  const reach = tokens.length > 1 ? slop : 0;
  const cursors = places.map(() => 0);
  const starts = [...new Set(places.flat())].sort((a, b) => a - b);
  return starts.some((start) =>
    places.every((list, at) => {
      let cursor = cursors[at] ?? 0;
      while ((list[cursor] ?? Infinity) < start) cursor += 1;
      cursors[at] = cursor;
      return (list[cursor] ?? Infinity) <= start + reach;
    }),
  );
}

function keywordMatches(node: LeafNode, value: string, isCaseless: boolean, anyField: boolean): boolean {
  const way = isCaseless ? 'caseless' : 'exact';
  const fold = (text: string): string => (isCaseless ? text.toLowerCase() : text);
  switch (node.kind) {
    case 'term':
    case 'phrase': {
      const same =
        node.kind === 'term' && node.edits > 0
          ? distanceAtMost(fold(value), fold(node.value), node.edits)
          : fold(value) === fold(node.value);
      const block = same || anyField ? undefined : parseBlock(node.value);
      return same || (block !== undefined && inBlock(value, block));
    }
    case 'wildcard':
      return patternOf(node, way, () => wildcard(node.parts, '.*', '.')).matches(value);
    case 'regexp':
      return patternOf(node, way, () => node.pattern).matches(value);
    case 'range':
      return isWithin(node, (bound) => compareText(fold(value), fold(bound)));
  }
}

/** Compares texts by code points, as the database does; the result is negative, 0 or positive. */
const compareText = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right));

function isWithin({ lower, upper }: RangeNode, compare: (bound: string) => number): boolean {
  if (lower && !(compare(lower.value) >= (lower.inclusive ? 0 : Number.MIN_VALUE))) return false;
  return !upper || compare(upper.value) <= (upper.inclusive ? 0 : -Number.MIN_VALUE);
}

function numberMatches(node: LeafNode, value: FieldValue): boolean | undefined {
  if (node.kind === 'term' || node.kind === 'phrase') {
    const number = parseNumber(node.value);
    return number === undefined ? undefined : compareNumbers(value, number) === 0;
  }
  if (node.kind !== 'range') return undefined;
  const bounds = [node.lower, node.upper].map((bound) => bound && parseNumber(bound.value));
  if (bounds.includes(undefined)) return undefined;
  return isWithin(node, (bound) => compareNumbers(value, parseNumber(bound) ?? 0));
}

function compareNumbers(left: FieldValue, right: number | bigint): number {
  const number = left as number | bigint;
  return number === right ? 0 : number < right ? -1 : number > right ? 1 : 0;
}

function dateMatches(node: LeafNode, at: number, now: number, anyField: boolean): boolean | undefined {
  const read = (text: string) => (anyField && !/^\d{4}-\d\d-\d\d/.test(text) ? undefined : parseDate(text, now));
  if (node.kind === 'term' || node.kind === 'phrase') {
    const span = read((node as TermNode | PhraseNode).value);
    return span && at >= span.from && at <= span.to;
  }
  if (node.kind !== 'range') return undefined;
  const [lower, upper] = [node.lower && read(node.lower.value), node.upper && read(node.upper.value)];
  if (lower === undefined || upper === undefined) return undefined;
  if (lower && !(node.lower?.inclusive ? at >= lower.from : at > lower.to)) return false;
  return !upper || (node.upper?.inclusive ? at <= upper.to : at < upper.from);
}
