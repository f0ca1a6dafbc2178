/**
 * Reads a metric of a question that has a filter of its own or is a formula, such as `count(level:<=3) / count()`. In
 * addition to the syntax of formulas, metrics may be written as in other questions: `p95 of took_ms / 1000`.
 */
import { functionName, functionOf } from '../../api/formula/functions.js';
import { closingBracket, isOperator, parseFormula, splitFilter, type ParsedFormula } from '../../api/formula/parse.js';
import { filteredText, formulaText } from '../pivot/computed-metric.js';

/** Place of a metric in a question; positions are offsets in UTF-16 units. */
interface MetricSpan {
  readonly from: number;
  /** End of the metric: a comma, a keyword such as `by`, or the end of the question. */
  readonly to: number;
  /** True if an operator is outside the brackets of functions. */
  readonly hasOperator: boolean;
  /** True if the bracket of a function is not closed. */
  readonly isInCall: boolean;
  /** True if a bracket around a part of the formula is not closed. */
  readonly isNested: boolean;
}

const keyword = /(?:by|and|over|top)(?=\s|$)/iy;
const nameAfterOf = /(?:^|[\s(])of\s+[^\s()]*$/i;
const functionAtEnd = new RegExp(String.raw`${functionName}\s*$`, 'iu');

/**
 * Returns the span of the metric that begins at `from`. Commas and keywords in the brackets of functions and in
 * backticks belong to the metric, and so does the name after `of`. An operator within such a name, without a space
 * beside it, belongs to the name.
 */
export function metricSpan(text: string, from: number): MetricSpan {
  let hasOperator = false;
  let depth = 0;
  const spanTo = (to: number, isInCall = false): MetricSpan => ({
    ...{ from, to, hasOperator, isInCall, isNested: depth > 0 },
  });
  for (let at = from; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '(' && functionAtEnd.test(text.slice(from, at))) {
      const end = closingBracket(text, at);
      if (end === undefined) return spanTo(text.length, true);
      at = end;
    } else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === '`') at = Math.max(at, text.indexOf('`', at + 1));
    else if (character === ',') return spanTo(at);
    else if (isOperator(character)) {
      const before = text.slice(from, at);
      hasOperator ||= !nameAfterOf.test(before) || before.endsWith('`') || /^\s/.test(text.slice(at + 1));
    } else if (/[\s)`]/.test(text[at - 1] ?? '')) {
      keyword.lastIndex = at;
      if (keyword.test(text) && !/(?:^|\s)of\s+$/i.test(text.slice(from, at))) return spanTo(at);
    }
  }
  return spanTo(text.length);
}

/** Returns the metric at the end of a question; undefined if the question ends with its groups or "over time". */
export function lastMetric(text: string): MetricSpan | undefined {
  let from = /^\s*\|?/.exec(text)?.[0].length ?? 0;
  for (;;) {
    const span = metricSpan(text, from);
    if (span.to === text.length) return span;
    const next = /^(?:,|and(?=\s|$))/i.exec(text.slice(span.to))?.[0];
    if (next === undefined) return undefined;
    from = span.to + next.length;
  }
}

const quoted = '`[^`]*`';
/** A name in backticks, a function with its field after `of` or with its bracket, or another character. */
const parts = new RegExp(
  String.raw`${quoted}|(${functionName})(?:(\s+of\s+)(${quoted}|[\p{L}\p{N}_@.][\p{L}\p{N}_@.-]*)|(\s*\())?|[\s\S]`,
  'giu',
);

interface Written {
  /** Text in the syntax of formulas. */
  readonly text: string;
  /** Position of each character in the question, and of the end. */
  readonly places: readonly number[];
}

/** Writes functions with `of`, and `count` without brackets, in the syntax of formulas. */
function written(question: string, { from, to }: MetricSpan): Written {
  const source = question.slice(from, to);
  let text = '';
  const places: number[] = [];
  const write = (part: string, at: number): void => {
    // An added bracket has the position of the character that follows it.
    for (let index = 0; index < part.length; index++) places.push(from + Math.min(at + index, source.length));
    text += part;
  };
  parts.lastIndex = 0;
  for (let found = parts.exec(source); found; found = parts.exec(source)) {
    const { 0: whole, 1: word = '', 2: of = '', 3: field, 4: bracket, index } = found;
    const known = functionOf(word);
    if (bracket !== undefined) {
      const end = (closingBracket(source, index + whole.length - 1) ?? source.length) + 1;
      write(source.slice(index, end), index);
      parts.lastIndex = end;
    } else if (known && field !== undefined) {
      write(`${word}(`, index);
      write(field, index + word.length + of.length);
      write(')', index + whole.length);
    } else if (known?.type === 'count') {
      write(word, index);
      write('()', index + word.length);
    } else write(whole, index);
  }
  return { text, places: [...places, to] };
}

/** A metric in the text form of a series, or the first error with its position in the question. */
type ComputedMetric =
  | { readonly metric: string; readonly fault?: never }
  | { readonly fault: NonNullable<ParsedFormula['fault']>; readonly metric?: never };

/** Reads a metric as a formula. A formula of a single metric is this metric, with its filter. */
export function computedMetric(question: string, span: MetricSpan): ComputedMetric {
  const { text, places } = written(question, span);
  const { formula, fault } = parseFormula(text);
  if (fault) return { fault: { ...fault, at: places[fault.at] ?? span.to } };
  return { metric: formula.kind === 'metric' ? filteredText(formula.metric) : formulaText(text.trim()) };
}

const functionAtStart = new RegExp(String.raw`^\s*(${functionName})\s*\(`, 'iu');

/** Tells whether a metric begins with a function that has a filter in its brackets. */
function isFiltered(metric: string): boolean {
  const [start, name = ''] = functionAtStart.exec(metric) ?? [];
  if (start === undefined) return false;
  const inner = metric.slice(start.length, closingBracket(metric, start.length - 1));
  return splitFilter(inner, functionOf(name)?.type === 'count')[1] !== undefined;
}

/** Tells whether a metric is a formula or has a filter, so that it is not a function of a field alone. */
export const isComputedText = (question: string, { from, to, hasOperator }: MetricSpan): boolean =>
  hasOperator || isFiltered(question.slice(from, to));
