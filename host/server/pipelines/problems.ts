/** Mistakes in the source of a rule, and how the wire tells them (design pipelines 8). */
import type { ParseError, RuleErrorType } from '../../../api/contract/pipelines.js';
import { Lines, type Span } from '../../../api/pipeline-language/index.js';

/** Kinds of warnings: the source is taken as it is, and an editor should tell. */
export type RuleWarningType =
  'condition_not_boolean' | 'text_after_end' | 'surplus_argument' | 'unused_variable' | 'repeated_stage';

export interface RuleProblem<Type = RuleErrorType> {
  readonly type: Type;
  /** The construct that is wrong; the wire tells the place of its first token. */
  readonly at: Span;
  /** Span that the editor underlines, if it is not the whole construct. */
  readonly focus?: Span;
  readonly reason: string;
}

/** Reasons of these types do not name their place. */
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

/** A part of a source as it is quoted in a reason: on one line, cut. */
export function excerpt(source: string, { from, to }: Span, most = 60): string {
  const text = source.slice(from, Math.min(to, from + most * 2)).replace(/\s+/g, ' ');
  return text.length > most || to > from + most * 2 ? `${text.slice(0, most)}…` : text;
}

const ordinals = ['1st', '2nd', '3rd'];

/** `1st`, `2nd`, `11th` … @param number from 1 */
export const ordinal = (number: number): string => ordinals[number - 1] ?? `${number}th`;
