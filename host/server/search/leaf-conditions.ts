/**
 * Compiles one word, phrase, wildcard, regular expression or range against one stored column into SQL (contract search
 * L2–L5).
 */
import type { LeafNode } from '../../../api/language/index.js';
import type { StoredField } from '../store/types.js';
import { caselessColumn } from '../store/columns.js';
import { parseDate } from './date-values.js';
import { blockCondition, parseBlock } from './ip-range.js';
import type { Condition, LeafContext } from './leaf-context.js';
import { textBounds, textCondition } from './text-conditions.js';
import { likePattern } from './wildcard-parts.js';

const integer = /^-?\d{1,38}(?:\.0+)?$/;
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** SQL for comparing a text column with a value: both unchanged, or both in lower case. */
interface TextSide {
  readonly column: string;
  readonly value: (placeholder: string) => string;
}

const unchanged = (placeholder: string): string => placeholder;
const lowered = (placeholder: string): string => `lower(${placeholder})`;

const side = ({ column }: StoredField): TextSide =>
  column === caselessColumn ? { column: lowered(column), value: lowered } : { column, value: unchanged };

export function leafCondition(node: LeafNode, field: StoredField, context: LeafContext): Condition {
  if (field.list) {
    const inner = leafCondition(node, { name: field.name, column: 'v', type: field.type }, context);
    if (inner === undefined || inner === 'dropped') return inner;
    if (node.kind === 'term' && node.edits === 0) {
      return `list_contains(${field.column}, ${context.parameters.add(node.value)})`;
    }
    return `len(list_filter(${field.column}, lambda v: ${inner})) > 0`;
  }
  switch (field.type) {
    case 'text':
      return textCondition(node, field, context);
    case 'keyword':
      return keywordCondition(node, field, context);
    case 'long':
    case 'double':
      return numberCondition(node, field, context);
    case 'date':
      return dateCondition(node, field, context);
    case 'boolean':
      return booleanCondition(node, field);
  }
}

// ---- exact text ----

function keywordCondition(node: LeafNode, field: StoredField, context: LeafContext): Condition {
  const { add } = context.parameters;
  const { column, value } = side(field);
  switch (node.kind) {
    case 'term':
    case 'phrase': {
      const block = context.anyField ? undefined : parseBlock(node.value);
      const same =
        node.kind === 'term' && node.edits > 0
          ? `damerau_levenshtein(${column}, ${value(add(node.value))}) <= ${node.edits}`
          : `${column} = ${value(add(node.value))}`;
      return block ? `(${same} OR ${blockCondition(field.column, block, add)})` : same;
    }
    case 'wildcard':
      return `${column} LIKE ${value(add(likePattern(node)))} ESCAPE '\\'`;
    case 'regexp': {
      // The reference server lower-cases the value but not the pattern, so a pattern with capitals never matches there.
      // This server ignores case.
      const options = field.column === caselessColumn ? 'si' : 's';
      return `regexp_full_match(${field.column}, ${add(node.pattern)}, '${options}')`;
    }
    case 'range':
      return `(${column} IS NOT NULL${textBounds(column, node, (text) => value(add(text)))})`;
  }
}

// ---- numbers, booleans, dates ----

/** Tells whether a text begins like a number; this is much cheaper than matching a regular expression. */
function beginsLikeNumber(text: string): boolean {
  const first = text.charCodeAt(0);
  return (first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d || first === 0x2e;
}

/**
 * Parses a number; whole numbers of up to 38 digits without `+` and exponent are exact. Undefined: the text is no
 * number, or too large for one.
 */
export function parseNumber(text: string): number | bigint | undefined {
  if (!beginsLikeNumber(text)) return undefined;
  if (integer.test(text)) return BigInt(text.replace(/\..*$/, ''));
  const number = decimal.test(text) ? Number(text) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

function numberValue(
  number: number | bigint,
  type: 'long' | 'double',
  add: (value: number | bigint) => string,
): string {
  return type === 'double' ? `${add(number)}::DOUBLE` : add(number);
}

function numberCondition(node: LeafNode, field: StoredField, { parameters: { add } }: LeafContext): Condition {
  const type = field.type === 'double' ? 'double' : 'long';
  if (node.kind === 'term' || node.kind === 'phrase') {
    const number = parseNumber(node.value);
    return number === undefined ? undefined : `${field.column} = ${numberValue(number, type, add)}`;
  }
  if (node.kind !== 'range') return undefined;
  const parts = [`${field.column} IS NOT NULL`];
  for (const [bound, operator] of [
    [node.lower, '>'],
    [node.upper, '<'],
  ] as const) {
    if (!bound) continue;
    const number = parseNumber(bound.value);
    if (number === undefined) return undefined;
    parts.push(`${field.column} ${operator}${bound.inclusive ? '=' : ''} ${numberValue(number, type, add)}`);
  }
  return `(${parts.join(' AND ')})`;
}

function booleanCondition(node: LeafNode, field: StoredField): Condition {
  if (node.kind !== 'term' && node.kind !== 'phrase') return undefined;
  return node.value === 'true' || node.value === 'false' ? `${field.column} = ${node.value}` : undefined;
}

const fullDate = /^\d{4}-\d\d-\d\d/;

function dateCondition(node: LeafNode, field: StoredField, { parameters, now, anyField }: LeafContext): Condition {
  const isWord = node.kind === 'term' || node.kind === 'phrase';
  // Most words are no dates, so they are excluded before anything else is computed.
  if (isWord && anyField && !fullDate.test(node.value)) return undefined;
  const at = (instant: number): string => parameters.add(new Date(instant));
  const read = (text: string) => (anyField && !fullDate.test(text) ? undefined : parseDate(text, now));
  if (isWord) {
    const span = read(node.value);
    return span && `${field.column} BETWEEN ${at(span.from)} AND ${at(span.to)}`;
  }
  if (node.kind !== 'range') return undefined;
  const parts = [`${field.column} IS NOT NULL`];
  if (node.lower) {
    const span = read(node.lower.value);
    if (!span) return undefined;
    parts.push(node.lower.inclusive ? `${field.column} >= ${at(span.from)}` : `${field.column} > ${at(span.to)}`);
  }
  if (node.upper) {
    const span = read(node.upper.value);
    if (!span) return undefined;
    parts.push(node.upper.inclusive ? `${field.column} <= ${at(span.to)}` : `${field.column} < ${at(span.from)}`);
  }
  return `(${parts.join(' AND ')})`;
}
