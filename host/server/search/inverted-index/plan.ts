/**
 * Translates a query into look-ups in the inverted index, and marks the parts that the inverted index cannot answer.
 */
import { leaves, type LeafNode, type RangeNode, type WildcardNode } from '../../../../api/language/index.js';
import { caselessColumn } from '../../store/columns.js';
import {
  becomesAscii,
  fieldNumber,
  fixedValues,
  keyOf,
  listColumns,
  wordColumns,
} from '../../store/inverted-index/fields.js';
import { longestKey, markers } from '../../store/inverted-index/format.js';
import { isAscii, tokenize } from '../../store/tokenize.js';
import type { StoredField, StoredIndex } from '../../store/types.js';
import { compileInSlices, type Algebra } from '../compile.js';
import { parseBlock } from '../ip-range.js';
import { leafCondition, parseNumber } from '../leaf-conditions.js';
import type { Match } from '../match.js';
import { Parameters } from '../parameters.js';
import { asWords, prefixOf, textsOf, withTexts } from '../wildcard-parts.js';
import { automatonOf, mayMatchId, type PatternNode } from './pattern-plan.js';
import { fuzzyTest, fuzzyWordTest, wildcardTest, type ValueTest } from './walks.js';

/** One end of a range of numbers. */
export interface Bound {
  readonly value: number;
  readonly inclusive: boolean;
}

export type Plan =
  /** `key` matches one value, `prefix` matches every value that begins with a text, in any of the fields. */
  | { readonly kind: 'key' | 'prefix'; readonly value: Buffer; readonly fields: ReadonlySet<number> }
  /** Matches any of several values, which are sorted as in the dictionary. */
  | { readonly kind: 'keys'; readonly values: readonly Buffer[]; readonly fields: ReadonlySet<number> }
  /**
   * Matches every value that begins with the prefix and passes a test, which is created when the plan runs. Plans with
   * equal ids have equal tests.
   */
  | {
      readonly kind: 'walk';
      readonly id: string;
      readonly prefix: Buffer;
      readonly test: () => ValueTest;
      readonly fields: ReadonlySet<number>;
    }
  /**
   * Matches words that follow one another or, with `slop`, are near their places in the phrase (see `sloppyPhrase`).
   */
  | { readonly kind: 'phrase'; readonly words: readonly Buffer[]; readonly field: number; readonly slop: number }
  /** Matches numbers between two bounds, for a field whose values the blocks store. */
  | {
      readonly kind: 'range';
      readonly field: number;
      readonly lower: Bound | undefined;
      readonly upper: Bound | undefined;
    }
  /** Only rows of the part may match; the message of each of these rows has to be examined. */
  | { readonly kind: 'maybe'; readonly part: Plan }
  /** The inverted index cannot decide; every message has to be examined. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Plan[] }
  | { readonly kind: 'not'; readonly part: Plan };

/** Largest number of look-ups in a plan. For more words a scan is faster, because it compares all words at once. */
const mostLookUps = 200;
/** Number of look-ups that cost as much as a walk through the whole dictionary. */
const lookUpsOfWalk = 40;
/** Largest number of conditions, counted per field, for which a plan is made. */
const mostLeaves = 20_000;
/** Largest number of streams in a plan, because each stream is looked up in each block. */
const mostStreams = 2000;

const unknown: Plan = { kind: 'unknown' };
const nothing: Plan = { kind: 'any', parts: [] };

const numberOf = (column: string): number | undefined =>
  /^f\d+$/.test(column) ||
  [...fixedValues, ...listColumns, ...wordColumns.map((words) => words.column)].some((name) => name === column)
    ? fieldNumber(column)
    : undefined;

function keyPlan(text: string, field: number): Plan {
  const { value, cut } = keyOf(text);
  const plan: Plan = { kind: 'key', value, fields: new Set([field]) };
  return cut ? { kind: 'maybe', part: plan } : plan;
}

function prefixPlan(text: string, field: number): Plan {
  if (text === '') return unknown;
  const { value, cut } = keyOf(text);
  const fields = new Set([field]);
  return cut ? { kind: 'maybe', part: { kind: 'key', value, fields } } : { kind: 'prefix', value, fields };
}

function walkPlan(kind: string, text: string, prefix: string, test: () => ValueTest, field: number): Plan {
  return { kind: 'walk', id: `${kind} ${text}`, prefix: Buffer.from(prefix), test, fields: new Set([field]) };
}

