/**
 * Implements the query language of the overview lists (contract search G4, dashboards-sharing-alerts LIST QUERY
 * SYNTAX).
 */
import { RE2JS } from 're2js';
import { BadRequestError } from '../foundation/errors.js';
import { longestRegex, mostRegexSteps, regexSteps } from '../regex/regex-limits.js';

export type FieldKind = 'text' | 'date' | 'boolean' | 'number';

/**
 * Describes the searchable fields by name, with functions that read their values. Words without a name search the
 * default field.
 */
export interface ListFields<T> {
  readonly defaultField: string;
  readonly fields: Readonly<Record<string, ListField<T>>>;
}

interface ListField<T> {
  readonly kind: FieldKind;
  /** Alternative name of the field, compared ignoring case. */
  readonly title?: string;
  readonly read: (entity: T) => unknown;
}

/** Returns the id of the field that a name refers to. */
function fieldNamed<T>({ fields }: ListFields<T>, name: string): string | undefined {
  const wanted = name.toLowerCase();
  if (Object.hasOwn(fields, wanted)) return wanted;
  return Object.keys(fields).find((id) => fields[id]?.title?.toLowerCase() === wanted);
}

/** Largest number of terms in one query. */
const mostTerms = 20;

type Operator = 'contains' | '=' | '=~' | '<' | '<=' | '>' | '>=';
interface Term {
  readonly field: string;
  readonly negated: boolean;
  readonly operator: Operator;
  readonly value: string;
}

