/** Templates of fields of events: `${source.name}` stands for a value of what the event was made of (contract FIELD SPEC). */

const longestTemplate = 10_000;
export const templatePlace = /\$\{([^{}]*)\}/g;

export interface TemplateProblem {
  /** Line number, counted from 1; `column` likewise. */
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

function at(template: string, index: number, reason: string): TemplateProblem {
  const before = template.slice(0, index).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1, reason };
}

/** Why a text is no template, and where, if so. */
export function templateProblem(template: string): TemplateProblem | undefined {
  if (template.length > longestTemplate)
    return at(template, longestTemplate, `the template has more than ${longestTemplate} characters`);
  for (const { 0: whole, 1: name = '', index } of template.matchAll(templatePlace))
    if (name.trim() === '') return at(template, index, `${whole} names nothing`);
  const rest = template.replace(templatePlace, (whole) => ' '.repeat(whole.length));
  const open = rest.indexOf('${');
  return open < 0 ? undefined : at(template, open, 'the ${ is not closed');
}