/** Tells whether all values that match a wildcard are so long that the dictionary contains only their beginning. */
function isLong(parts: WildcardNode['parts']): boolean {
  let bytes = 0;
  for (const part of parts) {
    if (part !== 'any') bytes += part === 'one' ? 1 : Buffer.byteLength(part.text);
    if (bytes >= longestKey) return true;
  }
  return false;
}

/**
 * Plans a wildcard. If the wildcard does not begin with a fixed text and applies to a single field, a scan is planned,
 * because it is as fast as a walk. A scan is also planned if all values that match are too long for the
 * dictionary (`isLong`).
 */
function wildcardPlan({ parts }: Pick<WildcardNode, 'parts'>, field: number, anyField: boolean): Plan {
  const prefix = prefixOf({ parts });
  if (prefix !== undefined) return prefixPlan(prefix, field);
  const [first] = parts;
  const start = typeof first === 'object' ? first.text : '';
  if ((start === '' && !anyField) || isLong(parts)) return unknown;
  return walkPlan('wildcard', JSON.stringify(parts), start, () => wildcardTest(parts), field);
}

const isLongFuzzy = (text: string, edits: number): boolean => Buffer.byteLength(text) - edits >= longestKey;

function fuzzyWordsPlan(tokens: readonly string[], edits: number, field: number): Plan {
  // For many words a scan is faster. Words that may be truncated in the dictionary cannot be compared by a walk.
  if (tokens.length * lookUpsOfWalk > mostLookUps) return unknown;
  if (tokens.some((token) => isLongFuzzy(token, edits))) return unknown;
  const parts = tokens.map((token) => walkPlan(`words${edits}`, token, '', () => fuzzyWordTest(token, edits), field));
  return parts.length === 1 ? (parts[0] ?? unknown) : { kind: 'all', parts };
}

/** Largest prefix in bytes by which a walk seeks in the dictionary. */
const longestPrefix = 100;

/** Plans a regular expression. @param isWorthIt true: a walk through the whole dictionary is acceptable */
function patternPlan(node: PatternNode, kind: 'exact' | 'caseless', field: number, isWorthIt: boolean): Plan {
  const automaton = automatonOf(node, kind);
  if (!automaton) return unknown;
  const prefix = automaton.prefix(longestPrefix);
  if (prefix.length === 0 && !isWorthIt) return unknown;
  const test: ValueTest = (bytes, length) => automaton.matches(bytes, length);
  return { kind: 'walk', id: `${kind} ${node.pattern}`, prefix, test: () => test, fields: new Set([field]) };
}

function textPlan(node: LeafNode, field: number, anyField: boolean): Plan {
  // A walk is acceptable, because a scan would match each word of each text, which is slow.
  if (node.kind === 'regexp') return patternPlan(node, 'exact', field, true);
  if (node.kind === 'wildcard') {
    const parts = asWords(node);
    const hasBlank = textsOf({ parts }).some((text) => text.includes(' '));
    return hasBlank ? unknown : wildcardPlan({ parts }, field, anyField);
  }
  if (node.kind !== 'term' && node.kind !== 'phrase') return unknown;
  const tokens = tokenize(node.value);
  if (node.kind === 'term' && node.edits > 0) return fuzzyWordsPlan(tokens, node.edits, field);
  const [first] = tokens;
  if (first !== undefined && tokens.length === 1) return keyPlan(first, field);
  const keys = tokens.map(keyOf);
  const slop = node.kind === 'phrase' ? node.slop : 0;
  const plan: Plan = { kind: 'phrase', words: keys.map(({ value }) => value), field, slop };
  return keys.some(({ cut }) => cut) ? { kind: 'maybe', part: plan } : plan;
}

/** Tells whether values of an exact field are compared with a text. */
function isComparison(node: LeafNode, stored: StoredField, anyField: boolean): boolean {
  if (node.kind === 'wildcard') return true;
  if (node.kind !== 'term' && node.kind !== 'phrase') return false;
  const mayBeBlock = !anyField && !(stored.list && node.kind === 'term');
  return !mayBeBlock || parseBlock(node.value) === undefined;
}

/**
 * Returns the plan for values beyond ASCII, whose messages have to be examined, because only the database folds their
 * case.
 */
const foreignPlan = (field: number): Plan => ({
  kind: 'maybe',
  part: { kind: 'key', value: markers.foreign, fields: new Set([field]) },
});

