/** A query as look-ups in the word index, and as what it cannot know. */
import { leaves, type LeafNode, type WildcardNode } from '../../../../api/language/index.js';
import {
  becomesAscii,
  beyondAscii,
  caselessColumn,
  fieldNumber,
  fixedValues,
  keyOf,
  listColumns,
  wordColumns,
} from '../../store/words/fields.js';
import { longestKey, markers } from '../../store/words/format.js';
import { tokenize } from '../../store/tokenize.js';
import type { StoredField, StoredIndex } from '../../store/types.js';
import { compileWith, type Algebra } from '../compile.js';
import { parseBlock } from '../ip-range.js';
import { leafCondition, parseNumber } from '../leaf-conditions.js';
import type { Match } from '../match.js';
import { Parameters } from '../parameters.js';

export type Plan =
  /** A value in any of the fields. */
  | { readonly kind: 'key' | 'prefix'; readonly value: Buffer; readonly fields: ReadonlySet<number> }
  /** Any of many values, in the order of the dictionary. */
  | { readonly kind: 'keys'; readonly values: readonly Buffer[]; readonly fields: ReadonlySet<number> }
  /** Words one after another. */
  | { readonly kind: 'phrase'; readonly words: readonly Buffer[]; readonly field: number }
  /** What is found may be a hit, nothing else can. */
  | { readonly kind: 'maybe'; readonly part: Plan }
  /** Only a look at the message can tell. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Plan[] }
  | { readonly kind: 'not'; readonly part: Plan };

/** Look-ups that a plan may have: of many words a scan compares all at once. */
const mostLookUps = 200;
/** Conditions by field that planning looks at. */
const mostLeaves = 20_000;
/** Each is looked for in each block. */
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
  const value = Buffer.from(text);
  const fields = new Set([field]);
  if (value.length < longestKey) return { kind: 'prefix', value, fields };
  return { kind: 'maybe', part: { kind: 'key', value: value.subarray(0, longestKey), fields } };
}

/** Text before a single `*` at the end. */
function prefixOf({ parts }: WildcardNode): string | undefined {
  const [first, second] = parts;
  return parts.length === 2 && typeof first === 'object' && second === 'any' ? first.text : undefined;
}

function textPlan(node: LeafNode, field: number): Plan {
  if (node.kind === 'wildcard') {
    const prefix = prefixOf(node)?.toLowerCase().normalize('NFC');
    return prefix === undefined || prefix.includes(' ') ? unknown : prefixPlan(prefix, field);
  }
  if (node.kind !== 'term' && node.kind !== 'phrase') return unknown;
  if (node.kind === 'term' && node.edits > 0) return unknown;
  const tokens = tokenize(node.value);
  const [first] = tokens;
  if (first !== undefined && tokens.length === 1) return keyPlan(first, field);
  if (node.kind === 'phrase' && node.slop > 0) return unknown;
  const keys = tokens.map(keyOf);
  const plan: Plan = { kind: 'phrase', words: keys.map(({ value }) => value), field };
  return keys.some(({ cut }) => cut) ? { kind: 'maybe', part: plan } : plan;
}

/** Whether a value of exact text is compared as a whole, or its beginning. */
function isComparison(node: LeafNode, stored: StoredField, anyField: boolean): boolean {
  if (node.kind === 'wildcard') return prefixOf(node) !== undefined;
  if (node.kind !== 'term' && node.kind !== 'phrase') return false;
  if (node.kind === 'term' && node.edits > 0) return false;
  const mayBeBlock = !anyField && !(stored.list && node.kind === 'term');
  return !mayBeBlock || parseBlock(node.value) === undefined;
}

function keywordPlan(node: LeafNode, stored: StoredField, field: number, anyField: boolean): Plan {
  if (!isComparison(node, stored, anyField)) return unknown;
  const prefix = node.kind === 'wildcard' ? prefixOf(node) : undefined;
  const text = prefix ?? ('value' in node ? node.value : '');
  const look = (value: string): Plan => (prefix === undefined ? keyPlan(value, field) : prefixPlan(value, field));
  if (stored.column !== caselessColumn) return look(text);
  if (becomesAscii.test(text)) return unknown;
  const foreign: Plan = {
    kind: 'maybe',
    part: { kind: 'key', value: markers.foreign, fields: new Set([field]) },
  };
  // Of a long value only the beginning is in the dictionary, which may be ASCII.
  return beyondAscii.test(text) && !keyOf(text).cut ? foreign : anyOf([look(text.toLowerCase()), foreign]);
}

