/** Validates a query before it is executed (contract search Q1–Q6). */
import type { Explanation, ExplanationType, FieldType, ValidationAnswer } from '../../../api/contract/searches.js';
import type { QueryNode, Span } from '../../../api/language/index.js';
import { findParameters, leaves, parseQuery, positionsIn, type QueryError } from '../../../api/language/index.js';
import { texts as languageTexts } from '../../../api/language/texts.js';
import type { Binding } from './bindings.js';
import type { QuerySettings } from './compile.js';
import { PatternCheck } from './compile.js';
import { parseDate } from './date-values.js';
import { isAddress, parseBlock } from './ip-range.js';
import { texts, validationTexts } from './texts.js';

export interface ValidationContext {
  readonly fields: readonly FieldType[];
  readonly bindings: ReadonlyMap<string, Binding>;
  readonly settings: QuerySettings;
  /** Present time in epoch milliseconds. */
  readonly now: number;
}

const integerTypes = new Set(['long', 'int', 'short', 'byte']);
const decimalTypes = new Set(['double', 'float']);

/**
 * Largest number of refused patterns that are explained, because explaining a thousand patterns would take too long.
 */
const mostRefusedPatterns = 10;

/**
 * Validates queries. Positions are reported only for the first query.
 * @param queries the query, followed by the queries that are combined with it by AND
 */
export function validateQueries(queries: readonly string[], context: ValidationContext): ValidationAnswer {
  const found = queries.flatMap((text, index) =>
    validateOne(text, context).map((finding) => (index === 0 ? finding : withoutPosition(finding))),
  );
  const explanations = found.map(({ explanation }) => explanation).sort(byPosition);
  const status = found.some(({ error }) => error) ? 'ERROR' : found.length > 0 ? 'WARNING' : 'OK';
  return explanations.length > 0 ? { status, explanations } : { status };
}

interface Finding {
  readonly error: boolean;
  readonly explanation: Explanation;
}

function withoutPosition({ error, explanation }: Finding): Finding {
  const none = { begin_line: null, begin_column: null, end_line: null, end_column: null };
  return { error, explanation: { ...explanation, ...none } };
}

function byPosition(a: Explanation, b: Explanation): number {
  const line = (explanation: Explanation): number => explanation.begin_line ?? Infinity;
  return line(a) - line(b) || (a.begin_column ?? 0) - (b.begin_column ?? 0) || 0;
}

function validateOne(text: string, context: ValidationContext): Finding[] {
  if (text.trim() === '') return [];
  const position = positionsIn(text);
  const finding = (
    type: ExplanationType,
    message: string,
    span: Span,
    error: boolean,
    property: string | null,
  ): Finding => {
    const { line, column, endLine, endColumn } = position(span);
    return {
      error,
      explanation: {
        error_type: type,
        error_title: validationTexts.titles[type],
        error_message: message,
        begin_line: line,
        begin_column: column,
        end_line: endLine,
        end_column: endColumn,
        ...(property !== null && { related_property: property }),
      },
    };
  };
  const { ast, errors } = parseQuery(text, context.settings);
  const patterns = new PatternCheck();
  let refused = 0;
  const problemOf = (pattern: string): string | undefined => {
    const problem = refused < mostRefusedPatterns ? patterns.problemOf(pattern) : undefined;
    if (problem !== undefined) refused += 1;
    return problem;
  };
  const [error] = errors;
  if (!ast || error) {
    const at = { from: 0, to: error ? endOf(text, error) : text.length };
    return [finding('QUERY_PARSING_ERROR', texts.cannotParse(error?.message ?? ''), at, true, null)];
  }
  return [
    ...parameterFindings(text, context, finding),
    ...[...leaves(ast)].flatMap((leaf) => leafFindings(leaf, context, problemOf, finding)),
  ];
}