function keywordPlan(node: LeafNode, stored: StoredField, field: number, anyField: boolean): Plan {
  if (node.kind === 'regexp') {
    if (stored.column !== caselessColumn) return patternPlan(node, 'exact', field, anyField);
    return anyOf([patternPlan(node, 'caseless', field, anyField), foreignPlan(field)]);
  }
  if (!isComparison(node, stored, anyField)) return unknown;
  const text = node.kind === 'wildcard' ? textsOf(node).join('') : 'value' in node ? node.value : '';
  const look = (change: (value: string) => string): Plan => {
    if (node.kind === 'wildcard') return wildcardPlan({ parts: withTexts(node, change) }, field, anyField);
    const value = change(text);
    if (node.kind === 'term' && node.edits > 0) {
      const { edits } = node;
      if (isLongFuzzy(value, edits)) return unknown;
      return walkPlan(`values${edits}`, value, '', () => fuzzyTest(value, edits), field);
    }
    return keyPlan(value, field);
  };
  if (stored.column !== caselessColumn) return look((value) => value);
  if (becomesAscii.test(text)) return unknown;
  const foreign = foreignPlan(field);
  // The dictionary contains only the beginning of a long value, and this beginning may be ASCII although the value is
  // not.
  const isExact = node.kind !== 'term' || node.edits === 0;
  if (isExact && !isAscii(text) && !keyOf(text).cut) return foreign;
  return anyOf([look((value) => value.toLowerCase()), foreign]);
}

/** Plans a range; bounds that are not exact numbers are left to the database. */
function rangePlan({ lower, upper }: RangeNode, stored: StoredField, field: number): Plan {
  const boundOf = (end: typeof lower): Bound | undefined => {
    const number = end && parseNumber(end.value);
    if (!end || number === undefined) return undefined;
    const value = Number(number);
    const isExact = Number.isSafeInteger(value) || (stored.type === 'double' && typeof number === 'number');
    return isExact ? { value, inclusive: end.inclusive } : undefined;
  };
  const [from, to] = [boundOf(lower), boundOf(upper)];
  if ((lower && !from) || (upper && !to)) return unknown;
  return { kind: 'range', field, lower: from, upper: to };
}

function numberPlan(node: LeafNode, stored: StoredField, field: number): Plan {
  if (node.kind === 'range') return rangePlan(node, stored, field);
  if (node.kind !== 'term' && node.kind !== 'phrase') return unknown;
  const number = parseNumber(node.value);
  if (number === undefined) return unknown;
  const plain = Number(number);
  if (Number.isSafeInteger(plain)) return keyPlan(String(plain), field);
  if (stored.type === 'double') return typeof number === 'bigint' ? unknown : keyPlan(String(number), field);
  if (typeof number === 'bigint')
    return BigInt.asIntN(64, number) === number ? keyPlan(String(number), field) : unknown;
  return Number.isInteger(number) ? unknown : nothing;
}

/**
 * Plans a condition on message ids: the dictionary does not contain them, but their alphabet rules out many patterns.
 */
function idPlan(node: LeafNode): Plan {
  if (node.kind === 'regexp') return mayMatchId(node) ? unknown : nothing;
  const text = node.kind === 'wildcard' ? textsOf(node).join('') : '';
  return /[^0-9A-HJKMNP-TV-Z]/.test(text) ? nothing : unknown;
}

function leafPlan(node: LeafNode, stored: StoredField, anyField: boolean): Plan {
  const field = numberOf(stored.column);
  if (field === undefined) return stored.column === 'id' ? idPlan(node) : unknown;
  // At least every second part of the wildcard matches a byte, so every match is longer than any key of the dictionary.
  if (node.kind === 'wildcard' && node.parts.length > 2 * longestKey) return unknown;
  switch (stored.type) {
    case 'text':
      return textPlan(node, field, anyField);
    case 'keyword':
      return keywordPlan(node, stored, field, anyField);
    case 'long':
    case 'double':
      return numberPlan(node, stored, field);
    case 'boolean':
      return 'value' in node ? keyPlan(node.value, field) : unknown;
    case 'date':
      return unknown;
  }
}

function existsPlan({ column }: StoredField): Plan {
  const field = numberOf(column);
  return field === undefined ? unknown : { kind: 'key', value: markers.present, fields: new Set([field]) };
}

/** Joins parts by OR; look-ups of one value in several fields become a single look-up. */
function anyOf(parts: readonly Plan[]): Plan {
  const together = new Map<string, Plan & { fields: Set<number> }>();
  const others: Plan[] = [];
  for (const part of parts) {
    if (part.kind === 'any') others.push(...part.parts);
    else others.push(part);
  }
  const result: Plan[] = [];
  for (const part of others) {
    if (part.kind !== 'key' && part.kind !== 'prefix' && part.kind !== 'walk') {
      result.push(part);
      continue;
    }
    const key = part.kind === 'walk' ? `walk ${part.id}` : `${part.kind} ${part.value.toString('hex')}`;
    const known = together.get(key);
    if (known) for (const field of part.fields) known.fields.add(field);
    else together.set(key, { ...part, fields: new Set(part.fields) });
  }
  const all = [...together.values(), ...result];
  const [only] = all;
  return only && all.length === 1 ? only : { kind: 'any', parts: all };
}

