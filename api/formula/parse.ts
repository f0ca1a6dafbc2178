/**
 * Parses formulas such as `count(level:<=3) / count() * 100`. Operands are numbers, metrics with an optional filter,
 * and the names of other metrics of the widget; names that begin with a digit or contain other characters than letters,
 * digits and `_` must be in backticks. The functions are pure.
 */
import { functionName, functionOf } from './functions.js';
import { formatSeries } from './series-text.js';

export interface FilteredMetric {
  /** Function text without the filter, for example `avg(took_ms)`. */
  readonly function: string;
  /** Query that the counted messages match as well; empty: there is none. */
  readonly filter: string;
}

type Operator = '+' | '-' | '*' | '/';
export type Formula =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'metric'; readonly metric: FilteredMetric }
  | { readonly kind: 'negated'; readonly of: Formula }
  | { readonly kind: 'joined'; readonly operator: Operator; readonly left: Formula; readonly right: Formula };

interface FormulaFault {
  readonly message: string;
  /** Position of the error in the text in UTF-16 units, counted from 0. */
  readonly at: number;
}
export type ParsedFormula =
  | { readonly formula: Formula; readonly fault?: undefined }
  | { readonly fault: FormulaFault; readonly formula?: undefined };

/** Metrics of the widget by their names; formulas are not among them. */
export type NamedMetrics = ReadonlyMap<string, FilteredMetric>;

/** Maximum number of characters in a formula. */
export const longestFormula = 500;
/** Maximum number of brackets and negations within each other. */
const deepest = 20;
/** Maximum number of metrics in a formula. */
const mostOperands = 20;
const defaultPercentile = 95;

export const formulaTexts = {
  empty: 'Write a formula, such as "count(level:<=3) / count() * 100".',
  operand: 'A number, a metric such as "count()", or the name of a metric is expected here.',
  operator: (word: string) => `"${word}" is not expected here; write +, −, × or ÷ between two values.`,
  bracket: 'The bracket is not closed.',
  backtick: 'The name is not closed by a backtick.',
  unknownFunction: (word: string) =>
    `There is no function "${word}". Known are count, avg, min, max, sum, p95, card, stddev and variance.`,
  latest: 'The latest value may be a text, so that a formula cannot use it.',
  unknownName: (name: string) => `There is no metric named "${name}" here.`,
  field: (word: string) => `Name the field of "${word}", such as "${word}(took_ms)".`,
  filter: 'Write a query after "where".',
  percentile: (text: string) => `"${text}" is not a percentile between 0 and 100.`,
  tooLong: `A formula has at most ${longestFormula} characters. Shorten it, or name parts of it as metrics of their own.`,
  tooDeep: `A formula has at most ${deepest} brackets within each other.`,
  tooMany: `A formula has at most ${mostOperands} metrics.`,
} as const;

class Fault extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

const operators: Readonly<Record<string, Operator>> = {
  ...{ '+': '+', '-': '-', '−': '-', '–': '-', '*': '*', '×': '*', '·': '*', '/': '/', '÷': '/' },
};
const number = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
export const isOperator = (character: string): boolean => Object.hasOwn(operators, character);
const word = new RegExp(functionName, 'iuy');
/** Field name in the brackets of `count`: a bare word, or any text in backticks. Any other text is a filter. */
const countedField = /^(?:[\p{L}\p{N}_@.-]*|`[^`]*`?)$/u;

class Reader {
  #at = 0;
  #depth = 0;
  #operands = 0;

  constructor(
    readonly text: string,
    readonly names: NamedMetrics,
  ) {}

  read(): Formula {
    const found = this.#sum();
    if (this.#peek() !== undefined) throw new Fault(formulaTexts.operator(this.#rest()), this.#at);
    return found;
  }

  #peek(): string | undefined {
    while (/\s/.test(this.text[this.#at] ?? '')) this.#at += 1;
    return this.text[this.#at];
  }
  #rest(): string {
    return this.text.slice(this.#at).split(/\s/, 1)[0] ?? '';
  }
  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #sum(): Formula {
    return this.#chain(['+', '-'], () => this.#chain(['*', '/'], () => this.#operand()));
  }
  #chain(wanted: readonly Operator[], operand: () => Formula): Formula {
    let left = operand();
    for (;;) {
      const operator = operators[this.#peek() ?? ''];
      if (operator === undefined || !wanted.includes(operator)) return left;
      this.#at += 1;
      left = { kind: 'joined', operator, left, right: operand() };
    }
  }

  #operand(): Formula {
    const next = this.#peek();
    if (next === undefined) throw new Fault(formulaTexts.operand, this.#at);
    if (next === '(') return this.#deeper(() => this.#bracketed());
    if (operators[next] === '-') {
      this.#at += 1;
      return { kind: 'negated', of: this.#deeper(() => this.#operand()) };
    }
    const value = this.#match(number);
    if (value !== undefined) return { kind: 'number', value: Number(value) };
    return { kind: 'metric', metric: this.#metric(next) };
  }
  #deeper(read: () => Formula): Formula {
    this.#depth += 1;
    if (this.#depth > deepest) throw new Fault(formulaTexts.tooDeep, this.#at);
    const found = read();
    this.#depth -= 1;
    return found;
  }
  #bracketed(): Formula {
    this.#at += 1;
    const found = this.#sum();
    if (this.#peek() !== ')') throw new Fault(formulaTexts.bracket, this.#at);
    this.#at += 1;
    return found;
  }

  #metric(next: string): FilteredMetric {
    const at = this.#at;
    this.#operands += 1;
    if (this.#operands > mostOperands) throw new Fault(formulaTexts.tooMany, at);
    if (next === '`') {
      const end = this.text.indexOf('`', at + 1);
      if (end < 0) throw new Fault(formulaTexts.backtick, at);
      this.#at = end + 1;
      return this.#named(this.text.slice(at + 1, end), at);
    }
    const name = this.#match(word);
    if (name === undefined) throw new Fault(formulaTexts.operand, at);
    if (this.#peek() !== '(') return this.#named(name, at);
    const from = this.#at + 1;
    return metricOf(name, this.#arguments(), at, from);
  }
  #named(name: string, at: number): FilteredMetric {
    const found = this.names.get(name);
    if (!found) throw new Fault(formulaTexts.unknownName(name), at);
    return found;
  }
  /** Reads the text in the brackets of a function. */
  #arguments(): string {
    const from = this.#at + 1;
    const end = closingBracket(this.text, this.#at);
    if (end === undefined) throw new Fault(formulaTexts.bracket, this.text.length);
    this.#at = end + 1;
    return this.text.slice(from, end);
  }
}

