/** Builds queries from values, for "Add to query" and "Exclude from results" (screens search §7 "Query building"). */
import type { Span } from './ast.js';
import { escapeField, escapeTerm } from './escape.js';
import { findParameters } from './parameters.js';
import { parseQuery } from './parse.js';

/** Text of a group for messages without the field. */
const emptyValue = '(Empty Value)';

/** Known properties of a field. */
export interface FieldProperties {
  readonly properties: readonly string[];
}

/** True for fields that are not tokenised: only the whole value matches. */
const isWhole = ({ properties }: FieldProperties): boolean =>
  properties.includes('enumerable') && !properties.includes('full-text-search');

/**
 * Builds `field:value`, or `NOT _exists_:field` for the empty value of a group.
 * @param type type of the field, if known
 */
export function fieldEquals(field: string, value: string | number | bigint | boolean, type?: FieldProperties): string {
  if (value === emptyValue) return `NOT ${fieldExists(field)}`;
  return `${escapeField(field)}:${escapeTerm(String(value), type !== undefined && isWhole(type))}`;
}

export function fieldExists(field: string): string {
  return `_exists_:${escapeTerm(field)}`;
}

/**
 * Builds `field:"2024-03-01 10:15:00.000"`, UTC.
 * @param instant epoch milliseconds
 */
export function dateEquals(field: string, instant: number): string {
  return `${escapeField(field)}:"${new Date(instant).toISOString().replace('T', ' ').replace('Z', '')}"`;
}

function isEverything(query: string): boolean {
  return /^\*?$/.test(query.trim());
}

/** Adds parentheses unless the text can be an operand of AND without them. */
function operand(query: string): string {
  const { ast } = parseQuery(query);
  const joinable = ast !== null && (ast.kind !== 'boolean' || ast.clauses.every((clause) => clause.occur !== 'should'));
  return joinable ? query : `(${query})`;
}

const withoutPlaces = (key: string, value: unknown): unknown =>
  key === 'from' || key === 'to' || key === 'valueAt' ? undefined : value;

/** Returns the clauses that a query requires; undefined when it cannot be parsed. */
function demands(text: string): readonly string[] | undefined {
  const { ast } = parseQuery(text);
  if (ast === null) return undefined;
  const joined = ast.kind === 'boolean' && ast.clauses.every(({ occur }) => occur !== 'should');
  const clauses = joined ? ast.clauses : [{ occur: 'must', node: ast }];
  // A parameter's value differs from its text, so clauses with parameters are compared by their parameters too.
  const parametersOf = ({ from, to }: Span) => findParameters(text.slice(from, to)).map(({ name }) => name);
  return clauses.map((clause) => JSON.stringify([parametersOf(clause.node), clause], withoutPlaces));
}

/** Tells whether a query already requires a clause, so that adding it again has no effect. */
function hasDemands(query: string, clause: string): boolean {
  const [there, asked] = [demands(query), demands(clause)];
  return asked !== undefined && asked.length > 0 && asked.every((one) => there?.includes(one) === true);
}

/** Narrows a query to messages that also match `clause`; `a OR b` plus `c` is `(a OR b) AND c`. */
export function addToQuery(query: string, clause: string): string {
  if (isEverything(clause) || hasDemands(query, clause)) return query;
  return isEverything(query) ? clause : `${operand(query.trim())} AND ${operand(clause)}`;
}

/** Excludes matches of `clause` from a query. Excluding `NOT _exists_:f` requires `_exists_:f`. */
export function excludeFromQuery(query: string, clause: string): string {
  const doubleNegative = /^NOT (_exists_:(?:"(?:[^"\\]|\\.)*"|(?:[^\s()\\]|\\.)+))$/s.exec(clause)?.[1];
  if (doubleNegative !== undefined) return addToQuery(query, doubleNegative);
  const { ast } = parseQuery(clause);
  const plain = ast !== null && ast.kind !== 'boolean' && !/^\s*[+(]/.test(clause);
  const excluded = `NOT ${plain ? clause : `(${clause})`}`;
  if (hasDemands(query, excluded)) return query;
  return isEverything(query) ? excluded : `${operand(query.trim())} AND ${excluded}`;
}
