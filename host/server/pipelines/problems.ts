/** Errors and warnings in the source of a rule, and their form in the API. */
import type { ParseError, RuleErrorType } from '../../../api/contract/pipelines.js';
import { Lines, type Span } from '../../../api/pipeline-language/index.js';

/** Types of warnings, which an editor shows, although the source is accepted. */
export type RuleWarningType =
  'condition_not_boolean' | 'text_after_end' | 'surplus_argument' | 'unused_variable' | 'repeated_stage';

export interface RuleProblem<Type = RuleErrorType> {
  readonly type: Type;
  /** Span of the construct that is wrong; the API reports the position of its first token. */
  readonly at: Span;
  /** Span that the editor underlines; absent: it underlines the whole construct. */
  readonly focus?: Span;
  readonly reason: string;
}

/** Types of errors whose reasons do not contain the position. */
const withoutPlace: ReadonlySet<string> = new Set<RuleErrorType>([
  'syntax_error',
  'invalid_function_argument',
  'invalid_operation',
]);

export function parseErrors(source: string, problems: readonly RuleProblem[]): ParseError[] {
  const lines = new Lines(source);
  return problems.map(({ type, at, reason }) => {
    const { line, column } = lines.at(at.from);
    const place = withoutPlace.has(type) ? '' : ` in line ${line} pos ${column}`;
    return { type, line, position_in_line: column, reason: `${reason}${place}` };
  });
}

/** Returns a part of a source for quoting it in a reason: on one line and shortened. */
export function excerpt(source: string, { from, to }: Span, most = 60): string {
  const text = source.slice(from, Math.min(to, from + most * 2)).replace(/\s+/g, ' ');
  return text.length > most || to > from + most * 2 ? `${text.slice(0, most)}…` : text;
}

const ordinals = ['1st', '2nd', '3rd'];

/** Returns an ordinal such as `1st`, `2nd` or `11th`. @param number from 1 to 20 */
export const ordinal = (number: number): string => ordinals[number - 1] ?? `${number}th`;
