/**
 * Parses questions about the messages that a search has found. A question is written in words, as in "p95 of took_ms
 * and count by resource top 5 over time". Or it follows a query and a pipe, as in "| p95(took_ms), count() by
 * resource". A metric may have a filter or be a formula, as in "count(level:<=3) / count() by source". The functions
 * are pure.
 */
import { functionOf } from '../../api/formula/functions.js';
import { isOperator, operandsOf, parseFormula } from '../../api/formula/parse.js';
import { formatSeries, parseSeries } from '../../api/formula/series-text.js';
import { formulaOf, isComputed } from '../pivot/computed-metric.js';
import { computedMetric, isComputedText, metricSpan } from './formula.js';

export interface Question {
  /**
   * Metrics in the text form of a series, for example `percentile(took_ms,95)`, `count(where level:<=3)` or
   * `formula(count(level:<=3) / count())`.
   */
  readonly metrics: readonly string[];
  /** Names of the fields to group by. */
  readonly groups: readonly string[];
  readonly overTime: boolean;
  /** Largest number of groups (values, or combinations of values of several fields); absent: the chart's default. */
  readonly top?: number;
}

export interface QuestionFault {
  readonly message: string;
  /** Position of the error in the text in UTF-16 units, counted from 0. */
  readonly at: number;
}

interface Token {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const mostMetrics = 5;
const mostGroups = 3;
/** Maximum number of characters in a question. */
export const longestQuestion = 500;
/** Maximum number of groups that a question can ask for after "top". */
const mostValues = 100;

const words = { of: 'of', by: 'by', and: 'and', over: 'over', time: 'time', top: 'top' } as const;
const defaultPercentile = 95;

export const questionTexts = {
  function: 'Begin with a function, such as "count", "p95 of took_ms" or "count(level:<=3) / count()".',
  unknownFunction: (word: string) =>
    `There is no function "${word}". There are count, avg, min, max, sum, median, p95, card, latest, stddev and variance.`,
  field: (word: string) => `Name the field of "${word}", such as "${word} of took_ms".`,
  group: 'Name a field after "by".',
  bracket: 'The parenthesis is not closed.',
  time: 'Write "over time".',
  unexpected: (word: string) => `"${word}" is not expected here; write "by", "and", "top 5" or "over time".`,
  top: `Write a number from 1 to ${mostValues} after "top".`,
  topGroup: 'Write "by" and a field before "top", such as "by source top 5".',
  percentile: 'Write a number between 0 and 100 after the comma, such as "percentile(took_ms,95)".',
  noPercentile: (word: string) => `Only "percentile" has a number after the comma, and "${word}" has none.`,
  tooMany: `A question has at most ${mostMetrics} metrics and ${mostGroups} fields to group by.`,
  tooLong: `A question has at most ${longestQuestion} characters. Shorten it, for example with fewer metrics.`,
} as const;

/**
 * Splits a question into words, names in backticks and the characters `,` `(` `)`. Outside backticks a field name may
 * contain any character except whitespace, backticks, commas and parentheses.
 */
export function questionTokens(text: string): readonly Token[] {
  return [...text.matchAll(/`[^`]*`?|[(),]|[^\s(),`]+/g)].map(({ 0: found, index }) => ({
    text: found,
    from: index,
    to: index + found.length,
  }));
}

const bare = (text: string): string => text.replaceAll('`', '').trim();

class Fault extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

class Reader {
  readonly #tokens: readonly Token[];
  readonly #end: number;
  #next = 0;

