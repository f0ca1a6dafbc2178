/** Returns a function for `check` of a call: the answer must be an object whose member with this name is a list. */
export const hasList =
  (name: string) =>
  (data: unknown): boolean =>
    typeof data === 'object' && data !== null && Array.isArray((data as Readonly<Record<string, unknown>>)[name]);