/**
 * Tells whether a scan is faster because the query has many parts or the search has many streams. The function is
 * called before planning, because planning is expensive too.
 */
export function isTooMuch({ queries, streams }: Match, index: StoredIndex): boolean {
  let count = 0;
  for (const query of queries)
    for (const _ of leaves(query))
      if ((count += 1) > mostLookUps || count * index.fields.size > mostLeaves) return true;
  return streams.length > mostStreams;
}

/** Plans the look-ups for the queries of a match; `isTooMuch` must have accepted the match. */
export async function planQueryWords(match: Match, index: StoredIndex): Promise<Plan> {
  const algebra: Algebra<Plan> = {
    all: (parts) => ({ kind: 'all', parts }),
    any: anyOf,
    without: (part) => ({ kind: 'not', part }),
    exists: existsPlan,
    leaf: (node, field, anyField) => {
      // The condition of a scan decides whether the value has a meaning for the field, so that scan and look-up agree.
      const condition = leafCondition(node, field, { parameters: new Parameters(), now: match.now, anyField });
      return condition === undefined || condition === 'dropped' ? condition : leafPlan(node, field, anyField);
    },
    count: () => {},
  };
  const parts: Plan[] = [];
  for (const query of match.queries) parts.push(await compileInSlices(query, index, algebra));
  return { kind: 'all', parts };
}

/** Plans the look-up of the messages that are in any of the streams of a match. */
export function planStreams({ streams }: Match): Plan {
  const keys = streams.map(keyOf);
  const values = keys.map(({ value }) => value).sort(Buffer.compare);
  const plan: Plan = { kind: 'keys', values, fields: new Set([fieldNumber('streams')]) };
  return keys.some(({ cut }) => cut) ? { kind: 'maybe', part: plan } : plan;
}

/**
 * Plans the look-up of the messages that another index contains as well. Returns undefined if no look-up is needed: no
 * indexed message is such a copy, or searches leave the whole index out.
 */
export function planHidden({ hides }: StoredIndex): Plan | undefined {
  if (hides === undefined || hides === 'all' || 'before' in hides) return undefined;
  const field = numberOf(hides.column);
  const keys = hides.homes.map(keyOf);
  if (field === undefined || keys.some(({ cut }) => cut)) return unknown;
  return { kind: 'keys', values: keys.map(({ value }) => value).sort(Buffer.compare), fields: new Set([field]) };
}

const knowsAll = (plan: Plan): boolean =>
  plan.kind === 'unknown' || plan.kind === 'maybe'
    ? false
    : plan.kind === 'not'
      ? knowsAll(plan.part)
      : plan.kind === 'all' || plan.kind === 'any'
        ? plan.parts.every(knowsAll)
        : true;

function lookUps(plan: Plan): number {
  if (plan.kind === 'maybe' || plan.kind === 'not') return lookUps(plan.part);
  if (plan.kind === 'phrase') return plan.words.length;
  if (plan.kind === 'walk') return plan.prefix.length > 0 ? 1 : lookUpsOfWalk;
  return plan.kind === 'all' || plan.kind === 'any' ? plan.parts.reduce((sum, part) => sum + lookUps(part), 0) : 1;
}

/** Tells whether executing a plan is faster than a scan. */
export const isWorthwhile = (plan: Plan): boolean => lookUps(plan) <= mostLookUps && isNarrow(plan);

/** Tells whether look-ups leave only few rows to examine; otherwise a scan is as fast. */
function isNarrow(plan: Plan): boolean {
  if (knowsAll(plan)) return true;
  switch (plan.kind) {
    case 'maybe':
      return true;
    case 'all':
      return plan.parts.some(isNarrow);
    case 'any':
      return plan.parts.every(isNarrow);
    default:
      return plan.kind === 'not' && isNarrowInverse(plan.part);
  }
}

/** Tells whether the negation of a plan leaves only few rows to examine. */
function isNarrowInverse(plan: Plan): boolean {
  if (plan.kind === 'maybe') return true;
  if (plan.kind === 'all' || plan.kind === 'any')
    return plan.parts.every((part) => knowsAll(part) || isNarrowInverse(part));
  return plan.kind === 'not' ? isNarrow(plan.part) : knowsAll(plan);
}
