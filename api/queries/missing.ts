import { ApiFailure } from '../failures.js';

/**
 * Whether the server has no such thing. Where another server knows the path for something else, such as an id, and not this method
 * of it, it says 405.
 */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.status === 404 || error.status === 405);

/** The answer; where the server knows no such thing, this instead. */
export async function unlessMissing<T, I>(answer: Promise<T>, instead: I): Promise<T | I> {
  try {
    return await answer;
  } catch (error) {
    if (isMissing(error)) return instead;
    throw error;
  }
}
