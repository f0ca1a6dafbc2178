/**
 * Returns a caught value as an Error, because `throw` accepts any value. Errors of the system also have a `code` such
 * as `ENOENT`. A value that is no Error becomes the message of a new Error.
 */
export const errorOf = (caught: unknown): NodeJS.ErrnoException =>
  caught instanceof Error ? caught : new Error(String(caught), { cause: caught });
