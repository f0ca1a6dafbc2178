/** Checks that an answer is an object with a list of this name, for `client.call`. */
export const hasList =
  (name: string) =>
  (data: unknown): boolean =>
    typeof data === 'object' && data !== null && Array.isArray((data as Readonly<Record<string, unknown>>)[name]);
