/** Builds queries from values, for "Add to query" and "Exclude from results" (screens search §7 "Query building"). */
import type { Span } from './ast.js';
import { escapeField, escapeTerm } from './escape.js';
import { findParameters } from './parameters.js';
import { parseQuery } from './parse.js';

/** Key of the group of messages that do not have the field. */
const emptyValue = '(Empty Value)';

/** Properties of a field's type, for example `enumerable`. */
export interface FieldProperties {
  readonly properties: readonly string[];
}

/** Tells whether a field is not tokenised, so that only its whole value matches. */
const isWhole = ({ properties }: FieldProperties): boolean =>
  properties.includes('enumerable') && !properties.includes('full-text-search');

/**
 * Returns the clause `field:value`, or `NOT _exists_:field` for the group of messages without the field.
 * @param type type of the field; undefined: it is unknown
 */
export function fieldEquals(field: string, value: string | number | bigint | boolean, type?: FieldProperties): string {
  if (value === emptyValue) return `NOT ${fieldExists(field)}`;
  return `${escapeField(field)}:${escapeTerm(String(value), type !== undefined && isWhole(type))}`;
}

export function fieldExists(field: string): string {
  return `_exists_:${escapeTerm(field)}`;
}

/**
 * Returns the clause for an instant in UTC, for example `field:"2024-03-01 10:15:00.000"`.
 * @param instant epoch milliseconds
 */
export function dateEquals(field: string, instant: number): string {
  return `${escapeField(field)}:"${new Date(instant).toISOString().replace('T', ' ').replace('Z', '')}"`;
}

function isEverything(query: string): boolean {
  return /^\*?$/.test(query.trim());
}

/** Returns a query as an operand of AND, in parentheses if it needs them. */
function operand(query: string): string {
  const { ast } = parseQuery(query);
  const joinable = ast !== null && (ast.kind !== 'boolean' || ast.clauses.every((clause) => clause.occur !== 'should'));
  return joinable ? query : `(${query})`;
}

const withoutPlaces = (key: string, value: unknown): unknown =>
  key === 'from' || key === 'to' || key === 'valueAt' ? undefined : value;

/** Returns a comparable text for each clause that a query requires; undefined when the query cannot be parsed. */
function demands(text: string): readonly string[] | undefined {
  const { ast } = parseQuery(text);
  if (ast === null) return undefined;
  const joined = ast.kind === 'boolean' && ast.clauses.every(({ occur }) => occur !== 'should');
  const clauses = joined ? ast.clauses : [{ occur: 'must', node: ast }];
  // Names of parameters are part of the text, because clauses with different parameters have different meanings.
  const parametersOf = ({ from, to }: Span) => findParameters(text.slice(from, to)).map(({ name }) => name);
  return clauses.map((clause) => JSON.stringify([parametersOf(clause.node), clause], withoutPlaces));
}

/** Tells whether a query already requires all that a clause requires, so that adding it would have no effect. */
function hasDemands(query: string, clause: string): boolean {
  const [there, required] = [demands(query), demands(clause)];
  return required !== undefined && required.length > 0 && required.every((one) => there?.includes(one) === true);
}

/** Returns the query narrowed to the messages that match `clause`: `a OR b` and `c` give `(a OR b) AND c`. */
export function addToQuery(query: string, clause: string): string {
  if (isEverything(clause) || hasDemands(query, clause)) return query;
  return isEverything(query) ? clause : `${operand(query.trim())} AND ${operand(clause)}`;
}

/** Returns the query without the messages that match `clause`. Excluding `NOT _exists_:f` requires `_exists_:f`. */
export function excludeFromQuery(query: string, clause: string): string {
  const doubleNegative = /^NOT (_exists_:(?:"(?:[^"\\]|\\.)*"|(?:[^\s()\\]|\\.)+))$/s.exec(clause)?.[1];
  if (doubleNegative !== undefined) return addToQuery(query, doubleNegative);
  const { ast } = parseQuery(clause);
  const plain = ast !== null && ast.kind !== 'boolean' && !/^\s*[+(]/.test(clause);
  const excluded = `NOT ${plain ? clause : `(${clause})`}`;
  if (hasDemands(query, excluded)) return query;
  return isEverything(query) ? excluded : `${operand(query.trim())} AND ${excluded}`;
}
