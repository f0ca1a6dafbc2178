/**
 * Explains why a text cannot be a URL that the server calls; undefined: it can.
 * @param name name of the configuration field, which the explanation contains
 * @returns a sentence without full stop
 */
export function urlProblem(name: string, text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return `"${name}" must be an http or https address`;
  if (url.username !== '' || url.password !== '') return `"${name}" must be without user and password`;
  return url.hash === '' ? undefined : `"${name}" must be without #`;
}
