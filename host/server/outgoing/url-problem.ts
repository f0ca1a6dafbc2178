/**
 * Checks an address that the server is to call.
 * @param name the name of the field, for the text
 * @returns a sentence without its full stop that says what is wrong; undefined: the address can be called
 */
export function urlProblem(name: string, text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return `"${name}" must be an http or https address`;
  if (url.username !== '' || url.password !== '') return `"${name}" must be without user and password`;
  return url.hash === '' ? undefined : `"${name}" must be without #`;
}