function numberPlan(node: LeafNode, stored: StoredField, field: number): Plan {
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

/** Ids are not in the dictionary; but what they are made of is known. */
function idPlan(node: LeafNode): Plan {
  const prefix = node.kind === 'wildcard' ? prefixOf(node) : undefined;
  return prefix !== undefined && /[^0-9A-HJKMNP-TV-Z]/.test(prefix) ? nothing : unknown;
}

function leafPlan(node: LeafNode, stored: StoredField, anyField: boolean): Plan {
  const field = numberOf(stored.column);
  if (field === undefined) return stored.column === 'id' ? idPlan(node) : unknown;
  switch (stored.type) {
    case 'text':
      return textPlan(node, field);
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

/** The same value in several fields is one look-up. */
function anyOf(parts: readonly Plan[]): Plan {
  const together = new Map<string, { kind: 'key' | 'prefix'; value: Buffer; fields: Set<number> }>();
  const others: Plan[] = [];
  for (const part of parts) {
    if (part.kind === 'any') others.push(...part.parts);
    else others.push(part);
  }
  const result: Plan[] = [];
  for (const part of others) {
    if (part.kind !== 'key' && part.kind !== 'prefix') {
      result.push(part);
      continue;
    }
    const key = `${part.kind} ${part.value.toString('hex')}`;
    const known = together.get(key);
    if (known) for (const field of part.fields) known.fields.add(field);
    else together.set(key, { kind: part.kind, value: part.value, fields: new Set(part.fields) });
  }
  const all = [...together.values(), ...result];
  const [only] = all;
  return only && all.length === 1 ? only : { kind: 'any', parts: all };
}

/** Whether it has so many parts that a scan is better: said before they are planned, which takes its time, too. */
export function isTooMuch({ queries, streams }: Match, index: StoredIndex): boolean {
  let count = 0;
  for (const query of queries)
    for (const _ of leaves(query))
      if ((count += 1) > mostLookUps || count * index.fields.size > mostLeaves) return true;
  return streams.length > mostStreams;
}

/** Of a query that is not too much. */
export function planQueryWords(match: Match, index: StoredIndex): Plan {
  const algebra: Algebra<Plan> = {
    all: (parts) => ({ kind: 'all', parts }),
    any: anyOf,
    without: (part) => ({ kind: 'not', part }),
    exists: existsPlan,
    leaf: (node, field, anyField) => {
      // Whether it means anything for the field is said in one place.
      const condition = leafCondition(node, field, { parameters: new Parameters(), now: match.now, anyField });
      return condition === undefined || condition === 'dropped' ? condition : leafPlan(node, field, anyField);
    },
    count: () => {},
  };
  return { kind: 'all', parts: match.queries.map((query) => compileWith(query, index, algebra)) };
}

export function planStreams({ streams }: Match): Plan {
  const keys = streams.map(keyOf);
  const values = keys.map(({ value }) => value).sort(Buffer.compare);
  const plan: Plan = { kind: 'keys', values, fields: new Set([fieldNumber('streams')]) };
  return keys.some(({ cut }) => cut) ? { kind: 'maybe', part: plan } : plan;
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
  return plan.kind === 'all' || plan.kind === 'any' ? plan.parts.reduce((sum, part) => sum + lookUps(part), 0) : 1;
}

/** Whether to look up what it asks for, or to scan. */
export const isWorthwhile = (plan: Plan): boolean => lookUps(plan) <= mostLookUps && isNarrow(plan);

/** Whether looking up leaves but some messages that must be looked at, or none: else all are scanned as fast. */
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

/** Whether what a plan surely finds is all but some of what it may find. */
function isNarrowInverse(plan: Plan): boolean {
  if (plan.kind === 'maybe') return true;
  if (plan.kind === 'all' || plan.kind === 'any')
    return plan.parts.every((part) => knowsAll(part) || isNarrowInverse(part));
  return plan.kind === 'not' ? isNarrow(plan.part) : knowsAll(plan);
}
