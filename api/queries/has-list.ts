/** Returns a check for `client.call`: the answer must be an object with a list of this name. */
export const hasList =
  (name: string) =>
  (data: unknown): boolean =>
    typeof data === 'object' && data !== null && Array.isArray((data as Readonly<Record<string, unknown>>)[name]);