const token = /(?:[^\s"']|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|["'])+/g;
const operator = /^(=~|<=|>=|=|<|>)/;

const unquote = (text: string) =>
  text.replace(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/g, (_all, double?: string, single?: string) =>
    (double ?? single ?? '').replace(/\\(.)/g, '$1'),
  );

/** Splits a text at separators that are not in quotes. */
function split(text: string, separator: string): string[] {
  const pieces = [''];
  let quote = '';
  for (const letter of text) {
    if (quote === '' && letter === separator) {
      pieces.push('');
      continue;
    }
    if (quote === '' && (letter === '"' || letter === "'")) quote = letter;
    else if (letter === quote) quote = '';
    pieces[pieces.length - 1] += letter;
  }
  return pieces;
}

/** Decodes percent-encoding, because some consoles encode the query twice; other texts stay unchanged. */
function decodeTwice(query: string): string {
  if (!/%[0-9a-f]{2}/i.test(query)) return query;
  try {
    return decodeURIComponent(query);
  } catch {
    return query;
  }
}

function parse<T>(query: string, known: ListFields<T>): Term[] {
  const { defaultField } = known;
  return (query.match(token) ?? []).flatMap((word): Term[] => {
    const [name = '', value, ...rest] = split(word, ':');
    if (rest.length > 0)
      throw new BadRequestError(`Invalid argument in search query: "${word}" has more than one colon.`);
    if (value === undefined) {
      return [{ field: defaultField, negated: false, operator: 'contains', value: unquote(word) }];
    }
    const negated = name.startsWith('-');
    const field = fieldNamed(known, unquote(negated ? name.slice(1) : name)) ?? defaultField;
    return split(value, ',')
      .filter((part) => part !== '')
      .map((part) => {
        const found = operator.exec(part)?.[0] as Operator | undefined;
        return { field, negated, operator: found ?? 'contains', value: unquote(part.slice(found?.length ?? 0)) };
      });
  });
}

function compareBy(operatorName: Operator, order: number): boolean {
  if (operatorName === '<') return order < 0;
  if (operatorName === '<=') return order <= 0;
  if (operatorName === '>') return order > 0;
  if (operatorName === '>=') return order >= 0;
  return order === 0;
}

/** Compiles a pattern; undefined for a text without special characters, and for an invalid or too large pattern. */
function patternOf(value: string): RE2JS | undefined {
  if (!/[.*+?^$|()[\]{}\\]/.test(value) || isTooLarge(value)) return undefined;
  try {
    return RE2JS.compile(value, RE2JS.CASE_INSENSITIVE);
  } catch {
    return undefined;
  }
}

/**
 * Tells whether a pattern is too large. The steps that all patterns of one search query may have are divided equally
 * among its `mostTerms` terms.
 */
const isTooLarge = (pattern: string): boolean =>
  pattern.length > longestRegex || regexSteps(pattern) > mostRegexSteps / mostTerms;

/** Returns a test for texts that contain the value, which may be a regular expression, ignoring case. */
export function textFilter(value: string): (text: string) => boolean {
  const wanted = value.toLowerCase();
  const pattern = patternOf(value);
  return (text) => text.toLowerCase().includes(wanted) || (pattern?.matcher(text).find() ?? false);
}

function matcher(kind: FieldKind, { operator: name, value }: Term): (actual: unknown) => boolean {
  if (name === '=~') {
    if (isTooLarge(value))
      throw new BadRequestError('Invalid argument in search query: the regular expression is too large.');
    try {
      const pattern = RE2JS.compile(value, RE2JS.CASE_INSENSITIVE);
      return (actual) => pattern.matcher(String(actual ?? '')).find();
    } catch {
      throw new BadRequestError(`Invalid argument in search query: "${value}" is not a regular expression.`);
    }
  }
  if (kind === 'date') {
    const wanted = Date.parse(value);
    if (Number.isNaN(wanted)) throw new BadRequestError(`Invalid argument in search query: "${value}" is not a date.`);
    return (actual) => compareBy(name, Date.parse(String(actual)) - wanted);
  }
  if (kind === 'number') return (actual) => compareBy(name, Number(actual) - Number(value));
  if (kind === 'boolean') return (actual) => String(actual) === value.toLowerCase();
  const wanted = value.toLowerCase();
  if (name === 'contains') {
    const matches = textFilter(value);
    return (actual) => matches(String(actual ?? ''));
  }
  return (actual) => {
    const text = String(actual ?? '').toLowerCase();
    return compareBy(name, text < wanted ? -1 : text > wanted ? 1 : 0);
  };
}

/**
 * Compiles a query: terms on one field are alternatives, different fields must all match, and negated terms must not
 * match.
 * @throws BadRequestError for an invalid query
 */
export function listFilter<T>(query: string, fields: ListFields<T>): (entity: T) => boolean {
  const text = decodeTwice(query).trim();
  if (text === '' || text === '*') return () => true;
  const wanted = new Map<string, ((entity: T) => boolean)[]>();
  const refused: ((entity: T) => boolean)[] = [];
  const terms = parse(text, fields);
  if (terms.length > mostTerms)
    throw new BadRequestError(`Invalid argument in search query: more than ${mostTerms} words.`);
  for (const term of terms) {
    const field = fields.fields[term.field];
    if (!field) continue;
    const matches = matcher(field.kind, term);
    const test = (entity: T) => matches(field.read(entity));
    if (term.negated) refused.push(test);
    else wanted.set(term.field, [...(wanted.get(term.field) ?? []), test]);
  }
  const groups = [...wanted.values()];
  return (entity) =>
    groups.every((alternatives) => alternatives.some((test) => test(entity))) && !refused.some((test) => test(entity));
}

/**
 * Compiles `filters` parameters. A filter has the form `{attribute}:{value}`, or for dates `{attribute}:{from}><{to}`,
 * where either side may be empty; a single date stands for exactly that instant. Values of one attribute are
 * alternatives. An attribute is named by its id, or by its title ignoring case.
 * @throws BadRequestError for an attribute without filter, and for an invalid value
 */
export function attributeFilter<T>(
  filters: string | readonly string[] | undefined,
  filterable: ListFields<T>,
): (entity: T) => boolean {
  const groups = new Map<string, ((entity: T) => boolean)[]>();
  for (const filter of [filters ?? []].flat()) {
    const colon = filter.indexOf(':');
    const name = fieldNamed(filterable, filter.slice(0, Math.max(0, colon)));
    const value = filter.slice(colon + 1);
    const field = name === undefined ? undefined : filterable.fields[name];
    if (name === undefined || !field) {
      throw new BadRequestError(`Invalid filter: the list cannot be filtered by ${JSON.stringify(filter)}.`);
    }
    const test = field.kind === 'date' ? dateRange(value) : (actual: unknown) => String(actual) === value;
    groups.set(name, [...(groups.get(name) ?? []), (entity) => test(field.read(entity))]);
  }
  return (entity) => [...groups.values()].every((alternatives) => alternatives.some((test) => test(entity)));
}

function dateRange(value: string): (actual: unknown) => boolean {
  const [from = '', to = ''] = value.includes('><') ? value.split('><') : [value, value];
  const instant = (text: string, otherwise: number) => {
    const parsed = text === '' ? otherwise : Date.parse(text);
    if (Number.isNaN(parsed)) throw new BadRequestError(`Invalid filter: "${text}" is not a date.`);
    return parsed;
  };
  const earliest = instant(from, -Infinity);
  const latest = instant(to, Infinity);
  return (actual) => {
    const time = Date.parse(String(actual));
    return time >= earliest && time <= latest;
  };
}
