/** Whether an answer is an object with a list of this name: the check of `client.call` for lists and their pages. */
export const hasList =
  (name: string) =>
  (data: unknown): boolean =>
    typeof data === 'object' && data !== null && Array.isArray((data as Readonly<Record<string, unknown>>)[name]);
