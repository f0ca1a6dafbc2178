import { ApiFailure } from '../failures.js';

/**
 * Tells whether the server does not have an endpoint. The status is 405 if the path exists with another method or for
 * another purpose, for example as an id.
 */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.status === 404 || error.status === 405);

/** Returns the answer, or `instead` when the server does not have the endpoint. @throws every other error */
export async function unlessMissing<T, I>(answer: Promise<T>, instead: I): Promise<T | I> {
  try {
    return await answer;
  } catch (error) {
    if (isMissing(error)) return instead;
    throw error;
  }
}
