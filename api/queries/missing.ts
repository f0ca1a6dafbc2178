import { ApiFailure } from '../failures.js';

/**
 * Tells whether the server lacks an endpoint. It answers 405 where its path exists for another purpose, such as an id,
 * but without this method.
 */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.status === 404 || error.status === 405);

/** Returns the answer, or the given fallback when the server lacks the endpoint. */
export async function unlessMissing<T, I>(answer: Promise<T>, instead: I): Promise<T | I> {
  try {
    return await answer;
  } catch (error) {
    if (isMissing(error)) return instead;
    throw error;
  }
}