/**
 * Returns the position of the bracket that closes the bracket at `from`; undefined if none does. Brackets in quotes, in
 * backticks and after a backslash do not count.
 */
export function closingBracket(text: string, from: number): number | undefined {
  let open = 0;
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '\\') at += 1;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === '`') quote = character;
    else if (character === '(') open += 1;
    else if (character === ')' && --open === 0) return at;
  }
  return undefined;
}

/**
 * Returns the metric of a function call such as `avg(took_ms where level:<=3)`.
 * @param inner text in the brackets
 * @param at position of the function's name in the formula
 * @param from position of `inner` in the formula
 * @throws Fault when the function is unknown or cannot be used, or its field, percentile or filter is missing or
 * invalid
 */
function metricOf(name: string, inner: string, at: number, from: number): FilteredMetric {
  const known = functionOf(name);
  if (!known) throw new Fault(formulaTexts.unknownFunction(name), at);
  if (known.type === 'latest') throw new Fault(formulaTexts.latest, at);
  const [head, filter] = splitFilter(inner, known.type === 'count');
  if (filter === '') throw new Fault(formulaTexts.filter, from + inner.length);
  const comma = known.type === 'percentile' ? head.lastIndexOf(',') : -1;
  const field = (comma < 0 ? head : head.slice(0, comma)).replaceAll('`', '').trim();
  if (field === '' && known.type !== 'count') throw new Fault(formulaTexts.field(name), from);
  let percentile = known.type === 'percentile' ? (known.percentile ?? defaultPercentile) : undefined;
  if (comma >= 0) {
    const given = head.slice(comma + 1).trim();
    percentile = Number(given);
    if (given === '' || !(percentile > 0 && percentile < 100))
      throw new Fault(formulaTexts.percentile(given), from + comma + 1);
  }
  return {
    function: formatSeries({
      type: known.type,
      ...(field !== '' && { field }),
      ...(percentile !== undefined && { percentile }),
    }),
    filter: filter ?? '',
  };
}

/**
 * Splits the text in the brackets of a function into field and filter; `count(level:<=3)` has only a filter. The filter
 * is undefined if there is none, and empty if no query follows the word `where`.
 */
export function splitFilter(inner: string, isCount: boolean): readonly [string, string | undefined] {
  const text = inner.trim();
  const at = /^where(?:\s|$)/.test(text) ? 0 : text.search(/\swhere(?:\s|$)/);
  if (at >= 0) return [text.slice(0, at).trim(), text.slice(at).trim().slice('where'.length).trim()];
  return !isCount || countedField.test(text) ? [text, undefined] : ['', text];
}

/** Parses a formula. @param names other metrics of the widget that the formula may name */
export function parseFormula(text: string, names: NamedMetrics = new Map()): ParsedFormula {
  if (text.trim() === '') return { fault: { message: formulaTexts.empty, at: 0 } };
  if (text.length > longestFormula) return { fault: { message: formulaTexts.tooLong, at: longestFormula } };
  try {
    return { formula: new Reader(text, names).read() };
  } catch (error) {
    if (error instanceof Fault) return { fault: { message: error.message, at: error.at } };
    throw error;
  }
}

/** Returns the metrics of a formula in order, with repetitions. */
export function operandsOf(formula: Formula): readonly FilteredMetric[] {
  switch (formula.kind) {
    case 'number':
      return [];
    case 'metric':
      return [formula.metric];
    case 'negated':
      return operandsOf(formula.of);
    case 'joined':
      return [...operandsOf(formula.left), ...operandsOf(formula.right)];
  }
}

/**
 * Computes a formula. The result is null if a metric has no value, on a division by zero, and if the result is not
 * finite.
 * @param valueOf returns the value of a metric, null when it has none
 */
export function evaluate(formula: Formula, valueOf: (metric: FilteredMetric) => number | null): number | null {
  switch (formula.kind) {
    case 'number':
      return formula.value;
    case 'metric':
      return valueOf(formula.metric);
    case 'negated': {
      const value = evaluate(formula.of, valueOf);
      return value === null ? null : 0 - value;
    }
    case 'joined': {
      const left = evaluate(formula.left, valueOf);
      const right = evaluate(formula.right, valueOf);
      if (left === null || right === null) return null;
      const value = joined(formula.operator, left, right);
      return Number.isFinite(value) ? value : null;
    }
  }
}

function joined(operator: Operator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
  }
}
