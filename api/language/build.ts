/** Queries made from values: what "Add to query" and "Exclude from results" write (screens search §7 "Query building"). */
import type { Span } from './ast.js';
import { escapeField, escapeTerm } from './escape.js';
import { findParameters } from './parameters.js';
import { parseQuery } from './parse.js';

/** Text that a grouping shows for messages without the field. */
const emptyValue = '(Empty Value)';

/** Known properties of a field. */
export interface FieldProperties {
  readonly properties: readonly string[];
}

/** True for fields that are not split into words: only the whole value matches. */
const isWhole = ({ properties }: FieldProperties): boolean =>
  properties.includes('enumerable') && !properties.includes('full-text-search');

/**
 * `field:value`, or `NOT _exists_:field` for the empty value of a grouping.
 * @param type of the field, where it is known
 */
export function fieldEquals(field: string, value: string | number | bigint | boolean, type?: FieldProperties): string {
  if (value === emptyValue) return `NOT ${fieldExists(field)}`;
  return `${escapeField(field)}:${escapeTerm(String(value), type !== undefined && isWhole(type))}`;
}

export function fieldExists(field: string): string {
  return `_exists_:${escapeTerm(field)}`;
}

/** `field:"2024-03-01 10:15:00.000"`, UTC. @param instant epoch milliseconds */
export function dateEquals(field: string, instant: number): string {
  return `${escapeField(field)}:"${new Date(instant).toISOString().replace('T', ' ').replace('Z', '')}"`;
}

function isEverything(query: string): boolean {
  return /^\*?$/.test(query.trim());
}

/** In brackets unless the text can be an operand of AND as it is. */
function operand(query: string): string {
  const { ast } = parseQuery(query);
  const joinable = ast !== null && (ast.kind !== 'boolean' || ast.clauses.every((clause) => clause.occur !== 'should'));
  return joinable ? query : `(${query})`;
}

const withoutPlaces = (key: string, value: unknown): unknown =>
  key === 'from' || key === 'to' || key === 'valueAt' ? undefined : value;

/** Returns the words that a text requires; undefined when the text cannot be read as a query. */
function demands(text: string): readonly string[] | undefined {
  const { ast } = parseQuery(text);
  if (ast === null) return undefined;
  const joined = ast.kind === 'boolean' && ast.clauses.every(({ occur }) => occur !== 'should');
  const clauses = joined ? ast.clauses : [{ occur: 'must', node: ast }];
  // A parameter stands for another value than the text that is written like it.
  const parametersOf = ({ from, to }: Span) => findParameters(text.slice(from, to)).map(({ name }) => name);
  return clauses.map((clause) => JSON.stringify([parametersOf(clause.node), clause], withoutPlaces));
}

/** Tells whether a query demands all of a clause already: who asks for it twice means it once. */
function hasDemands(query: string, clause: string): boolean {
  const [there, asked] = [demands(query), demands(clause)];
  return asked !== undefined && asked.length > 0 && asked.every((one) => there?.includes(one) === true);
}

/** The query narrowed to what also matches `clause`; `a OR b` plus `c` is `(a OR b) AND c`. */
export function addToQuery(query: string, clause: string): string {
  if (isEverything(clause) || hasDemands(query, clause)) return query;
  return isEverything(query) ? clause : `${operand(query.trim())} AND ${operand(clause)}`;
}

/** The query without what matches `clause`. Excluding `NOT _exists_:f` asks for `_exists_:f`. */
export function excludeFromQuery(query: string, clause: string): string {
  const doubleNegative = /^NOT (_exists_:(?:"(?:[^"\\]|\\.)*"|(?:[^\s()\\]|\\.)+))$/s.exec(clause)?.[1];
  if (doubleNegative !== undefined) return addToQuery(query, doubleNegative);
  const { ast } = parseQuery(clause);
  const plain = ast !== null && ast.kind !== 'boolean' && !/^\s*[+(]/.test(clause);
  const excluded = `NOT ${plain ? clause : `(${clause})`}`;
  if (hasDemands(query, excluded)) return query;
  return isEverything(query) ? excluded : `${operand(query.trim())} AND ${excluded}`;
}
