/**
 * Evaluates the query language on plain objects, independently of the compiler, for comparison with the store's
 * results.
 */
import type { ColumnType } from '../../../../host/server/store/types.js';
import { tokenize } from '../../../../host/server/store/tokenize.js';

export type Wanted =
  | { kind: 'word'; field: string | null; value: string; quoted: boolean }
  | { kind: 'slop'; field: string | null; words: string[]; slop: number }
  | { kind: 'fuzzy'; field: string; value: string; edits: 1 | 2 }
  | { kind: 'wildcard'; field: string | null; pattern: string }
  | { kind: 'regexp'; field: string; pattern: string }
  | { kind: 'range'; field: string; from: string; to: string; open: boolean; close: boolean }
  | { kind: 'exists'; field: string }
  | { kind: 'everything' }
  | { kind: 'group'; clauses: { joint: '' | 'AND' | 'OR'; sign: '' | '+' | '-' | 'NOT '; inner: Wanted }[] };

export interface Row {
  readonly values: Readonly<Record<string, unknown>>;
  /** Types of the fields in the message's index. */
  readonly types: Readonly<Record<string, ColumnType>>;
}

export function write(wanted: Wanted): string {
  const field = 'field' in wanted && wanted.field !== null && wanted.kind !== 'exists' ? `${wanted.field}:` : '';
  switch (wanted.kind) {
    case 'word':
      return field + (wanted.quoted ? `"${wanted.value}"` : wanted.value.replace(/[:\\/+\-!(){}[\]^"~*? ]/g, '\\$&'));
    case 'slop':
      return `${field}"${wanted.words.join(' ')}"~${wanted.slop}`;
    case 'fuzzy':
      return `${field}${wanted.value}~${wanted.edits}`;
    case 'wildcard':
      return field + wanted.pattern;
    case 'regexp':
      return `${field}/${wanted.pattern}/`;
    case 'range':
      return `${field}${wanted.open ? '[' : '{'}${bound(wanted.from)} TO ${bound(wanted.to)}${wanted.close ? ']' : '}'}`;
    case 'exists':
      return `_exists_:${wanted.field}`;
    case 'everything':
      return '*';
    case 'group':
      return `(${wanted.clauses
        .map(
          ({ joint, sign, inner }, index) =>
            `${index === 0 ? '' : joint === '' ? ' ' : ` ${joint} `}${sign}${write(inner)}`,
        )
        .join('')})`;
  }
}

const bound = (text: string): string => (/ /.test(text) ? `"${text}"` : text);

/**
 * Returns whether a row matches a condition. undefined: the text of the condition contains no words. A group ignores
 * such a condition; alone, the condition matches no row.
 */
export function matches(wanted: Wanted, row: Row): boolean | undefined {
  if (wanted.kind === 'everything') return true;
  if (wanted.kind === 'exists') return present(row.values[wanted.field]);
  if (wanted.kind === 'group') return group(wanted.clauses, row);
  const names = wanted.field === null ? Object.keys(row.types) : [wanted.field];
  const answers = names
    .filter((name) => name in row.types)
    .map((name) => one(wanted, name, row.types[name] as ColumnType, row.values[name]));
  if (answers.length > 0 && answers.every((answer) => answer === undefined)) return undefined;
  return answers.some((answer) => answer === true);
}

const present = (value: unknown): boolean => value !== undefined && value !== null;

function group(clauses: Extract<Wanted, { kind: 'group' }>['clauses'], row: Row): boolean | undefined {
  const occurs = clauses.map(({ sign }) => (sign === '+' ? 'must' : sign === '' ? 'should' : 'not'));
  for (const [index, { joint }] of clauses.entries()) {
    if (index === 0 || joint !== 'AND') continue;
    for (const at of [index - 1, index]) if (occurs[at] === 'should') occurs[at] = 'must';
  }
  const answers = clauses.map(({ inner }) => matches(inner, row));
  const of = (occur: string): boolean[] =>
    answers.filter((answer, at): answer is boolean => occurs[at] === occur && answer !== undefined);
  if (answers.every((answer) => answer === undefined)) return undefined;
  if (of('not').some(Boolean)) return false;
  if (of('must').length > 0) return of('must').every(Boolean);
  return of('should').length === 0 || of('should').some(Boolean);
}

function one(wanted: Wanted, name: string, type: ColumnType, value: unknown): boolean | undefined {
  if (type === 'text') return text(wanted, value);
  if (!present(value)) return false;
  if (Array.isArray(value)) return value.some((each) => one(wanted, name, type, each));
  if (type === 'keyword')
    return keyword(wanted, name === 'source' ? String(value).toLowerCase() : String(value), name === 'source');
  if (type === 'boolean') return wanted.kind === 'word' && wanted.value === String(value);
  if (type === 'date') return date(wanted, Number(value), 'field' in wanted && wanted.field === null);
  return number(wanted, Number(value));
}

function text(wanted: Wanted, value: unknown): boolean | undefined {
  const tokens = tokenize(String(value ?? ''));
  if (wanted.kind === 'word') {
    const words = tokenize(wanted.value);
    if (words.length === 0) return undefined;
    return tokens.some((_, at) => words.every((word, offset) => tokens[at + offset] === word));
  }
  if (wanted.kind === 'slop') return near(tokens, wanted.words, wanted.slop);
  if (wanted.kind === 'fuzzy')
    return tokens.some((token) => distance(token, wanted.value.toLowerCase()) <= wanted.edits);
  if (wanted.kind === 'wildcard') return tokens.some((token) => glob(wanted.pattern.toLowerCase()).test(token));
  if (wanted.kind === 'regexp') return tokens.some((token) => new RegExp(`^(?:${wanted.pattern})$`).test(token));
  if (wanted.kind === 'range')
    return tokens.some((token) => between(wanted, token, wanted.from.toLowerCase(), wanted.to.toLowerCase()));
  return false;
}

function keyword(wanted: Wanted, value: string, caseless: boolean): boolean {
  const fold = (other: string): string => (caseless ? other.toLowerCase() : other);
  if (wanted.kind === 'word') return value === fold(wanted.value);
  if (wanted.kind === 'slop') return value === fold(wanted.words.join(' '));
  if (wanted.kind === 'fuzzy') return distance(value, fold(wanted.value)) <= wanted.edits;
  if (wanted.kind === 'wildcard') return glob(fold(wanted.pattern)).test(value);
  if (wanted.kind === 'regexp') return new RegExp(`^(?:${wanted.pattern})$`, caseless ? 'i' : '').test(value);
  if (wanted.kind === 'range') return between(wanted, value, fold(wanted.from), fold(wanted.to));
  return false;
}

function number(wanted: Wanted, value: number): boolean {
  const read = (other: string): number => (/^-?\d+(\.\d+)?$/.test(other) ? Number(other) : NaN);
  if (wanted.kind === 'word') return read(wanted.value) === value;
  if (wanted.kind !== 'range') return false;
  const open = { from: wanted.from === '*', to: wanted.to === '*' };
  const [from, to] = [read(wanted.from), read(wanted.to)];
  if ((!open.from && Number.isNaN(from)) || (!open.to && Number.isNaN(to))) return false;
  return (
    (open.from || (wanted.open ? value >= from : value > from)) &&
    (open.to || (wanted.close ? value <= to : value < to))
  );
}

/** Compares a date condition with a time; only days, full instants and epoch milliseconds are supported. */
function date(wanted: Wanted, value: number, anyField: boolean): boolean {
  const span = (other: string): [number, number] | undefined => {
    if (/^\d{4}-\d\d-\d\d$/.test(other))
      return [Date.parse(`${other}T00:00:00.000Z`), Date.parse(`${other}T23:59:59.999Z`)];
    if (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/.test(other)) {
      const at = Date.parse(`${other.replace(' ', 'T')}Z`);
      return [at, at];
    }
    return !anyField && /^\d+$/.test(other) && other.length !== 4 ? [Number(other), Number(other)] : undefined;
  };
  if (wanted.kind === 'word') {
    const found = span(wanted.value);
    return found !== undefined && value >= found[0] && value <= found[1];
  }
  if (wanted.kind !== 'range') return false;
  const from = wanted.from === '*' ? null : span(wanted.from);
  const to = wanted.to === '*' ? null : span(wanted.to);
  if (from === undefined || to === undefined) return false;
  return (
    (from === null || (wanted.open ? value >= from[0] : value > from[1])) &&
    (to === null || (wanted.close ? value <= to[1] : value < to[0]))
  );
}

function between(wanted: Extract<Wanted, { kind: 'range' }>, value: string, from: string, to: string): boolean {
  return (
    (from === '*' || (wanted.open ? value >= from : value > from)) &&
    (to === '*' || (wanted.close ? value <= to : value < to))
  );
}

function near(tokens: readonly string[], words: readonly string[], slop: number): boolean {
  const places = words.map((word, offset) => tokens.flatMap((token, at) => (token === word ? [at - offset] : [])));
  return places.flat().some((start) => places.every((list) => list.some((at) => at >= start && at <= start + slop)));
}

function glob(pattern: string): RegExp {
  return new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.')}$`,
    's',
  );
}

/** Computes the optimal string alignment distance, a Damerau–Levenshtein distance without edits inside a swap. */
function distance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number): number => table[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, at(i - 2, j - 2) + 1);
      (table[i] as number[])[j] = best;
    }
  }
  return at(a.length, b.length);
}
