/**
 * Templates of event fields, in which `${source.name}` is replaced by a value of the message that caused the event
 * (contract dashboards-sharing-alerts FIELD SPEC).
 */

/** Maximum number of characters in a template. */
const longestTemplate = 10_000;
export const templatePlace = /\$\{([^{}]*)\}/g;

export interface TemplateProblem {
  /** Line of the syntax error, counted from 1; `column` counts from 1 too. */
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

function at(template: string, index: number, reason: string): TemplateProblem {
  const before = template.slice(0, index).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1, reason };
}

/** Returns the syntax error of a template with its position; undefined for a valid template. */
export function templateProblem(template: string): TemplateProblem | undefined {
  if (template.length > longestTemplate)
    return at(template, longestTemplate, `the template has more than ${longestTemplate} characters`);
  for (const { 0: whole, 1: name = '', index } of template.matchAll(templatePlace))
    if (name.trim() === '') return at(template, index, `${whole} names nothing`);
  const rest = template.replace(templatePlace, (whole) => ' '.repeat(whole.length));
  const open = rest.indexOf('${');
  return open < 0 ? undefined : at(template, open, 'the ${ is not closed');
}