  constructor(text: string) {
    this.#tokens = questionTokens(text);
    this.#end = text.length;
  }
  get at(): number {
    return this.#tokens[this.#next]?.from ?? this.#end;
  }
  peek(): string | undefined {
    return this.#tokens[this.#next]?.text;
  }
  is(word: string): boolean {
    return this.peek()?.toLowerCase() === word;
  }
  skip(word: string): boolean {
    const found = this.is(word);
    if (found) this.#next += 1;
    return found;
  }
  /** Continues with the first token at or after a position in the text. */
  skipTo(place: number): void {
    while ((this.#tokens[this.#next]?.from ?? Infinity) < place) this.#next += 1;
  }
  /**
   * Reads a word or a name in backticks, and returns it without backticks.
   * @throws Fault with the message `missing` at the end of the text, when a comma or a parenthesis follows, or for an
   * empty name
   */
  name(missing: string): string {
    const token = this.#tokens[this.#next];
    const name = token && !/^[(),]$/.test(token.text) ? bare(token.text) : '';
    if (name === '') throw new Fault(missing, this.at);
    this.#next += 1;
    return name;
  }
}

function readMetric(text: string, reader: Reader): string {
  const span = metricSpan(text, reader.at);
  const isSure = isComputedText(text, span);
  // Without spaces, `p95 of took_ms/1000` may be a formula or name a field.
  if (!isSure && ![...text.slice(span.from, span.to)].some(isOperator)) return readFunction(reader);
  const { metric, fault } = computedMetric(text, span);
  if (!isSure && (fault || formulaOf(metric) === undefined)) return readFunction(reader);
  if (fault) throw new Fault(fault.message, fault.at);
  reader.skipTo(span.to);
  return metric;
}

function readFunction(reader: Reader): string {
  const at = reader.at;
  const word = reader.name(questionTexts.function);
  const known = functionOf(word);
  if (!known) throw new Fault(questionTexts.unknownFunction(word), at);
  let field: string | undefined;
  let { percentile } = known;
  if (reader.skip('(')) {
    if (!reader.is(')')) field = reader.name(questionTexts.field(word));
    if (reader.skip(',')) {
      const place = reader.at;
      if (known.type !== 'percentile') throw new Fault(questionTexts.noPercentile(word), place);
      percentile = Number(reader.name(questionTexts.percentile));
      if (!(percentile > 0 && percentile < 100)) throw new Fault(questionTexts.percentile, place);
    }
    if (!reader.skip(')')) throw new Fault(questionTexts.bracket, reader.at);
  } else if (reader.skip(words.of)) field = reader.name(questionTexts.field(word));
  if (field === undefined && known.type !== 'count') throw new Fault(questionTexts.field(word), reader.at);
  if (known.type === 'percentile') percentile ??= defaultPercentile;
  return formatSeries({
    type: known.type,
    ...(field !== undefined && { field }),
    ...(percentile !== undefined && { percentile }),
  });
}

/** Returns the functions of which a metric consists, without their filters. */
function functionsOf(metric: string): readonly string[] {
  if (!isComputed(metric)) return [metric];
  const { formula } = parseFormula(formulaOf(metric) ?? metric);
  return formula ? operandsOf(formula).map((one) => one.function) : [];
}

/** Returns the names of the fields that a question uses in metrics and groups; the fields of filters are left out. */
export const fieldsOf = ({ metrics, groups }: Question): readonly string[] => [
  ...metrics.flatMap(functionsOf).flatMap((text) => parseSeries(text).field ?? []),
  ...groups,
];

/** Parses a question; returns it, or its first error with the position. */
export function parseQuestion(
  text: string,
):
  | { readonly question: Question; readonly fault?: never }
  | { readonly fault: QuestionFault; readonly question?: never } {
  if (text.length > longestQuestion) return { fault: { message: questionTexts.tooLong, at: longestQuestion } };
  const reader = new Reader(text);
  try {
    reader.skip('|');
    const metrics: string[] = [];
    const groups: string[] = [];
    do metrics.push(readMetric(text, reader));
    while (reader.skip(',') || reader.skip(words.and));
    let overTime = false;
    let top: number | undefined;
    while (reader.peek() !== undefined) {
      const at = reader.at;
      if (reader.skip(words.by)) {
        do {
          const group = reader.name(questionTexts.group);
          // A group by "time" or "timestamp" means a chart over time, not a group by values.
          if (group === words.time || group === 'timestamp') overTime = true;
          else groups.push(group);
        } while (reader.skip(',') || reader.skip(words.and));
      } else if (reader.skip(words.over)) {
        if (!reader.skip(words.time)) throw new Fault(questionTexts.time, reader.at);
        overTime = true;
      } else if (reader.skip(words.top)) {
        if (groups.length === 0) throw new Fault(questionTexts.topGroup, at);
        const place = reader.at;
        top = Number(reader.name(questionTexts.top));
        if (!Number.isInteger(top) || top < 1 || top > mostValues) throw new Fault(questionTexts.top, place);
      } else throw new Fault(questionTexts.unexpected(reader.peek() ?? ''), at);
    }
    const question = {
      metrics: [...new Set(metrics)],
      groups: [...new Set(groups)],
      overTime,
      ...(top !== undefined && { top }),
    };
    if (question.metrics.length > mostMetrics || question.groups.length > mostGroups)
      return { fault: { message: questionTexts.tooMany, at: 0 } };
    return { question };
  } catch (error) {
    if (error instanceof Fault) return { fault: { message: error.message, at: error.at } };
    throw error;
  }
}
