/**
 * Fields that are computed from a stored text field while a search runs. Each definition becomes one SQL expression in
 * place of a column, so filters, columns and charts use it like a stored field. The work per message is bounded:
 * expressions run on the linear-time engine of the database (RE2), and only on the first `longestText` characters. JSON
 * is only parsed in texts of at most twice this length.
 */
import {
  ComputedDefinition,
  mostComputedFields,
  type ComputedKind,
} from '../../../api/contract/computed-fields.schema.js';
import { Value } from '@sinclair/typebox/value';
import { BadRequestError } from '../foundation/errors.js';
import { GrokError, grokExpression, type PatternOf } from '../grok/grok.js';
import { JavaSyntaxError } from '../regex/java/expression.js';
import { readJava } from '../regex/java/read-java.js';
import { writeLinear } from '../regex/java/write-linear.js';
import { regexSteps } from '../regex/regex-limits.js';
import type { StoredField, StoredIndex } from '../store/types.js';
import { onlyGroup, groupNames } from './only-group.js';

export interface ComputedField {
  readonly name: string;
  readonly source: string;
  readonly type: 'keyword' | 'double';
  /** Returns the SQL expression of the computed value, given the SQL expression of the source text. */
  readonly expression: (column: string) => string;
}

/** Expressions see only this number of characters at the beginning of a text. */
const longestText = 16_384;
/**
 * Largest size of a regular expression in steps (`regexSteps`), because the time per character grows with the steps.
 */
const mostSteps = 2_000;
const fieldName = /^[\w@.-]{1,256}$/;

/** Returns a text as an SQL literal; each `$` becomes `chr(36)`, because the driver takes `$1` for a parameter. */
const literal = (text: string): string =>
  text
    .split('$')
    .map((part) => `'${part.replaceAll("'", "''")}'`)
    .join(' || chr(36) || ');

/**
 * Reads the computed fields of an execution state.
 * @param given definitions as JSON texts by name, from the client
 * @throws BadRequestError that names the field whose definition is invalid
 */
export function readComputedFields(given: unknown, patternOf: PatternOf): readonly ComputedField[] {
  if (given === undefined || given === null) return [];
  if (typeof given !== 'object' || Array.isArray(given)) throw new BadRequestError('Computed fields are no object.');
  const entries = Object.entries(given);
  if (entries.length > mostComputedFields)
    throw new BadRequestError(`A search has at most ${mostComputedFields} computed fields.`);
  return entries.map(([name, text]) => {
    const definition = definitionIn(text);
    if (!fieldName.test(name) || !definition)
      throw new BadRequestError(`The definition of the computed field "${name.slice(0, 100)}" cannot be read.`);
    const { kind, source, pattern, capture, number = false } = definition;
    try {
      const value = valueOf(kind, pattern, capture, patternOf);
      return {
        name,
        source,
        type: number ? ('double' as const) : ('keyword' as const),
        expression: (column: string) => (number ? numberSql(value(column)) : value(column)),
      };
    } catch (error) {
      if (!(error instanceof BadRequestError)) throw error;
      throw new BadRequestError(`The computed field "${name}" cannot be used: ${error.message}`);
    }
  });
}