/** Matches approximate tokens of the grammar: phrases, operators, words, punctuation. */
const token = /"(?:[^"\\]|\\.)*"|&&|\|\||(?:[^\s():[\]{}"\\]|\\.)+|\S/gsu;

/**
 * Returns the position of a syntax error as the reference server counts it.
 * - If the query ends too early: the beginning of the last token, or the end of the query if this token is at the
 *   beginning of the query.
 * - Otherwise: the beginning of the invalid text, or its end if it is at the beginning of the query.
 */
function endOf(text: string, { message, from, to }: QueryError): number {
  if (message === languageTexts.incomplete) {
    let last = 0;
    for (const { index } of text.matchAll(token)) last = index;
    return last > 0 ? last : text.length;
  }
  return from > 0 ? from : to;
}

type MakeFinding = (
  type: ExplanationType,
  message: string,
  span: Span,
  error: boolean,
  property: string | null,
) => Finding;

function parameterFindings(text: string, { bindings }: ValidationContext, finding: MakeFinding): Finding[] {
  return findParameters(text).flatMap((use) => {
    const binding = bindings.get(use.name);
    // An undeclared parameter is plain text, as on a server without parameters.
    if (!binding) return [];
    if (binding.value === undefined) {
      if (binding.optional) return [];
      return [finding('UNDECLARED_PARAMETER', texts.unboundParameter(use.name), use, true, use.name)];
    }
    if (typeof binding.value !== 'string' || binding.value.trim() !== '') return [];
    return [finding('EMPTY_PARAMETER', validationTexts.emptyParameter(use.name), use, false, use.name)];
  });
}

function leafFindings(
  leaf: QueryNode,
  context: ValidationContext,
  problemOf: (pattern: string) => string | undefined,
  finding: MakeFinding,
): Finding[] {
  if (leaf.kind === 'boolean' || leaf.kind === 'everything') return [];
  if (leaf.kind === 'term' && !leaf.field && /^(?:and|or|not)$/.test(leaf.value)) {
    return [finding('INVALID_OPERATOR', validationTexts.invalidOperator(leaf.value), leaf.valueAt, false, leaf.value)];
  }
  if (leaf.kind === 'regexp') {
    const problem = problemOf(leaf.pattern);
    if (problem !== undefined)
      return [finding('QUERY_PARSING_ERROR', texts.cannotParse(problem), leaf.valueAt, true, null)];
  }
  const { field } = leaf;
  if (!field || field.name.includes('*') || findParameters(field.name).length > 0) return [];
  if (field.name === '_id') return [];
  const type = context.fields.find(({ name }) => name === field.name)?.type.type;
  if (type === undefined) {
    return [finding('UNKNOWN_FIELD', validationTexts.unknownField(field.name), field, false, field.name)];
  }
  return valuesOf(leaf)
    .filter(({ value }) => findParameters(value).length === 0 && !isValueOf(type, value, context.now))
    .map(({ value, at }) =>
      finding('INVALID_VALUE_TYPE', validationTexts.invalidValue(field.name, type, value), at, false, field.name),
    );
}

function valuesOf(leaf: QueryNode): { value: string; at: Span }[] {
  if (leaf.kind === 'term' || leaf.kind === 'phrase') return [{ value: leaf.value, at: leaf.valueAt }];
  if (leaf.kind !== 'range') return [];
  return [leaf.lower, leaf.upper].flatMap((bound) => (bound ? [{ value: bound.value, at: bound }] : []));
}

function isValueOf(type: string, value: string, now: number): boolean {
  const bare = value.replace(/^[<>]=?/, '');
  if (integerTypes.has(type)) return /^[+-]?\d+$/.test(bare);
  if (decimalTypes.has(type)) return bare.trim() !== '' && Number.isFinite(Number(bare));
  if (type === 'date') return parseDate(bare, now) !== undefined;
  if (type === 'ip') return isAddress(value) || parseBlock(value) !== undefined;
  return true;
}
