/** Groups the run-time errors of a rule by place and cause, so that one frequent error does not bury the others. */
import type { RuleRunError } from '../../api/contract/pipelines.js';

export interface ErrorGroup {
  /** Cause of the errors, without the names of the rule and the pipeline. */
  readonly cause: string;
  /** Errors with this cause at this place, newest first; at least one. */
  readonly errors: readonly [RuleRunError, ...RuleRunError[]];
}

const marker = ' an exception was thrown: ';

/**
 * Returns the cause of an error; if the error names a function, its name comes first. The full text of the error begins
 * with the names of rule and pipeline and with the position, which the server also sends separately.
 */
export function causeOf({ text, function: name }: Pick<RuleRunError, 'text' | 'function'>): string {
  const at = text.indexOf(marker);
  if (at < 0) return text;
  const reason = text.slice(at + marker.length);
  return name === null ? reason : `${name}(): ${reason}`;
}

/** Groups errors by cause and place. @param errors errors, newest first; groups and their errors keep this order */
export function errorGroups(errors: readonly RuleRunError[]): readonly ErrorGroup[] {
  const groups = new Map<string, { cause: string; errors: [RuleRunError, ...RuleRunError[]] }>();
  for (const error of errors) {
    const cause = causeOf(error);
    const key = JSON.stringify([cause, error.line, error.position_in_line, error.pipeline?.id, error.stage]);
    const group = groups.get(key);
    if (group) group.errors.push(error);
    else groups.set(key, { cause, errors: [error] });
  }
  return [...groups.values()];
}