function definitionIn(text: unknown): ComputedDefinition | undefined {
  if (typeof text !== 'string' || text.length > 10_000) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(ComputedDefinition, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the captures that a definition offers, by name; a kind without captures offers one capture without a name.
 * @throws BadRequestError when a grok pattern is invalid
 */
export function capturesOf(kind: ComputedKind, pattern: string, patternOf: PatternOf): readonly string[] {
  if (kind === 'key_value' || kind === 'json') return [''];
  const { names } = expressionOf(kind, pattern, patternOf);
  return names.length > 0 ? names : [''];
}

/**
 * Returns a function that builds the SQL expression of a computed value from the SQL of its source text. The value is
 * NULL if nothing is found in the text.
 * @param capture name of the capture; undefined: the first capture
 * @throws BadRequestError when the pattern is invalid or too large, needs work without a bound, or lacks the capture
 */
export function valueOf(
  kind: ComputedKind,
  pattern: string,
  capture: string | undefined,
  patternOf: PatternOf,
): (column: string) => string {
  if (pattern.includes('\u0000')) throw new BadRequestError('The pattern contains the character 0.');
  if (kind === 'json') {
    const path = literal(`$${pattern.split('.').map(pathStep).join('')}`);
    return (column) =>
      `CASE WHEN len(${column}) <= ${2 * longestText} AND json_valid(${column}) THEN json_extract_string(${column}, ${path}) END`;
  }
  if (kind === 'key_value') {
    const key = pattern.replace(/[^\w]/g, (sign) => `\\x{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
    const expression = literal(`(?:^|[^\\w.-])${key}\\s?[=:]\\s?("(?:[^"\\\\]|\\\\.)*"|[^\\s,;&]+)`);
    return (column) => `nullif(trim(${extractSql(column, expression)}, '"'), '')`;
  }
  const expression = literal(linear(expressionOf(kind, pattern, patternOf), capture));
  return (column) => `nullif(${extractSql(column, expression)}, '')`;
}

const extractSql = (column: string, expression: string): string =>
  `regexp_extract(left(${column}, ${longestText}), ${expression}, 1, 's')`;

/**
 * Returns one step of a JSON path, in quotes; a number in brackets stays an index of a list.
 * @throws BadRequestError for an invalid step
 */
function pathStep(step: string): string {
  const [, name = '', index = ''] = /^([^[\]]*)((?:\[\d{1,6}\])*)$/.exec(step) ?? [];
  if (name + index === '' || /["\\]/.test(name))
    throw new BadRequestError('Write the path as names with dots between them, such as user.name or items[0].id.');
  return `${name === '' ? '' : `."${name}"`}${index}`;
}

/** Returns SQL that converts a text to a number, or to NULL if the text is no number. */
const numberSql = (text: string): string =>
  `CASE WHEN regexp_full_match(${text}, '[-+]?[0-9]{1,15}([.][0-9]{0,15})?([eE][-+]?[0-9]{1,2})?') THEN TRY_CAST(${text} AS DOUBLE) END`;

interface Expression {
  readonly source: string;
  readonly names: readonly string[];
  /** Maps the name of each capture to the name of its group in `source`. */
  readonly groups: ReadonlyMap<string, string>;
}

function expressionOf(kind: 'regex' | 'grok', pattern: string, patternOf: PatternOf): Expression {
  if (kind === 'regex') {
    const names = groupNames(pattern);
    return { source: pattern, names, groups: new Map(names.map((name) => [name, name])) };
  }
  try {
    const { source, captures } = grokExpression(pattern, patternOf);
    if (captures.length === 0)
      throw new BadRequestError('The pattern captures nothing; write references as %{NAME:field}.');
    const groups = new Map(captures.toReversed().map(({ field, group }) => [field, group]));
    return { source: withoutGuards(source), names: [...new Set(captures.map(({ field }) => field))], groups };
  } catch (error) {
    if (error instanceof GrokError) throw new BadRequestError(error.message);
    throw error;
  }
}

/**
 * Replaces atomic groups by plain groups, and removes look-around of one set of characters. Grok patterns use both only
 * to begin at the edge of a word or to save time, and the linear-time engine supports neither.
 */
const withoutGuards = (source: string): string =>
  source.replace(/\(\?>/g, '(?:').replace(/\(\?<?[!=](?:\[(?:\\.|[^\]\\])*\]|\\.)\)/g, '');

/**
 * Returns an expression in the syntax of the linear-time engine, with the wanted capture as its only capturing group.
 * @throws BadRequestError when the capture does not exist, or when the expression is invalid, too large, or has
 * features that take unbounded time
 */
function linear({ source, groups }: Expression, capture: string | undefined): string {
  const group = capture ? groups.get(capture) : undefined;
  const only = capture && group === undefined ? undefined : onlyGroup(source, group);
  if (only === undefined)
    throw new BadRequestError(
      capture ? `The pattern has no capture "${capture}".` : 'The pattern captures nothing; put what is wanted in ( ).',
    );
  try {
    const { expression } = readJava(only, { dotAll: false });
    if (regexSteps(only) > mostSteps) throw new BadRequestError('The pattern is too large.');
    const written = writeLinear(expression);
    if (written === undefined)
      throw new BadRequestError(
        'The pattern uses look-around, back-references or another feature whose time has no bound.',
      );
    return written;
  } catch (error) {
    if (error instanceof JavaSyntaxError)
      throw new BadRequestError(`The pattern is not a regular expression: ${error.message}`);
    throw error;
  }
}

/**
 * Returns an index with the computed fields added. A stored field of the same name has precedence. A computed field is
 * left out if its source does not exist or does not contain texts.
 */
export function withComputedFields(index: StoredIndex, computed: readonly ComputedField[] | undefined): StoredIndex {
  if (!computed || computed.length === 0) return index;
  const fields = new Map<string, StoredField>(index.fields);
  for (const [at, { name, source, type, expression }] of computed.entries()) {
    const from = index.fields.get(source);
    if (!from || index.fields.has(name) || from.list || (from.type !== 'text' && from.type !== 'keyword')) continue;
    fields.set(name, { name, column: `(${expression(from.column)})`, type, computedAs: `computed_${at}` });
  }
  return Object.freeze({ ...index, fields });
}

/** Returns an index with its stored fields only. */
export function withoutComputedFields(index: StoredIndex): StoredIndex {
  const stored = [...index.fields].filter(([, { computedAs }]) => computedAs === undefined);
  return stored.length === index.fields.size ? index : Object.freeze({ ...index, fields: new Map(stored) });
}
