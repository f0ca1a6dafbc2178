/** Fields of an event by template: `${source.name}` stands for a value of what the event was made of (contract FIELD SPEC). */

/** Of the text that a template makes. */
const longestText = 10_000;
const place = /\$\{([^{}]*)\}/g;

/** Why a text is no template, if so. */
export function templateProblem(template: string): string | undefined {
  if (template.length > longestText) return `the template has more than ${longestText} characters`;
  for (const [whole, name = ''] of template.matchAll(place))
    if (name.trim() === '') return `${whole} at character ${template.indexOf(whole) + 1} names nothing`;
  const rest = template.replace(place, (whole) => ' '.repeat(whole.length));
  const open = rest.indexOf('${');
  return open < 0 ? undefined : `the \${ at character ${open + 1} is not closed`;
}

const shown = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as string | number | bigint | boolean);

/**
 * @param source what `source.` stands for
 * @param requireValues nothing may be empty
 * @returns undefined: a value is missing that has to be there
 */
export function renderTemplate(
  template: string,
  source: ReadonlyMap<string, unknown>,
  requireValues: boolean,
): string | undefined {
  let isMissing = false;
  const text = template.replace(place, (_whole, inner: string) => {
    const name = inner.trim();
    const value = shown(name.startsWith('source.') ? source.get(name.slice('source.'.length)) : undefined);
    if (value === '') isMissing = true;
    return value;
  });
  return requireValues && isMissing ? undefined : text.slice(0, longestText);
}
